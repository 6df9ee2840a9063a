//! As much of XPath 1.0 as the engine writes, as browsers evaluate it on a page.

use ego_tree::NodeRef;
use scraper::Node;

use crate::index::Index;

/// A step: `/` or `//`, a name or `*`, predicates.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    anywhere: bool,
    /// None for `*`.
    name: Option<String>,
    predicates: Vec<Predicate>,
}

#[derive(Debug, PartialEq, Eq)]
enum Predicate {
    Position(usize),
    Attribute(String, String),
    LocalName(String),
}

/// The elements that an expression selects in the document of `root` and `index`.
///
/// # Errors
/// What follows where it is no expression of ours.
pub(crate) fn select<'t>(root: NodeRef<'t, Node>, index: &Index<'t>, expression: &str) -> Result<Vec<NodeRef<'t, Node>>, String> {
    let mut context = vec![root];
    for (at, step) in parse(expression)?.into_iter().enumerate() {
        context = match (step.anywhere, at) {
            (false, _) => context.into_iter().flat_map(|parent| step.of(parent)).collect(),
            (true, 0) if !step.counts() => {
                let candidates = index.candidates(expression.trim_start_matches('/')).iter();
                candidates.copied().filter(|node| step.fits(node) && is_below(*node, root)).collect()
            }
            (true, _) => return Err(format!("`//` inside, or with a position: {expression}")),
        };
    }
    Ok(context)
}

/// Whether a node is in the tree of `root`, and not in what a template holds.
fn is_below(node: NodeRef<'_, Node>, root: NodeRef<'_, Node>) -> bool {
    node.ancestors().take_while(|above| !matches!(above.value(), Node::Fragment)).any(|above| above.id() == root.id())
}

/// The child elements.
fn elements(node: NodeRef<'_, Node>) -> impl Iterator<Item = NodeRef<'_, Node>> {
    node.children().filter(|child| child.value().is_element())
}

impl Step {
    /// The children of a node that it selects.
    fn of<'t>(&self, parent: NodeRef<'t, Node>) -> Vec<NodeRef<'t, Node>> {
        let mut found: Vec<_> = elements(parent).filter(|child| self.is_named(child)).collect();
        for predicate in &self.predicates {
            match predicate {
                Predicate::Position(position) => found = found.into_iter().skip(position - 1).take(1).collect(),
                other => found.retain(|node| other.holds(node)),
            }
        }
        found
    }

    fn is_named(&self, node: &NodeRef<'_, Node>) -> bool {
        match (&self.name, node.value().as_element()) {
            (None, Some(_)) => true,
            // In a page a name without prefix is HTML's.
            (Some(name), Some(element)) => &*element.name.ns == "http://www.w3.org/1999/xhtml" && element.name() == name,
            (_, None) => false,
        }
    }

    /// Whether it selects an element wherever it stands.
    fn fits(&self, node: &NodeRef<'_, Node>) -> bool {
        self.is_named(node) && self.predicates.iter().all(|predicate| predicate.holds(node))
    }

    fn counts(&self) -> bool {
        self.predicates.iter().any(|predicate| matches!(predicate, Predicate::Position(_)))
    }
}

impl Predicate {
    fn holds(&self, node: &NodeRef<'_, Node>) -> bool {
        let Some(element) = node.value().as_element() else { return false };
        match self {
            Predicate::Position(_) => false,
            Predicate::Attribute(name, value) => {
                element.attrs.iter().any(|(known, said)| known.ns.is_empty() && *known.local == **name && **said == **value)
            }
            Predicate::LocalName(name) => element.name() == name,
        }
    }
}

fn parse(expression: &str) -> Result<Vec<Step>, String> {
    let mut rest = expression;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let anywhere = take(&mut rest, "//");
        if !anywhere {
            expect(&mut rest, "/")?;
        }
        let name = if take(&mut rest, "*") { None } else { Some(name(&mut rest)?) };
        let mut predicates = Vec::new();
        while take(&mut rest, "[") {
            predicates.push(predicate(&mut rest)?);
            expect(&mut rest, "]")?;
        }
        steps.push(Step { anywhere, name, predicates });
    }
    if steps.is_empty() { Err("an empty expression".to_owned()) } else { Ok(steps) }
}

fn predicate(rest: &mut &str) -> Result<Predicate, String> {
    if take(rest, "@") {
        let name = name(rest)?;
        expect(rest, "=")?;
        return Ok(Predicate::Attribute(name, literal(rest)?));
    }
    if take(rest, "local-name()=") {
        return Ok(Predicate::LocalName(literal(rest)?));
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at(digits);
    *rest = after;
    number.parse().ok().filter(|position| *position > 0).map(Predicate::Position).ok_or_else(|| format!("no predicate: {rest}"))
}

fn name(rest: &mut &str) -> Result<String, String> {
    let end = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')).count();
    let (name, after) = rest.split_at(end);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(format!("no name: {rest}"));
    }
    *rest = after;
    Ok(name.to_owned())
}

/// A string, or strings put together.
fn literal(rest: &mut &str) -> Result<String, String> {
    if take(rest, "concat(") {
        let mut text = quoted(rest)?;
        while take(rest, ", ") {
            text.push_str(&quoted(rest)?);
        }
        expect(rest, ")")?;
        return Ok(text);
    }
    quoted(rest)
}

fn quoted(rest: &mut &str) -> Result<String, String> {
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"')).ok_or_else(|| format!("no string: {rest}"))?;
    let (text, after) = rest[1..].split_once(quote).ok_or_else(|| format!("a string without end: {rest}"))?;
    *rest = after;
    Ok(text.to_owned())
}

fn take(rest: &mut &str, what: &str) -> bool {
    match rest.strip_prefix(what) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    }
}

fn expect(rest: &mut &str, what: &str) -> Result<(), String> {
    if take(rest, what) { Ok(()) } else { Err(format!("no `{what}`: {rest}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<main><a id=x>1</a><p>2</p><a title='it&#39;s \"x\"'>3</a><svg><a>4</a></svg><template><a>5</a></template></main>";

    fn found(expression: &str) -> Result<String, String> {
        let html = scraper::Html::parse_document(PAGE);
        let nodes = select(html.tree.root(), &Index::new(&html), expression)?;
        Ok(nodes.into_iter().filter_map(scraper::ElementRef::wrap).map(|element| element.text().collect::<String>()).collect())
    }

    #[test]
    fn steps_names_and_predicates() {
        for (expression, expected) in [
            ("/html/body/main/a", "13"),
            ("/html/body/main/a[2]", "3"),
            ("/html/body/main/a[3]", ""),
            ("//*[@id='x']", "1"),
            ("//a", "13"),
            ("//main/*[local-name()='svg']/*[local-name()='a'][1]", "4"),
            ("//a[@title=concat('it', \"'\", 's \"x\"')]", "3"),
            ("//template/a", ""),
            ("/*/body/main/p", "2"),
        ] {
            assert_eq!(found(expression).as_deref(), Ok(expected), "{expression}");
        }
        for expression in ["", "a", "/a[0]", "/a[@b]", "//a[@b='c]", "/a/", "/html//a"] {
            assert!(found(expression).is_err(), "{expression}");
        }
    }
}
