//! Hidden content under both policies.

use d2snap::{Hidden, Options};

use crate::{all, bare, plain, snap};

const WAYS: [&str; 7] =
    ["hidden", "hidden=until-found", "inert", "aria-hidden=true", "style='display:none'", "style='visibility: hidden'", "popover"];

#[test]
fn each_way_of_hiding_is_dropped_or_marked_once_at_its_top() {
    for way in WAYS {
        let page = format!("<p>a</p><section {way}><h2>X</h2><div hidden><p>y</p></div></section><p>b</p>");
        assert_eq!(plain(&page), "a\nb", "{way}");
        let kept = snap(&page, &Options::default().with_hidden(Hidden::Keep), (f64::INFINITY, 0.0, 1.0));
        assert_eq!(kept, "a\n<section hidden>\n## X\ny\n</section>\nb", "{way}");
    }
}

#[test]
fn a_plain_template_is_inert_and_a_shadow_root_is_not() {
    all(
        plain,
        &[
            ("<template><p>Out</p></template>a", "a"),
            ("<x-a><template><p>out</p></template>light</x-a>", "<x-a>\nlight\n</x-a>"),
            ("<x-a><template shadowrootmode=open><p>in</p></template>light</x-a>", "<x-a>\nin\n</x-a>"),
            ("<x-a><template shadowrootmode=sideways><p>out</p></template></x-a>", ""),
            ("<p>a<template><button>out</button></template></p>", "a"),
        ],
    );
}

#[test]
fn a_field_hidden_for_its_label_is_there() {
    all(
        bare,
        &[
            (
                "<label>Yes <input type=checkbox style='display:none' checked></label>",
                "<label>Yes <input type=checkbox checked uid=1></label>",
            ),
            (
                "<input type=radio id=r style='position:absolute;opacity:0'><label for=r style='cursor:pointer'>Tea</label>",
                "<input type=radio uid=1>\n<label>Tea</label>",
            ),
            ("<label><input type=file style='visibility:hidden'>Add photo</label>", "<label><input type=file uid=1>Add photo</label>"),
            ("<label>Age <input type=text hidden></label>", "<label>Age</label>"),
        ],
    );
}
