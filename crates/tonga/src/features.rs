//! Features: the common inputs of the policy and the value.
//!
//! Each group of features divides the empty squares, or the positions, into classes. A square has
//! one feature from each square group; a position has one from each position group. Features are
//! numbered through all groups, the square groups first.

use common::tonga::board::neighbours;
use common::tonga::{Board, Player, Square, Squares};

use crate::patterns::{CLASSES_3X3, CLASSES_DISTANCE_2};
use crate::position::Position;

/// Number of groups that describe a square.
pub const SQUARE_GROUPS: usize = 13;
/// Number of groups that describe a position.
pub const POSITION_GROUPS: usize = 5;

/// Numbers of classes of the square groups, in the order of [`Extractor::square_features`].
const SQUARE_CLASSES: [usize; SQUARE_GROUPS] =
    [CLASSES_3X3, 64, 112, 49, 32, 40, 20, 64, 64, 128, 64, 64, 2 * CLASSES_DISTANCE_2];
/// Numbers of classes of the position groups, in the order of [`Extractor::position_features`].
const POSITION_CLASSES: [usize; POSITION_GROUPS] = [6, 12, 9, 9, 6];

/// Number of features of all groups.
pub const FEATURES: usize = sum(&SQUARE_CLASSES) + sum(&POSITION_CLASSES);
/// Number of 3×3 patterns. The policy and the value treat this group, the first and largest one,
/// separately.
pub const PATTERN_FEATURES: usize = CLASSES_3X3;

const fn sum(sizes: &[usize]) -> usize {
    let (mut sum, mut group) = (0, 0);
    while group < sizes.len() {
        sum += sizes[group];
        group += 1;
    }
    sum
}

/// A feature as its number, below [`FEATURES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature(u16);

impl Feature {
    /// Returns the index into tables of [`FEATURES`] entries.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Numbers the features of these classes, one of each group. The first group starts at `base`.
#[inline(always)]
fn numbered<const N: usize>(
    sizes: &[usize; N],
    mut base: usize,
    classes: [usize; N],
) -> [Feature; N] {
    std::array::from_fn(|group| {
        debug_assert!(classes[group] < sizes[group], "{classes:?} of {sizes:?}");
        let feature = Feature((base + classes[group]) as u16);
        base += sizes[group];
        feature
    })
}

/// The features of a square, its 3×3 pattern first.
pub type SquareFeatures = [Feature; SQUARE_GROUPS];

/// A summary of one player's isles. The main isle is the largest one.
#[derive(Default)]
struct IsleSummary {
    liberties: Squares,
    main_liberties: Squares,
    main_area: i32,
    main_perimeter: i32,
    /// Class of the main isle's perimeter, times the number of classes of its change.
    room_class: usize,
    stones: i32,
    /// The highest gain in the server's evaluation from one more stone, at least 1.
    best_gain: u32,
}

impl IsleSummary {
    fn new(position: &Position, player: Player) -> IsleSummary {
        let mut isles = IsleSummary::default();
        for (owner, isle) in position.board().isles() {
            if owner == player {
                isles.liberties |= isle.liberties;
                isles.stones += isle.area;
                if isle.area > isles.main_area {
                    isles.main_area = isle.area;
                    isles.main_perimeter = isle.perimeter;
                    isles.main_liberties = isle.liberties;
                }
            }
        }
        isles.room_class = (isles.main_perimeter / 5).min(3) as usize * 16;
        let squares = ..position.board().side().area();
        let gains = position.deltas().gains(player)[squares].iter();
        isles.best_gain = gains.fold(1, |best, &gain| gain.max(best)) as u32;
        isles
    }

    /// Returns the main isle's share of the stones, in ninths.
    fn share(&self) -> usize {
        (9 * self.main_area / (self.stones + 1)) as usize
    }

    /// Returns the class of a stone by the perimeter of its new isle. If the isle contains the main
    /// isle, the class depends on the change of the main isle's perimeter instead.
    fn room(&self, in_main: bool, perimeter: i32) -> usize {
        let change = if in_main {
            (perimeter - self.main_perimeter).clamp(-3, 4) + 3
        } else {
            8 + perimeter.min(7)
        };
        self.room_class + change as usize
    }
}

/// Extracts the features of a position.
pub struct Extractor<'a> {
    position: &'a Position,
    own: IsleSummary,
    opposing: IsleSummary,
    /// Filled part of the board, in twelfths.
    twelfth: usize,
    liberty_bits: [u32; 256],
}

