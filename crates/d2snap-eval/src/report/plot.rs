//! The plots of a report.

use std::ops::Range;

use plotters::prelude::*;

use super::Report;
use super::table::number;

const SIZE: (u32, u32) = (900, 560);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Okabe and Ito's colours, which also the colour-blind tell apart, and black.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x99, 0x99, 0x33),
    RGBColor(0x00, 0x00, 0x00),
];

/// A named series of points.
struct Series {
    name: String,
    points: Vec<(f64, f64)>,
}

/// A plot to be.
struct Plot<'p> {
    title: String,
    x: &'p str,
    y: &'p str,
    /// The horizontal axis is logarithmic.
    logarithmic: bool,
    series: Vec<Series>,
}

/// The plots by file name, none where there is no data.
pub(super) fn plots(report: &Report<'_>) -> Result<Vec<(&'static str, Option<String>)>, String> {
    let data = &report.run.settings.data;
    let coverage = Plot {
        title: format!("{data}: coverage by tokens"),
        x: "tokens (o200k_base), mean",
        y: "coverage, mean",
        logarithmic: true,
        series: coverage(report),
    };
    let size = Plot {
        title: format!("{data}: size by one of k, l, m, the others 0"),
        x: "k, l or m",
        y: "share of the raw page's tokens, mean",
        logarithmic: false,
        series: size(report),
    };
    let used = Plot {
        title: format!("{data}: use of the budget, on pages whose HTML is larger"),
        x: "budget (tokens)",
        y: "tokens / budget, mean",
        logarithmic: true,
        series: used(report),
    };
    let svg = |plot: Plot<'_>| if plot.series.is_empty() { Ok(None) } else { plot.svg().map(Some) };
    Ok(vec![("coverage.svg", svg(coverage)?), ("size.svg", svg(size)?), ("budget.svg", svg(used)?)])
}

/// A line for each subject over its budgets, the whole text last.
fn coverage(report: &Report<'_>) -> Vec<Series> {
    let mut budgets: Vec<Option<usize>> = report.run.settings.budgets.iter().copied().map(Some).collect();
    budgets.sort_unstable();
    budgets.push(None);
    let of = |name: String| {
        let point = |budget: &Option<usize>| {
            let found =
                report.of(&name, *budget, None).filter_map(|record| Some((record.tokens? as f64, record.measures.as_ref()?.coverage?)));
            mean(found.collect())
        };
        let points: Vec<(f64, f64)> = budgets.iter().filter_map(point).map(|(tokens, coverage)| (tokens.max(1.0), coverage)).collect();
        Series { name, points }
    };
    // The sweep has a plot of its own.
    let shown = report.run.subjects.iter().filter(|subject| subject.has_texts()).map(|subject| subject.name());
    shown.filter(|name| swept(name).is_none()).map(of).filter(|series| !series.points.is_empty()).collect()
}

/// A line for each profile and parameter.
fn size(report: &Report<'_>) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for subject in &report.run.subjects {
        let name = subject.name();
        let Some((profile, value)) = swept(&name) else { continue };
        let records = report.of(&name, None, None);
        let shares: Vec<(f64, f64)> =
            records.filter_map(|record| Some((0.0, record.tokens? as f64 / record.raw_tokens.max(1) as f64))).collect();
        let Some((_, share)) = mean(shares) else { continue };
        for (parameter, at) in ["k", "l", "m"].iter().zip(0..) {
            let others_are_none = value.iter().zip(0..).all(|(value, other)| other == at || *value == 0.0);
            if !others_are_none {
                continue;
            }
            let name = format!("{profile} {parameter}");
            match series.iter_mut().find(|known| known.name == name) {
                Some(known) => known.points.push((value[at], share)),
                None => series.push(Series { name, points: vec![(value[at], share)] }),
            }
        }
    }
    series.iter_mut().for_each(|series| series.points.sort_by(|one, other| one.0.total_cmp(&other.0)));
    series.retain(|series| series.points.len() > 1);
    series
}

