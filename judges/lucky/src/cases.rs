//! The cases of the game: options, random draws, limits, totals, and entries by hand.

use common::lucky::{Action, Case, ROUNDS, TURNS, bound};
use game::{
    Details, Draws, EntryForm, Fault, Game, GameOption, Limits, LinkedForm, Move, OptionForm,
    OptionUse, OptionValues, ParameterRange, Referee, ScoreRanges, Stream,
};
use scene::Place;

use crate::scenes::OFFER;
use crate::{Lucky, LuckyPlay, LuckyTotal, NEW_ROUND, Subtask, play_turn};

const SUBTASK: GameOption = GameOption::new(
    "subtask",
    "NUMBER",
    OptionForm::WholeRange(1, 7, 1),
    OptionUse::Variant,
    "Play this subtask, 1 to 7, or each of a range, 1-3, instead of all seven",
);
const PAIRS: GameOption = GameOption::new(
    "pairs",
    "TIMES",
    OptionForm::Word(&[
        ("once", "Once, as the rules say"),
        (
            "twice",
            "Once for each of the two squares, as the official thresholds need it",
        ),
    ]),
    OptionUse::Score,
    "Times that a pair of adjacent squares pays in the score",
)
.by_default("once");
const BOUND_STEPS: GameOption = GameOption::new(
    "bound",
    "STEPS",
    OptionForm::Whole(1, 1_000_000),
    OptionUse::Bound,
    "Take these steps a round towards a bound by perfect foresight, 2000 for the table's, where \
     the case has values and bonuses; without it, the first seeds have one from a table",
)
.excluding(&["rounds"]);
const ROUND_COUNT: GameOption = GameOption::new(
    "rounds",
    "K",
    OptionForm::Whole(1, ROUNDS as u64),
    OptionUse::Score,
    "Rounds of a case; only the official number has a percentage",
)
.by_default("100");

impl Lucky {
    /// Returns the subtask if exactly one is selected.
    fn subtask(&self) -> Option<&'static Subtask> {
        let number = self.subtasks.and_then(ParameterRange::single);
        number.and_then(Subtask::numbered)
    }
}

impl Game for Lucky {
    const TITLE: &'static str = "Lucky Symbols";
    const PROTOCOL: &'static str = "\
A contestant reads sizes, values and bonuses, then `newRound` and `playTurn SYMBOL` lines,
and answers each `playTurn` with a line `place ROW COL` or `discard`.";
    const RULES: &'static str = include_str!("../../../crates/lucky/README.md");
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[
        ("subtask", "number of the subtask that the case is of"),
        ("R", "rows of the grid"),
        ("C", "columns of the grid"),
        ("N", "symbols, all equally likely on every turn"),
        ("E", "pairs of symbols that pay a bonus side by side"),
        ("rounds", "rounds of the case"),
    ];
    const OPTIONS: &'static [GameOption] = &[SUBTASK, PAIRS, BOUND_STEPS, ROUND_COUNT];
    const ENTRIES: EntryForm<Case> =
        EntryForm::lines("`place ROW COL`, an empty square, or `discard`");
    // One round of a subtask that a person can survey.
    const BY_HAND: &'static [(&'static str, &'static str)] = &[("subtask", "2"), ("rounds", "1")];
    const LINKED: Option<LinkedForm> = Some(LinkedForm {
        sources: &[
            ("lucky.h", include_str!("../cpp/lucky.h")),
            ("grader.cpp", include_str!("../cpp/grader.cpp")),
        ],
        grader: "grader.cpp",
        excludes: &["rounds"],
    });
    type Total = LuckyTotal;

    fn new(options: &OptionValues) -> Lucky {
        Lucky {
            subtasks: options.range(&SUBTASK),
            pair_multiplicity: match options.get(&PAIRS) {
                Some("twice") => 2,
                _ => 1,
            },
            bound_steps: options.whole(&BOUND_STEPS),
            rounds: options.whole(&ROUND_COUNT).unwrap_or(ROUNDS),
        }
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(2000, 512);
        // Each of the 100,000 answers may have to wait for a processor.
        limits.wall_ms = 30_000;
        limits
    }

    fn variants(&self) -> Vec<Lucky> {
        let numbers = Subtask::all().map(|subtask| subtask.number);
        let is_asked = |number: &u8| self.subtasks.is_none_or(|asked| asked.contains(*number));
        let variant = |number: u8| Lucky {
            subtasks: Some(number.into()),
            ..self.clone()
        };
        numbers.filter(is_asked).map(variant).collect()
    }

    fn variant(&self) -> Option<String> {
        let subtask = self.subtask()?;
        Some(format!("subtask-{}", subtask.number))
    }

    fn generate(&self, seed: u64) -> Case {
        let subtask = self.subtask().or(Subtask::all().next());
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        subtask.expect("there are seven").draw(&mut rng)
    }

    /// A round scores at most the highest value on every square from the first turn, plus the
    /// highest bonus for every two adjacent squares. A lucky run may exceed a bound on the mean.
    fn ranges(&self, case: &Case) -> ScoreRanges {
        let most = bound::most(case, self.pair_multiplicity);
        let ranges = ScoreRanges::new(0.0..=most);
        match bound::is_on_the_mean(case) {
            true => ScoreRanges {
                bound_ratio: 0.0..=f64::INFINITY,
                ..ranges
            },
            false => ranges,
        }
    }

    fn parameters(&self, case: &Case) -> Details {
        let parameters = Details::new([
            ("R", case.shape().rows.into()),
            ("C", case.shape().cols.into()),
            ("N", case.values().len().into()),
            ("E", case.pairs().count().into()),
        ]);
        let subtask = Subtask::of(case).map(|subtask| subtask.number);
        let rounds = Some(self.rounds).filter(|&rounds| rounds != ROUNDS);
        parameters.with("subtask", subtask).with("rounds", rounds)
    }

    /// Returns the calls of all rounds.
    fn messages(&self, case: &Case, draws: &mut Draws) -> Result<String, Fault> {
        let mut calls = String::new();
        for _ in 0..self.rounds {
            calls += NEW_ROUND;
            for _ in 0..TURNS {
                calls += &(play_turn(draws.draw(case.values().len())?) + "\n");
            }
        }
        Ok(calls)
    }

    fn moves(&self, case: &Case, _entries: &[String], play: &LuckyPlay) -> Vec<Move> {
        let shape = case.shape();
        let round = &play.actions[play.rounds * TURNS..];
        let square = |index: usize| {
            let (row, col) = (index / shape.cols, index % shape.cols);
            let action = Action::Place { row, col };
            let taken = "This square is taken: choose an empty one, or discard.";
            Move::at(Place::cell(index), action.to_string())
                .refused_if(round.contains(&action), taken)
        };
        let discard = Move::at(OFFER, "discard".into());
        (0..shape.area()).map(square).chain([discard]).collect()
    }
}
