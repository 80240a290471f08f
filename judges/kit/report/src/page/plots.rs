//! Plots as SVG.

use std::fmt::Write;
use std::ops::Range;

use records::stats::Interval;
use scene::{decimal, escaped};

/// Width and height of a plot, pixels.
const SIZE: [f64; 2] = [480.0, 360.0];

/// Room for the labels of the axes, on the left and below, and elsewhere, pixels.
const LABELS: [f64; 2] = [72.0, 44.0];
const MARGIN: f64 = 12.0;

/// Most ticks of an axis.
const TICKS: f64 = 6.0;

/// Bars of a histogram.
const BARS: usize = 24;

/// Colours of runs: those of Okabe and Ito, which colour-blind readers can distinguish.
const COLOURS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5a5a5a",
];

pub fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

/// One case in a plot.
pub struct Point {
    /// Its coordinates.
    pub x: f64,
    pub y: f64,
    /// The element to which a click leads.
    pub anchor: String,
    /// Text that appears under the pointer.
    pub title: String,
}

/// The points of one run.
pub struct Series {
    pub colour: &'static str,
    pub points: Vec<Point>,
}

/// A plot that is being drawn.
struct Plot {
    ranges: [Range<f64>; 2],
    svg: String,
}

impl Plot {
    /// Draws the axes, with their names and ticks.
    fn new(names: [&str; 2], ranges: [Range<f64>; 2]) -> Plot {
        let [width, height] = SIZE;
        let svg = format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             fill=\"currentColor\" font-size=\"12\" text-anchor=\"middle\">\n"
        );
        let mut plot = Plot { ranges, svg };
        let [x, y] = plot.ranges.clone();
        let (bottom, left) = (
            plot.place(x.start, y.start).1,
            plot.place(x.start, y.start).0,
        );
        for tick in ticks(&x) {
            let across = plot.place(tick, y.start).0;
            plot.text((across, bottom + 16.0), "", &decimal(tick));
            plot.line(
                &[(tick, y.start), (tick, y.end)],
                "currentColor\" stroke-opacity=\"0.2",
            );
        }
        for tick in ticks(&y) {
            let down = plot.place(x.start, tick).1;
            plot.text(
                (left - 6.0, down + 4.0),
                "text-anchor=\"end\"",
                &decimal(tick),
            );
            plot.line(
                &[(x.start, tick), (x.end, tick)],
                "currentColor\" stroke-opacity=\"0.2",
            );
        }
        plot.line(
            &[(x.start, y.end), (x.start, y.start), (x.end, y.start)],
            "currentColor",
        );
        let middle = plot.place((x.start + x.end) / 2.0, (y.start + y.end) / 2.0);
        plot.text((middle.0, height - 8.0), "", names[0]);
        let turned = format!("transform=\"rotate(-90 14 {:.1})\"", middle.1);
        plot.text((14.0, middle.1), &turned, names[1]);
        plot
    }

    /// The pixels of a point.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let [xs, ys] = &self.ranges;
        let share =
            |range: &Range<f64>, value: f64| (value - range.start) / (range.end - range.start);
        let [width, height] = [0, 1].map(|axis| SIZE[axis] - LABELS[axis] - MARGIN);
        (
            LABELS[0] + share(xs, x) * width,
            MARGIN + (1.0 - share(ys, y)) * height,
        )
    }

    fn text(&mut self, (x, y): (f64, f64), attributes: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>"
        );
    }

    /// The points of a line, as an attribute has them.
    fn points(&self, line: &[(f64, f64)]) -> String {
        let places = line.iter().map(|&(x, y)| self.place(x, y));
        places.map(|(x, y)| format!("{x:.1},{y:.1} ")).collect()
    }

    fn line(&mut self, line: &[(f64, f64)], stroke: &str) {
        let points = self.points(line);
        let _ = writeln!(
            self.svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{stroke}\"/>"
        );
    }

    fn area(&mut self, outline: &[(f64, f64)], colour: &str, opacity: f64) {
        let points = self.points(outline);
        let _ = writeln!(
            self.svg,
            "<polygon points=\"{points}\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>"
        );
    }

    fn finish(self) -> String {
        self.svg + "</svg>"
    }
}

