//! The cases of the game: options, random draws, limits, totals, and entries by hand.

mod losses;
mod scenes;

use common::lucky::{Action, Case, ROUNDS, TURNS};
use game::{
    CaseScore, Details, EntryForm, Fault, Game, GameOption, Limits, LinkedForm, Losses, Move,
    OptionEffect, OptionForm, OptionValues, PlayRng, Referee, ScoreRanges, Stream, Totals,
};
use scene::{Place, Scene, SceneLayout};

use crate::{
    BOUND_STEPS, Lucky, LuckyPlay, NEW_ROUND, PAIRS, ROUND_COUNT, Subtask, bound, play_turn,
};
use scenes::OFFER;

const SUBTASK: GameOption = GameOption::new(
    "subtask",
    "NUMBER",
    OptionForm::WholeRange(1, 7, 1),
    OptionEffect::Variant,
    "Play this subtask, 1 to 7, or each of a range, 1-3, instead of all seven",
);
impl Lucky {
    /// Returns the subtask if exactly one is selected.
    fn subtask(&self) -> Option<&'static Subtask> {
        self.options.range(&SUBTASK)?.single().and_then(Subtask::numbered)
    }
}

/// Name of the cases of no subtask in a run's totals.
const OTHER: &str = "other";

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
    // One round of a subtask that is small enough for a person.
    const BY_HAND: &'static [(&'static str, &'static str)] = &[("subtask", "2"), ("rounds", "1")];
    const LINKED: Option<LinkedForm> = Some(LinkedForm {
        sources: &[
            ("lucky.h", include_str!("../cpp/lucky.h")),
            ("grader.cpp", include_str!("../cpp/grader.cpp")),
        ],
        grader: "grader.cpp",
        excludes: &["rounds"],
    });
    const SOLVER_WORK: u64 = 1_000_000;
    const HAS_LOSSES: bool = true;

    fn new(options: OptionValues) -> Lucky {
        Lucky { options }
    }

    fn options(&self) -> &OptionValues {
        &self.options
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(2000, 512);
        // Each of the 100,000 answers may wait for a processor.
        limits.wall_ms = 30_000;
        limits
    }

    fn generate(&self, seed: u64) -> Case {
        let subtask = self.subtask().or(Subtask::all().next());
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        subtask.expect("there are seven").draw(&mut rng)
    }

    /// A round scores at most this: the highest value on every square from the first turn, plus the
    /// highest bonus for every two adjacent squares. A lucky run may exceed a bound on the mean.
    fn ranges(&self, case: &Case) -> ScoreRanges {
        let most = bound::most(case, self.pair_multiplicity());
        let ranges = ScoreRanges::new(0.0..=most);
        match bound::is_on_the_mean(case) {
            true => ScoreRanges { bound_ratio: 0.0..=f64::INFINITY, ..ranges },
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
        let rounds = Some(self.rounds()).filter(|&rounds| rounds != ROUNDS);
        parameters.with("subtask", subtask).with("rounds", rounds)
    }

    /// Adds for the subtask of a case its normalised score, which a case of fewer rounds lacks, and its
    /// averages.
    fn add_total(scored: &CaseScore, parameters: &Details, totals: &mut Totals) {
        let subtask =
            parameters.number("subtask").map_or(OTHER.into(), |number| number.to_string());
        if let Some(share) = scored.normalised {
            totals.add(&*subtask, share);
        }
        for name in ["once", "twice"] {
            let average = scored.details.number(name);
            totals.add(format!("{name} {subtask}"), average.unwrap_or(0.0));
        }
    }

    /// Returns the points of the subtasks; of a single one also averages under both readings of the
    /// bonus rule, which have another scale in every subtask.
    fn total(totals: &Totals) -> String {
        let (mut points, mut most) = (0.0, 0);
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        for subtask in Subtask::all() {
            let number = subtask.number.to_string();
            if totals.get(&number).0 == 0 {
                missing.push(number);
                continue;
            }
            let share = totals.mean(&number);
            points += share * f64::from(subtask.points);
            most += subtask.points;
            parts.push(format!("{number}: {:.0} % of {}", 100.0 * share, subtask.points));
        }
        let all = Subtask::all().map(|subtask| subtask.number.to_string()).chain([OTHER.into()]);
        let is_played = |subtask: &String| totals.get(&format!("once {subtask}")).0 > 0;
        let played: Vec<String> = all.filter(is_played).collect();
        let missing = match missing.len() {
            0 => String::new(),
            _ => format!(" (no case of subtask {})", missing.join(", ")),
        };
        let points = match parts.len() {
            0 if played == [OTHER] => "no official points: no case is of a subtask".into(),
            0 => format!("no official points, which count {ROUNDS} rounds of a case"),
            _ => format!("{points:.2} of {most} points, by subtask {}{missing}", parts.join(", ")),
        };
        let [subtask] = &played[..] else {
            return points;
        };
        let [once, twice] = ["once", "twice"].map(|name| totals.mean(&format!("{name} {subtask}")));
        format!("{points}; average {once:.2} with pairs once, {twice:.2} with pairs twice")
    }

    /// Returns the calls of all rounds.
    fn messages(&self, case: &Case, rng: &mut PlayRng) -> Result<String, Fault> {
        let mut calls = String::new();
        for _ in 0..self.rounds() {
            calls += NEW_ROUND;
            for _ in 0..TURNS {
                calls += &(play_turn(rng.draw(case.values().len())?) + "\n");
            }
        }
        Ok(calls)
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        scenes::layout(case)
    }

    fn scenes(&self, case: &Case, play: &LuckyPlay, show: &mut dyn FnMut(Scene)) {
        scenes::show(case, play, self.pair_multiplicity(), show);
    }

    fn fault_place(&self, play: &LuckyPlay) -> Option<Place> {
        play.wrong.map(Place::cell)
    }

    fn losses(&self, case: &Case, play: &LuckyPlay) -> Option<Losses> {
        let losses = || losses::losses(case, play, self.pair_multiplicity(), self.bound_steps());
        (play.rounds == self.rounds()).then(losses)
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
        let discard = Move::at(OFFER, "discard".into()).repeated(TURNS - round.len());
        (0..shape.area()).map(square).chain([discard]).collect()
    }
}
