//! The judge of PseudoTonga: plays the server, whose strategy is fixed, and
//! counts the points.

pub mod case;
mod referee;

use std::time::Duration;

use common::tonga::{Board, Player, Side, signed_root};
use judge_kit::{
    Bound, Fault, Game, Limits, Malformed, Marks, Parameters, Record, Stream, Verdict, Wire,
};

pub use case::Case;
use referee::{Game as Play, Live, Saved};

/// The game, with what is fixed about its cases; the rest is drawn.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Tonga {
    /// Side of the board, even, 6 to 16
    #[arg(short = 'N', value_name = "SIDE", value_parser = side)]
    side: Option<Side>,
    /// Who puts the first stone
    #[arg(long, value_enum)]
    starter: Option<Starter>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Starter {
    Contestant,
    Server,
}

fn side(text: &str) -> Result<Side, String> {
    let side = text.parse().ok().and_then(Side::new);
    side.ok_or_else(|| "not an even number from 6 to 16".to_string())
}

impl Game for Tonga {
    const NAME: &'static str = "tonga";
    type Case = Case;
    type Play = Play;

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(Duration::from_secs(20), 64);
        limits.output_bytes = 1 << 14;
        limits
    }

    fn generate(&self, seed: u64) -> Case {
        let starter = self.starter.map(|starter| match starter {
            Starter::Contestant => Player::Contestant,
            Starter::Server => Player::Server,
        });
        let rng = judge_kit::rng(Self::NAME, seed, Stream::Case);
        Case::draw(self.side, starter, rng)
    }

    fn parse_case<'a>(&self, text: &'a str) -> Result<(Case, &'a str), Malformed> {
        Case::parse(text)
    }

    fn format_case(&self, case: &Case) -> String {
        format!("{case}\n")
    }

    fn parameters(&self, case: &Case) -> Parameters {
        let starter = match case.starter() {
            Player::Contestant => "contestant",
            Player::Server => "server",
        };
        Parameters::from_iter([
            ("N".to_string(), case.side().rows().into()),
            ("starter".to_string(), starter.into()),
        ])
    }

    fn referee(
        &self,
        case: &Case,
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
        case: &Case,
        input: &str,
        output: &[u8],
        play: &mut Play,
    ) -> Result<(), Fault> {
        let mut saved = Saved::new(input, output);
        let played = play.run(*case, &mut saved);
        saved.finish(played)
    }

    fn score(&self, case: &Case, play: &Play, _verdict: Verdict) -> Marks {
        // A game that the contestant fails is scored too, as a forfeit.
        let (board, forfeited) = play.result(*case);
        let points = board.points();
        let score = signed_root(points);
        let limit = (case.side().area() / 2) as f64;
        Marks {
            score,
            normalised: None,
            bound: Some(Bound {
                kind: "N*N/2 limit",
                value: limit,
            }),
            details: Parameters::from_iter([
                ("points".to_string(), points.into()),
                ("share".to_string(), (score / limit).into()),
                (
                    "own_largest_isle".to_string(),
                    largest(&board, Player::Contestant).into(),
                ),
                (
                    "server_largest_isle".to_string(),
                    largest(&board, Player::Server).into(),
                ),
                ("turns".to_string(), play.turns.into()),
                ("forfeited_squares".to_string(), forfeited.into()),
            ]),
        }
    }

    fn total(&self, records: &[Record]) -> String {
        let sum: f64 = records.iter().map(|record| record.score).sum();
        let count =
            |wanted: fn(f64) -> bool| records.iter().filter(|record| wanted(record.score)).count();
        let (won, lost) = (count(|score| score > 0.0), count(|score| score < 0.0));
        let tied = records.len() - won - lost;
        format!("{sum:.3}, the sum of signed roots; {won} won, {tied} tied, {lost} lost")
    }
}

/// Stones of the largest isle of `player`.
fn largest(board: &Board, player: Player) -> i32 {
    let isles = board.isles().filter(|(owner, _)| *owner == player);
    isles.map(|(_, isle)| isle.area).max().unwrap_or(0)
}