/// Draws a point for every case, which leads to its anchor; `with_diagonal` with equal axes, and a
/// line where both coordinates are equal.
pub fn scatter(names: [&str; 2], series: &[Series], with_diagonal: bool) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let mut ranges = [
        range(points().map(|point| point.x)),
        range(points().map(|point| point.y)),
    ];
    if with_diagonal {
        let both = range(points().flat_map(|point| [point.x, point.y]));
        ranges = [both.clone(), both];
    }
    let ends = ranges[0].clone();
    let mut plot = Plot::new(names, ranges);
    if with_diagonal {
        plot.line(
            &[(ends.start, ends.start), (ends.end, ends.end)],
            "currentColor",
        );
    }
    for Series { colour, points } in series {
        for point in points {
            let (x, y) = plot.place(point.x, point.y);
            let (anchor, title) = (&point.anchor, escaped(&point.title));
            let _ = writeln!(
                plot.svg,
                "<a href=\"#{anchor}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\" \
                 fill-opacity=\"0.7\"><title>{title}</title></circle></a>"
            );
        }
    }
    plot.finish()
}

/// Draws how often each value occurs, for every series in its colour.
pub fn histogram(name: &str, series: &[Vec<f64>]) -> String {
    let xs = range(series.iter().flatten().copied());
    let width = (xs.end - xs.start) / BARS as f64;
    let counts = series.iter().map(|values| {
        let mut counts = [0.0; BARS];
        for value in values {
            let bar = ((value - xs.start) / width) as usize;
            counts[bar.min(BARS - 1)] += 1.0;
        }
        counts
    });
    let counts: Vec<[f64; BARS]> = counts.collect();
    let most = counts.iter().flatten().copied().fold(1.0, f64::max);
    let mut plot = Plot::new([name, "cases"], [xs.clone(), 0.0..1.05 * most]);
    for (index, counts) in counts.iter().enumerate() {
        for (bar, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            let left = xs.start + bar as f64 * width;
            let right = left + width;
            let outline = [(left, 0.0), (left, count), (right, count), (right, 0.0)];
            plot.area(&outline, colour(index), 0.35);
        }
    }
    plot.finish()
}

/// Draws the mean after each number of cases, and its interval.
pub fn cumulative(colour: &str, name: &str, looks: &[(f64, f64, Interval)]) -> String {
    let ends = looks
        .iter()
        .flat_map(|(_, mean, ends)| [*mean, ends.low, ends.high]);
    let ys = range(ends.filter(|end| end.is_finite()).chain([0.0]));
    let xs = range(looks.iter().map(|look| look.0).chain([0.0]));
    let title = format!("mean difference, {name}");
    let mut plot = Plot::new(["cases", &title], [xs.clone(), ys.clone()]);
    let low = looks.iter().map(|look| (look.0, look.2.low.max(ys.start)));
    let high = looks.iter().map(|look| (look.0, look.2.high.min(ys.end)));
    plot.area(&low.chain(high.rev()).collect::<Vec<_>>(), colour, 0.2);
    plot.line(&[(xs.start, 0.0), (xs.end, 0.0)], "currentColor");
    let means: Vec<(f64, f64)> = looks.iter().map(|look| (look.0, look.1)).collect();
    plot.line(&means, &format!("{colour}\" stroke-width=\"2"));
    plot.finish()
}

/// Round numbers in a range.
fn ticks(range: &Range<f64>) -> impl Iterator<Item = f64> + use<> {
    let least = (range.end - range.start) / TICKS;
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    let step = steps
        .into_iter()
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power);
    let numbers = (range.start / step).ceil() as i64..=(range.end / step).floor() as i64;
    numbers.map(move |number| number as f64 * step)
}

/// A range that holds `values` and is not empty.
fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
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
