//! The scene of a round of Lucky Symbols: grid, symbol on offer, points.

use std::collections::BTreeMap;

use common::lucky::{Action, Case, Symbol};
use scene::{
    Arrangement, Figure, Form, LegendEntry, Link, Mark, Piece, PieceKind, Place, Role, Scene,
    SceneLayout, Sign, Tray,
};

/// The place of the symbol on offer.
pub(crate) const OFFER: Place = Place::Tray(0);
/// Maximum number of bonus pairs listed for a symbol.
const LISTED: usize = 8;

/// Returns the grid, a tray for the symbol on offer, and a kind of piece for each symbol.
pub(crate) fn layout(case: &Case) -> SceneLayout {
    let most = case.values().iter().copied().max().unwrap_or(0);
    let kind = |symbol: Symbol| PieceKind {
        label: symbol.to_string(),
        note: note(case, symbol),
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

/// Returns the meanings of the signs in the case; `most` is the largest value.
fn legend(case: &Case, most: u32) -> Vec<LegendEntry> {
    let mut legend = vec![LegendEntry::new(
        Sign::Mark(Mark::Last),
        "the symbol placed last",
    )];
    if most > 0 {
        let meaning = format!("a symbol's points a turn, 0 to {most}");
        legend.push(LegendEntry::new(Sign::Scale, meaning));
    }
    if case.pairs().next().is_some() {
        legend.extend([
            LegendEntry::new(Sign::Link(Role::Own), "a pair that paid a bonus"),
            LegendEntry::new(Sign::Label("+20"), "bonus of the symbol on offer here"),
        ]);
    }
    legend
}

fn note(case: &Case, symbol: Symbol) -> String {
    let value = case.value(symbol);
    let partners = case.partners(symbol);
    let shown = partners.iter().take(LISTED);
    let shown = shown.map(|partner| format!("{} with {}", partner.points, partner.symbol));
    let shown: Vec<String> = shown.collect();
    let more = if partners.len() > LISTED { ", …" } else { "" };
    match shown.len() {
        0 => format!("{value} a turn"),
        _ => format!("{value} a turn; bonus {}{more}", shown.join(", ")),
    }
}

/// A round, followed turn by turn.
pub(crate) struct View<'a> {
    case: &'a Case,
    /// Number of times that an adjacent pair scores.
    times: u64,
    round: u32,
    turn: u32,
    /// The answer since the last scene.
    played: Option<(Symbol, Action)>,
    squares: Vec<Option<Symbol>>,
    pieces: Vec<Piece>,
    links: Vec<Link>,
    income: u64,
    value: u64,
    bonus: u64,
    discards: u32,
}

impl<'a> View<'a> {
    /// Returns an empty round, counted from 0; an adjacent pair scores `times` times.
    pub fn new(case: &'a Case, round: u32, times: u32) -> View<'a> {
        View {
            case,
            times: times.into(),
            round,
            turn: 0,
            played: None,
            squares: Vec::new(),
            pieces: Vec::new(),
            links: Vec::new(),
            income: 0,
            value: 0,
            bonus: 0,
            discards: 0,
        }
    }

    /// Records the answer to the offer of `symbol`.
    pub fn play(&mut self, symbol: Symbol, action: Action) {
        self.played = Some((symbol, action));
    }

    /// Returns the scene after the recorded answer, with the next symbol on offer, if any.
    pub fn scene(&mut self, offer: Option<Symbol>) -> Scene {
        let mut scene = match self.played.take() {
            None => self.position(format!("round {}", self.round + 1)),
            Some((symbol, action)) => self.turn(symbol, action),
        };
        if let Some(symbol) = offer {
            scene.pieces.push(self.offered(symbol));
            scene.labels = self.bonuses(symbol);
        }
        scene
    }

    /// Returns the bonus that a symbol would score on each empty square, where it is positive.
    fn bonuses(&self, symbol: Symbol) -> Vec<(Place, String)> {
        let mut bonuses: BTreeMap<usize, u64> = BTreeMap::new();
        for (square, held) in self.squares.iter().enumerate() {
            let bonus = held.map_or(0, |held| u64::from(self.case.bonus(symbol, held)));
            if bonus == 0 {
                continue;
            }
            for neighbour in self.neighbours(square) {
                if self.squares[neighbour].is_none() {
                    *bonuses.entry(neighbour).or_default() += self.times * bonus;
                }
            }
        }
        let label = |(square, bonus)| (Place::cell(square), format!("+{bonus}"));
        bonuses.into_iter().map(label).collect()
    }

    /// Returns the neighbours of a square.
    fn neighbours(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let shape = self.case.shape();
        let neighbours = common::grid::Direction::ALL.iter();
        neighbours.filter_map(move |&direction| shape.step(square, direction))
    }

    fn turn(&mut self, symbol: Symbol, action: Action) -> Scene {
        let mut piece = self.offered(symbol);
        self.turn += 1;
        let Action::Place { row, col } = action else {
            self.discards += 1;
            self.value += self.income;
            return self.position("discarded".into());
        };
        let square = row * self.case.shape().cols + col;
        piece.place = Place::cell(square);
        self.pieces.push(piece);
        let bonus = self.times * self.join(square, symbol);
        self.income += u64::from(self.case.value(symbol));
        self.value += self.income;
        let mut scene = self.position(format!("{symbol} placed"));
        scene.marks = vec![(piece.place, Mark::Last)];
        scene
            .events
            .extend((bonus > 0).then(|| format!("bonus {bonus}")));
        scene
    }

    /// Returns the piece of the symbol on offer. It has the id of the next placed piece, so after a
    /// discard it only changes its kind.
    fn offered(&self, symbol: Symbol) -> Piece {
        Piece {
            id: self.pieces.len() as u32,
            place: OFFER,
            kind: symbol.index() as u32,
        }
    }

    /// Puts a symbol on a square; returns the bonus of its new pairs, counted once.
    fn join(&mut self, square: usize, symbol: Symbol) -> u64 {
        self.squares.resize(self.case.shape().area(), None);
        self.squares[square] = Some(symbol);
        let mut sum = 0;
        for other in self.neighbours(square) {
            let Some(held) = self.squares[other] else {
                continue;
            };
            let bonus = u64::from(self.case.bonus(symbol, held));
            if bonus > 0 {
                sum += bonus;
                self.links.push(Link {
                    from: Place::cell(other),
                    to: Place::cell(square),
                    role: Role::Own,
                });
            }
        }
        self.bonus += sum;
        sum
    }

    fn position(&self, caption: String) -> Scene {
        let bonus = self.times * self.bonus;
        Scene {
            round: self.round,
            turn: self.turn,
            caption,
            pieces: self.pieces.clone(),
            links: self.links.clone(),
            figures: vec![
                Figure::new("Points", self.value + bonus)
                    .of(Role::Own)
                    .plotted(),
                Figure::new("Income a turn", self.income),
                Figure::new("Bonus", bonus).plotted(),
                Figure::new("Bonus pairs", self.links.len()),
                Figure::new("Placed", self.pieces.len()),
                Figure::new("Discarded", self.discards),
            ],
            ..Scene::default()
        }
    }
}
