//! scratch
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let html = std::fs::read(&args[1]).unwrap();
    let num = |i: usize| args.get(i).map_or(0.3, |v| v.parse().unwrap());
    let paper = args.get(5).is_some_and(|p| p == "paper");
    let o = if paper { d2snap::Options::paper() } else { d2snap::Options::default().with_uids(true) };
    let t = std::time::Instant::now();
    let d = d2snap::Document::parse_bytes(&html, &o).unwrap();
    let a = t.elapsed();
    let s = d.snap(d2snap::Params::new(num(2), num(3), num(4)).unwrap());
    eprintln!("{:?} {:?} {} -> {}", a, t.elapsed() - a, html.len(), s.html().len());
    print!("{}", s.html());
}
