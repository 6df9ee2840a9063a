//! SPEC §10: targets.

use d2snap::{Document, Options, Params, Reason};

fn targets(html: &str) -> Vec<d2snap::Target> {
    Document::parse(html, &Options::default()).unwrap().targets()
}

#[test]
fn what_is_a_target() {
    let page = "<form><label>L</label><dialog open>d</dialog><details><summary>s</summary></details>\
        <select><optgroup label=g><option>o</option></optgroup></select><li role=option>r</li><a>no</a><a href=/>yes</a>\
        <input type=hidden><button hidden>h</button></form>";
    let tags: Vec<(u32, String)> = targets(page).into_iter().map(|target| (target.uid, target.tag)).collect();
    let expected = [(1, "summary"), (2, "select"), (3, "li"), (4, "a")];
    assert_eq!(tags, expected.map(|(uid, tag)| (uid, tag.to_owned())));
}

#[test]
fn reasons_roles_and_states() {
    let page = "<div role=button onclick=f() tabindex=0 style=cursor:pointer contenteditable>x</div>\
        <input type=checkbox required><details open><summary>s</summary></details>\
        <div role=gridcell>no</div><div role=gridcell onclick=f()>yes</div><button aria-pressed=mixed disabled>b</button>";
    let found = targets(page);
    assert_eq!(found[0].reasons, [Reason::Role, Reason::ContentEditable, Reason::OnClick, Reason::TabIndex, Reason::Cursor]);
    let states = |at: usize| found[at].state.iter().map(|(state, value)| format!("{state}={value}")).collect::<Vec<_>>();
    assert_eq!((found[1].role.as_deref(), states(1)), (Some("checkbox"), vec!["checked=false".to_owned(), "required=true".to_owned()]));
    assert_eq!((found[2].role.as_deref(), states(2)), (Some("button"), vec!["expanded=true".to_owned()]));
    assert_eq!((found[3].role.as_deref(), found[3].name.as_deref()), (Some("gridcell"), Some("yes")));
    assert_eq!(states(4), ["disabled=true", "pressed=mixed"]);
}

#[test]
fn names_and_values() {
    for (html, name, value) in [
        ("<button><span>Save</span> all</button>", Some("Save all"), None),
        ("<button aria-label=A>b</button>", Some("A"), None),
        ("<p id=x>From <b>here</b></p><button aria-labelledby='x y'>b</button>", Some("From here"), None),
        ("<a href=/><img alt='Logo '></a>", Some("Logo"), None),
        ("<label>Age <input value=3></label>", Some("Age"), Some("3")),
        ("<input type=submit>", Some("Submit"), None),
        ("<input placeholder=P>", Some("P"), None),
        ("<select aria-label=S><option>a<option selected>b</select>", Some("S"), Some("b")),
        ("<select><option disabled>a<option>b</select>", None, Some("b")),
        ("<textarea title=T>\nx\ny</textarea>", Some("T"), Some("x\ny")),
        ("<div style=cursor:pointer><i><svg/></i></div>", None, None),
        ("<div role=slider tabindex=0 aria-valuenow=3 aria-valuetext=three></div>", None, Some("three")),
    ] {
        let target = &targets(html)[0];
        assert_eq!((target.name.as_deref(), target.value.as_deref()), (name, value), "{html}");
    }
}

#[test]
fn a_class_name_makes_nothing_interactive() {
    assert!(targets("<div class=research-findings>a</div><div class='glassmorphism btn'>b</div>").is_empty());
}

#[test]
fn a_snapshot_has_exactly_the_printed_targets() {
    let document =
        Document::parse("<nav><a href=/1>A</a></nav><main><a href=/2>B</a></main>", &Options::default().with_selector("main")).unwrap();
    let snapshot = document.snap(Params::default());
    assert_eq!(document.target_count(), 2);
    assert_eq!(snapshot.uids(), [2]);
    assert_eq!(snapshot.targets()[0].name.as_deref(), Some("B"));
}
