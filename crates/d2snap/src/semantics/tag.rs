//! The tags whose meaning the code knows.

macro_rules! tags {
    ($($variant:ident $name:literal,)*) => {
        /// A tag with a meaning of its own; all other tags are told apart by class alone.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Tag {
            $(#[doc = $name] $variant,)*
            /// An HTML element without a case of its own here.
            Other,
            /// A custom element: its name holds a hyphen.
            Custom,
            /// No element of HTML.
            Unknown,
        }

        impl Tag {
            /// The tag of a lower-case name.
            pub(crate) fn from_name(name: &str) -> Tag {
                match name {
                    $($name => Tag::$variant,)*
                    _ if is_html(name) => Tag::Other,
                    _ if name.contains('-') => Tag::Custom,
                    _ => Tag::Unknown,
                }
            }
        }
    };
}

tags! {
    A "a", Address "address", Area "area", Article "article", Aside "aside", B "b", Base "base", Bgsound "bgsound", Blockquote "blockquote", Body "body", Br "br",
    Button "button", Canvas "canvas", Caption "caption", Code "code", Col "col", Dd "dd", Del "del", Details "details", Dialog "dialog", Dir "dir",
    Dl "dl", Dt "dt", Em "em", Embed "embed", Fieldset "fieldset", Figcaption "figcaption", Figure "figure", Footer "footer", Form "form", Frame "frame",
    Frameset "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", Header "header", Hr "hr", Html "html", I "i", Iframe "iframe",
    Img "img", Input "input", Kbd "kbd", Keygen "keygen", Label "label", Legend "legend", Li "li", Link "link", Listing "listing", Main "main",
    Map "map", Math "math", Menu "menu", Meta "meta", Meter "meter", Nav "nav", Object "object", Ol "ol", Optgroup "optgroup", Option "option",
    Output "output", P "p", Param "param", Picture "picture", Plaintext "plaintext", Pre "pre", Progress "progress", Q "q", S "s", Samp "samp",
    Search "search", Section "section", Select "select", Slot "slot", Source "source", Strike "strike", Strong "strong", Summary "summary", Sup "sup",
    Svg "svg", Table "table", Tbody "tbody", Td "td", Template "template", Textarea "textarea", Tfoot "tfoot", Th "th", Thead "thead", Title "title",
    Tr "tr", Track "track", Ul "ul", Video "video", Wbr "wbr", Xmp "xmp",
}

impl Tag {
    /// An element that never has children and no end tag.
    pub(crate) fn is_void(self) -> bool {
        use Tag::{Area, Base, Bgsound, Br, Col, Embed, Frame, Hr, Img, Input, Keygen, Link, Meta, Param, Source, Track, Wbr};
        matches!(
            self,
            Area | Base | Bgsound | Br | Col | Embed | Frame | Hr | Img | Input | Keygen | Link | Meta | Param | Source | Track | Wbr
        )
    }

    /// The level of a heading, 1 to 6.
    pub(crate) fn heading_level(self) -> Option<u8> {
        Some(match self {
            Tag::H1 => 1,
            Tag::H2 => 2,
            Tag::H3 => 3,
            Tag::H4 => 4,
            Tag::H5 => 5,
            Tag::H6 => 6,
            _ => return None,
        })
    }

    /// Controls that hold a value.
    pub(crate) fn is_field(self) -> bool {
        matches!(self, Tag::Input | Tag::Select | Tag::Textarea)
    }

    /// `pre` and its obsolete kin.
    pub(crate) fn is_preformatted(self) -> bool {
        matches!(self, Tag::Pre | Tag::Xmp | Tag::Listing | Tag::Plaintext)
    }
}

/// The HTML elements that have no case of their own above.
fn is_html(name: &str) -> bool {
    matches!(
        name,
        "abbr"
            | "acronym"
            | "applet"
            | "audio"
            | "bdi"
            | "bdo"
            | "big"
            | "center"
            | "cite"
            | "colgroup"
            | "data"
            | "datalist"
            | "dfn"
            | "div"
            | "font"
            | "head"
            | "hgroup"
            | "ins"
            | "mark"
            | "marquee"
            | "nobr"
            | "noembed"
            | "noframes"
            | "noscript"
            | "rp"
            | "rt"
            | "ruby"
            | "script"
            | "small"
            | "span"
            | "style"
            | "sub"
            | "time"
            | "tt"
            | "u"
            | "var"
    )
}
