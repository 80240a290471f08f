//! Options that change a game's limits.

use std::marker::PhantomData;

use game::{Game, Limits, wall_for};
use records::{MAX_TEXT, read_text};

/// A week, ms.
const UNLIMITED: u64 = 7 * 24 * 3600 * 1000;

/// Limits of a case that differ from the game's.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits of a case")]
pub(crate) struct LimitOptions<G: Game> {
    #[arg(id = "time_limit", long = "time-limit", visible_aliases = ["timeLimit", "tl"], value_name = "TIME", value_parser = milliseconds, help = described::<G>("CPU time: 10s, 500ms or a number of ms; the wall limit goes with it (3 × CPU + 1 s); 0 for none", |limits| format!("{}s", limits.cpu_ms as f64 / 1e3)))]
    time_limit: Option<u64>,
    #[arg(id = "wall_limit", long = "wall-limit", value_name = "TIME", value_parser = above_zero, help = described::<G>("Wall time in which it is the contestant's turn", |limits| format!("{}s", limits.wall_ms as f64 / 1e3)))]
    wall_limit: Option<u64>,
    #[arg(id = "memory_limit", long = "memory-limit", value_name = "MIB", value_parser = mebibytes, help = described::<G>("Memory, MiB", |limits| (limits.memory_kib / 1024).to_string()))]
    memory_limit: Option<usize>,
    #[arg(skip)]
    game: PhantomData<G>,
}

/// Returns the help of an option, with the game's own limit as the default.
fn described<G: Game>(meaning: &str, default: fn(Limits) -> String) -> String {
    let limits = G::default().limits();
    format!("{meaning} [default: {}]", default(limits))
}

/// Parses `10s`, `1.5s`, `500ms` or a number of ms; fails unless it is a whole number of ms.
fn milliseconds(text: &str) -> Result<u64, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(ms), _) => (ms, 1.0),
        (None, Some(seconds)) => (seconds, 1000.0),
        (None, None) => (text, 1.0),
    };
    let digits = number.starts_with(|char: char| char.is_ascii_digit());
    let ms = number.parse::<f64>().ok().filter(|_| digits);
    // Milliseconds up to 2^32, 49 days, are exact.
    ms.map(|number| number * unit)
        .filter(|ms| ms.fract() == 0.0 && *ms <= f64::from(u32::MAX))
        .map(|ms| ms as u64)
        .ok_or_else(|| format!("`{text}` is not a time: expected 10s, 500ms or a number of ms"))
}

fn mebibytes(text: &str) -> Result<usize, String> {
    number(u32::MAX as usize)(text)
        .map_err(|_| "expected a whole number of MiB, such as 512".into())
}

/// Returns the value of an option, or the text of the file in `@FILE`: contestants and other users
/// may read a judge's arguments.
pub(super) fn text_or_file(value: &str) -> Result<String, String> {
    let Some(path) = value.strip_prefix('@') else {
        return Ok(value.into());
    };
    let text = read_text(path.as_ref(), MAX_TEXT).map_err(|error| format!("{error:#}"))?;
    Ok(text.trim().into())
}

/// Returns a parser of whole numbers from 1 to `high`.
pub(super) fn number(high: usize) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        let number = text.parse().ok();
        let number = number.filter(|number| (1..=high).contains(number));
        number.ok_or_else(|| format!("expected a whole number from 1 to {high}"))
    }
}

fn above_zero(text: &str) -> Result<u64, String> {
    match milliseconds(text)? {
        0 => Err("expected a time above 0".into()),
        ms => Ok(ms),
    }
}

impl<G: Game> LimitOptions<G> {
    pub fn apply(&self, mut limits: Limits) -> Limits {
        match self.time_limit {
            None => {}
            Some(0) => (limits.cpu_ms, limits.wall_ms) = (UNLIMITED, UNLIMITED),
            Some(ms) => (limits.cpu_ms, limits.wall_ms) = (ms, wall_for(ms)),
        }
        limits.wall_ms = self.wall_limit.unwrap_or(limits.wall_ms);
        let memory_kib = self.memory_limit.map(|mib| mib as u64 * 1024);
        limits.memory_kib = memory_kib.unwrap_or(limits.memory_kib);
        limits
    }
}
