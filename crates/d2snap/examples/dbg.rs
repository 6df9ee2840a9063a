//! scratch
use scraper::{Html, Selector};
fn main() {
    let p = std::env::args().nth(1).unwrap();
    let h = Html::parse_document(&std::fs::read_to_string(p).unwrap());
    let b = h.select(&Selector::parse("body").unwrap()).next().unwrap();
    for c in b.children().take(30) {
        println!("  {:?}", c.value().as_element().map(|e| e.name().to_owned()));
    }
}
