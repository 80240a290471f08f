//! Features: the common inputs of the policy and the value.
//!
//! Each group of features divides the empty squares, or the positions, into classes. A square has
//! one feature from each square group; a position has one from each position group. Features are
//! numbered through all groups. Square groups come first, in the order of the tables below.

use common::tonga::board::neighbours;
use common::tonga::{Board, Player, Side, Square, Squares};

use crate::patterns::{CLASSES_3X3, CLASSES_DISTANCE_2};
use crate::position::Position;

struct FeatureGroup<T> {
    name: &'static str,
    size: usize,
    /// Class of a subject, below `size`.
    class: fn(&T) -> usize,
}

/// Number of groups that describe a square.
pub const SQUARE_GROUPS: usize = 13;

const SQUARE: [FeatureGroup<SquareFacts>; SQUARE_GROUPS] = [
    // The policy and the value treat the first group, the largest one, separately.
    FeatureGroup {
        name: "3×3 pattern",
        size: CLASSES_3X3,
        class: |s| s.pattern_3x3,
    },
    FeatureGroup {
        name: "quarter, contact with the main isle, own isles joined, two opposing isles hit",
        size: 64,
        class: |s| (s.quarter * 2 + s.main) * 8 + s.joined.min(3) * 2 + usize::from(s.hit > 1),
    },
    FeatureGroup {
        name: "contact with the main isle, area of the others joined, opposing isles hit",
        size: 112,
        class: |s| {
            (s.main * 7 + area_class(s.joined_area)) * 8 + s.hit.min(3) * 2 + s.opposing_main
        },
    },
    FeatureGroup {
        name: "area of the largest opposing isle hit, area of the others",
        size: 49,
        class: |s| area_class(s.largest_hit) * 7 + area_class(s.hit_area - s.largest_hit),
    },
    FeatureGroup {
        name: "quarter, contact with the main isle, empty neighbours",
        size: 32,
        class: |s| (s.quarter * 2 + s.main) * 4 + s.near.empty,
    },
    FeatureGroup {
        name: "distance to the server's last stone, contact with the main isle, others joined",
        size: 40,
        class: |s| s.to_server * 4 + s.main + s.joins_others * 2,
    },
    FeatureGroup {
        name: "distance to the own last stone, contact with the main isle",
        size: 20,
        class: |s| s.to_own * 2 + s.main,
    },
    FeatureGroup {
        name: "gain in the server's evaluation, for the contestant and for the server",
        size: 64,
        class: |s| s.own_gain * 8 + s.opposing_gain,
    },
    FeatureGroup {
        name: "contact with both main isles, empty neighbours in contact with them",
        size: 64,
        class: |s| (s.main * 2 + s.opposing_main) * 16 + s.near.main * 4 + s.near.opposing_main,
    },
    FeatureGroup {
        name: "contact with isles, empty neighbours in contact with isles",
        size: 128,
        class: |s| {
            ((s.main * 2 + s.joins_others) * 2 + usize::from(s.hit > 0)) * 16
                + s.near.own * 4
                + s.near.opposing
        },
    },
    FeatureGroup {
        name: "change of the own main isle's perimeter",
        size: 64,
        class: |s| s.own_room,
    },
    FeatureGroup {
        name: "change of the server's main isle's perimeter if the server played here",
        size: 64,
        class: |s| s.opposing_room,
    },
    FeatureGroup {
        name: "distance-2 pattern, contact with the main isle",
        size: 2 * CLASSES_DISTANCE_2,
        class: |s| s.pattern_distance_2 * 2 + s.main,
    },
];

/// Number of groups that describe a position.
pub const POSITION_GROUPS: usize = 5;

const POSITION: [FeatureGroup<PositionFacts>; POSITION_GROUPS] = [
    FeatureGroup {
        name: "side of the board",
        size: 6,
        class: |p| p.half_side - 3,
    },
    FeatureGroup {
        name: "filled part of the board, in twelfths",
        size: 12,
        class: |p| p.twelfth,
    },
    FeatureGroup {
        name: "the own main isle's share of the own stones, in ninths",
        size: 9,
        class: |p| p.own.share(),
    },
    FeatureGroup {
        name: "the server's main isle's share of its stones, in ninths",
        size: 9,
        class: |p| p.opposing.share(),
    },
    FeatureGroup {
        name: "perimeter of the own main isle, in fours",
        size: 6,
        class: |p| (p.own.main_perimeter / 4).min(5) as usize,
    },
];

