//! A position as the policy sees it.

use common::tonga::{Board, Outlook, Player, Side, Square};

/// An outlook with what the policy's features need besides.
#[derive(Clone)]
pub struct Position {
    outlook: Outlook,
    /// Around each square: the eight neighbours as two bits each, clockwise
    /// from the upper left; 0 empty, 1 the server's, 2 the contestant's, 3 off
    /// the board.
    patterns_3x3: [u16; 256],
    /// The same for the four squares two steps away, from above.
    patterns_distance_2: [u8; 256],
    /// The last stone of each player.
    last: [Option<Square>; 2],
}

/// The eight ways around a square, clockwise: rows and columns.
const AROUND: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
];

/// Two steps away, clockwise.
const DISTANCE_2: [(i32, i32); 4] = [(-2, 0), (0, 2), (2, 0), (0, -2)];

impl Position {
    /// The empty board.
    pub fn new(side: Side) -> Position {
        let (mut patterns_3x3, mut patterns_distance_2) = ([0; 256], [0; 256]);
        for square in 0..side.area() {
            for (way, &step) in AROUND.iter().enumerate() {
                if beside(side, square as Square, step).is_none() {
                    patterns_3x3[square] |= 3 << (2 * way);
                }
            }
            for (way, &step) in DISTANCE_2.iter().enumerate() {
                if beside(side, square as Square, step).is_none() {
                    patterns_distance_2[square] |= 3 << (2 * way);
                }
            }
        }
        Position {
            outlook: Outlook::new(Board::new(side)),
            patterns_3x3,
            patterns_distance_2,
            last: [None; 2],
        }
    }

    /// The stones and what the next would do.
    pub fn outlook(&self) -> &Outlook {
        &self.outlook
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        self.outlook.board()
    }

    /// The code of the eight squares around one.
    pub fn pattern_3x3(&self, square: Square) -> u16 {
        self.patterns_3x3[usize::from(square)]
    }

    /// The code of the four squares two steps away from one.
    pub fn pattern_distance_2(&self, square: Square) -> u8 {
        self.patterns_distance_2[usize::from(square)]
    }

    /// The last stone of a player.
    pub fn last(&self, player: Player) -> Option<Square> {
        self.last[player as usize]
    }

    /// Puts a stone of `player` on an empty square.
    pub fn play(&mut self, player: Player, square: Square) {
        self.outlook.play(player, square);
        self.last[player as usize] = Some(square);
        for (way, &step) in AROUND.iter().enumerate() {
            if let Some(near) = beside(self.board().side(), square, step) {
                // Seen from there, this square lies the opposite way.
                let opposite = (way + 4) % 8;
                self.patterns_3x3[usize::from(near)] |= (player as u16 + 1) << (2 * opposite);
            }
        }
        for (way, &step) in DISTANCE_2.iter().enumerate() {
            if let Some(far) = beside(self.board().side(), square, step) {
                let opposite = (way + 2) % 4;
                self.patterns_distance_2[usize::from(far)] |= (player as u8 + 1) << (2 * opposite);
            }
        }
    }
}

fn beside(side: Side, square: Square, (rows, cols): (i32, i32)) -> Option<Square> {
    let n = side.rows() as i32;
    let (row, col) = (i32::from(square) / n + rows, i32::from(square) % n + cols);
    ((0..n).contains(&row) && (0..n).contains(&col)).then(|| (row * n + col) as Square)
}

/// The number of classes of [`classes_3x3`].
pub const CLASSES_3X3: usize = 1107;

/// For every ring code its class: codes that differ by a symmetry of the
/// square share one. Codes that no board has are in class 0.
pub fn classes_3x3() -> Vec<u16> {
    let mut classes = vec![0; 1 << 16];
    let mut count = 0;
    let possible = |code: u16| {
        // Off-board squares form whole sides.
        let off: u32 = (0..8)
            .filter(|way| code >> (2 * way) & 3 == 3)
            .map(|way| 1 << way)
            .sum();
        [0u32, 0x07, 0x1c, 0x70, 0xc1, 0x1f, 0x7c, 0xf1, 0xc7].contains(&off)
    };
    for code in (0..=u16::MAX).filter(|&code| possible(code)) {
        let mut smallest = code;
        let mut turned = code;
        for _ in 0..4 {
            turned = turned.rotate_left(4);
            let mut mirrored = 0;
            for way in 0..8 {
                mirrored |= (turned >> (2 * way) & 3) << (2 * ((10 - way) % 8));
            }
            smallest = smallest.min(turned).min(mirrored);
        }
        if smallest == code {
            classes[usize::from(code)] = count;
            count += 1;
        } else {
            classes[usize::from(code)] = classes[usize::from(smallest)];
        }
    }
    classes
}

/// The number of classes of [`classes_distance_2`].
pub const CLASSES_DISTANCE_2: usize = 55;

/// For every cross code its class: codes that differ by a symmetry of the
/// square share one.
pub fn classes_distance_2() -> Vec<u16> {
    let mut classes = vec![0; 1 << 8];
    let mut count = 0;
    for code in 0..=u8::MAX {
        let mut smallest = code;
        let mut turned = code;
        for _ in 0..4 {
            turned = turned.rotate_left(2);
            // Mirrored about the vertical: right and left change places.
            let mirrored = turned & 0x33 | turned << 4 & 0xc0 | turned >> 4 & 0x0c;
            smallest = smallest.min(turned).min(mirrored);
        }
        if smallest == code {
            classes[usize::from(code)] = count;
            count += 1;
        } else {
            classes[usize::from(code)] = classes[usize::from(smallest)];
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ring_classes_are_numbered_without_gaps() {
        let classes = classes_3x3();
        assert_eq!(usize::from(*classes.iter().max().unwrap()), CLASSES_3X3 - 1);
        let classes = classes_distance_2();
        assert_eq!(
            usize::from(*classes.iter().max().unwrap()),
            CLASSES_DISTANCE_2 - 1
        );
    }
}
