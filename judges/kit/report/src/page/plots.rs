//! Plots as SVG.

use anyhow::{Result, anyhow};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use records::stats::Interval;
use scene::{decimal, escaped};

/// Size of a plot, pixels.
const SIZE: (u32, u32) = (480, 360);

/// Bars of a histogram.
const BARS: usize = 24;

/// Colours of runs: those of Okabe and Ito, which colour-blind readers tell apart.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

/// The colour of a run.
#[derive(Clone, Copy)]
pub struct Colour(RGBColor);

/// The colour of run `index`.
pub fn colour(index: usize) -> Colour {
    Colour(COLOURS[index % COLOURS.len()])
}

impl Colour {
    /// Its name in a style sheet.
    pub fn css(self) -> String {
        let RGBColor(red, green, blue) = self.0;
        format!("rgb({red},{green},{blue})")
    }
}

/// One case in a plot.
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// Where it is.
    pub y: f64,
    /// The element that it leads to.
    pub anchor: String,
    /// Text that appears under the pointer.
    pub title: String,
}

/// The points of one run.
pub struct Series {
    /// Their colour.
    pub colour: Colour,
    /// The points.
    pub points: Vec<Point>,
}

/// A plot to be drawn.
pub struct Plot {
    x: String,
    y: String,
    diagonal: bool,
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

impl Plot {
    /// A plot with these names of its axes.
    pub fn new(x: &str, y: &str) -> Plot {
        Plot {
            x: x.into(),
            y: y.into(),
            diagonal: false,
        }
    }

    /// The same with a line where both coordinates are equal.
    pub fn with_diagonal(self) -> Plot {
        Plot {
            diagonal: true,
            ..self
        }
    }

    /// Draws a cross for every point, and makes each lead to its anchor.
    ///
    /// # Errors
    /// It cannot be drawn.
    pub fn scatter(&self, series: &[Series]) -> Result<String> {
        let points = || series.iter().flat_map(|series| &series.points);
        let (xs, ys) = match self.diagonal {
            true => {
                let both = range(points().flat_map(|point| [point.x, point.y]));
                (both.clone(), both)
            }
            false => (
                range(points().map(|point| point.x)),
                range(points().map(|point| point.y)),
            ),
        };
        let mut links = String::new();
        let svg = draw(xs.clone(), ys, [&self.x, &self.y], |chart| {
            if self.diagonal {
                let ends = [(xs.start, xs.start), (xs.end, xs.end)];
                chart
                    .draw_series(LineSeries::new(ends, &BLACK.mix(0.4)))
                    .map_err(failed)?;
            }
            for Series { colour, points } in series {
                let marks = points
                    .iter()
                    .map(|point| Circle::new((point.x, point.y), 3, colour.0.mix(0.7).filled()));
                chart.draw_series(marks).map_err(failed)?;
                for point in points {
                    let (x, y) = chart.backend_coord(&(point.x, point.y));
                    links += &format!(
                        "<a href=\"#{}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill-opacity=\"0\">\
                         <title>{}</title></circle></a>\n",
                        point.anchor,
                        escaped(&point.title)
                    );
                }
            }
            Ok(())
        })?;
        Ok(svg.replace("</svg>", &format!("{links}</svg>")))
    }
}

/// Draws how often each value occurs, for every series in its colour.
///
/// # Errors
/// It cannot be drawn.
pub fn histogram(name: &str, series: &[Vec<f64>]) -> Result<String> {
    let xs = range(series.iter().flatten().copied());
    let width = (xs.end - xs.start) / BARS as f64;
    let counts: Vec<Vec<f64>> = series
        .iter()
        .map(|values| {
            let mut counts = vec![0.0; BARS];
            for value in values {
                let bar = ((value - xs.start) / width) as usize;
                counts[bar.min(BARS - 1)] += 1.0;
            }
            counts
        })
        .collect();
    let most = counts.iter().flatten().copied().fold(1.0, f64::max);
    draw(xs.clone(), 0.0..1.05 * most, [name, "cases"], |chart| {
        for (index, counts) in counts.iter().enumerate() {
            let style = colour(index).0;
            let bars = counts.iter().enumerate().map(|(bar, &count)| {
                let left = xs.start + bar as f64 * width;
                Rectangle::new(
                    [(left, 0.0), (left + width, count)],
                    style.mix(0.35).filled(),
                )
            });
            chart.draw_series(bars).map_err(failed)?;
        }
        Ok(())
    })
}

/// Draws a mean after each number of cases, and its interval.
///
/// # Errors
/// It cannot be drawn.
pub fn cumulative(colour: Colour, name: &str, looks: &[(f64, f64, Interval)]) -> Result<String> {
    let finite = |end: f64| end.is_finite().then_some(end);
    let ends = looks
        .iter()
        .flat_map(|(_, _, interval)| [finite(interval.low), finite(interval.high)]);
    let ys = range(
        looks
            .iter()
            .map(|look| look.1)
            .chain(ends.flatten())
            .chain([0.0]),
    );
    let xs = range(looks.iter().map(|look| look.0).chain([0.0]));
    let title = format!("mean difference, {name}");
    draw(xs.clone(), ys.clone(), ["cases", &title], |chart| {
        let low = looks.iter().map(|look| (look.0, look.2.low.max(ys.start)));
        let high = looks.iter().map(|look| (look.0, look.2.high.min(ys.end)));
        let band: Vec<(f64, f64)> = low.chain(high.rev()).collect();
        chart
            .draw_series([Polygon::new(band, colour.0.mix(0.2).filled())])
            .map_err(failed)?;
        let zero = LineSeries::new([(xs.start, 0.0), (xs.end, 0.0)], &BLACK.mix(0.4));
        chart.draw_series(zero).map_err(failed)?;
        let means = looks.iter().map(|look| (look.0, look.1));
        let line = LineSeries::new(means, colour.0.stroke_width(2));
        chart.draw_series(line).map_err(failed)?;
        Ok(())
    })
}

fn draw(
    xs: std::ops::Range<f64>,
    ys: std::ops::Range<f64>,
    [x, y]: [&str; 2],
    marks: impl FnOnce(&mut Chart) -> Result<()>,
) -> Result<String> {
    let mut svg = String::new();
    {
        // A label next to zero is zero but for rounding.
        let label = |value: f64, ends: &std::ops::Range<f64>| {
            let is_zero = value.abs() < 1e-9 * (ends.end - ends.start);
            decimal(if is_zero { 0.0 } else { value })
        };
        let (x_ends, y_ends) = (xs.clone(), ys.clone());
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(xs, ys)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc(x)
            .y_desc(y)
            .x_label_formatter(&|value| label(*value, &x_ends))
            .y_label_formatter(&|value| label(*value, &y_ends))
            .light_line_style(TRANSPARENT)
            .draw()
            .map_err(failed)?;
        marks(&mut chart)?;
        area.present().map_err(failed)?;
    }
    Ok(svg)
}

fn failed(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("a plot cannot be drawn: {error}")
}

/// A range that holds `values` and is not empty.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return 0.0..1.0;
    }
    let margin = match high - low {
        0.0 if low == 0.0 => 1.0,
        0.0 => 0.05 * low.abs(),
        span => 0.03 * span,
    };
    low - margin..high + margin
}
