//! Controls: none is lost, none loses what it is.

use d2snap::{Document, Options, Reason};

use crate::cases::{RATIOS, always};
use crate::{bare, snap};

#[test]
fn an_icon_names_its_control_at_every_ratio() {
    always(&[
        ("<button><svg aria-label='Open menu'><use href='#m'/></svg></button>", &["<button uid=1>Open menu</button>"]),
        ("<button><svg><title>Search</title><path d=M0/></svg></button>", &["<button uid=1>Search</button>"]),
        ("<a href=/><span><svg role=img aria-label=Home></svg></span></a>", &["<a", "uid=1>Home</a>"]),
        ("<button><img alt=Print src=p.png></button>", &["<button uid=1>Print</button>"]),
        (
            "<button aria-label=Close></button><button aria-label=Next><svg/></button>",
            &["aria-label=Close uid=1>", "aria-label=Next uid=2>"],
        ),
    ]);
}

#[test]
fn a_control_without_content_stays() {
    let page = "<div><div><input><textarea></textarea><select></select><a href=/x></a><button role=switch></button><div role=slider></div>\
        <label></label><summary></summary><div contenteditable></div><br></div></div>";
    always(&[(
        page,
        &[
            "<input uid=1>",
            "<textarea uid=2>",
            "<select uid=3>",
            "<a",
            "uid=4>",
            "role=switch uid=5>",
            "role=slider uid=6>",
            "<label>",
            "<summary uid=7>",
            "contenteditable uid=8>",
        ],
    )]);
}

#[test]
fn every_widget_role_is_shown_and_is_a_target() {
    for role in d2snap_check::ACTING_ROLES {
        assert_eq!(bare(&format!("<div role={role}>W</div>")), format!("<div role={role} uid=1>W</div>"));
        assert_eq!(bare(&format!("<li role={}>W</li>", role.to_uppercase())).matches("uid=1").count(), 1, "{role}");
    }
    for role in ["gridcell", "row"] {
        assert_eq!(bare(&format!("<div role={role}>W</div>")), "W");
        assert_eq!(bare(&format!("<div role={role} onclick=f()>W</div>")), format!("<div role={role} onclick uid=1>W</div>"));
    }
}

#[test]
fn a_tree_keeps_its_nodes_and_levels() {
    assert_eq!(
        bare("<ul role=tree><li role=treeitem aria-expanded=true>Docs<ul role=group><li role=treeitem aria-level=2>Notes</ul></ul>"),
        "<li role=treeitem aria-expanded=true uid=1>\nDocs\n<li role=treeitem uid=2>Notes</li>\n</li>"
    );
}

#[test]
fn what_is_disabled_is_listed_as_disabled() {
    always(&[
        ("<button disabled>Save</button>", &["<button disabled uid=1>Save</button>"]),
        ("<div role=button aria-disabled=true>Go</div>", &["aria-disabled=true uid=1>Go</div>"]),
        ("<fieldset disabled><input><select><option>a</select></fieldset>", &["<input disabled uid=1>", "<select disabled uid=2>"]),
    ]);
}

#[test]
fn a_summary_opens_its_details_and_the_state_is_told() {
    let page = "<details><summary>Parcel</summary><p>Two days.</p></details><details open><summary>Pick up</summary>Today.</details>";
    assert_eq!(
        bare(page),
        "<details>\n<summary uid=1>Parcel</summary>\nTwo days.\n</details>\n<details open>\n<summary uid=2>Pick up</summary> Today.\n</details>"
    );
    let targets = Document::parse(page, &Options::default()).unwrap().targets();
    let states: Vec<_> = targets.iter().map(|target| (target.name.as_deref(), target.state.clone())).collect();
    let expanded = |value: &str| vec![("expanded", value.to_owned())];
    assert_eq!(states, [(Some("Parcel"), expanded("false")), (Some("Pick up"), expanded("true"))]);
}

