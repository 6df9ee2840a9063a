//! A snapshot never grows with k (in the `ranked` schedule), l or m.

use d2snap::{Document, Params};

use crate::Breach;

/// Sweeps each parameter from 0 to 1 (k to infinity), the other two at 0 and at .3.
pub fn check(document: &Document) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for (axis, name) in ["k", "l", "m"].into_iter().enumerate() {
        for other in [0.0, 0.3] {
            let steps = (0..=10).map(|tenth| f64::from(tenth) / 10.0).chain((axis == 0).then_some(f64::INFINITY));
            let sizes = steps.filter_map(|step| {
                let mut point = [other; 3];
                point[axis] = step;
                let params = Params::new(point[0], point[1], point[2]).ok()?;
                Some((step, document.snap(params).html().len()))
            });
            breaches.extend(growth(name, other, sizes));
        }
    }
    breaches
}

fn growth(name: &str, other: f64, sizes: impl Iterator<Item = (f64, usize)>) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut before: Option<(f64, usize)> = None;
    for (step, size) in sizes {
        if let Some((last, smaller)) = before
            && size > smaller
        {
            breaches.push(Breach::new("grid", format!("{smaller} bytes at {name} = {last}, {size} at {step}, the others {other}")));
        }
        before = Some((step, size));
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told() {
        assert_eq!(growth("k", 0.0, [(0.0, 9), (0.1, 9), (0.2, 8)].into_iter()), []);
        let told = growth("k", 0.3, [(0.0, 9), (0.1, 7), (0.2, 8)].into_iter());
        assert_eq!(told[0].detail, "7 bytes at k = 0.1, 8 at 0.2, the others 0.3");
    }
}
