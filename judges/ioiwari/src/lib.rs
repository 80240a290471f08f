//! The judge of Ioiwari (IOI 2001): plays the second player, who never errs.

pub mod instances;
mod referee;

use std::time::Duration;

use common::ioiwari::Board;
use judge_kit::{
    Bound, Fault, Game, Limits, Malformed, Marks, Parameters, Record, Stream, Verdict, Wire,
};

use referee::{Game as Play, Live, Saved};

/// Points for a win, a tie, and anything else.
const WIN: f64 = 4.0;
const TIE: f64 = 2.0;

/// The game. Seed 1 is the first instance, seed 357 the last, seed 358 the
/// first again; the opponent's ties are drawn anew for every seed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Ioiwari {
    /// Play all 357 instances: seeds 1 to 357
    #[arg(long)]
    all: bool,
}

impl Game for Ioiwari {
    const NAME: &'static str = "ioiwari";
    type Case = Board;
    type Play = Play;

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(Duration::from_secs(1), 64);
        limits.output_bytes = 1 << 12;
        limits
    }

    fn seeds(&self) -> Option<Vec<u64>> {
        self.all
            .then(|| (1..=instances::all().len() as u64).collect())
    }

    fn generate(&self, seed: u64) -> Board {
        let instances = instances::all();
        let count = instances.len() as u64;
        instances[((seed % count + count - 1) % count) as usize]
    }

    fn parse_case<'a>(&self, text: &'a str) -> Result<(Board, &'a str), Malformed> {
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        let beads: Option<Vec<u8>> = line
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        beads
            .and_then(|beads| Board::new(beads.try_into().ok()?))
            .filter(|board| !board.is_empty())
            .map(|board| (board, rest))
            .ok_or_else(|| Malformed::new(1, "not seven pits of 0 to 5 beads, at least one in all"))
    }

    fn format_case(&self, case: &Board) -> String {
        case.beads().map(|count| count.to_string()).join(" ") + "\n"
    }

    fn parameters(&self, case: &Board) -> Parameters {
        Parameters::from_iter([("pits".to_string(), case.beads().to_vec().into())])
    }

    fn referee(
        &self,
        case: &Board,
        seed: u64,
        wire: &mut Wire,
        play: &mut Play,
    ) -> Result<(), Fault> {
        wire.send(&self.format_case(case));
        let ties = judge_kit::rng(Self::NAME, seed, Stream::Play);
        play.run(*case, &mut Live { wire, ties })
    }

    fn replay(
        &self,
        case: &Board,
        input: &str,
        output: &[u8],
        play: &mut Play,
    ) -> Result<(), Fault> {
        let mut saved = Saved::new(input, output);
        play.run(*case, &mut saved)?;
        saved.finish()
    }

    fn score(&self, _case: &Board, play: &Play, verdict: Verdict) -> Marks {
        let score = match play.lead() {
            _ if verdict != Verdict::Ok => 0.0,
            1.. => WIN,
            0 => TIE,
            _ => 0.0,
        };
        Marks {
            score,
            normalised: Some(score / WIN),
            bound: Some(Bound {
                kind: "maximum",
                value: WIN,
            }),
            details: Parameters::from_iter([
                ("own_bank".to_string(), play.own_bank.into()),
                ("other_bank".to_string(), play.other_bank.into()),
                ("turns".to_string(), play.turns.into()),
            ]),
        }
    }

    fn total(&self, records: &[Record]) -> String {
        let points: f64 = records.iter().map(|record| record.score).sum();
        format!("{points} of {} points", records.len() as f64 * WIN)
    }
}
