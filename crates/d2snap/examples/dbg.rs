//! scratch
use std::time::Instant;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let mut pages: Vec<String> =
        std::fs::read_dir(dir).unwrap().map(|e| String::from_utf8_lossy(&std::fs::read(e.unwrap().path()).unwrap()).into_owned()).collect();
    pages.sort();
    let o = d2snap::Options::default().with_uids(true);
    let mut best = [f64::MAX; 3];
    for _ in 0..3 {
        let t = Instant::now();
        for p in &pages {
            let h = scraper::Html::parse_document(p);
            std::mem::forget(h);
        }
        best[0] = best[0].min(t.elapsed().as_secs_f64());
        let mut docs = vec![];
        let t = Instant::now();
        for p in &pages {
            docs.push(d2snap::Document::parse(p, &o).unwrap());
        }
        best[1] = best[1].min(t.elapsed().as_secs_f64());
        let t = Instant::now();
        for d in &docs {
            std::hint::black_box(d.snap(d2snap::Params::default()).html().len());
        }
        best[2] = best[2].min(t.elapsed().as_secs_f64());
    }
    println!("scraper {:.3} ours {:.3} ({:.2}) snap {:.3} ({:.3})", best[0], best[1], best[1] / best[0], best[2], best[2] / best[0]);
}
