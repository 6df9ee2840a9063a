//! Where pages come from.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::Usage;

/// The pages of a batch.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// HTML files; `-`, or none at all, is standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    files: Vec<PathBuf>,
}

impl InputArgs {
    /// The pages in order; standard input at most once.
    pub fn inputs(&self) -> Result<Vec<Input>, Usage> {
        if self.files.is_empty() {
            return Ok(vec![Input::Stdin]);
        }
        let inputs: Vec<Input> = self.files.iter().map(|file| Input::of(file)).collect();
        if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
            return Err(Usage::new("`-` is given twice, and standard input can be read only once"));
        }
        Ok(inputs)
    }
}

/// One page that is still to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The page of this path; `-` is standard input.
    pub fn of(path: &Path) -> Input {
        if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path.to_owned()) }
    }

    /// What it is called in messages and in `file`: the path as given, or `-`.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// What its output is called, without extension: the file's name without its last extension,
    /// or `stdin`.
    pub fn stem(&self) -> PathBuf {
        match self {
            Input::Stdin => PathBuf::from("stdin"),
            Input::File(path) => path.file_stem().map_or_else(|| PathBuf::from("page"), PathBuf::from),
        }
    }

    /// Its bytes; of more than `limit`, one more than that, which is enough to tell.
    pub fn read(&self, limit: usize) -> io::Result<Vec<u8>> {
        match self {
            Input::Stdin => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    crate::output::note("reading the page from standard input");
                }
                read(stdin.lock(), limit)
            }
            Input::File(path) => {
                if fs::metadata(path)?.is_dir() {
                    return Err(io::Error::other("it is a directory; name the pages in it"));
                }
                read(File::open(path)?, limit)
            }
        }
    }
}

fn read(source: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
