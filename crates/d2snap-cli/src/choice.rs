//! The engine's choices as values on the command line.

use clap::ValueEnum;

/// Enums of the command line, each with the engine's enum that it stands for.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl From<$name> for d2snap::$name {
            fn from(choice: $name) -> Self {
                match choice {
                    $($name::$variant => d2snap::$name::$variant,)+
                }
            }
        }
    )+};
}

choices! {
    /// The two presets.
    Profile {
        /// The best snapshot to act on
        Agent,
        /// The published algorithm (arXiv 2508.04412)
        Paper,
    }

    /// What happens to content that a user cannot see.
    Hidden {
        /// Leave it out; `--json` counts it by reason
        Drop,
        /// Keep it; the agent profile marks it with `hidden`
        Keep,
    }

    /// How an href is written.
    Hrefs {
        /// As it stands
        Keep,
        /// The path alone; of another site without query and fragment
        Path,
        /// Not at all; the targets of `--json` still have it
        Drop,
    }

    /// The layout of a snapshot.
    Format {
        /// No indentation but for lists
        Lines,
        /// The same lines, indented by two spaces a level, for people
        Pretty,
    }

    /// What happens where even full reduction exceeds a budget.
    OnOverflow {
        /// What matters least is left out, and markers say so
        Elide,
        /// The page fails
        Error,
    }

    /// Whether containers are ordered by worth or by depth.
    MergeSchedule {
        /// Dissolve the share K of the containers, those of least worth first
        Ranked,
        /// Merge by depth, as the paper does
        Modulo,
    }

    /// What one ranking of sentences spans.
    SegmentScope {
        /// A run of inline content, so that inline markup cuts no sentence
        Block,
        /// One text node, as in the paper
        Node,
    }

    /// Which attributes a merged container has.
    AttributeInheritance {
        /// Its own and those of the container merged into it
        Union,
        /// Its own alone
        Own,
    }
}

impl Profile {
    /// The profile's name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Agent => "agent",
            Profile::Paper => "paper",
        }
    }
}
