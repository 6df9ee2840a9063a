//! At l = 0 every text that is neither removed nor replaced is there, once, in order, and parted
//! from its neighbours as the page parts them.

use crate::Breach;
use crate::align::{Difference, differences};
use crate::expect::expected;
use crate::page::Page;
pub use crate::visible::Reading;
use crate::word::{Expected, Found, is_removed};
use crate::written::written;

/// Differences that are told one by one.
const TOLD: usize = 12;

/// Compares a snapshot at l = 0 with its page.
pub fn check(html: &str, page: &Page, reading: Reading) -> Vec<Breach> {
    let mut breaches = Vec::new();
    if let Some(c) = html.chars().find(|c| is_removed(*c)) {
        breaches.push(Breach::new("text", format!("U+{:04X} is not removed", u32::from(c))));
    }
    let expected = expected(page, reading);
    let found = written(html);
    let differences = differences(&expected, &found);
    for difference in differences.iter().take(TOLD) {
        breaches.push(Breach::new("text", tell(difference, &differences, &expected, &found)));
    }
    if differences.len() > TOLD {
        breaches.push(Breach::new("text", format!("{} more differences", differences.len() - TOLD)));
    }
    breaches
}

fn tell(difference: &Difference, all: &[Difference], expected: &[Expected], found: &[Found]) -> String {
    let lost: Vec<String> = expected[difference.lost.clone()].iter().map(Expected::text).collect();
    let added: Vec<&str> = found[difference.added.clone()].iter().map(|word| word.text.as_str()).collect();
    let lost_elsewhere = |it: &Difference| {
        it != difference && expected[it.lost.clone()].iter().map(Expected::text).eq(added.iter().map(|it| (*it).to_owned()))
    };
    let added_elsewhere = |it: &Difference| it != difference && found[it.added.clone()].iter().map(|word| &word.text).eq(&lost);
    let from = difference.added.start.saturating_sub(added.len());
    let to = (difference.added.end + added.len()).min(found.len());
    let twins =
        |range: std::ops::Range<usize>| !added.is_empty() && found[range].iter().map(|word| word.text.as_str()).eq(added.iter().copied());
    let kind = if !lost.is_empty() && lost.concat() == added.concat() {
        if lost.len() > added.len() { "glued" } else { "broken" }
    } else if added.is_empty() {
        if all.iter().any(added_elsewhere) { "moved away" } else { "lost" }
    } else if lost.is_empty() {
        if all.iter().any(lost_elsewhere) {
            "moved here"
        } else if twins(from..difference.added.start) || twins(difference.added.end..to) {
            "doubled"
        } else {
            "added"
        }
    } else {
        "changed"
    };
    let before: Vec<String> = expected[difference.lost.start.saturating_sub(4)..difference.lost.start].iter().map(Expected::text).collect();
    let behind: Vec<String> =
        expected[difference.lost.end..(difference.lost.end + 3).min(expected.len())].iter().map(Expected::text).collect();
    format!("{kind}: … {} [{} → {}] {} …", before.join(" "), short(&lost.join(" ")), short(&added.join(" ")), behind.join(" "))
}

fn short(text: &str) -> String {
    if text.chars().count() <= 100 {
        return text.to_owned();
    }
    let start: String = text.chars().take(60).collect();
    let end: Vec<char> = text.chars().rev().take(30).collect();
    format!("{start} … {} ({} chars)", end.into_iter().rev().collect::<String>(), text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(html: &str, snapshot: &str) -> Vec<String> {
        let page = Page::read(html);
        check(snapshot, &page, Reading::AGENT)
            .into_iter()
            .map(|breach| breach.detail.split(':').next().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn a_true_snapshot_passes() {
        let html =
            "<h1>A b</h1><ol><li>c &lt;d&gt;<li>e</ol><p>f<b>g</b> <img alt=h src=i>j</p><table><tr><th>k<th>l<tr><td>m|n<td></table>";
        let snapshot = "# A b\n1. c &lt;d>\n2. e\nfg ![h](i)j\n| k | l |\n| --- | --- |\n| m\\|n | |\n";
        assert_eq!(told(html, snapshot), [""; 0]);
    }

    #[test]
    fn a_false_one_does_not() {
        let html = "<div>a b c</div><div>d e f</div>";
        for (snapshot, kind) in [
            ("a b c\nd f\n", "lost"),
            ("a b c\nd e e f\n", "doubled"),
            ("a b cd e f\n", "glued"),
            ("a b c\nd e f g\n", "added"),
            ("a b c\nd x f\n", "changed"),
            ("a b c\nd <e> f\n", "lost"),
        ] {
            assert_eq!(told(html, snapshot), [kind], "{snapshot}");
        }
        assert_eq!(told("<p>a bc", "a b c"), ["broken"]);
        assert_eq!(told("<p>a b c d e", "b c d a e"), ["moved away", "moved here"]);
        assert_eq!(told("<p>a", "a\u{200b}"), ["U+200B is not removed", "changed"]);
    }
}
