//! Local patterns: the stones on the eight squares around a square (3×3) and on the four squares at
//! distance 2 in its row and column.
//!
//! Go programs rate moves by such patterns: Gelly, Wang, Munos and Teytaud, "Modification of UCT
//! with patterns in Monte-Carlo Go", 2006; Silver, Sutton and Müller, "Reinforcement learning of
//! local shape in the game of Go", 2007. Patterns that are equal up to a symmetry of the square
//! form one class.

use std::sync::OnceLock;

use common::tonga::{Player, Side, Square};

/// Steps, in rows and columns, to the eight squares around a square, clockwise from the upper left.
const AROUND: [(i64, i64); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];

/// Steps to the four squares at distance 2, clockwise from above.
const AT_DISTANCE_2: [(i64, i64); 4] = [(-2, 0), (0, 2), (2, 0), (0, -2)];

/// Bits in a pattern's code for a square off the board.
const OFF_BOARD: u16 = 3;

/// The patterns of all squares, updated stone by stone.
#[derive(Clone)]
pub struct Patterns {
    around: PatternCodes,
    at_distance_2: PatternCodes,
}

/// The codes of the patterns of all squares, for one set of steps.
///
/// A code has two bits for each square of the pattern: 0 empty, 1 the server's stone, 2 the
/// contestant's stone, 3 off the board.
#[derive(Clone)]
struct PatternCodes {
    codes: [u16; 256],
    /// By square: class of the code, as a look-up in the large tables is slow.
    classes: [u16; 256],
    steps: &'static [(i64, i64)],
    class_of_code: &'static [u16],
}

impl Patterns {
    pub fn new(side: Side) -> Patterns {
        static CLASSES: [OnceLock<Vec<u16>>; 2] = [OnceLock::new(), OnceLock::new()];
        let around = CLASSES[0].get_or_init(classes_3x3);
        let at_distance_2 = CLASSES[1].get_or_init(classes_distance_2);
        Patterns {
            around: PatternCodes::new(side, &AROUND, around),
            at_distance_2: PatternCodes::new(side, &AT_DISTANCE_2, at_distance_2),
        }
    }

    /// Returns the class of the 3×3 pattern.
    pub fn around(&self, square: Square) -> u16 {
        self.around.classes[square.index()]
    }

    /// Returns the class of the distance-2 pattern.
    pub fn at_distance_2(&self, square: Square) -> u16 {
        self.at_distance_2.classes[square.index()]
    }

    pub fn play(&mut self, side: Side, player: Player, square: Square) {
        self.around.play(side, player, square);
        self.at_distance_2.play(side, player, square);
    }
}

impl PatternCodes {
    fn new(
        side: Side,
        steps: &'static [(i64, i64)],
        class_of_code: &'static [u16],
    ) -> PatternCodes {
        let mut patterns =
            PatternCodes { codes: [0; 256], classes: [0; 256], steps, class_of_code };
        for square in side.squares() {
            for (way, &step) in steps.iter().enumerate() {
                if target(side, square, step).is_none() {
                    patterns.add(square, way, OFF_BOARD);
                }
            }
        }
        patterns
    }

    fn play(&mut self, side: Side, player: Player, square: Square) {
        let ways = self.steps.len();
        for (way, &step) in self.steps.iter().enumerate() {
            if let Some(near) = target(side, square, step) {
                // As seen from there, this square is in the opposite direction.
                self.add(near, (way + ways / 2) % ways, player as u16 + 1);
            }
        }
    }

    fn add(&mut self, square: Square, way: usize, content: u16) {
        let code = &mut self.codes[square.index()];
        *code |= content << (2 * way);
        self.classes[square.index()] = self.class_of_code[usize::from(*code)];
    }
}

fn target(side: Side, square: Square, (rows, cols): (i64, i64)) -> Option<Square> {
    let (row, col) = side.row_and_col(square);
    side.square(row as i64 + rows, col as i64 + cols)
}

pub const CLASSES_3X3: usize = 1107;

/// Returns the class of every code of a 3×3 pattern. Impossible codes are in class 0.
fn classes_3x3() -> Vec<u16> {
    classes(8, |code| {
        // Squares off the board always form whole sides.
        let off: u32 = (0..8)
            .filter(|way| code >> (2 * way) & 3 == u32::from(OFF_BOARD))
            .map(|way| 1 << way)
            .sum();
        [0, 0x07, 0x1c, 0x70, 0xc1, 0x1f, 0x7c, 0xf1, 0xc7].contains(&off)
    })
}

pub const CLASSES_DISTANCE_2: usize = 55;

/// Returns the class of every code of a distance-2 pattern.
fn classes_distance_2() -> Vec<u16> {
    classes(4, |_| true)
}

/// Numbers the classes of the possible codes of a pattern in the order of their smallest codes. The
/// pattern has `ways` squares, four or eight.
fn classes(ways: u32, is_possible: impl Fn(u32) -> bool) -> Vec<u16> {
    let bits = 2 * ways;
    let mut classes = vec![0; 1 << bits];
    let mut count = 0;
    for code in (0..1 << bits).filter(|&code| is_possible(code)) {
        let (mut smallest, mut turned) = (code, code);
        for _ in 0..4 {
            let quarter = bits / 4;
            turned = (turned << quarter | turned >> (bits - quarter)) & ((1 << bits) - 1);
            // The mirror image: left and right change places; at distance 2, above and below do.
            let mut mirrored = 0;
            for way in 0..ways {
                mirrored |= (turned >> (2 * way) & 3) << (2 * ((ways + 2 - way) % ways));
            }
            smallest = smallest.min(turned).min(mirrored);
        }
        if smallest == code {
            classes[code as usize] = count;
            count += 1;
        } else {
            classes[code as usize] = classes[smallest as usize];
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::Shape;
    use common::rng::Rng;
    use common::tonga::Board;

    #[test]
    fn classes_are_numbered_without_gaps() {
        for (classes, count) in
            [(classes_3x3(), CLASSES_3X3), (classes_distance_2(), CLASSES_DISTANCE_2)]
        {
            let mut seen = vec![false; count];
            classes.iter().for_each(|&class| seen[usize::from(class)] = true);
            assert!(seen.iter().all(|&seen| seen));
        }
    }

    #[test]
    fn codes_agree_with_the_board() {
        let side = Side::new(8).unwrap();
        let mut rng = Rng::new(2);
        let (mut board, mut patterns) = (Board::new(side), Patterns::new(side));
        let mut player = Player::Contestant;
        for _ in 0..40 {
            let empty: Vec<Square> = board.empty().iter().collect();
            let square = empty[rng.below(empty.len() as u32) as usize];
            board.play(player, square);
            patterns.play(side, player, square);
            player = player.opponent();
        }
        let content = |row: i64, col: i64| match Shape::square(8).index(row, col) {
            None => 3,
            Some(index) => {
                let owner = board.owner(Square::new(index as u8));
                owner.map_or(0, |owner| owner as u16 + 1)
            }
        };
        for square in board.empty() {
            let (row, col) = (square.index() as i64 / 8, square.index() as i64 % 8);
            let around = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
            let at_distance_2 = [(-2, 0), (0, 2), (2, 0), (0, -2)];
            let code = |steps: &[(i64, i64)]| {
                let contents = steps.iter().map(|(down, right)| content(row + down, col + right));
                contents.rev().fold(0, |code, content| code << 2 | content)
            };
            assert_eq!(patterns.around.codes[square.index()], code(&around));
            let found = patterns.at_distance_2.codes[square.index()];
            assert_eq!(found, code(&at_distance_2));
        }
    }
}
