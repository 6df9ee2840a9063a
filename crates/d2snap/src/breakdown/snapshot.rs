//! Where the tokens of a snapshot go.

use super::subtree::heaviest;
use super::{Breakdown, Item, Role, tally};
use crate::document::Document;
use crate::params::Params;
use crate::plan::Plan;
use crate::render::{self, Part, Segment};
use crate::tokens::TokenCounter;

pub(crate) fn of_snapshot(document: &Document, params: Params, counter: &TokenCounter) -> Breakdown {
    let (text, ledger) = render::itemize(document, &Plan::new(document, params));
    let items: Vec<Item> = ledger.segments.iter().map(|segment| item(document, *segment)).collect();
    let names: Vec<&str> = document.columns.names.iter().map(|name| &**name).collect();
    let (breakdown, shares) = tally(&text, &items, &names, counter);
    let subtrees = heaviest(document, &ledger, &shares);
    Breakdown { subtrees, ..breakdown }
}

fn item(document: &Document, Segment { start, part, counts }: Segment) -> Item {
    let name = |number: u32| document.columns.names.get(number as usize).map_or("", |name| &**name);
    let (class, role) = match part {
        Part::Header => ("header", Role::Free),
        Part::Layout => ("layout", Role::Free),
        Part::Markdown => ("markdown", Role::Free),
        Part::Text => ("text", Role::Free),
        Part::Name => ("control-text", Role::Free),
        Part::Label => ("labels", Role::Free),
        Part::Address => ("addresses", Role::Free),
        Part::Container { tag } => ("container-tags", Role::Tag(tag)),
        Part::Element { tag, is_target } => {
            let interactive = is_target || document.options.ground_truth.interactive(name(tag)).is_some();
            (if interactive { "interactive-tags" } else { "other-tags" }, Role::Tag(tag))
        }
        Part::Attribute { tag, name: attribute } => {
            let is_uid = name(attribute) == document.options.uid_attribute;
            (if is_uid { "uids" } else { "attributes" }, Role::Attribute(tag, attribute))
        }
    };
    Item { start, class, role, counts }
}
