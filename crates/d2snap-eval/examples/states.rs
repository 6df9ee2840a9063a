//! Lists the states of a data set: `cargo run -p d2snap-eval --example states -- PATH [FORMAT]`.

use std::path::Path;

use d2snap_eval::{LoadError, Mode, load};

fn main() -> Result<(), LoadError> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let format = arguments.next().and_then(|name| name.parse().ok());
    let (mut states, mut errors) = (0, 0);
    for state in load(Path::new(&path), format, Mode::Lenient)? {
        match state {
            Ok(state) => {
                states += 1;
                let page = scraper::Html::parse_document(&state.html);
                let elements = page.tree.root().descendants().filter_map(scraper::ElementRef::wrap).collect::<Vec<_>>();
                println!("{} ({} bytes, {} elements) {:?} {:?}", state.id, state.html.len(), elements.len(), state.tags, state.task);
                for need in state.trajectories.iter().flat_map(|alternative| &alternative.needs) {
                    let element = elements[need.element];
                    let text = element.text().collect::<String>();
                    let attributes = element.value().attrs().collect::<Vec<_>>();
                    println!("  {} #{} <{} {attributes:?}> {:.60?}", need.label, need.element, element.value().name(), text);
                }
            }
            Err(error) => {
                errors += 1;
                println!("! {error}");
            }
        }
    }
    println!("{states} states, {errors} errors");
    Ok(())
}