#[test]
fn all_choices_of_a_list_are_there_and_the_chosen_ones_told() {
    let options: String = (1..=60).map(|at| format!("<option{}>Size {at}</option>", if at == 41 { " selected" } else { "" })).collect();
    for ratio in RATIOS {
        let text = snap(&format!("<select>{options}</select>"), &Options::default(), ratio);
        assert_eq!(text.matches("<option").count(), 60);
        assert!(text.contains("<option>Size 40</option><option selected>Size 41</option>"), "{text}");
    }
    always(&[(
        "<select multiple><optgroup label=Fruit><option selected>Fig<option>Plum</optgroup><optgroup label=Nuts disabled><option selected>Pecan</select>",
        &[
            "<optgroup label=Fruit>",
            "<option selected>Fig</option><option>Plum</option>",
            "<optgroup label=Nuts disabled>",
            "<option selected>Pecan</option>",
        ],
    )]);
}

#[test]
fn type_and_state_of_a_field_are_never_lost() {
    always(&[
        ("<input type=checkbox checked>", &["type=checkbox checked uid=1>"]),
        (
            "<input type=radio><input type=file><input type=date><input type=range value=4>",
            &["type=radio ", "type=file ", "type=date ", "type=range value=4 "],
        ),
        (
            "<input type=email required readonly aria-invalid=true value=a@b>",
            &["type=email required readonly aria-invalid=true value=\"a@b\" uid=1>"],
        ),
        ("<div role=checkbox aria-checked=mixed>All</div>", &["role=checkbox aria-checked=mixed uid=1>"]),
        ("<div role=tab aria-selected=true>Mail</div>", &["role=tab aria-selected=true uid=1>"]),
        (
            "<button aria-expanded=true aria-haspopup=true aria-pressed=false>M</button>",
            &["aria-expanded=true aria-haspopup=true aria-pressed=false uid=1>"],
        ),
    ]);
}

#[test]
fn a_field_that_is_empty_has_no_value() {
    assert_eq!(bare("<input value=''>"), "<input uid=1>");
    assert_eq!(bare("<input type=number value=''><input value=' '>"), "<input type=number uid=1>\n<input value=\" \" uid=2>");
    assert_eq!(crate::plain("<input value=''>"), "<input value>");
}

#[test]
fn what_only_behaves_as_a_control_is_one() {
    for (page, reason) in [
        ("<div onclick='f()'><svg/></div>", Reason::OnClick),
        ("<div style='cursor: pointer'><i><svg/></i></div>", Reason::Cursor),
        ("<div contenteditable></div>", Reason::ContentEditable),
        ("<div tabindex=0></div>", Reason::TabIndex),
    ] {
        let targets = Document::parse(page, &Options::default()).unwrap().targets();
        assert_eq!(targets.len(), 1, "{page}");
        assert_eq!((targets[0].name.as_deref(), targets[0].reasons.as_slice()), (None, &[reason][..]), "{page}");
        for ratio in RATIOS {
            let text = snap(page, &Options::default().with_uids(true), ratio);
            assert!(text.starts_with("<div ") && text.ends_with(" uid=1></div>"), "{text}");
        }
    }
}

#[test]
fn part_of_a_word_makes_no_control() {
    for class in ["research-findings", "glassmorphism", "buttonless", "unclickable", "linkage", "tablet"] {
        assert!(Document::parse(&format!("<div class={class} id={class}>a</div>"), &Options::default()).unwrap().targets().is_empty());
    }
}

#[test]
fn secrets_are_hidden_at_every_ratio_and_their_fields_stay() {
    for field in [
        "type=password value=s3cret-7",
        "type=text autocomplete=current-password value=s3cret-7",
        "autocomplete='billing cc-csc' value=s3cret-7",
        "type=PASSWORD placeholder=Pin value=s3cret-7",
    ] {
        for options in [Options::default(), Options::paper()] {
            for ratio in RATIOS {
                let text = snap(&format!("<input {field}>"), &options, ratio);
                assert!(text.starts_with("<input") && !text.contains("s3cret-7"), "{text}");
                // The paper's profile may drop what it does not rate.
                let shown = options == Options::paper()
                    || (text.contains("(filled)") && (!field.contains("type=p") || text.contains("type=password")));
                assert!(shown, "{text}");
            }
        }
    }
}
