//! Scenes of a round of Lucky Symbols: grid, symbol on offer and points.

use common::lucky::round::Round;
use common::lucky::stopping::StoppingValue;
use common::lucky::{Action, Case, Symbol, TURNS};
use scene::{
    Analysis, Arrangement, Form, LegendEntry, Link, Mark, Metric, Piece, PieceKind, Place, Role,
    Scene, SceneLayout, Sign, Tray,
};

use crate::LuckyPlay;

/// The place of the symbol on offer.
pub const OFFER: Place = Place::Tray(0);
/// Maximum number of bonus pairs listed for a symbol.
const LISTED: usize = 8;

/// Returns the grid, a tray for the symbol on offer, and a kind of piece for each symbol.
pub fn layout(case: &Case) -> SceneLayout {
    let most = case.values().iter().copied().max().unwrap_or(0);
    let has_pairs = case.pairs().next().is_some();
    let kind = |symbol: Symbol| PieceKind {
        // In a case without pairs, symbols differ only in their values.
        label: if has_pairs { symbol.to_string() } else { case.value(symbol).to_string() },
        note: note(case, symbol),
        value: Some(case.value(symbol)),
        role: Role::scaled(case.value(symbol), most),
        ..PieceKind::new(format!("symbol {symbol}"), Form::Block)
    };
    SceneLayout {
        shape: Arrangement::grid(case.shape().rows, case.shape().cols),
        trays: vec![Tray::new("on offer", Role::Neutral)],
        kinds: case.symbols().map(kind).collect(),
        legend: legend(case, most),
        compared: true,
        ..SceneLayout::default()
    }
}

/// Returns the meanings of the signs in the case. `most` is the largest value.
fn legend(case: &Case, most: u32) -> Vec<LegendEntry> {
    let mut legend = vec![Sign::Mark(Mark::Last).means("the symbol placed last")];
    if most > 0 {
        legend.push(Sign::Scale.means(format!("a symbol's points a turn, 0 to {most}")));
    }
    if case.pairs().next().is_some() {
        legend.extend([
            Sign::Link(Role::Own).means("a pair that paid a bonus"),
            Sign::Label("+20").means("bonus of the symbol on offer here"),
        ]);
    }
    legend
}

fn note(case: &Case, symbol: Symbol) -> String {
    let value = case.value(symbol);
    let partners = case.partners(symbol);
    let shown = partners.iter().take(LISTED);
    let shown: Vec<String> =
        shown.map(|partner| format!("{} with {}", partner.points, partner.symbol)).collect();
    let more = if partners.len() > LISTED { ", …" } else { "" };
    match shown.len() {
        0 => format!("{value} a turn"),
        _ => format!("{value} a turn; bonus {}{more}", shown.join(", ")),
    }
}

/// Calls `show` with the scenes of the rounds so far: every offer, and the end of each round. An
/// adjacent pair scores `pair_multiplicity` times.
pub fn show(case: &Case, play: &LuckyPlay, pair_multiplicity: u32, show: &mut dyn FnMut(Scene)) {
    let has_pairs = case.pairs().next().is_some();
    let worth = (!has_pairs).then(|| StoppingValue::new(case.values(), case.shape().area()));
    let mut actions = play.actions.iter();
    for (number, symbols) in (0..).zip(play.symbols.chunks(TURNS)) {
        let mut round = Round::new(case);
        let mut view = View {
            case,
            pair_multiplicity: pair_multiplicity.into(),
            number,
            played: None,
            pieces: Vec::new(),
            links: Vec::new(),
            worth: worth.as_ref(),
        };
        for &symbol in symbols {
            show(view.scene(&round, Some(symbol)));
            let Some(&action) = actions.next() else {
                return;
            };
            // Every action was legal.
            let _ = round.play(symbol, action);
            view.played = Some((symbol, action));
        }
        if round.turns() == TURNS {
            show(view.scene(&round, None));
        }
    }
}

/// The scenes of a round, turn by turn.
struct View<'a> {
    case: &'a Case,
    /// Number of times that an adjacent pair scores.
    pair_multiplicity: u64,
    /// Index of the round, from 0.
    number: u32,
    /// The offered symbol and the answer since the last scene.
    played: Option<(Symbol, Action)>,
    pieces: Vec<Piece>,
    links: Vec<Link>,
    /// In a case without pairs, the values of squares.
    worth: Option<&'a StoppingValue>,
}

