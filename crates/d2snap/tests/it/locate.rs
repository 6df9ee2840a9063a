//! SPEC §10: where a target stands: selectors and XPath.

use d2snap::{Document, Limits, Options};

/// The selector and the XPath of each target.
fn located(html: &str) -> Vec<(String, Option<String>)> {
    let document = Document::parse(html, &Options::default()).expect("the page parses");
    document.targets().into_iter().map(|target| (target.selector, target.xpath)).collect()
}

/// The last target of a page stands there.
#[track_caller]
fn last(html: &str, selector: &str, xpath: Option<&str>) {
    let found = located(html).pop().expect("a target");
    assert_eq!((found.0.as_str(), found.1.as_deref()), (selector, xpath), "\n{html}");
}

#[test]
fn what_no_other_element_has_tells_an_element() {
    for (html, selector, xpath) in [
        ("<button id=buy>x</button>", "#buy", "//*[@id='buy']"),
        ("<b id=buy>y</b><button id=buy data-testid=b>x</button>", "button[data-testid=\"b\"]", "//button[@data-testid='b']"),
        ("<input><input name=q>", "input[name=\"q\"]", "//input[@name='q']"),
        ("<a href=/x>1</a><a href=/y>2</a>", "a[href=\"/y\"]", "//a[@href='/y']"),
        ("<input type=radio name=c value=r><input type=radio name=c value=g>", "input[value=\"g\"]", "//input[@value='g']"),
        ("<input aria-label=\"Tim's 6&quot;\"><input aria-label=x>", "input[aria-label=\"x\"]", "//input[@aria-label='x']"),
        ("<input aria-label=\"Tim's &quot;\">", "input[aria-label=\"Tim's \\\"\"]", "//input[@aria-label=concat('Tim', \"'\", 's \"')]"),
        ("<button id=1.a>x</button>", "#\\31 \\.a", "//*[@id='1.a']"),
        ("<my-app><button>x</button></my-app>", "my-app > button", "//my-app/button"),
        ("<main><p><button>x</button><button>y</button>", "main > p > button:nth-of-type(2)", "//main/p/button[2]"),
        ("<button>x</button>", "body > button", "//body/button"),
    ] {
        last(html, selector, Some(xpath));
    }
}

#[test]
fn a_path_begins_at_the_nearest_that_is_told() {
    for (html, selector, xpath) in [
        ("<ul id=menu><li><a href=#>1</a><li><a href=#>2</a></ul>", "#menu > li:nth-of-type(2) > a", "//*[@id='menu']/li[2]/a"),
        // Siblings that no snapshot shows count too.
        ("<main><script></script><div hidden></div><!-- --><div><button>x", "main > div:nth-of-type(2) > button", "//main/div[2]/button"),
        // What a template holds is nowhere.
        ("<main><template><button>y</button></template><button>x</button>", "main > button", "//main/button"),
        (
            "<form role=search><button>x</button></form><form><button>y</button></form>",
            "body > form:nth-of-type(2) > button",
            "//body/form[2]/button",
        ),
        ("<table><tr><td><td><a onclick=f()>x</a></table>", "table > tbody > tr > td:nth-of-type(2) > a", "//table/tbody/tr/td[2]/a"),
        (
            "<svg><g/><g><a href=#>x</a></g></svg>",
            "body > svg > g:nth-of-type(2) > a",
            "//body/*[local-name()='svg']/*[local-name()='g'][2]/*[local-name()='a']",
        ),
        ("<a:b tabindex=0>x</a:b>", "body > a\\:b", "//body/*[local-name()='a:b']"),
    ] {
        last(html, selector, Some(xpath));
    }
}

#[test]
fn a_generated_id_stands_where_the_path_is_long() {
    last("<form><button id=:r1:>x</button></form>", "form > button", Some("//form/button"));
    let deep = "<main><div></div><div><p></p><p><i></i><i><button id=:r1:>x</button>";
    last(deep, "#\\:r1\\:", Some("//*[@id=':r1:']"));
}

