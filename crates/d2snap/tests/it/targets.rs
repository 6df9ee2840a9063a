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

/// The name of the last target.
#[track_caller]
fn named(cases: &[(&str, Option<&str>)]) {
    for (html, name) in cases {
        let target = targets(html).pop().expect("a target");
        assert_eq!(target.name.as_deref(), *name, "{html}");
    }
}

#[test]
fn names_by_reference() {
    named(&[
        // One level: what is referred to does not refer on.
        ("<p id=a aria-labelledby=b>A</p><p id=b>B</p><button aria-labelledby=a>x</button>", Some("A")),
        ("<p id=a aria-label=L>A</p><button aria-labelledby=a>x</button>", Some("L")),
        ("<p id=a hidden>A <b hidden>B</b></p><button aria-labelledby=a>x</button>", Some("A B")),
        ("<p id=a>A <b hidden>B</b></p><button aria-labelledby=a>x</button>", Some("A")),
        ("<img id=a alt=Logo><button aria-labelledby=a>x</button>", Some("Logo")),
        ("<i id=a title=T></i><button aria-labelledby=a>x</button>", Some("T")),
        ("<input id=a value=Berlin><button id=b aria-label=Remove aria-labelledby='b a'>x</button>", Some("Remove Berlin")),
        ("<input id=a type=password value=secret><p id=b>B</p><button aria-labelledby='a b'>x</button>", Some("B")),
        ("<p id=b>Of</p><label for=a>Amount</label><input id=a value=3 aria-labelledby='b a'>", Some("Of Amount")),
        ("<button aria-labelledby=none aria-label=L>x</button>", Some("L")),
        ("<table id=t><caption>Prices</caption><tr><td>1</table><button aria-labelledby=t>x</button>", Some("Prices")),
    ]);
}

#[test]
fn names_from_labels() {
    named(&[
        ("<label for=i>First</label><label for=i>Second</label><input id=i>", Some("First Second")),
        ("<label>Flash <input value=3 aria-label=times> times <input type=checkbox></label>", Some("Flash 3 times")),
        ("<label>In <select><option>a<option selected>b</select> days <input type=checkbox></label>", Some("In b days")),
        ("<label>At <input type=range min=0 max=10> <input type=checkbox></label>", Some("At 5")),
        ("<label>Vol <i role=slider aria-valuenow=7 aria-valuetext=loud></i> <input type=checkbox></label>", Some("Vol loud")),
        ("<label>Note <textarea>hi</textarea> <input type=checkbox></label>", Some("Note hi")),
        ("<label>Pin <input type=password value=1234> <input type=checkbox></label>", Some("Pin")),
        ("<label>Pick <input type=button value=Now> <input type=checkbox></label>", Some("Pick Now")),
        // Not of its own.
        ("<label>Age <input value=3></label>", Some("Age")),
        ("<label><img alt=Card> number <input></label>", Some("Card number")),
        ("<label hidden for=i>Hidden</label><input id=i>", Some("Hidden")),
        ("<label>L<input type=button></label>", Some("L")),
        ("<input type=submit value=''>", Some("Submit")),
        ("<input type=reset>", Some("Reset")),
        ("<input type=image alt=Find>", Some("Find")),
        ("<input type=image title=Find>", Some("Find")),
        ("<input type=image>", Some("Submit")),
        ("<input title=T placeholder=P>", Some("T")),
    ]);
}

#[test]
fn names_from_content() {
    named(&[
        ("<a href=/><i title=Delete></i></a>", Some("Delete")),
        ("<a href=/><i title=no>Yes</i></a>", Some("Yes")),
        ("<a href=/><img title=Home></a>", Some("Home")),
        ("<a href=/><img alt='' title=Home></a>", None),
        ("<a href=/ title=Home></a>", Some("Home")),
        ("<a href=/><svg><title>Icon</title></svg> text</a>", Some("Icon text")),
        ("<svg><a href=/><title>Map</title><path/></a></svg>", Some("Map")),
        ("<a href=/>a<div>b</div>c<br>d<b>e</b></a>", Some("a b c de")),
        ("<div role=button tabindex=0>Load <i role=progressbar aria-valuenow=2></i></div>", Some("Load 2")),
        ("<fieldset tabindex=0><legend>Size</legend>text</fieldset>", Some("Size")),
        ("<figure tabindex=0><img alt=a><figcaption>Fig. 1</figcaption></figure>", Some("Fig. 1")),
        ("<table tabindex=0><caption>Prices</caption><tr><td>1</table>", Some("Prices")),
        ("<div role=region tabindex=0>Long text.</div>", None),
        ("<div role=combobox tabindex=0>Germany</div>", None),
    ]);
}

