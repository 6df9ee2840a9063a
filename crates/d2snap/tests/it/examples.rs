//! SPEC §11, line for line.

use d2snap::{Document, Options, Params, TokenCounter};

use crate::snap;

const PIZZA: &str = r#"<section class="container" tabindex="3" required="true" type="example">
  <div class="mx-auto" data-topic="products" required="false">
    <h1>Our Pizza</h1>
    <div>
      <div class="shadow-lg">
        <h2>Margherita</h2>
        <p>
          A simple classic: mozzarela, tomatoes and basil.
          An everyday choice!
        </p>
        <button type="button">Add</button>
      </div>
      <div class="shadow-lg">
        <h2>Capricciosa</h2>
        <p>
          A rich taste: mozzarella, ham, mushrooms, artichokes, and olives.
          A true favourite!
          </p>
        <button type="button">Add</button>
      </div>
    </div>
  </div>
</section>"#;

#[test]
fn pizza_at_a_third() {
    let expected = r#"<section class="container" tabindex="3" required="true" type="example">
# Our Pizza
<div class="shadow-lg">
## Margherita
A simple classic: mozzarela, tomatoes and basil.
<button type="button">Add</button>
## Capricciosa
A rich taste: mozzarella, ham, mushrooms, artichokes, and olives.
<button type="button">Add</button>
</div>
</section>"#;
    assert_eq!(snap(PIZZA, &Options::paper(), (0.3, 0.3, 0.3)), expected);
}

#[test]
fn pizza_at_mixed_parameters() {
    let expected = "<section>
# Our Pizza
<div>
## Margherita
A simple classic:
<button>Add</button>
## Capricciosa
A rich taste:
<button>Add</button>
</div>
</section>";
    assert_eq!(snap(PIZZA, &Options::paper(), (0.4, 0.6, 0.8)), expected);
}

#[test]
fn pizza_linearised() {
    let expected = "# Our Pizza
## Margherita
A simple classic: mozzarela, tomatoes and basil. An everyday choice!
<button>Add</button>
## Capricciosa
A rich taste: mozzarella, ham, mushrooms, artichokes, and olives. A true favourite!
<button>Add</button>";
    for m in [0.31, 0.5, 1.0] {
        assert_eq!(snap(PIZZA, &Options::paper(), (f64::INFINITY, 0.0, m)), expected);
    }
}

#[test]
fn one_document_serves_many_threads() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Document>();
    let document = Document::parse(PIZZA, &Options::default()).unwrap();
    let expected = document.snap(Params::default()).into_html();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(document.snap(Params::default()).html(), expected));
        }
    });
}

#[test]
fn tokens_are_exact() {
    let document = Document::parse(PIZZA, &Options::default()).unwrap();
    let snapshot = document.snap(Params::default());
    for counter in [TokenCounter::o200k_base(), TokenCounter::cl100k_base(), TokenCounter::chars4()] {
        assert_eq!(snapshot.tokens(&counter), counter.count(snapshot.html()), "{}", counter.name());
    }
    assert_eq!(TokenCounter::by_name("gpt2").unwrap_err().to_string(), "`gpt2` is no tokenizer: use o200k_base, cl100k_base or chars4");
}