impl<'a> Extractor<'a> {
    /// Computes the part of the features that all squares have in common.
    pub fn new(position: &'a Position) -> Extractor<'a> {
        let (board, area) = (position.board(), position.board().side().area());
        let own = IsleSummary::new(position, Player::Contestant);
        let opposing = IsleSummary::new(position, Player::Server);
        Extractor {
            position,
            twelfth: 12 * (area - board.empty().len() as usize) / (area + 1),
            liberty_bits: liberty_bits(board, &own, &opposing),
            own,
            opposing,
        }
    }

    /// Returns the features of the position.
    pub fn position_features(&self) -> [Feature; POSITION_GROUPS] {
        let classes = [
            // Side of the board.
            self.position.board().side().rows() / 2 - 3,
            // Filled part of the board.
            self.twelfth,
            // Each player's main isle's share of the player's stones, in ninths.
            self.own.share(),
            self.opposing.share(),
            // Perimeter of the own main isle, in fours.
            (self.own.main_perimeter / 4).min(5) as usize,
        ];
        numbered(&POSITION_CLASSES, sum(&SQUARE_CLASSES), classes)
    }

    /// Returns the features of an empty square.
    #[inline(always)]
    pub fn square_features(&self, square: Square) -> SquareFeatures {
        let (own, opposing) = (&self.own, &self.opposing);
        let deltas = self.position.deltas();
        let patterns = self.position.patterns();
        let stone = deltas.placement(Player::Contestant, square);
        let opposing_stone = deltas.placement(Player::Server, square);
        let quarter = self.twelfth / 3;
        // 1 if a stone here touches the main isle, else 0.
        let main = self.liberty(square, MAIN);
        let opposing_main = self.liberty(square, OPPOSING_MAIN);
        // Own isles that a stone here joins, without the main isle: their number and area.
        let joined = stone.own.count() - main;
        let joins = usize::from(joined > 0);
        let joined_area = stone.area - 1 - main as i32 * own.main_area;
        // Opposing isles that lose a liberty.
        let hit = stone.other.count();
        let (largest_hit, hit_area) = (i32::from(stone.largest_hit), i32::from(stone.hit_area));
        let near = self.near(square);
        let gains =
            [(Player::Contestant, own), (Player::Server, opposing)].map(|(player, isles)| {
                gain_class(deltas.gains(player)[square.index()], isles.best_gain)
            });
        let classes = [
            usize::from(patterns.around(square)),
            // Quarter of the game, contact with the main isle, own isles joined, two hit.
            (quarter * 2 + main) * 8 + joined.min(3) * 2 + usize::from(hit > 1),
            // Contact with the main isle, area of the others joined, opposing isles hit.
            (main * 7 + area_class(joined_area)) * 8 + hit.min(3) * 2 + opposing_main,
            // Area of the largest opposing isle hit, area of the others.
            area_class(largest_hit) * 7 + area_class(hit_area - largest_hit),
            // Quarter, contact with the main isle, empty neighbours.
            (quarter * 2 + main) * 4 + near[EMPTY],
            // Distance to the last stones, contact with the main isle, others joined.
            self.distance_class(Player::Server, square) * 4 + main + joins * 2,
            self.distance_class(Player::Contestant, square) * 2 + main,
            // Gain in the server's evaluation, for the contestant and for the server.
            gains[0] * 8 + gains[1],
            // Contact with both main isles, empty neighbours in contact with them.
            (main * 2 + opposing_main) * 16 + near[MAIN] * 4 + near[OPPOSING_MAIN],
            // Contact with isles, empty neighbours in contact with isles.
            ((main * 2 + joins) * 2 + usize::from(hit > 0)) * 16 + near[OWN] * 4 + near[OPPOSING],
            // Change of the main isles' perimeters, if their owners play here.
            own.room(main != 0, stone.perimeter),
            opposing.room(opposing_main != 0, opposing_stone.perimeter),
            usize::from(patterns.at_distance_2(square)) * 2 + main,
        ];
        numbered(&SQUARE_CLASSES, 0, classes)
    }

    /// Returns the class of the distance between a square and the last stone of `player`.
    fn distance_class(&self, player: Player, square: Square) -> usize {
        let side = self.position.board().side();
        let class = self.position.last(player).and_then(|last| {
            let [(row, col), (last_row, last_col)] = [square, last].map(|s| side.row_and_col(s));
            let classes = DISTANCE_CLASSES.get(row.abs_diff(last_row))?;
            classes.get(col.abs_diff(last_col)).copied()
        });
        usize::from(class.unwrap_or(9))
    }

    /// Returns 1 if a square is a liberty of these isles, else 0.
    fn liberty(&self, square: Square, field: usize) -> usize {
        (self.liberty_bits[square.index()] >> (4 * field) & 1) as usize
    }

    /// Counts a square's neighbours, up to 3, by the fields of [`liberty_bits`].
    fn near(&self, square: Square) -> [usize; FIELDS] {
        let near = neighbours(self.position.board().side(), square).iter();
        let sum: u32 = near.map(|next| self.liberty_bits[next.index()]).sum();
        // 4 becomes 3 in all fields at once.
        let sum = sum - (sum >> 2 & 0x11111);
        std::array::from_fn(|field| (sum >> (4 * field) & 3) as usize)
    }
}

/// Classes of steps, by the differences of rows and of columns. The last of the ten classes, 9, is
/// for longer steps.
const DISTANCE_CLASSES: [[u8; 5]; 5] =
    [[9, 0, 2, 5, 8], [0, 1, 3, 6, 8], [2, 3, 4, 7, 8], [5, 6, 7, 7, 8], [8, 8, 8, 8, 8]];

/// Fields of [`liberty_bits`], of four bits each: empty squares, and liberties of isles.
const FIELDS: usize = 5;
const EMPTY: usize = 0;
const OWN: usize = 1;
const MAIN: usize = 2;
const OPPOSING: usize = 3;
const OPPOSING_MAIN: usize = 4;

/// Returns by square the number whose fields are 1 if the square belongs to them, else 0.
fn liberty_bits(board: &Board, own: &IsleSummary, opposing: &IsleSummary) -> [u32; 256] {
    let mut bits = [0; 256];
    let fields: [Squares; FIELDS] = [
        board.empty(),
        own.liberties,
        own.main_liberties,
        opposing.liberties,
        opposing.main_liberties,
    ];
    for (field, squares) in fields.into_iter().enumerate() {
        for square in squares {
            bits[square.index()] += 1 << (4 * field);
        }
    }
    bits
}

/// Returns the class of an area: 0, 1, 2, 3-4, 5-8, 9-16, more.
fn area_class(area: i32) -> usize {
    const CLASSES: [u8; 16] = [0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5];
    usize::from(*CLASSES.get(area as usize).unwrap_or(&(5 + (area > 16) as u8)))
}

/// Returns the class of a gain: 0 for a loss, else 1 plus its share of the best gain in sixths.
fn gain_class(gain: i32, best: u32) -> usize {
    if gain <= 0 {
        0
    } else {
        1 + (6 * gain as u32 / best).min(6) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::rng::Rng;
    use common::tonga::Side;

    #[test]
    fn each_group_has_its_own_range_of_features() {
        let mut rng = Rng::new(3);
        for n in (Side::MIN..=Side::MAX).step_by(2) {
            let mut position = Position::new(Side::new(n).unwrap());
            let mut player = Player::Contestant;
            while !position.board().empty().is_empty() {
                let extractor = Extractor::new(&position);
                let squares: Vec<Square> = position.board().empty().iter().collect();
                let square = squares[rng.below(squares.len() as u32) as usize];
                let of_square = extractor.square_features(square);
                let of_position = extractor.position_features();
                let features = of_square.iter().chain(&of_position);
                let sizes = SQUARE_CLASSES.iter().chain(&POSITION_CLASSES);
                let mut base = 0;
                for (feature, size) in features.zip(sizes) {
                    assert!((base..base + size).contains(&feature.index()));
                    base += size;
                }
                assert_eq!(base, FEATURES);
                position.play(player, square);
                player = player.opponent();
            }
        }
    }
}
