//! The cases of the game: options, random draws, limits, totals, and entries by hand.

mod scenes;

use common::tonga::{Case, Side, Square, openings};
use game::{
    CaseScore, Details, EntryForm, Game, GameOption, Limits, Measure, Move, Opponent, OptionEffect,
    OptionForm, OptionValues, ParameterRange, Referee, ScoreRanges, Stream, Totals,
};
use rand::RngExt;
use scene::{Place, Scene, SceneLayout};

use crate::{Tonga, TongaPlay};

const SIDE: GameOption = GameOption::new(
    "N",
    "SIDE",
    OptionForm::WholeRange(Side::MIN as u64, Side::MAX as u64, 2),
    OptionEffect::Case,
    "Side of the board, even, 6 to 16, or a range: 6,10",
);
const STARTER: GameOption = GameOption::new(
    "starter",
    "STARTER",
    OptionForm::Word(&[
        ("contestant", "The contestant places the first stone"),
        ("server", "The server does, in the middle"),
    ]),
    OptionEffect::Case,
    "Player of the first stone",
);

impl Game for Tonga {
    const TITLE: &'static str = "PseudoTonga";
    const PROTOCOL: &'static str = "\
A contestant reads `N ROW COL`, then the server's stones, `ROW COL` a line,
and answers each with a line `ROW COL`, its own stone, until its input ends.";
    const RULES: &'static str = include_str!("../../../crates/tonga/README.md");
    /// Scores below 0 are usual.
    const MEASURE: Measure = Measure::BoundRatio;

    const PARAMETERS: &'static [(&'static str, &'static str)] = &[
        ("N", "side of the board"),
        ("starter", "player of the first stone"),
        ("opponent", "a weaker opponent, for practice"),
    ];
    const OPTIONS: &'static [GameOption] = &[SIDE, STARTER, Opponent::OPTION];
    const ENTRIES: EntryForm<Case> = EntryForm::lines("row and column of an empty square");
    const SOLVER_WORK: u64 = 6_000;

    fn new(options: OptionValues) -> Tonga {
        Tonga { options }
    }

    fn options(&self) -> &OptionValues {
        &self.options
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(20_000, 64);
        limits.output_bytes = 1 << 14;
        limits
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        let halves = self.options.range::<usize>(&SIDE).map(|sides| sides.map(|side| side / 2));
        let half = ParameterRange::draw(halves, Side::MIN / 2..=Side::MAX / 2, &mut rng);
        let side = Side::new(2 * half).expect("every even side is one");
        // Everything is always drawn, so a fixed parameter does not change the others.
        let drawn = ["contestant", "server"][rng.random_range(0..2)];
        let starter = self.options.get(&STARTER).unwrap_or(drawn);
        let middle: Vec<Square> = openings(side).iter().collect();
        let opening = middle[rng.random_range(0..middle.len())];
        let opening = (starter == "server").then_some(opening);
        Case::new(side, opening).expect("the opening is a middle square")
    }

    /// A forfeit can leave the whole board to the server; a complete game leaves it half.
    fn ranges(&self, case: &Case) -> ScoreRanges {
        let area = case.side().area() as f64;
        ScoreRanges {
            // A contestant that fails at once loses twice the bound: the whole board.
            bound_ratio: -2.0..=1.0,
            ..ScoreRanges::new(-area..=area / 2.0)
        }
    }

    fn parameters(&self, case: &Case) -> Details {
        let starter = match case.opening() {
            None => "contestant",
            Some(_) => "server",
        };
        let details = Details::new([("N", case.side().rows().into()), ("starter", starter.into())]);
        details.with("opponent", Opponent::of(&self.options).parameter())
    }

    fn add_total(scored: &CaseScore, _parameters: &Details, totals: &mut Totals) {
        totals.add_score(scored);
        let outcome = match scored.score {
            score if score > 0.0 => "won",
            score if score < 0.0 => "lost",
            _ => "tied",
        };
        totals.add(outcome, 1.0);
    }

    /// Returns the sum of the scores, and the numbers of games won, tied and lost.
    fn total(totals: &Totals) -> String {
        let [won, tied, lost] = ["won", "tied", "lost"].map(|name| totals.get(name).0);
        let (_, sum) = totals.get("score");
        format!("{sum:.3}, the sum of signed roots; {won} won, {tied} tied, {lost} lost")
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        scenes::layout(case.side())
    }

    fn scenes(&self, case: &Case, play: &TongaPlay, show: &mut dyn FnMut(Scene)) {
        scenes::show(case, &play.stones, Opponent::of(&self.options), show);
    }

    fn fault_place(&self, play: &TongaPlay) -> Option<Place> {
        play.wrong.map(|square| Place::cell(square.index()))
    }

    fn moves(&self, case: &Case, _entries: &[String], play: &TongaPlay) -> Vec<Move> {
        let empty = play.board.as_ref().unwrap_or(&case.board()).empty();
        let square = |square: Square| {
            let (row, col) = case.side().row_and_col(square);
            let taken = "This square is taken: choose an empty one.";
            Move::at(Place::cell(square.index()), format!("{row} {col}"))
                .refused_if(!empty.has(square), taken)
        };
        case.side().squares().map(square).collect()
    }
}
