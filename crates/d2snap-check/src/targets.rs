//! Every target of a document is in its snapshot, once, in document order.

use d2snap::{Document, Snapshot};

use crate::Breach;
use crate::tags::as_written;
use crate::tokens::{Token, tokens};

/// Checks the numbers of a snapshot of the agent profile with uids, without scope.
pub fn check(document: &Document, snapshot: &Snapshot<'_>) -> Vec<Breach> {
    let tags: Vec<String> = document.targets().into_iter().map(|target| target.tag).collect();
    let mut breaches = written(snapshot.html(), &tags);
    if !snapshot.uids().iter().copied().eq(1..=tags.len() as u32) {
        let all = tags.len();
        breaches.push(Breach::new("targets", format!("Snapshot::uids has {} of {all}, or another order", snapshot.uids().len())));
    }
    breaches
}

/// Checks that the start tags of a snapshot number targets of these tags from 1.
fn written(html: &str, tags: &[String]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut breach = |detail: String| {
        if breaches.len() < 12 {
            breaches.push(Breach::new("targets", detail));
        }
    };
    let mut last = 0;
    let mut seen = vec![0_u32; tags.len()];
    for token in tokens(html) {
        let Token::Start(start) = token else { continue };
        let Some((place, (_, uid))) = start.attributes.iter().enumerate().find(|(_, (name, _))| name == "uid") else { continue };
        if place + 1 != start.attributes.len() {
            breach(format!("uid {uid} is not last in <{}>", start.name));
        }
        let Some(uid) = uid.parse::<usize>().ok().filter(|uid| (1..=tags.len()).contains(uid)) else {
            breach(format!("<{} uid={uid}> is no target", start.name));
            continue;
        };
        if uid < last {
            breach(format!("uid {uid} stands behind uid {last}"));
        }
        last = uid;
        seen[uid - 1] += 1;
        if as_written(&tags[uid - 1]) != as_written(&start.name) {
            breach(format!("uid {uid} is a <{}>, its target a <{}>", start.name, tags[uid - 1]));
        }
    }
    for (index, count) in seen.into_iter().enumerate().filter(|(_, count)| *count != 1) {
        breach(format!("uid {} (<{}>) is there {count} times", index + 1, tags[index]));
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(html: &str) -> Vec<String> {
        let tags = ["a".to_owned(), "input".to_owned()];
        written(html, &tags).into_iter().map(|breach| breach.detail).collect()
    }

    #[test]
    fn numbers_are_there_once_and_in_order() {
        assert_eq!(told("<form><a uid=1>uid=2</a><input uid=2></form>"), [""; 0]);
        assert_eq!(told("<a uid=1></a>"), ["uid 2 (<input>) is there 0 times"]);
        assert_eq!(told("<a uid=1></a><input uid=2><input uid=2>"), ["uid 2 (<input>) is there 2 times"]);
        assert_eq!(told("<input uid=2><a uid=1></a>"), ["uid 1 stands behind uid 2"]);
        assert_eq!(
            told("<a uid=1 b></a><b uid=2></b><b uid=3></b>"),
            ["uid 1 is not last in <a>", "uid 2 is a <b>, its target a <input>", "<b uid=3> is no target"]
        );
    }
}
