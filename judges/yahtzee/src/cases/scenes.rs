//! Scenes of a game of Yahtzee: thirteen rolls and the categories of the card.

use common::yahtzee::optimum::optimum;
use common::yahtzee::{Card, Case, Category, DICE, Dice, Entered, FACES, ROUNDS, Roll, assignment};
use scene::{
    Analysis, Arrangement, Form, LegendEntry, Mark, Metric, Piece, PieceKind, Place, Role, Scene,
    SceneLayout, Sign,
};

use crate::YahtzeePlay;

/// Number of columns: the dice of a roll, then the categories.
const COLS: usize = DICE + ROUNDS;
/// Maximum points in a category.
const MOST: u8 = 50;

/// Short names of the categories.
pub const SHORT: [&str; ROUNDS] =
    ["1s", "2s", "3s", "4s", "5s", "6s", "Ch", "3k", "4k", "5k", "SS", "LS", "FH"];

/// Returns a row per roll and a column per category; pieces are dice and chosen scores.
pub fn layout() -> SceneLayout {
    let die = |face: usize| PieceKind { label: face.to_string(), ..PieceKind::new("", Form::Die) };
    let score = |points: u8| PieceKind {
        label: points.to_string(),
        note: "entered".into(),
        role: Role::Own,
        ..PieceKind::new("", Form::Block)
    };
    let names = [""; DICE].into_iter().chain(SHORT);
    SceneLayout {
        shape: Arrangement::Grid {
            rows: ROUNDS as u32,
            cols: COLS as u32,
            row_names: (1..=ROUNDS).map(|roll| roll.to_string()).collect(),
            col_names: names.map(|name| name.to_string()).collect(),
        },
        kinds: (1..=FACES).map(die).chain((0..=MOST).map(score)).collect(),
        legend: legend(),
        ..SceneLayout::default()
    }
}

fn legend() -> Vec<LegendEntry> {
    let categories = [
        ("1s", "1s to 6s: the sum of the dice of that face"),
        ("Ch", "chance: the sum of all dice"),
        ("3k", "three of a kind: the sum of all dice"),
        ("4k", "four of a kind: the sum of all dice"),
        ("5k", "five of a kind: 50"),
        ("SS", "short straight, four in a row: 25"),
        ("LS", "long straight, five in a row: 35"),
        ("FH", "full house: 40"),
    ]
    .map(|(name, meaning)| Sign::Name(name).means(meaning));
    let scores = [
        Sign::Piece(FACES as u32 + 25).means("a score that is entered"),
        Sign::Label("25").means("what the roll would score here"),
        Sign::Mark(Mark::Last).means("entered last"),
    ];
    categories.into_iter().chain(scores).collect()
}

/// Calls `show` with the scenes of an answer: for each game that the answer reached, the rolls,
/// then the card category by category.
pub fn show(case: &Case, play: &YahtzeePlay, show: &mut dyn FnMut(Scene)) {
    let reached = play.cards.len() + 1;
    for (number, dice) in (0..reached).zip(&case.games) {
        let view = View::new(number as u32, dice);
        show(view.start());
        let Some(card) = play.cards.get(number) else {
            return play.words.as_ref().map(|words| view.partial(words)).into_iter().for_each(show);
        };
        for category in Category::ALL {
            show(Scene {
                // Marks the first card that is not optimal.
                failed: number == play.right && category == Category::FullHouse,
                ..view.entry(card, category)
            });
        }
    }
}

/// A game whose card is filled in, category by category.
pub struct View {
    round: u32,
    dice: [Dice; ROUNDS],
    rolls: [Roll; ROUNDS],
    optimum: u16,
}

impl View {
    /// Returns a game with this number, counted from 0.
    pub fn new(round: u32, dice: &[Dice; ROUNDS]) -> View {
        let rolls = dice.map(Dice::roll);
        View { round, dice: *dice, rolls, optimum: optimum(&rolls) }
    }

    /// Returns the scene before any entry.
    pub fn start(&self) -> Scene {
        let caption = format!("game {}: thirteen rolls", self.round + 1);
        self.scene(caption, &[None; ROUNDS], &[None; ROUNDS])
    }

    /// Returns the scene after the entry of `card` in a category. Earlier categories are filled.
    fn entry(&self, card: &Card, category: Category) -> Scene {
        let entry = category as usize;
        let mut entered = card.scores.map(Some);
        let mut chosen = assignment(&self.rolls, &entered).unwrap_or_default();
        entered[entry..].fill(None);
        let bonus = partial_card(&entered).bonus();
        let points = card.scores[entry];
        entered[entry] = Some(points);
        chosen[entry + 1..].fill(None);
        let mut scene = self.placed(entry as u32 + 1, &entered, &chosen, entry);
        if points == 0 {
            scene.events.push(format!("nothing in {category}"));
        }
        let now = partial_card(&entered).bonus();
        if now > bonus {
            scene.events.push(format!("bonus of {now}"));
        }
        scene
    }