/// Number of features of all groups.
pub const FEATURES: usize = size(&SQUARE) + size(&POSITION);
/// Number of 3×3 patterns, the features of the first group.
pub const PATTERN_FEATURES: usize = CLASSES_3X3;

const fn size<T>(groups: &[FeatureGroup<T>]) -> usize {
    let (mut sum, mut group) = (0, 0);
    while group < groups.len() {
        sum += groups[group].size;
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

/// Returns the features of `subject`, one from each group. The numbers of the first group start at
/// `base`.
#[inline(always)]
fn features<T, const N: usize>(
    groups: &[FeatureGroup<T>; N],
    mut base: usize,
    subject: &T,
) -> [Feature; N] {
    std::array::from_fn(|index| {
        let group = &groups[index];
        let class = (group.class)(subject);
        debug_assert!(class < group.size, "{}: {class}", group.name);
        let feature = Feature((base + class) as u16);
        base += group.size;
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

struct PositionFacts {
    half_side: usize,
    /// Filled part of the board, in twelfths.
    twelfth: usize,
    quarter: usize,
    own: IsleSummary,
    opposing: IsleSummary,
}

struct SquareFacts {
    pattern_3x3: usize,
    pattern_distance_2: usize,
    /// Filled part of the board, in quarters.
    quarter: usize,
    /// 1 if a stone here touches the main isle, else 0.
    main: usize,
    opposing_main: usize,
    /// Number of own isles that a stone here joins, without the main isle, and their area.
    joined: usize,
    joined_area: i32,
    /// 1 if a stone here joins such isles, else 0.
    joins_others: usize,
    /// Number of opposing isles that lose a liberty, their area, and the area of the largest.
    hit: usize,
    hit_area: i32,
    largest_hit: i32,
    near: NeighbourCounts,
    /// Distance classes to the last stones.
    to_server: usize,
    to_own: usize,
    /// Classes of gains in the server's evaluation.
    own_gain: usize,
    opposing_gain: usize,
    own_room: usize,
    opposing_room: usize,
}

/// Extracts the features of a position.
pub struct Extractor<'a> {
    position: &'a Position,
    facts: PositionFacts,
    liberty_bits: [u32; 256],
}

impl<'a> Extractor<'a> {
    /// Computes the part of the features that all squares have in common.
    pub fn new(position: &'a Position) -> Extractor<'a> {
        let side = position.board().side();
        let filled = side.area() - position.board().empty().len() as usize;
        let twelfth = 12 * filled / (side.area() + 1);
        let facts = PositionFacts {
            half_side: side.rows() / 2,
            twelfth,
            quarter: twelfth / 3,
            own: IsleSummary::new(position, Player::Contestant),
            opposing: IsleSummary::new(position, Player::Server),
        };
        let liberty_bits = liberty_bits(position.board(), &facts.own, &facts.opposing);
        Extractor {
            position,
            facts,
            liberty_bits,
        }
    }

    /// Returns the features of the position.
    pub fn position_features(&self) -> [Feature; POSITION_GROUPS] {
        features(&POSITION, size(&SQUARE), &self.facts)
    }

    /// Returns the features of an empty square.
    pub fn square_features(&self, square: Square) -> SquareFeatures {
        features(&SQUARE, 0, &self.square_facts(square))
    }

    #[inline(always)]
    fn square_facts(&self, square: Square) -> SquareFacts {
        let PositionFacts { own, opposing, .. } = &self.facts;
        let deltas = self.position.deltas();
        let patterns = self.position.patterns();
        let stone = deltas.placement(Player::Contestant, square);
        let opposing_stone = deltas.placement(Player::Server, square);
        let bits = self.liberty_bits[square.index()];
        let touches_main = bits >> MAIN & 1 != 0;
        let touches_opposing_main = bits >> OPPOSING_MAIN & 1 != 0;
        let joined = stone.own.count() - usize::from(touches_main);
        let side = deltas.board().side();
        let (row, col) = side.row_and_col(square);
        let distance = |player: Player| {
            let (last_row, last_col) = side.row_and_col(self.position.last(player)?);
            let classes = DISTANCE_CLASSES.get(row.abs_diff(last_row))?;
            classes.get(col.abs_diff(last_col)).copied()
        };
        let distance = |player: Player| usize::from(distance(player).unwrap_or(9));
        SquareFacts {
            pattern_3x3: usize::from(patterns.around(square)),
            pattern_distance_2: usize::from(patterns.at_distance_2(square)),
            quarter: self.facts.quarter,
            main: usize::from(touches_main),
            opposing_main: usize::from(touches_opposing_main),
            joined,
            joined_area: stone.area - 1 - if touches_main { own.main_area } else { 0 },
            joins_others: usize::from(joined > 0),
            hit: stone.other.count(),
            hit_area: i32::from(stone.hit_area),
            largest_hit: i32::from(stone.largest_hit),
            near: NeighbourCounts::new(side, &self.liberty_bits, square),
            to_server: distance(Player::Server),
            to_own: distance(Player::Contestant),
            own_gain: gain_class(
                deltas.gains(Player::Contestant)[square.index()],
                own.best_gain,
            ),
            opposing_gain: gain_class(
                deltas.gains(Player::Server)[square.index()],
                opposing.best_gain,
            ),
            own_room: own.room(touches_main, stone.perimeter),
            opposing_room: opposing.room(touches_opposing_main, opposing_stone.perimeter),
        }
    }
}

/// Classes of steps, by the differences of rows and of columns. The last of the ten classes, 9, is
/// for longer steps.
const DISTANCE_CLASSES: [[u8; 5]; 5] = [
    [9, 0, 2, 5, 8],
    [0, 1, 3, 6, 8],
    [2, 3, 4, 7, 8],
    [5, 6, 7, 7, 8],
    [8, 8, 8, 8, 8],
];

/// Counts of a square's empty neighbours, up to 3: of all of them, and of those that are liberties
/// of certain isles.
struct NeighbourCounts {
    empty: usize,
    own: usize,
    main: usize,
    opposing: usize,
    opposing_main: usize,
}

impl NeighbourCounts {
    /// Adds the entries of [`liberty_bits`] for the neighbours.
    fn new(side: Side, bits: &[u32; 256], square: Square) -> NeighbourCounts {
        let near = neighbours(side, square).iter();
        let sum: u32 = near.map(|next| bits[next.index()]).sum();
        // 4 becomes 3 in all fields at once.
        let sum = sum - (sum >> 2 & 0x11111);
        let count = |field: u32| (sum >> field & 3) as usize;
        NeighbourCounts {
            empty: count(EMPTY),
            own: count(OWN),
            main: count(MAIN),
            opposing: count(OPPOSING),
            opposing_main: count(OPPOSING_MAIN),
        }
    }
}

/// Lowest bits of the fields of [`liberty_bits`].
const EMPTY: u32 = 0;
const OWN: u32 = 4;
const MAIN: u32 = 8;
const OPPOSING: u32 = 12;
const OPPOSING_MAIN: u32 = 16;

/// Returns by empty square, four bits each: 1, then 1 for each kind of isles that it is a liberty
/// of.
fn liberty_bits(board: &Board, own: &IsleSummary, opposing: &IsleSummary) -> [u32; 256] {
    let mut bits = [0; 256];
    let kinds = [
        (EMPTY, board.empty()),
        (OWN, own.liberties),
        (MAIN, own.main_liberties),
        (OPPOSING, opposing.liberties),
        (OPPOSING_MAIN, opposing.main_liberties),
    ];
    for (field, kind) in kinds {
        for square in kind {
            bits[square.index()] += 1 << field;
        }
    }
    bits
}

/// Returns the class of an area: 0, 1, 2, 3-4, 5-8, 9-16, more.
fn area_class(area: i32) -> usize {
    const CLASSES: [u8; 16] = [0, 1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5];
    usize::from(
        *CLASSES
            .get(area as usize)
            .unwrap_or(&(5 + (area > 16) as u8)),
    )
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
                let sizes = SQUARE.iter().map(|group| (group.name, group.size));
                let sizes = sizes.chain(POSITION.iter().map(|group| (group.name, group.size)));
                let mut base = 0;
                for (feature, (name, size)) in features.zip(sizes) {
                    assert!((base..base + size).contains(&feature.index()), "{name}");
                    base += size;
                }
                assert_eq!(base, FEATURES);
                position.play(player, square);
                player = player.opponent();
            }
        }
    }
}
