//! Every target on the seeds and on what was found.

use std::fs;
use std::path::Path;

/// Files of `folder` and one level below it: those of a target in its own folder, in order.
fn files(folder: &str, target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(target);
    let mut paths: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), fs::read(&path).expect("a readable input"))).collect()
}

#[test]
fn seeds_and_what_was_found_pass() {
    for (target, run) in d2snap_fuzz::TARGETS {
        let mut inputs = files("seeds", target);
        assert!(!inputs.is_empty(), "no seeds of {target}");
        inputs.extend(files("found", target));
        for (name, data) in inputs {
            println!("{target}: {name}");
            run(&data);
        }
    }
}

#[test]
fn our_pages_pass() {
    for (name, page) in files("../datasets", "pages").into_iter().filter(|(name, _)| name.ends_with(".html")) {
        println!("{name}");
        // Choices before the page: reduction by .3, with numbers.
        d2snap_fuzz::snap(&[&[3, 3, 3, 0x80, 0], page.as_slice()].concat());
        d2snap_fuzz::adaptive(&[&[0x80, 0, 100, 1, 0, 0, 0], page.as_slice()].concat());
        d2snap_fuzz::tokens(&page);
    }
}
