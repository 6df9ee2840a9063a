//! The plot of a frontier.

use plotters::prelude::*;

use super::Frontier;

const SIZE: (u32, u32) = (900, 540);
const LINE: RGBColor = RGBColor(0x1f, 0x6f, 0xb4);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Above the utility of an unreduced page, so that its point is whole.
const TOP: f64 = 2.1;

/// Tokens, on a logarithmic axis, against utility.
pub(super) fn svg(frontier: &Frontier) -> Result<String, String> {
    let mut svg = String::new();
    draw(frontier, &mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(frontier: &Frontier, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let points: Vec<(f64, f64)> = frontier.points.iter().map(|point| (point.tokens.max(1) as f64, point.utility)).collect();
    let least = points.iter().map(|(tokens, _)| *tokens).fold(f64::INFINITY, f64::min);
    let most = points.iter().map(|(tokens, _)| *tokens).fold(1.0, f64::max);
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("{}: utility of the best snapshot by tokens", frontier.file), ("sans-serif", 18))
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(56)
        .build_cartesian_2d((least.min(most) / 1.1..most * 1.1).log_scale(), 0.0..TOP)?;
    chart
        .configure_mesh()
        .x_desc(format!("tokens ({})", frontier.tokenizer))
        .y_desc("utility: below 1 elided, to 2 reduced, 2 unreduced")
        .x_label_formatter(&|tokens| format!("{tokens:.0}"))
        .y_label_formatter(&|utility| format!("{utility:.1}"))
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 13))
        .draw()?;
    chart.draw_series(LineSeries::new(points.iter().copied(), LINE.stroke_width(2)))?;
    chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, LINE.filled())))?;
    drop(chart);
    area.present()?;
    Ok(())
}
