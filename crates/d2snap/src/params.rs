//! The three downsampling parameters.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// How strongly a page is reduced: `k` for elements, `l` for text, `m` for attributes.
///
/// 0 keeps everything, 1 reduces most; `k` may also be `f64::INFINITY`, which dissolves every
/// container and so linearises the page. The authors' later releases call them rE (= k), rT (= l)
/// and rA (= m); Webfuse's API hierarchyRatio, textRatio and attributeRatio.
///
/// The default is (.3, .3, .3).
///
/// ```
/// use d2snap::Params;
/// let params = Params::new(0.4, 0.6, 0.8)?;
/// assert_eq!((params.k(), params.l(), params.m()), (0.4, 0.6, 0.8));
/// assert_eq!(Params::default(), Params::new(0.3, 0.3, 0.3)?);
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Params {
    #[serde(serialize_with = "crate::detached::k::serialize")]
    k: f64,
    l: f64,
    m: f64,
}

/// Parameters as they were stored.
#[derive(Deserialize)]
struct Unchecked {
    #[serde(deserialize_with = "crate::detached::k::deserialize")]
    k: f64,
    l: f64,
    m: f64,
}

impl TryFrom<Unchecked> for Params {
    type Error = Error;

    fn try_from(Unchecked { k, l, m }: Unchecked) -> Result<Self, Error> {
        Params::new(k, l, m)
    }
}

impl Params {
    /// Checks the three values and keeps them.
    ///
    /// # Errors
    /// [`Error::Parameter`] with the name, the value and the domain of the first one that is not a
    /// number in [0, 1] (or, for `k`, `f64::INFINITY`).
    pub fn new(k: f64, l: f64, m: f64) -> Result<Self, Error> {
        let unit = |value: f64| (0.0..=1.0).contains(&value);
        let wrong = |name, value: f64, domain| Err(Error::Parameter { name, value: value.to_string(), domain });
        if !unit(k) && k != f64::INFINITY {
            return wrong("k", k, "0 to 1, or infinity to linearise");
        }
        if !unit(l) {
            return wrong("l", l, "0 to 1");
        }
        if !unit(m) {
            return wrong("m", m, "0 to 1");
        }
        Ok(Params { k, l, m })
    }

    /// Element reduction: the share of containers that are merged or dissolved, or infinity.
    pub fn k(self) -> f64 {
        self.k
    }

    /// Text reduction: the share of sentences that is dropped. In the agent profile a heading is one
    /// sentence, so it stays whole.
    pub fn l(self) -> f64 {
        self.l
    }

    /// Attribute reduction: the rating below which an attribute is dropped.
    pub fn m(self) -> f64 {
        self.m
    }
}

impl Default for Params {
    fn default() -> Self {
        Params { k: 0.3, l: 0.3, m: 0.3 }
    }
}

/// Half up of x + 1e-9 (5 · (1 − .9) lies below .5 in floating point).
pub(crate) fn round(x: f64) -> usize {
    (x + 1e-9 + 0.5).floor().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_half_up_in_spite_of_floating_point() {
        assert_eq!(round(5.0 * (1.0 - 0.9)), 1);
        assert_eq!(round(1.5), 2);
        assert_eq!(round(1.4999), 1);
        assert_eq!(round(0.0), 0);
    }

    #[test]
    fn names_the_parameter_that_is_wrong() {
        for (k, l, m, text) in [
            (-0.1, 0.0, 0.0, "k = -0.1 is out of range: 0 to 1, or infinity to linearise"),
            (f64::NEG_INFINITY, 0.0, 0.0, "k = -inf is out of range: 0 to 1, or infinity to linearise"),
            (0.0, f64::NAN, 0.0, "l = NaN is out of range: 0 to 1"),
            (0.0, 0.0, f64::INFINITY, "m = inf is out of range: 0 to 1"),
        ] {
            assert_eq!(Params::new(k, l, m).unwrap_err().to_string(), text);
        }
        assert!(Params::new(f64::INFINITY, 1.0, 0.0).is_ok());
    }
}
