//! Random pages of what the specification treats: well-formed for the most part, hostile in places.

mod tables;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use tables::{ATTRIBUTES, BROKEN, LEAVES, MARKS, SHAPES, Shape, TEXTS};

/// Nodes that are written of a page; what is beyond goes.
const MOST: usize = 60;

/// A piece of a page; what a table lists first is what it shrinks to.
#[derive(Debug, Clone)]
enum Piece {
    /// HTML as it stands.
    Raw(&'static str),
    Element {
        shape: &'static Shape,
        attributes: Vec<&'static str>,
        children: Vec<Piece>,
        /// How it ends; now and then badly.
        end: End,
    },
    /// A frame whose `srcdoc` holds the pieces.
    Frame(Vec<Piece>),
}

#[derive(Debug, Clone, Copy)]
enum End {
    Written,
    /// The end tag is missing.
    Missing,
    /// The end tag stands before the last child.
    Early,
}

fn element(shapes: &'static [Shape], inner: impl Strategy<Value = Piece> + 'static) -> impl Strategy<Value = Piece> {
    let end = prop_oneof![24 => Just(End::Written), 1 => Just(End::Missing), 1 => Just(End::Early)];
    let attributes = prop_oneof![2 => Just(Vec::new()), 2 => vec(select(ATTRIBUTES), 0..3)];
    (0..shapes.len(), attributes, vec(inner, 0..5), end).prop_map(|(at, attributes, children, end)| Piece::Element {
        shape: &shapes[at],
        attributes,
        children,
        end,
    })
}

fn piece() -> impl Strategy<Value = Piece> {
    let leaf = prop_oneof![
        8 => select(TEXTS).prop_map(Piece::Raw),
        5 => select(LEAVES).prop_map(Piece::Raw),
        1 => select(BROKEN).prop_map(Piece::Raw),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            8 => element(SHAPES, inner.clone()),
            4 => element(MARKS, inner.clone()),
            1 => vec(inner, 0..4).prop_map(Piece::Frame),
        ]
    })
}

/// A page of one to sixty nodes.
pub fn page() -> impl Strategy<Value = String> {
    vec(piece(), 1..8).prop_map(|pieces| {
        let mut html = String::new();
        write(&pieces, &mut html, &mut 0);
        html
    })
}

/// Tags, attributes and texts in no order at all.
pub fn soup() -> impl Strategy<Value = String> {
    let name = || prop_oneof![(0..SHAPES.len()).prop_map(|at| SHAPES[at].name), (0..MARKS.len()).prop_map(|at| MARKS[at].name)];
    let token = prop_oneof![
        select(TEXTS).prop_map(str::to_owned),
        select(LEAVES).prop_map(str::to_owned),
        select(BROKEN).prop_map(str::to_owned),
        (name(), select(ATTRIBUTES)).prop_map(|(name, attribute)| format!("<{name} {attribute}>")),
        name().prop_map(|name| format!("</{name}>")),
        "[<>/=\"'&;!?a-z \n-]{0,8}",
        any::<char>().prop_map(String::from),
    ];
    vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

fn write(pieces: &[Piece], html: &mut String, count: &mut usize) {
    for piece in pieces {
        *count += 1;
        if *count > MOST {
            return;
        }
        match piece {
            Piece::Raw(raw) => html.push_str(raw),
            Piece::Frame(children) => {
                let mut inside = String::new();
                write(children, &mut inside, count);
                html.push_str("<iframe title=f srcdoc=\"");
                html.push_str(&inside.replace('&', "&amp;").replace('"', "&quot;"));
                html.push_str("\"></iframe>");
            }
            Piece::Element { shape, attributes, children, end } => {
                html.push('<');
                html.push_str(shape.name);
                for attribute in attributes {
                    html.push(' ');
                    html.push_str(attribute);
                }
                html.push('>');
                html.push_str(shape.inside);
                let name = shape.name.split(' ').next().unwrap_or_default();
                let close = if shape.close.is_empty() { format!("</{name}>") } else { shape.close.to_owned() };
                for (index, child) in children.iter().enumerate() {
                    if index > 0 && !shape.between.is_empty() {
                        html.push_str(shape.between[(index - 1) % shape.between.len()]);
                    }
                    if index + 1 == children.len() && matches!(end, End::Early) {
                        html.push_str(&close);
                    }
                    write(std::slice::from_ref(child), html, count);
                }
                if matches!(end, End::Written) || matches!(end, End::Early) && children.is_empty() {
                    html.push_str(&close);
                }
            }
        }
    }
}