#[test]
fn twins_have_a_context() {
    for (html, contexts) in [
        ("<button>A</button><h2>H</h2><button>B</button>", vec![None, None]),
        // Of the nearest heading of the card, before it or behind it.
        (
            "<h1>Shop</h1><div><h2>Tea</h2><button>Add</button></div><div><button>Add</button><h2>Jam</h2></div>",
            vec![Some("Tea"), Some("Jam")],
        ),
        ("<button>x</button><h2>One</h2><button>x</button><h2>Two</h2><p><button>x</button></p>", vec![None, Some("One"), Some("Two")]),
        (
            "<fieldset><legend>From</legend><label>City <input></label></fieldset><fieldset><legend>To</legend><label>City <input></label></fieldset>",
            vec![Some("From"), Some("To")],
        ),
        (
            "<nav aria-label=Top><a href=/>x</a></nav><p id=l>Low</p><ul aria-labelledby=l><li><a href=/>x</a></ul>",
            vec![Some("Top"), Some("Low")],
        ),
        (
            "<table><tr><th>Who<th>Read<th>Write<tr><td>Ada<td><input type=checkbox><td><input type=checkbox>\
             <tr><th>Bob<td><input type=checkbox><td><input type=checkbox></table>",
            vec![Some("Ada, Read"), Some("Ada, Write"), Some("Bob, Read"), Some("Bob, Write")],
        ),
        (
            "<table><caption>C</caption><tr><td><button>x</button><tr><td colspan=2>a<td><button>x</button></table>",
            vec![Some("C"), Some("a")],
        ),
        // A nameless one has one too; a link is no button.
        ("<h2>H</h2><button></button><a href=/>x</a><button>x</button>", vec![Some("H"), None, None]),
        // The heading that it is itself in says nothing new.
        ("<div><h2>H</h2><h3><a href=/>x</a></h3></div><div><a href=/>x</a></div>", vec![Some("H"), None]),
        // A heading is about what stands with it, a wrapper of its own aside.
        (
            "<section><header><h2>One</h2></header><a href=/>x</a></section><div><section><h2>Two</h2><button>y</button></section></div><a href=/>x</a>",
            vec![Some("One"), None, None],
        ),
        // Of a bar with a heading far behind it none tells.
        ("<header><p><a href=/>x</a></p><div><h2>Menu</h2></div><div><h2>Other</h2></div></header><a href=/>x</a>", vec![None, None]),
    ] {
        let found = targets(html);
        let found: Vec<Option<&str>> = found.iter().map(|target| target.context.as_deref()).collect();
        assert_eq!(found, contexts, "{html}");
    }
}

#[test]
fn states_and_values() {
    for (html, states, value) in [
        ("<fieldset disabled><legend><p></p></legend><input></fieldset>", "disabled=true", None),
        ("<fieldset disabled><legend><input></legend></fieldset>", "", None),
        ("<fieldset disabled><legend></legend><legend><input></legend></fieldset>", "disabled=true", None),
        ("<fieldset disabled><fieldset><legend><input></legend></fieldset></fieldset>", "disabled=true", None),
        ("<fieldset disabled><a href=/>x</a></fieldset>", "", None),
        ("<div role=toolbar aria-disabled=true><a href=/>x</a></div>", "disabled=true", None),
        ("<select multiple><option selected>a<option selected>b</select>", "multiselectable=true", Some("a, b")),
        ("<ul role=listbox aria-multiselectable=true tabindex=0></ul>", "multiselectable=true", None),
        ("<input required readonly aria-invalid=spelling>", "required=true readonly=true invalid=spelling", None),
        ("<a href=/ aria-current=page aria-haspopup=menu aria-expanded=false>x</a>", "expanded=false haspopup=menu current=page", None),
        ("<input type=range min=0 max=5>", "", Some("3")),
        ("<input type=range min=0 max=1 step=0.25>", "", Some("0.5")),
        ("<input type=range min=10 max=0>", "", Some("10")),
        ("<input type=range value=150>", "", Some("100")),
        ("<input type=range value=07>", "", Some("07")),
        ("<input type=number value=5>", "", Some("5")),
        ("<progress tabindex=0 value=3 max=9>3</progress>", "", Some("3")),
        ("<div contenteditable><p>One.</p><p>Two.<br>Three.</p></div>", "", Some("One. Two. Three.")),
        ("<div role=combobox tabindex=0 aria-expanded=false>Germany</div>", "expanded=false", Some("Germany")),
    ] {
        let target = targets(html).pop().expect("a target");
        let found: Vec<String> = target.state.iter().map(|(state, value)| format!("{state}={value}")).collect();
        assert_eq!((found.join(" ").as_str(), target.value.as_deref()), (states, value), "{html}");
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

#[test]
fn a_label_that_stands_around_its_field_and_points_to_it_is_one() {
    let name = |html: &str| Document::parse(html, &Options::default()).unwrap().targets()[0].name.clone();
    assert_eq!(name("<label for=a>First <input id=a></label>").as_deref(), Some("First"));
    assert_eq!(name("<label for=a>Of two</label><label for=a>First <input id=a></label>").as_deref(), Some("Of two First"));
    assert_eq!(name("<input id=a type=hidden><label for=a>First <input id=a></label>").as_deref(), Some("First"));
}
