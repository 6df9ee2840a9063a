//! Completions, the manual page, the overview.

use crate::run::Folder;

#[test]
fn each_shell_has_completions_of_all_subcommands() {
    let folder = Folder::new("completions");
    for (shell, sign) in [
        ("bash", "complete -F _d2snap"),
        ("zsh", "#compdef d2snap"),
        ("fish", "complete -c d2snap"),
        ("elvish", "edit:completion:arg-completer[d2snap]"),
        ("powershell", "Register-ArgumentCompleter -Native -CommandName 'd2snap'"),
    ] {
        let run = folder.run(&["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(run.stdout.contains(sign), "{shell}");
        for name in ["snap", "adaptive", "expand", "frontier", "stats", "--max-tokens", "completions"] {
            assert!(run.stdout.contains(name.trim_start_matches("--")), "{shell}: {name}");
        }
    }
    assert_eq!(folder.run(&["completions", "tcsh"]).code, Some(2));
    assert_eq!(folder.run(&["completions"]).code, Some(2));
}

#[test]
fn the_manual_page_is_roff_of_the_command_or_of_a_subcommand() {
    let folder = Folder::new("man");
    let all = folder.run(&["man"]);
    assert_eq!((all.code, all.stderr.as_str()), (Some(0), ""));
    assert!(all.stdout.contains(".TH d2snap 1") && all.stdout.contains("d2snap\\-stats(1)"), "{}", all.stdout);
    let snap = folder.run(&["man", "snap"]).stdout;
    assert!(snap.contains(".TH d2snap-snap 1") && snap.contains("\\-\\-selector") && snap.contains("Examples:"), "{snap}");
    // So do options that the short help leaves out.
    assert!(snap.contains("The most bytes that a page may have"), "{snap}");
    // What only says where an option is, is none.
    assert!(!snap.contains("\\-\\-task"), "{snap}");
    let unknown = folder.run(&["man", "snip"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    assert!(unknown.stderr.contains("`snip` is no subcommand: use one of snap, adaptive, expand"), "{}", unknown.stderr);
}

#[test]
fn without_a_command_it_shows_the_overview() {
    let folder = Folder::new("overview");
    let run = folder.run(&[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    for text in ["  snap ", "  adaptive ", "  stats ", "d2snap adaptive page.html --max-tokens 4096", "`d2snap COMMAND --help`"] {
        assert!(run.stderr.contains(text), "{text}: {}", run.stderr);
    }
}

#[test]
fn options_of_a_budget_are_said_to_be_those_of_adaptive() {
    let folder = Folder::new("hint").file("a.html", "<p>x");
    for option in ["--task", "--max-tokens"] {
        let run = folder.run(&["snap", "a.html", option, "9"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains(&format!("`d2snap adaptive` takes '{option}'")), "{}", run.stderr);
    }
    assert!(!folder.run(&["snap", "--help"]).stdout.contains("--task"));
}
