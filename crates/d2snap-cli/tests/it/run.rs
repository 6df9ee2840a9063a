//! Running the binary in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A folder for one test, emptied when made.
pub struct Folder {
    path: PathBuf,
}

/// What a run gave.
#[derive(Debug, PartialEq)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder { path }
    }

    /// With a file of this content.
    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap()
    }

    /// The names in it, or in a folder of it, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path.join(folder)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_d2snap"));
        command.args(arguments).current_dir(&self.path);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// With this on standard input.
    pub fn run_with(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A command that does not read it closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        Run::of(child.wait_with_output().unwrap())
    }

    /// The lines of standard output, each as JSON.
    pub fn json(&self, arguments: &[&str]) -> Vec<Value> {
        let run = self.run(arguments);
        assert_eq!(run.stderr, "");
        run.lines()
    }
}

impl Run {
    fn of(output: std::process::Output) -> Run {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    /// Each line of standard output as JSON.
    pub fn lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// A run that printed this and nothing else, and succeeded.
    pub fn printed(stdout: &str) -> Run {
        Run { code: Some(0), stdout: stdout.to_owned(), stderr: String::new() }
    }
}

/// A page of the repository.
pub fn dataset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/pages").join(name)
}

pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}
