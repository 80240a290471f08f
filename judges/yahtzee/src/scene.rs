//! Scenes of a game of Yahtzee: thirteen rolls against the card.

use common::yahtzee::{Card, Category, DICE, FACES, ROUNDS, Roll, UPPER};
use judge_kit::scene::{
    Arrangement, Figure, Form, Mark, Piece, PieceKind, Place, Role, Scene, SceneLayout,
};

use crate::games::Dice;

/// Columns: the dice of a roll, then the categories.
const COLS: usize = DICE + ROUNDS;
/// Most points in a category.
const MOST: u8 = 50;

/// A row for each roll, a column for each category; dice, and scores that are chosen.
pub(crate) fn layout() -> SceneLayout {
    let short = [
        "1s", "2s", "3s", "4s", "5s", "6s", "Ch", "3k", "4k", "5k", "SS", "LS", "FH",
    ];
    let die = |face: usize| PieceKind {
        name: String::new(),
        label: face.to_string(),
        note: String::new(),
        role: Role::Neutral,
        form: Form::Die,
    };
    let score = |points: u8| PieceKind {
        name: String::new(),
        label: points.to_string(),
        note: "entered".into(),
        role: Role::Own,
        form: Form::Block,
    };
    SceneLayout {
        shape: Arrangement::Grid {
            rows: ROUNDS as u32,
            cols: COLS as u32,
            row_names: (1..=ROUNDS).map(|roll| roll.to_string()).collect(),
            col_names: [""; DICE]
                .iter()
                .chain(&short)
                .map(ToString::to_string)
                .collect(),
        },
        kinds: (1..=FACES).map(die).chain((0..=MOST).map(score)).collect(),
        ..SceneLayout::default()
    }
}

/// A game whose card is filled in, category by category.
pub(crate) struct View {
    round: u32,
    dice: [Dice; ROUNDS],
    rolls: [Roll; ROUNDS],
    optimum: u16,
}

impl View {
    /// A game, counted from 0, with its rolls and the best total.
    pub fn new(round: u32, dice: [Dice; ROUNDS], rolls: [Roll; ROUNDS], optimum: u16) -> View {
        View {
            round,
            dice,
            rolls,
            optimum,
        }
    }

    /// The scene before any entry.
    pub fn start(&self) -> Scene {
        let caption = format!("game {}: thirteen rolls", self.round + 1);
        self.scene(caption, &Card::default(), &[])
    }

    /// The scenes of the entries of `card`, one category at a time.
    pub fn entries(&self, card: &Card) -> Vec<Scene> {
        let chosen = card.assignment(&self.rolls).unwrap_or_default();
        let mut shown = Card::default();
        let entries = (0..chosen.len()).map(|entry| {
            let (category, roll) = (Category::ALL[entry], chosen[entry]);
            let points = card.scores[entry];
            let bonus = shown.bonus();
            shown.scores[entry] = points;
            let faces = self.dice[roll].map(|face| face.to_string()).join(" ");
            let caption = format!("{category}: roll {} ({faces}) scores {points}", roll + 1);
            let mut scene = self.scene(caption, &shown, &chosen[..=entry]);
            scene.turn = entry as u32 + 1;
            scene.marks = vec![(cell(roll, entry), Mark::Last)];
            if points == 0 {
                scene.events.push(format!("nothing in {category}"));
            }
            if shown.bonus() > bonus {
                scene.events.push(format!("bonus of {}", shown.bonus()));
            }
            scene
        });
        entries.collect()
    }

    /// The scene with the categories entered whose rolls are `chosen`.
    fn scene(&self, caption: String, card: &Card, chosen: &[usize]) -> Scene {
        let mut scene = Scene {
            round: self.round,
            caption,
            ..Scene::default()
        };
        for (roll, dice) in self.dice.iter().enumerate() {
            for (column, &face) in dice.iter().enumerate() {
                scene.pieces.push(Piece {
                    id: (roll * DICE + column) as u32,
                    place: Place::cell(roll * COLS + column),
                    kind: u32::from(face) - 1,
                });
            }
        }
        for (category, &roll) in chosen.iter().enumerate() {
            scene.pieces.push(Piece {
                id: (ROUNDS * DICE + category) as u32,
                place: cell(roll, category),
                kind: FACES as u32 + u32::from(card.scores[category]),
            });
        }
        for (roll, points) in self.rolls.iter().enumerate() {
            for (category, &kind) in Category::ALL.iter().enumerate() {
                let open = category >= chosen.len() && !chosen.contains(&roll);
                let points = points.score(kind);
                if open && points > 0 {
                    scene
                        .labels
                        .push((cell(roll, category), points.to_string()));
                }
            }
        }
        let upper: u32 = card.scores[..UPPER]
            .iter()
            .map(|&score| u32::from(score))
            .sum();
        scene.figures = vec![
            Figure::new("Total", u32::from(card.total()))
                .of(Role::Own)
                .plotted(),
            Figure::new("Optimum", u32::from(self.optimum)).plotted(),
            Figure::new("Upper sum, 63 for the bonus", upper),
            Figure::new("Bonus", u32::from(card.bonus())),
            Figure::new("Entries left", ROUNDS - chosen.len()),
        ];
        scene
    }
}

fn cell(roll: usize, category: usize) -> Place {
    Place::cell(roll * COLS + DICE + category)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::RollDistribution as Rolled;
    use crate::optimum::optimum;
    use common::yahtzee::Roll;
    use judge_kit::Stream;

    #[test]
    fn entries_add_up_to_the_card() {
        let mut rng = judge_kit::rng("scene", 1, Stream::Case);
        let dice = Rolled::Random.draw(&mut rng);
        let rolls = dice.map(|dice| Roll::new(dice).unwrap());
        let mut card = Card::default();
        for (score, (roll, category)) in card.scores.iter_mut().zip(rolls.iter().zip(Category::ALL))
        {
            *score = roll.score(category);
        }
        let view = View::new(0, dice, rolls, optimum(&rolls));
        let scenes = view.entries(&card);
        let last = &scenes[ROUNDS - 1];
        assert_eq!(
            last.figures[0],
            Figure::new("Total", u32::from(card.total()))
                .of(Role::Own)
                .plotted()
        );
        assert_eq!(last.pieces.len(), ROUNDS * DICE + ROUNDS);
        assert!(last.labels.is_empty());
    }
}