/// A line for each subject that knows budgets.
fn used(report: &Report<'_>) -> Vec<Series> {
    let mut budgets = report.run.settings.budgets.clone();
    budgets.sort_unstable();
    let of = |name: String| {
        let point = |budget: &usize| {
            let larger = report.of(&name, Some(*budget), None).filter(|record| record.raw_tokens > *budget);
            let shares: Vec<(f64, f64)> =
                larger.filter_map(|record| Some((*budget as f64, record.tokens? as f64 / *budget as f64))).collect();
            mean(shares)
        };
        let points = budgets.iter().filter_map(point).collect();
        Series { name, points }
    };
    let known = report.run.subjects.iter().filter(|subject| subject.knows_budgets());
    known.map(|subject| of(subject.name())).filter(|series| !series.points.is_empty()).collect()
}

/// The profile and (k, l, m) of a subject of which at most one of them is not 0.
fn swept(name: &str) -> Option<(&str, [f64; 3])> {
    let (profile, setting) = name.split_once('@')?;
    let numbers: Vec<f64> = setting.split('/').map(str::parse).collect::<Result<_, _>>().ok()?;
    let setting: [f64; 3] = numbers.try_into().ok()?;
    (setting.iter().filter(|value| **value != 0.0).count() <= 1).then_some((profile, setting))
}

fn mean(points: Vec<(f64, f64)>) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let sum = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (count > 0.0).then(|| (sum.0 / count, sum.1 / count))
}

impl Plot<'_> {
    fn svg(&self) -> Result<String, String> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|error| error.to_string())?;
        Ok(svg)
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (plot, legend) = area.split_horizontally(SIZE.0 - 190);
        let span = self.span();
        // Powers of two are marked, or tenths.
        let labels = if self.logarithmic { (span.end - span.start) as usize + 1 } else { 11 };
        let label = |x: &f64| if self.logarithmic { number(x.exp2()) } else { format!("{x:.1}") };
        let mut chart = ChartBuilder::on(&plot)
            .caption(&self.title, ("sans-serif", 17))
            .margin(14)
            .x_label_area_size(46)
            .y_label_area_size(56)
            .build_cartesian_2d(span, 0.0..self.top())?;
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .x_labels(labels)
            .x_label_formatter(&label)
            .y_label_formatter(&|value| format!("{value:.1}"))
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .label_style(("sans-serif", 13))
            .draw()?;
        for (at, series) in self.series.iter().enumerate() {
            let points = series.points.iter().map(|(x, y)| (self.place(*x), *y));
            chart.draw_series(LineSeries::new(points.clone(), line(at)))?;
            chart.draw_series(points.map(|point| Circle::new(point, 3, dot(at))))?;
            let y = 40 + 20 * i32::try_from(at)?;
            legend.draw(&PathElement::new(vec![(4, y + 6), (24, y + 6)], line(at)))?;
            legend.draw(&Circle::new((14, y + 6), 3, dot(at)))?;
            legend.draw(&Text::new(series.name.clone(), (30, y), ("sans-serif", 13)))?;
        }
        area.present()?;
        Ok(())
    }

    /// Where a value stands on the horizontal axis.
    fn place(&self, x: f64) -> f64 {
        if self.logarithmic { x.max(1.0).log2() } else { x }
    }

    fn span(&self) -> Range<f64> {
        let values = || self.series.iter().flat_map(|series| &series.points).map(|point| self.place(point.0));
        let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let (least, most) = if self.logarithmic { (least.floor(), most.ceil()) } else { (least, most) };
        // An axis needs a length.
        if least < most { least..most } else { least..least + 1.0 }
    }

    fn top(&self) -> f64 {
        let most = self.series.iter().flat_map(|series| &series.points).map(|point| point.1).fold(1.0, f64::max);
        most * 1.03
    }
}

/// Beyond the colours lines are thin and dots are rings.
fn line(at: usize) -> ShapeStyle {
    colour(at).stroke_width(if at < COLOURS.len() { 2 } else { 1 })
}

fn dot(at: usize) -> ShapeStyle {
    if at < COLOURS.len() { colour(at).filled() } else { colour(at).stroke_width(1) }
}

fn colour(at: usize) -> RGBColor {
    COLOURS[at % COLOURS.len()]
}