    /// Returns the scene after entry number `turn`, in `category`, with all entries so far.
    pub fn placed(
        &self,
        turn: u32,
        entered: &Entered,
        chosen: &[Option<usize>; ROUNDS],
        category: usize,
    ) -> Scene {
        let points = entered[category].unwrap_or_default();
        let roll = chosen[category].unwrap_or_default();
        let (kind, faces) = (Category::ALL[category], self.dice[roll]);
        let caption = format!("{kind}: roll {} ({faces}) scores {points}", roll + 1);
        let mut scene = self.scene(caption, entered, chosen);
        scene.turn = turn;
        scene.marks = vec![(cell(roll, category), Mark::Last)];
        scene
    }

    /// Returns the scene of a line that is not a card, from the words in place of its scores. It
    /// shows all scores up to the first that no roll has, and marks that column.
    fn partial(&self, words: &[String]) -> Scene {
        let mut entered: Entered = [None; ROUNDS];
        let mut chosen = [None; ROUNDS];
        let mut wrong = None;
        for (category, word) in words.iter().enumerate() {
            if word == OPEN {
                continue;
            }
            entered[category] = word.parse().ok();
            let rolls = entered[category].and_then(|_| assignment(&self.rolls, &entered));
            let Some(rolls) = rolls else {
                entered[category] = None;
                wrong = Some(category);
                break;
            };
            chosen = rolls;
        }
        let count = entered.iter().flatten().count();
        let caption = format!("{count} of {ROUNDS} scores");
        let mut scene = self.scene(caption, &entered, &chosen);
        scene.turn = count as u32;
        if let Some(category) = wrong {
            let column = (0..ROUNDS).map(|roll| (cell(roll, category), Mark::Wrong));
            scene.marks.extend(column);
        }
        scene
    }

    /// Returns the scene with the entered scores and their rolls.
    fn scene(&self, caption: String, entered: &Entered, chosen: &[Option<usize>]) -> Scene {
        let card = partial_card(entered);
        let mut scene = Scene { round: self.round, caption, ..Scene::default() };
        for (roll, dice) in self.dice.iter().enumerate() {
            for (column, &face) in dice.faces().iter().enumerate() {
                let (id, place) = (roll * DICE + column, Place::cell(roll * COLS + column));
                let piece = Piece::new(id, place, u32::from(face) - 1);
                scene.pieces.push(piece);
            }
        }
        let entries = chosen.iter().enumerate();
        for (category, roll) in entries.filter_map(|(at, roll)| Some((at, (*roll)?))) {
            let (id, place) = (ROUNDS * DICE + category, cell(roll, category));
            let kind = FACES as u32 + u32::from(card.scores[category]);
            scene.pieces.push(Piece::new(id, place, kind));
        }
        for (roll, points) in self.rolls.iter().enumerate() {
            for (category, &kind) in Category::ALL.iter().enumerate() {
                let open = entered[category].is_none() && !chosen.contains(&Some(roll));
                let points = points.score(kind);
                if open && points > 0 {
                    let label = (cell(roll, category), points.to_string());
                    scene.labels.push(label);
                }
            }
        }
        scene.figures = vec![
            Metric::new("Total", u32::from(card.total())).of(Role::Own).plotted(),
            Metric::new("Upper sum, 63 for the bonus", u32::from(card.upper())),
            Metric::new("Bonus", u32::from(card.bonus())),
            Metric::new("Entries left", entered.iter().filter(|score| score.is_none()).count()),
        ];
        scene.analysis = Analysis {
            figures: vec![Metric::new("Optimum", u32::from(self.optimum)).plotted()],
            ..Analysis::default()
        };
        scene
    }
}

/// Placeholder for the score of an open category.
pub const OPEN: &str = "-";

/// Returns the card with 0 in open categories.
pub fn partial_card(entered: &Entered) -> Card {
    Card { scores: entered.map(Option::unwrap_or_default) }
}

/// Returns the place of a roll in a category.
pub fn cell(roll: usize, category: usize) -> Place {
    Place::cell(roll * COLS + DICE + category)
}

/// Returns the places of a roll's dice.
pub fn dice_of(roll: usize) -> impl Iterator<Item = Place> {
    (0..DICE).map(move |die| Place::cell(roll * COLS + die))
}
