//! The judge of Lucky Symbols (Australian Informatics Olympiad). It offers symbols, referees a
//! hundred rounds, and scores them under both readings of the bonus rule.

mod bound;
#[cfg(feature = "cases")]
mod cases;
mod subtask;

use common::lucky::round::{Round, ScoreParts, parse_action};
use common::lucky::{Action, Case, ROUNDS, Symbol, TURNS};
use common::tokens::{Malformed, Tokens};
use game::{
    CaseScore, Details, Dialogue, Fault, GameOption, OptionEffect, OptionForm, OptionValues,
    Played, Referee, Verdict,
};

pub use bound::{fingerprint_of, perfect_information_bound};
pub use subtask::Subtask;

const PAIRS: GameOption = GameOption::new(
    "pairs",
    "TIMES",
    OptionForm::Word(&[
        ("once", "Once, as the rules say"),
        ("twice", "Once for each of the two squares, as the official thresholds need it"),
    ]),
    OptionEffect::Score,
    "Times that a pair of adjacent squares pays in the score",
)
.by_default("once");
const BOUND_STEPS: GameOption = GameOption::new(
    "bound",
    "STEPS",
    OptionForm::Whole(1, 1_000_000),
    OptionEffect::Bound,
    "Take these steps a round towards a bound by perfect foresight, 2000 for the table's, where \
     the case has values and bonuses; without it, the first seeds have one from a table",
)
.excluding(&["rounds"]);
const ROUND_COUNT: GameOption = GameOption::new(
    "rounds",
    "K",
    OptionForm::Whole(1, ROUNDS as u64),
    OptionEffect::Score,
    "Rounds of a case; only the official number has a percentage",
)
.by_default("100");

/// The game. A seed draws a case of every selected subtask, and the symbols of its rounds.
#[derive(Clone, Debug, Default)]
pub struct Lucky {
    options: OptionValues,
}

/// The rounds of a case so far.
#[derive(Debug, Default)]
pub struct LuckyPlay {
    /// The offered symbols of all rounds, in order.
    pub symbols: Vec<Symbol>,
    /// The answers to these symbols, as far as they have arrived.
    pub actions: Vec<Action>,
    /// Number of finished rounds.
    pub rounds: usize,
    /// Sum of the points of finished rounds.
    pub total: ScoreParts,
    /// The square on which the last answer could not place its symbol.
    wrong: Option<usize>,
}

impl Referee for Lucky {
    const NAME: &'static str = "lucky";
    const END: &'static str = "all rounds are played";
    type Case = Case;
    type Play = LuckyPlay;

    /// Returns 1 plus the points of all rounds.
    fn scaled(scored: &CaseScore, parameters: &Details) -> f64 {
        let rounds = parameters.number("rounds");
        1.0 + scored.score * rounds.unwrap_or(ROUNDS as f64)
    }

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn play(&self, case: &Case, dialogue: &mut dyn Dialogue, play: &mut LuckyPlay) -> Played {
        for number in 1..=self.rounds() {
            let mut round = Round::new(case);
            for turn in 1..=TURNS {
                let played = play.turn(case, &mut round, dialogue);
                let at = |fault: Fault| fault.in_turn(turn as u32).in_round("round", number as u32);
                played.map_err(at)?;
            }
            play.rounds += 1;
            play.total += round.score();
        }
        Ok(())
    }

    fn score(&self, case: &Case, play: &LuckyPlay, verdict: Verdict) -> CaseScore {
        let total = match verdict {
            Verdict::Ok => play.total,
            _ => ScoreParts::default(),
        };
        let (rounds, pair_multiplicity) = (self.rounds(), self.pair_multiplicity());
        let average = |points: u64| points as f64 / rounds as f64;
        let subtask = Subtask::of(case).filter(|_| rounds == ROUNDS);
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
            score: average(total.points(pair_multiplicity)),
            normalised: percentage.map(|share| share as f64 / 100.0),
            bound: bound::bound(case, &play.symbols, pair_multiplicity, self.bound_steps()),
            details: details.with("percentage", percentage),
        }
    }
}

impl Lucky {
    /// Number of times that a pair of adjacent squares scores.
    fn pair_multiplicity(&self) -> u32 {
        if self.options.get(&PAIRS) == Some("twice") { 2 } else { 1 }
    }

    /// Number of steps towards a bound in every round.
    fn bound_steps(&self) -> Option<u64> {
        self.options.whole(&BOUND_STEPS)
    }

    /// Number of rounds of a case.
    fn rounds(&self) -> usize {
        self.options.whole(&ROUND_COUNT).unwrap_or(ROUNDS)
    }
}

impl LuckyPlay {
    /// Starts a round if necessary, offers one symbol, and plays the contestant's answer.
    fn turn(&mut self, case: &Case, round: &mut Round, dialogue: &mut dyn Dialogue) -> Played {
        if round.turns() == 0 {
            dialogue.send(NEW_ROUND)?;
        }
        let number = dialogue.chance(case.values().len(), &play_turn)?;
        let symbol = case.symbol(number).expect("a choice below the number of symbols");
        self.symbols.push(symbol);
        let answer = dialogue.receive()?;
        let action = answer.text().and_then(parse_action);
        let action = action.ok_or_else(|| answer.not("`place ROW COL` or `discard`"))?;
        if let Err(problem) = round.play(symbol, action) {
            if let Action::Place { row, col } = action {
                self.wrong = case.shape().index(row as i64, col as i64);
            }
            return Err(answer.breaks(format!("{}: {problem}", answer.quoted())));
        }
        self.actions.push(action);
        Ok(())
    }
}

/// The call that starts a round.
const NEW_ROUND: &str = "newRound\n";

/// Returns the call that offers the symbol with this number.
fn play_turn(number: usize) -> String {
    format!("playTurn {number}")
}
