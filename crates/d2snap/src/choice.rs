//! The names of choices, as the command line and the bindings take them.

use std::str::FromStr;

use crate::adaptive::OnOverflow;
use crate::error::Error;
use crate::options::{AttributeInheritance, Format, Hidden, Hrefs, MergeSchedule, Profile, SegmentScope};

/// Names in both directions; `$option` is the option that the choice is of.
macro_rules! names {
    ($($choice:ident, $option:literal, $domain:literal: $($variant:ident $name:literal),+;)*) => {$(
        impl $choice {
            /// The choice's name, as on the command line.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($choice::$variant => $name,)+
                }
            }
        }

        impl FromStr for $choice {
            type Err = Error;

            /// The choice of a name.
            ///
            /// # Errors
            /// [`Error::Parameter`] for any other.
            fn from_str(name: &str) -> Result<Self, Error> {
                match name {
                    $($name => Ok($choice::$variant),)+
                    _ => Err(Error::Parameter { name: $option, value: name.to_owned(), domain: $domain }),
                }
            }
        }
    )*};
}

names! {
    Profile, "profile", "agent or paper": Agent "agent", Paper "paper";
    Hidden, "hidden", "drop or keep": Drop "drop", Keep "keep";
    Hrefs, "hrefs", "keep, path or drop": Keep "keep", Path "path", Drop "drop";
    Format, "format", "lines or pretty": Lines "lines", Pretty "pretty";
    OnOverflow, "on_overflow", "elide or error": Elide "elide", Error "error";
    MergeSchedule, "merge_schedule", "ranked or modulo": Ranked "ranked", Modulo "modulo";
    SegmentScope, "segment_scope", "block or node": Block "block", Node "node";
    AttributeInheritance, "attribute_inheritance", "union or own": Union "union", Own "own";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for hrefs in [Hrefs::Keep, Hrefs::Path, Hrefs::Drop] {
            assert_eq!(hrefs.as_str().parse(), Ok(hrefs));
        }
        assert_eq!("paper".parse(), Ok(Profile::Paper));
    }

    #[test]
    fn other_names_are_told_with_those_there_are() {
        let error = "none".parse::<Hrefs>().unwrap_err();
        assert_eq!(error.to_string(), "hrefs = none is out of range: keep, path or drop");
    }
}
