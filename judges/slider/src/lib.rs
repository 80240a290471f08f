//! The judge of Slider (TopCoder Marathon Match 126).

mod generate;

use std::time::Duration;

use common::io::Tokens;
use common::slider::Case;
use common::slider::answer::{self, Score};
use common::slider::bound::upper_bound;
use judge_kit::{
    Bound, Fault, Game, Limits, Malformed, Marks, Parameters, Record, Stream, Summary, Verdict,
    Wire,
};

pub use generate::Drawn;

/// What an illegal answer scores.
const FAILED: f64 = -1.0;

/// The game, with the case parameters that are fixed; the others are drawn.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Slider {
    /// Side of the board, 10 to 30
    #[arg(short = 'N', value_name = "SIDE", value_parser = clap::value_parser!(u8).range(10..=30))]
    side: Option<u8>,
    /// Number of colours, 2 to 9
    #[arg(short = 'C', value_name = "COLOURS", value_parser = clap::value_parser!(u8).range(2..=9))]
    colours: Option<u8>,
    /// Number of holes, 1 to 10
    #[arg(short = 'H', value_name = "HOLES", value_parser = clap::value_parser!(u8).range(1..=10))]
    holes: Option<u8>,
    /// Chance of a block on a cell, 0 to 1; drawn from 0.2 to 0.8
    #[arg(short = 'F', value_name = "FILL", value_parser = chance)]
    fill: Option<f64>,
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text
        .parse()
        .ok()
        .filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| "not a number from 0 to 1".to_string())
}

impl Game for Slider {
    const NAME: &'static str = "slider";
    type Case = Drawn;
    type Play = Score;

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(10), 1024)
    }

    fn generate(&self, seed: u64) -> Drawn {
        generate::draw(self, judge_kit::rng(Self::NAME, seed, Stream::Case))
    }

    fn parse_case<'a>(&self, text: &'a str) -> Result<(Drawn, &'a str), Malformed> {
        let mut tokens = Tokens::new(text.as_bytes());
        let malformed =
            |error: common::io::Error| Malformed::new(error.line, error.problem.to_string());
        let case = Case::read(&mut tokens).map_err(malformed)?;
        match tokens.token().map_err(malformed)? {
            None => Ok((Drawn { case, fill: None }, "")),
            Some(_) => Err(Malformed::new(
                tokens.line(),
                "the case is complete, but more follows",
            )),
        }
    }

    fn format_case(&self, case: &Drawn) -> String {
        case.case.to_string()
    }

    fn parameters(&self, case: &Drawn) -> Parameters {
        let mut parameters = Parameters::from_iter([
            ("N".to_string(), case.case.board().shape().rows.into()),
            ("C".to_string(), case.case.colours().into()),
            ("H".to_string(), case.case.holes().into()),
        ]);
        if let Some(fill) = case.fill {
            parameters.insert("F".to_string(), fill.into());
        }
        parameters
    }

    fn referee(
        &self,
        case: &Drawn,
        _seed: u64,
        wire: &mut Wire,
        play: &mut Score,
    ) -> Result<(), Fault> {
        let output = wire.exchange(&self.format_case(case))?;
        self.replay(case, "", &output, play)
    }

    fn replay(
        &self,
        case: &Drawn,
        _input: &str,
        output: &[u8],
        play: &mut Score,
    ) -> Result<(), Fault> {
        let answer = String::from_utf8_lossy(output);
        *play =
            answer::score(&case.case, &answer).map_err(|fault| Fault::wrong(fault.to_string()))?;
        Ok(())
    }

    fn score(&self, case: &Drawn, play: &Score, verdict: Verdict) -> Marks {
        let bound = upper_bound(&case.case) as f64;
        let mut marks = Marks {
            score: FAILED,
            normalised: None,
            bound: Some(Bound {
                kind: "upper bound",
                value: bound,
            }),
            details: Parameters::new(),
        };
        if verdict == Verdict::Ok {
            marks.score = play.points as f64;
            marks.details = Parameters::from_iter([
                (
                    "share".to_string(),
                    (if bound > 0.0 {
                        marks.score / bound
                    } else {
                        1.0
                    })
                    .into(),
                ),
                ("turns".to_string(), play.turns.into()),
                ("wasted".to_string(), play.wasted.into()),
                ("fallen".to_string(), play.fallen.into()),
                ("trailing_output".to_string(), play.trailing.into()),
            ]);
        }
        marks
    }

    fn total(&self, records: &[Record]) -> String {
        match Summary::of(records).of_best {
            Some(mean) => format!("{:.5} of 100, the mean of YOUR/MAX", 100.0 * mean),
            None => "not normalised: that needs best scores (--bests FILE)".into(),
        }
    }
}