#[test]
fn only_what_is_known_to_be_unique_tells() {
    for html in [
        // Browsers do not tell the letter case of ids where the page has no doctype.
        "<main><i id=A></i><button id=a>x</button>",
        // An id inside a picture that no snapshot shows.
        "<svg><path id=a /></svg><main><button id=a>x</button>",
        "<main><button id='a b'>x</button>",
        "<main><button id=''>x</button>",
        "<main><button title='a >>> b'>x</button>",
        "<main><button title=' a'>x</button>",
        "<main><button title='a\nb'>x</button>",
        "<main><button class=a>x</button>",
    ] {
        last(html, "main > button", Some("//main/button"));
    }
    last("<p><input value=Go></p><main><input type=submit value=Go>", "main > input", Some("//main/input"));
    // What a user may have typed is in no selector.
    last("<main><input value=secret type=password>", "main > input", Some("//main/input"));
    last("<main><input type=radio value=a autocomplete=cc-number>", "main > input", Some("//main/input"));
    let long = "x".repeat(65);
    last(&format!("<main><button id={long}>x</button>"), "main > button", Some("//main/button"));
    // What the parser cut may not be what it was.
    let options = Options::default().with_limits(Limits::default().with_max_attribute_bytes(8));
    let target = |id: &str| Document::parse(&format!("<main><button id={id}>x</button>"), &options).unwrap().targets().remove(0);
    assert_eq!(target("abcdefgh").selector, "main > button");
    assert_eq!(target("abcd").selector, "#abcd");
}

#[test]
fn a_step_for_each_tree() {
    let shadow = "<x-a id=h><template shadowrootmode=open><button id=h>1</button><p><i tabindex=0>2</i></p><p></p>\
                  <i tabindex=0>4</i></template><b tabindex=0>3</b></x-a>";
    let found = located(&format!("{shadow}<x-b></x-b>"));
    let expected = ["#h >>> #h", "#h >>> p:nth-of-type(1):not(* > *) > i", "#h >>> i:not(* > *)"];
    assert_eq!(found.iter().map(|(selector, _)| selector.as_str()).collect::<Vec<_>>(), expected);
    assert!(found.iter().all(|(_, xpath)| xpath.is_none()));
    let slotted = "<x-a><template shadowrootmode=open><nav><slot></slot></nav></template><b tabindex=0>3</b></x-a>";
    last(slotted, "x-a > b", Some("//x-a/b"));
    let frame = "<iframe></iframe><iframe name=f srcdoc='<p><a href=/>x</a></p><x-a><template shadowrootmode=open><button>y</button>\
                 </template></x-a>'></iframe>";
    let found = located(frame);
    assert_eq!(found[0], ("iframe[name=\"f\"] >>> a[href=\"/\"]".to_owned(), Some("//iframe[@name='f'] >>> //a[@href='/']".to_owned())));
    assert_eq!(found[1], ("iframe[name=\"f\"] >>> x-a >>> button".to_owned(), None));
}

#[test]
fn they_are_of_the_whole_page() {
    let html = "<nav><a href=/>x</a></nav><main><p>1</p><button>2</button></main>";
    let whole = located(html);
    let options = Options::default();
    for options in [options.clone().with_selector("main"), options.with_exclude("nav")] {
        let document = Document::parse(html, &options).unwrap();
        assert_eq!(document.targets().into_iter().map(|target| (target.selector, target.xpath)).collect::<Vec<_>>(), whole);
    }
}

#[test]
fn many_siblings_and_deep_pages_are_no_matter() {
    let many: String = (0..20_000).map(|_| "<a onclick=f()>x</a>").collect();
    let document = Document::parse(&format!("<main>{many}</main>"), &Options::default()).unwrap();
    assert_eq!(document.target(20_000).unwrap().selector, "main > a:nth-of-type(20000)");
    let many: String = (0..5_000).map(|n| format!("<x{n} tabindex=0 id=same></x{n}>")).collect();
    let document = Document::parse(&format!("<p>{many}{many}"), &Options::default()).unwrap();
    assert_eq!(document.target(9_999).unwrap().selector, "body > p > x4998:nth-of-type(2)");
    let deep = "<div>".repeat(250);
    let document = Document::parse(&format!("{deep}<button>x"), &Options::default()).unwrap();
    let target = document.target(1).unwrap();
    assert_eq!(target.selector, format!("body > {}button", "div > ".repeat(250)));
    assert_eq!(target.xpath.unwrap(), format!("//body/{}button", "div/".repeat(250)));
}
