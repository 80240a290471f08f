//! The judge of Lucky Symbols (Australian Informatics Olympiad): offers symbols, referees a hundred
//! rounds, and scores them under both readings of the bonus rule.

mod bound;
#[cfg(feature = "cases")]
mod cases;
mod losses;
mod scenes;
mod subtask;
mod total;

use std::io::Read;

use common::lucky::round::{Round, ScoreParts, parse_action};
use common::lucky::{Action, Case, ROUNDS, Symbol, TURNS};
use common::tokens::{Malformed, Tokens};
use game::{
    CaseResult, CaseScore, Details, Dialogue, Fault, Losses, ParameterRange, Referee, Verdict,
};
use scene::{Place, SceneLayout};

pub use bound::fingerprint_of;
pub use subtask::Subtask;
pub use total::LuckyTotal;

/// The game. A seed draws one case of every selected subtask, and the symbols of its hundred
/// rounds.
#[derive(Clone, Debug)]
pub struct Lucky {
    /// Numbers of the selected subtasks; `None` selects all.
    pub subtasks: Option<ParameterRange<u8>>,
    /// Number of times that a pair of adjacent squares scores.
    pub pair_multiplicity: u32,
    /// Number of steps in every round towards a bound.
    pub bound_steps: Option<u64>,
    /// Number of rounds of a case.
    pub rounds: usize,
}

/// The rounds of a case so far.
#[derive(Debug, Default)]
pub struct LuckyPlay {
    /// The symbols offered, round after round.
    pub symbols: Vec<Symbol>,
    /// The actions, one for each answered symbol.
    pub actions: Vec<Action>,
    /// Number of finished rounds.
    pub rounds: usize,
    /// Sum of the points of finished rounds.
    pub total: ScoreParts,
}

impl Default for Lucky {
    fn default() -> Lucky {
        Lucky {
            subtasks: None,
            pair_multiplicity: 1,
            bound_steps: None,
            rounds: ROUNDS,
        }
    }
}

impl Referee for Lucky {
    const NAME: &'static str = "lucky";
    const HAS_LOSSES: bool = true;
    type Case = Case;
    type Play = LuckyPlay;

    /// Returns 1 plus the points of all rounds.
    fn scaled(result: &CaseResult) -> f64 {
        let rounds = result.parameters.number("rounds");
        1.0 + result.scored.score * rounds.unwrap_or(ROUNDS as f64)
    }

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        scenes::layout(case)
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut LuckyPlay,
    ) -> Result<(), Fault> {
        for number in 1..=self.rounds {
            let mut round = Round::new(case);
            let mut view = scenes::View::new(case, number as u32 - 1, self.pair_multiplicity);
            for turn in 1..=TURNS {
                play.turn(case, &mut round, &mut view, dialogue)
                    .map_err(|fault| fault.at(format!("round {number}, turn {turn}")))?;
            }
            dialogue.show(&mut || view.scene(&round, None))?;
            play.rounds += 1;
            play.total += round.score();
        }
        Ok(())
    }

    fn losses(&self, case: &Case, play: &LuckyPlay) -> Option<Losses> {
        let losses = || losses::losses(case, play, self.pair_multiplicity, self.bound_steps);
        (play.rounds == self.rounds).then(losses)
    }

    fn score(&self, case: &Case, play: &LuckyPlay, verdict: Verdict) -> CaseScore {
        let total = match verdict {
            Verdict::Ok => play.total,
            _ => ScoreParts::default(),
        };
        let average = |points: u64| points as f64 / self.rounds as f64;
        let subtask = Subtask::of(case).filter(|_| self.rounds == ROUNDS);
        let percentage = subtask.map(|subtask| subtask.percentage(total));
        let details = Details::new([
            ("once", average(total.points(1)).into()),
            ("twice", average(total.points(2)).into()),
            ("value", average(total.value).into()),
            ("equal_pairs", average(total.equal).into()),
            ("different_pairs", average(total.different).into()),
            ("rounds", play.rounds.into()),
        ]);
        CaseScore {
            score: average(total.points(self.pair_multiplicity)),
            normalised: percentage.map(|share| share as f64 / 100.0),
            bound: bound::bound(
                case,
                &play.symbols,
                self.pair_multiplicity,
                self.bound_steps,
            ),
            details: details.with("percentage", percentage),
        }
    }
}

impl LuckyPlay {
    /// Starts the round if necessary, offers one symbol, and plays the contestant's answer.
    fn turn(
        &mut self,
        case: &Case,
        round: &mut Round,
        view: &mut scenes::View,
        dialogue: &mut dyn Dialogue,
    ) -> Result<(), Fault> {
        if round.turns() == 0 {
            dialogue.send(NEW_ROUND)?;
        }
        let number = dialogue.choose(case.values().len(), &play_turn)?;
        let symbol = case
            .symbol(number)
            .expect("a choice below the number of symbols");
        self.symbols.push(symbol);
        dialogue.show(&mut || view.scene(round, Some(symbol)))?;
        let answer = dialogue.receive()?;
        let action = answer.text().and_then(parse_action);
        let action = action.ok_or_else(|| answer.not("`place ROW COL` or `discard`"))?;
        if let Err(problem) = round.play(symbol, action) {
            let fault = answer.breaks(format!("{}: {problem}", answer.shown()));
            if let Action::Place { row, col } = action
                && let Some(square) = case.shape().index(row as i64, col as i64)
            {
                dialogue.fault_at(Place::cell(square));
            }
            return Err(fault);
        }
        self.actions.push(action);
        view.play(symbol, action);
        Ok(())
    }
}

/// The call that starts a round.
const NEW_ROUND: &str = "newRound\n";

/// Returns the call that offers the symbol with this number.
fn play_turn(number: usize) -> String {
    format!("playTurn {number}")
}
