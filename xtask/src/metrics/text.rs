//! Reading a snapshot back: its headings, its words, the numbers in it.

/// A line of Markdown that starts with `#`, as words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Heading {
    /// All its words.
    words: Vec<String>,
    /// Those outside targets.
    own: Vec<String>,
}

/// The heading lines of a snapshot, as they are written.
pub(crate) fn heading_lines(snapshot: &str) -> Vec<&str> {
    let mut fence: Option<&str> = None;
    let mut found = Vec::new();
    for line in snapshot.lines() {
        let content = content(line);
        let ticks = &content[..content.len() - content.trim_start_matches('`').len()];
        match fence {
            Some(open) if content == open => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None if is_heading(content) => found.push(line),
            None => {}
        }
    }
    found
}

/// The headings of a snapshot that have words.
pub(crate) fn headings(snapshot: &str) -> Vec<Heading> {
    let headings = heading_lines(snapshot).into_iter().map(|line| Heading::read(content(line)));
    headings.filter(|heading| !heading.words.is_empty()).collect()
}

/// How many of `wanted` have no line in `printed`, in order: with all their words, and with those
/// outside targets (of a heading that is all target, with its first word).
pub(crate) fn missing(wanted: &[Heading], printed: &[Heading]) -> (usize, usize) {
    let whole = unmatched(wanted, printed, |want, line| is_within(&want.words, &line.words));
    let own = unmatched(wanted, printed, |want, line| match want.own.is_empty() {
        true => want.words.first() == line.words.first(),
        false => is_within(&want.own, &line.words),
    });
    (whole, own)
}

/// How many of `wanted` stay without a line where as many as can be have one, in order.
fn unmatched(wanted: &[Heading], printed: &[Heading], matches: impl Fn(&Heading, &Heading) -> bool) -> usize {
    // The most that the headings so far can have among the first lines.
    let mut most = vec![0; printed.len() + 1];
    for want in wanted {
        let mut diagonal = 0;
        for (at, line) in printed.iter().enumerate() {
            let above = most[at + 1];
            let paired = if matches(want, line) { diagonal + 1 } else { 0 };
            most[at + 1] = above.max(most[at]).max(paired);
            diagonal = above;
        }
    }
    wanted.len() - most[printed.len()]
}

/// Whether the words occur in that order.
fn is_within(words: &[String], line: &[String]) -> bool {
    let mut rest = line.iter();
    words.iter().all(|word| rest.any(|other| other == word))
}

/// A line without indentation, bullets and quote marks.
fn content(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let after = ["- ", "> ", ": "].iter().find_map(|mark| rest.strip_prefix(mark));
        let after = after.or_else(|| number.strip_prefix(". ").filter(|_| number.len() < rest.len()));
        match after {
            Some(after) => rest = after.trim_start(),
            None => return rest.trim_end(),
        }
    }
}

fn is_heading(content: &str) -> bool {
    let level = content.len() - content.trim_start_matches('#').len();
    (1..=6).contains(&level) && content[level..].starts_with(' ')
}

impl Heading {
    fn read(line: &str) -> Heading {
        let mut heading = Heading::default();
        // Open elements: name, and whether it is a target.
        let mut open: Vec<(&str, bool)> = Vec::new();
        let mut rest = line;
        while !rest.is_empty() {
            let end = rest.find('<').unwrap_or(rest.len());
            let words: Vec<String> =
                rest[..end].split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
            if !open.iter().any(|(_, is_target)| *is_target) {
                heading.own.extend(words.iter().cloned());
            }
            heading.words.extend(words);
            rest = &rest[end..];
            let Some(length) = tag_length(rest) else { break };
            let tag = &rest[..length];
            let name = tag.trim_start_matches(['<', '/']);
            let name = &name[..name.find(|c: char| c == '>' || c.is_whitespace()).unwrap_or(name.len())];
            if tag.starts_with("</") {
                if let Some(at) = open.iter().rposition(|(opened, _)| *opened == name) {
                    open.truncate(at);
                }
            } else {
                open.push((name, uid(tag).is_some()));
            }
            if matches!(name, "input" | "img" | "br" | "hr" | "area" | "embed") {
                open.pop();
            }
            rest = &rest[length..];
        }
        heading
    }
}

/// How many targets have their whole opening tag in a piece of a snapshot.
pub(crate) fn targets(piece: &str) -> usize {
    let tags = piece.match_indices('<').filter_map(|(at, _)| tag_length(&piece[at..]).map(|length| &piece[at..at + length]));
    tags.filter(|tag| uid(tag).is_some()).count()
}

/// The number that a tag carries, which stands last in it.
fn uid(tag: &str) -> Option<u32> {
    let (_, number) = tag.strip_suffix('>')?.rsplit_once(" uid=")?;
    number.parse().ok()
}

/// How long the tag is that a text begins with; none where it does not end.
fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') && before == '=' => quote = Some(c),
            None if c == '>' => return Some(at + 1),
            None => {}
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_stand_outside_fences_and_may_be_list_items() {
        let text = "# One\n```js\n# no\n```\n- ## Two <a title=\"a > b\" uid=3>three</a>\n  12. ### Four\n#five\n\\# six\n> # »\n";
        assert_eq!(heading_lines(text), ["# One", "- ## Two <a title=\"a > b\" uid=3>three</a>", "  12. ### Four", "> # »"]);
        let found = headings(text);
        assert_eq!(found.len(), 3);
        assert_eq!(found[2], Heading::read("### Four"));
        assert_eq!((found[1].words.join(" "), found[1].own.join(" ")), ("Two three".to_owned(), "Two".to_owned()));
        assert_eq!(targets(text), 1);
        assert_eq!(targets("<a href=/x uid=3>a</a> <button title=\"<b uid=5"), 1);
    }

    #[test]
    fn a_heading_is_missed_once_and_in_order() {
        let wanted = headings("# A b\n# C\n# C <a uid=1>d</a>\n# <a uid=2>E f</a>\n");
        assert_eq!(missing(&wanted, &wanted), (0, 0));
        assert_eq!(missing(&wanted, &headings("# A b\n# C\n# C\n# E\n")), (2, 0));
        assert_eq!(missing(&wanted, &headings("# C\n# A b\n# E\n")), (3, 2));
        // One that is missed takes no line from those after it.
        assert_eq!(missing(&wanted, &headings("# C\n# C d\n# E f\n# A b\n")), (1, 1));
        assert_eq!(missing(&wanted, &[]), (4, 4));
    }
}
