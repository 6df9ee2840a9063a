//! Ids and values that a program made up: they are others when the page is loaded again.

/// What libraries put before a counter.
const COUNTED: [&str; 30] = [
    "ember",
    "react-select-",
    "react-tabs-",
    "react-aria",
    "headlessui-",
    "radix-",
    "downshift-",
    "mui-",
    "mat-",
    "cdk-",
    "el-id-",
    "el-popper",
    "rc-tabs-",
    "rc_select_",
    "rc-menu-",
    "ui-id-",
    "ext-gen",
    "ext-comp-",
    "yui_",
    "yui-gen",
    "gwt-uid-",
    "gwt-",
    "__bvid__",
    "__next-",
    "j_id",
    "jqgen",
    "isc_",
    "dijit_",
    "uid-",
    "auto_id_",
];

/// Whether an id looks as if a program made it up: counters of known libraries, UUIDs, long numbers,
/// hexadecimal, letters and digits in turns.
pub(super) fn looks_generated(id: &str) -> bool {
    let lower = id.to_ascii_lowercase();
    let has_digit = lower.bytes().any(|byte| byte.is_ascii_digit());
    if !has_digit {
        // React's `:ra:` and `«ra»`.
        return is_react(&lower);
    }
    is_react(&lower)
        || lower.bytes().all(|byte| byte.is_ascii_digit())
        || COUNTED.iter().any(|prefix| lower.strip_prefix(prefix).is_some_and(counts))
        || lower.split(|c: char| !c.is_ascii_alphanumeric()).any(is_made_up)
}

fn is_react(id: &str) -> bool {
    [(":r", ':'), ("«r", '»'), ("_r_", '_')].iter().any(|(before, after)| {
        id.find(before).is_some_and(|at| {
            let rest = &id[at + before.len()..];
            rest.find(*after).is_some_and(|end| rest[..end].bytes().all(|byte| byte.is_ascii_alphanumeric()))
        })
    })
}

/// Whether what follows a library's prefix has a counter.
fn counts(rest: &str) -> bool {
    rest.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a word is no word of a person's.
fn is_made_up(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mut digits = 0;
    let mut longest = 0;
    let mut turns = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let is_digit = byte.is_ascii_digit();
        digits = if is_digit { digits + 1 } else { 0 };
        longest = longest.max(digits);
        turns += usize::from(at > 0 && bytes[at - 1].is_ascii_digit() != is_digit);
    }
    let is_hex = bytes.len() >= 8 && bytes.iter().all(u8::is_ascii_hexdigit) && turns > 0;
    longest >= 5 || is_hex || (bytes.len() >= 6 && turns >= 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_programs_and_of_people() {
        for id in [
            ":r1:",
            ":ra:-label",
            "«r3»",
            "_r_1_",
            "radix-:r2:",
            "ember123",
            "react-select-2-input",
            "mat-input-0",
            "550e8400-e29b-41d4-a716-446655440000",
            "item-1699999999",
            "css-1x2y3z",
            "a8f03b2c",
            "12",
            "__BVID__12",
            "yui_3_17_2",
        ] {
            assert!(looks_generated(id), "{id}");
        }
        for id in ["search", "main-nav", "q", "step-2", "h1b", "section-2024", "__next", "ember", "deadbeef", "facade", "Ünïcode", ""] {
            assert!(!looks_generated(id), "{id}");
        }
    }
}
