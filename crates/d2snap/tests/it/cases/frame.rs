//! Frames and shadow roots.

use crate::cases::always;
use crate::{all, bare, plain};

#[test]
fn a_frame_is_entered_whatever_its_role() {
    for role in ["presentation", "none", "img", "region"] {
        let page = format!(
            "<iframe role={role} title=Pay tabindex=-1 srcdoc=\"<label>Card <input name=n></label><button>Pay</button>\"></iframe>"
        );
        assert_eq!(bare(&page), "<label>Card <input uid=1></label>\n<button uid=2>Pay</button>", "{role}");
    }
}

#[test]
fn a_frameset_lists_its_frames() {
    all(
        plain,
        &[
            (
                "<html><frameset cols='20%,*'><frame name=nav src=nav.html title=Menu><frameset rows='*,*'><frame src=main.html><frame></frameset>\
                 <noframes>No <a href=x>frames</a></noframes></frameset></html>",
                "<iframe src=nav.html title=Menu></iframe>\n<iframe src=main.html></iframe>\n<iframe></iframe>",
            ),
            ("<iframe src='/self' title=Self></iframe>", "<iframe src=\"/self\" title=Self></iframe>"),
        ],
    );
}

#[test]
fn shadow_content_is_content_at_every_ratio() {
    always(&[
        (
            "<div><template shadowrootmode=open><article><h1>Tides</h1><p>High at noon.</p><a href=/t>Table</a></article></template></div>",
            &["# Tides", "High at noon.", ">Table</a>"],
        ),
        ("<x-card><template shadowrootmode=closed><button><slot>?</slot></button></template>Buy</x-card>", &["<button uid=1>Buy</button>"]),
        (
            "<x-a><template shadowrootmode=open><iframe srcdoc=\"<x-b><template shadowrootmode=open><button>Deep</button></template></x-b>\"></iframe></template></x-a>",
            &["<button uid=1>Deep</button>"],
        ),
    ]);
}