impl View<'_> {
    /// Returns the scene after the recorded answer. It shows the next symbol, if there is one.
    fn scene(&mut self, round: &Round, offer: Option<Symbol>) -> Scene {
        let mut scene = match self.played.take() {
            None => self.position(round, format!("round {}", self.number + 1)),
            Some((_, Action::Discard)) => self.position(round, "discarded".into()),
            Some((symbol, Action::Place { row, col })) => {
                self.placed(round, symbol, row * self.case.shape().cols + col)
            }
        };
        if let Some(symbol) = offer {
            scene.pieces.push(self.offered(symbol));
            scene.labels = self.bonuses(round, symbol);
            scene.analysis = self.least(round);
        }
        scene
    }

    /// Returns the smallest value that is worth a square, in a case without pairs.
    fn least(&self, round: &Round) -> Analysis {
        let left = TURNS - round.turns();
        let squares = self.case.shape().area() - self.pieces.len();
        let worth = self.worth.filter(|_| squares > 0);
        let least = worth.map(|worth| (worth.price(squares, left - 1) / left as f64).ceil());
        let note = least.map(|least| (OFFER, format!("discard until a value of at least {least}")));
        Analysis { notes: note.into_iter().collect(), ..Analysis::default() }
    }

    /// Returns the neighbours of a square that form bonus pairs with `symbol`, and the bonuses.
    fn paying(&self, round: &Round, symbol: Symbol, square: usize) -> Vec<(usize, u64)> {
        let paying = self.case.shape().neighbours(square).filter_map(|other| {
            let bonus = self.case.bonus(symbol, round.squares()[other]?);
            (bonus > 0).then(|| (other, self.pair_multiplicity * u64::from(bonus)))
        });
        paying.collect()
    }

    /// Returns the bonus that a symbol would score on each empty square, unless it is 0.
    fn bonuses(&self, round: &Round, symbol: Symbol) -> Vec<(Place, String)> {
        let empty = round.squares().iter().enumerate().filter(|(_, held)| held.is_none());
        let label = |(square, _)| {
            let bonuses = self.paying(round, symbol, square).into_iter();
            let sum: u64 = bonuses.map(|(_, bonus)| bonus).sum();
            (sum > 0).then(|| (Place::cell(square), format!("+{sum}")))
        };
        empty.filter_map(label).collect()
    }

    /// Returns the scene after a symbol was placed on a square.
    fn placed(&mut self, round: &Round, symbol: Symbol, square: usize) -> Scene {
        let place = Place::cell(square);
        let piece = self.offered(symbol);
        self.pieces.push(Piece { place, ..piece });
        let mut sum = 0;
        for (other, bonus) in self.paying(round, symbol, square) {
            sum += bonus;
            self.links.push(Link { from: Place::cell(other), to: place, role: Role::Own });
        }
        let mut scene = self.position(round, format!("{symbol} placed"));
        scene.marks = vec![(place, Mark::Last)];
        if sum > 0 {
            scene.events = vec![format!("bonus {sum}")];
        }
        scene
    }

    /// Returns the piece of the symbol on offer. It has the id of the piece that will be placed
    /// next, so after a discard only its kind changes.
    fn offered(&self, symbol: Symbol) -> Piece {
        Piece::new(self.pieces.len(), OFFER, symbol.index() as u32)
    }

    fn position(&self, round: &Round, caption: String) -> Scene {
        let score = round.score();
        let bonus = self.pair_multiplicity * (score.equal + score.different);
        let placed = self.pieces.len();
        Scene {
            round: self.number,
            turn: round.turns() as u32,
            caption,
            pieces: self.pieces.clone(),
            links: self.links.clone(),
            figures: vec![
                Metric::new("Points", score.value + bonus).of(Role::Own).plotted(),
                Metric::new("Income a turn", round.income()),
                Metric::new("Bonus", bonus).plotted(),
                Metric::new("Bonus pairs", self.links.len()),
                Metric::new("Empty squares", self.case.shape().area() - placed),
                Metric::new("Turns left", TURNS - round.turns()),
            ],
            ..Scene::default()
        }
    }
}
