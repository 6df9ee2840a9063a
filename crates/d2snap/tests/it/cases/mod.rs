//! Small inputs of kinds that tools in this field are known to get wrong, by theme.

mod budget;
mod control;
mod depth;
mod frame;
mod hidden;
mod script;
mod structure;
mod table;
mod text;

use d2snap::{Options, Params};

/// (k, l, m) from nothing reduced to everything, for what has to hold at all of them.
const RATIOS: [(f64, f64, f64); 6] =
    [(0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (0.5, 0.5, 0.5), (0.6, 0.9, 0.3), (1.0, 1.0, 1.0), (f64::INFINITY, 0.0, 1.0)];

/// Each input, at every ratio and with numbers, has all of these pieces, in this order.
#[track_caller]
fn always(cases: &[(&str, &[&str])]) {
    for (input, pieces) in cases {
        for ratio in RATIOS {
            let text = crate::snap(input, &Options::default().with_uids(true), ratio);
            let mut rest = text.as_str();
            for piece in *pieces {
                let at = rest.find(piece).unwrap_or_else(|| panic!("{piece:?} is missing at {ratio:?}\ninput: {input}\n{text}"));
                rest = &rest[at + piece.len()..];
            }
        }
    }
}

fn params((k, l, m): (f64, f64, f64)) -> Params {
    Params::new(k, l, m).expect("parameters in their domain")
}
