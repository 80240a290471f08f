//! The games of a case, drawn by the seed.

use common::yahtzee::{DICE, Dice, FACES, ROUNDS};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::RollDistribution;

type Faces = [u8; DICE];

impl RollDistribution {
    /// Draws a game of this kind.
    pub fn draw(self, rng: &mut ChaCha8Rng) -> [Dice; ROUNDS] {
        let mut game = match self {
            RollDistribution::Random => [(); ROUNDS].map(|()| any_faces(rng)),
            RollDistribution::Threshold => threshold(rng),
            RollDistribution::Equal => [(); ROUNDS].map(|()| {
                let face = any_face(rng);
                let equal = rng.random_range(DICE - 1..=DICE);
                with_equal(face, equal, rng)
            }),
            RollDistribution::Straights => [(); ROUNDS].map(|()| straight(rng)),
        };
        game.shuffle(rng);
        game.map(|mut faces| {
            faces.shuffle(rng);
            Dice::new(faces).expect("every die shows a face")
        })
    }
}

fn any_face(rng: &mut ChaCha8Rng) -> u8 {
    rng.random_range(1..=FACES as u8)
}

fn any_faces(rng: &mut ChaCha8Rng) -> Faces {
    [(); DICE].map(|()| any_face(rng))
}

/// Draws a roll with at least `equal` dice of `face`.
fn with_equal(face: u8, equal: usize, rng: &mut ChaCha8Rng) -> Faces {
    let mut faces = any_faces(rng);
    faces[..equal].fill(face);
    faces
}

/// Draws six rolls with at least two to four dice, mostly three, of a face each, and seven rolls with
/// at least one to three equal dice.
fn threshold(rng: &mut ChaCha8Rng) -> [Faces; ROUNDS] {
    std::array::from_fn(|round| {
        if round < FACES {
            let equal = match rng.random_range(0..8) {
                0 => 2,
                1 => 4,
                _ => 3,
            };
            with_equal(round as u8 + 1, equal, rng)
        } else {
            let face = any_face(rng);
            let equal = rng.random_range(1..=3);
            with_equal(face, equal, rng)
        }
    })
}

/// Draws four faces in sequence and a fifth die.
fn straight(rng: &mut ChaCha8Rng) -> Faces {
    let lowest = rng.random_range(1..=3);
    let last = any_face(rng);
    [lowest, lowest + 1, lowest + 2, lowest + 3, last]
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::yahtzee::Category;
    use game::Stream;

    fn games(kind: RollDistribution) -> Vec<[Dice; ROUNDS]> {
        let mut rng = game::rng("yahtzee", 1, Stream::Case);
        (0..200).map(|_| kind.draw(&mut rng)).collect()
    }

    fn scores(kind: RollDistribution, category: Category) -> Vec<u8> {
        let games = games(kind);
        let dice = games.iter().flatten();
        dice.map(|dice| dice.roll().score(category)).collect()
    }

    #[test]
    fn every_face_comes_up_as_often() {
        let mut seen = [0; FACES + 1];
        for dice in games(RollDistribution::Random).as_flattened() {
            for face in dice.faces() {
                seen[usize::from(face)] += 1;
            }
        }
        // 13000 dice: 2167 of each face are expected, with a standard deviation of 43.
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|count| (1950..2400).contains(count)));
    }

    #[test]
    fn kinds_hold_what_they_say() {
        let fours = scores(RollDistribution::Equal, Category::FourOfAKind);
        assert!(fours.iter().all(|&score| score > 0));
        let fives = scores(RollDistribution::Equal, Category::FiveOfAKind);
        assert!(fives.contains(&0) && fives.contains(&50));
        let short = scores(RollDistribution::Straights, Category::ShortStraight);
        assert!(short.iter().all(|&score| score == 25));
        let long = scores(RollDistribution::Straights, Category::LongStraight);
        assert!(long.contains(&0) && long.contains(&35));
    }

    #[test]
    fn the_bonus_is_near_but_not_sure() {
        // The best upper sum of each game, by trying the faces in turn.
        let best = |game: &[Dice; ROUNDS]| {
            let mut sums = vec![0; 1 << ROUNDS];
            for set in 1..sums.len() {
                let face = set.count_ones() as u8;
                let points = |round: usize| {
                    let faces = game[round].faces();
                    face * faces.iter().filter(|&&shown| shown == face).count() as u8
                };
                let rounds = (0..ROUNDS).filter(|round| set >> round & 1 == 1);
                sums[set] = rounds
                    .map(|round| sums[set & !(1 << round)] + points(round))
                    .max()
                    .unwrap();
            }
            let splits = (0..sums.len()).filter(|set| set.count_ones() == 6);
            splits.map(|set| sums[set]).max().unwrap()
        };
        let games = games(RollDistribution::Threshold);
        let reached = games.iter().filter(|game| best(game) >= 63).count();
        assert!((100..200).contains(&reached), "{reached} of 200");
    }
}
