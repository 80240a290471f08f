//! What the policy sees of a square: one feature of each group.

use common::tonga::board::neighbours;
use common::tonga::{Board, Player, Square, Squares};

use crate::position::{classes_3x3, classes_distance_2, Position, CLASSES_3X3, CLASSES_DISTANCE_2};

/// Number of groups that describe a square.
pub const SQUARE_GROUPS: usize = 13;
/// Number of features in each of those groups.
const SQUARE_GROUP_SIZES: [usize; SQUARE_GROUPS] = [
    CLASSES_3X3,
    64,
    112,
    49,
    32,
    40,
    20,
    64,
    64,
    128,
    64,
    64,
    2 * CLASSES_DISTANCE_2,
];
/// Number of groups that describe the whole position.
pub const POSITION_GROUPS: usize = 5;
/// Number of features in each of those groups.
const POSITION_GROUP_SIZES: [usize; POSITION_GROUPS] = [6, 12, 9, 9, 6];

/// Number of features of all groups; those of the position come last.
pub const FEATURES: usize = sum(&SQUARE_GROUP_SIZES) + sum(&POSITION_GROUP_SIZES);

const fn sum(sizes: &[usize]) -> usize {
    let (mut sum, mut group) = (0, 0);
    while group < sizes.len() {
        sum += sizes[group];
        group += 1;
    }
    sum
}

/// A square's features, as indices below [`FEATURES`].
pub type Features = [u16; SQUARE_GROUPS];

/// The classes of the surroundings of a square.
#[derive(Clone)]
pub struct PatternClasses {
    patterns_3x3: Vec<u16>,
    patterns_distance_2: Vec<u16>,
}

/// A player's isles as a whole.
#[derive(Default)]
struct IsleSummary {
    /// Liberties of all isles.
    liberties: Squares,
    /// Liberties of the largest isle.
    main: Squares,
    main_area: i32,
    main_perimeter: i32,
    /// Number of stones.
    stones: i32,
    /// The most that one stone gains for its owner.
    best_gain: i32,
}

/// What the features of all squares share.
pub struct Extractor<'a> {
    position: &'a Position,
    classes: &'a PatternClasses,
    own: IsleSummary,
    opp: IsleSummary,
    phase: usize,
}

impl PatternClasses {
    /// Those of every code.
    pub fn all() -> PatternClasses {
        PatternClasses {
            patterns_3x3: classes_3x3(),
            patterns_distance_2: classes_distance_2(),
        }
    }
}

impl IsleSummary {
    fn of(position: &Position, player: Player) -> IsleSummary {
        let mut isles = IsleSummary::default();
        for (owner, isle) in position.board().isles() {
            if owner == player {
                isles.liberties |= isle.liberties;
                isles.stones += isle.area;
                if isle.area > isles.main_area {
                    isles.main_area = isle.area;
                    isles.main_perimeter = isle.perimeter;
                    isles.main = isle.liberties;
                }
            }
        }
        let empty = position.board().empty();
        let gains = empty
            .iter()
            .map(|q| position.outlook().join(player, q).gain);
        isles.best_gain = gains.max().unwrap_or(0).max(1);
        isles
    }

    /// Largest isle's share of the stones, in ninths.
    fn share(&self) -> usize {
        (9 * self.main_area / (self.stones + 1)) as usize
    }

    /// How a stone that makes an isle of this perimeter changes the room
    /// around its isles.
    fn room(&self, touch: bool, perimeter: i32) -> usize {
        let change = if touch {
            (perimeter - self.main_perimeter).clamp(-3, 4) + 3
        } else {
            8 + perimeter.min(7)
        };
        (self.main_perimeter / 5).min(3) as usize * 16 + change as usize
    }
}

impl<'a> Extractor<'a> {
    /// Gathers it for the contestant to move.
    pub fn new(position: &'a Position, classes: &'a PatternClasses) -> Extractor<'a> {
        let area = position.board().side().area();
        let filled = area - position.board().empty().len() as usize;
        Extractor {
            position,
            classes,
            own: IsleSummary::of(position, Player::Contestant),
            opp: IsleSummary::of(position, Player::Server),
            phase: 12 * filled / (area + 1),
        }
    }

    /// The features of the position.
    pub fn position_features(&self) -> [u16; POSITION_GROUPS] {
        let groups = [
            self.position.board().side().rows() / 2 - 3,
            self.phase,
            self.own.share(),
            self.opp.share(),
            (self.own.main_perimeter / 4).min(5) as usize,
        ];
        indices(groups, POSITION_GROUP_SIZES, sum(&SQUARE_GROUP_SIZES))
    }

    /// The features of an empty square.
    pub fn square_features(&self, q: Square) -> Features {
        let outlook = self.position.outlook();
        let board = outlook.board();
        let own = outlook.join(Player::Contestant, q);
        let opp = outlook.join(Player::Server, q);
        let main = self.own.main.has(q);
        let opp_main = self.opp.main.has(q);
        let touch = usize::from(main);
        let opp_touch = usize::from(opp_main);
        let others = own.own.iter().len() - touch;
        let others_area = own.area - 1 - if main { self.own.main_area } else { 0 };
        let blocked = own.other.iter().len();
        let (mut biggest, mut sum) = (0, 0);
        for &root in own.other.iter() {
            let area = board.isle(root).area;
            biggest = biggest.max(area);
            sum += area;
        }
        let near = NeighbourCounts::new(board, &self.own, &self.opp, q);
        let third = self.phase / 3;
        let groups = [
            usize::from(self.classes.patterns_3x3[usize::from(self.position.pattern_3x3(q))]),
            (third * 2 + touch) * 8 + others.min(3) * 2 + usize::from(blocked > 1),
            (touch * 7 + bucket(others_area)) * 8 + blocked.min(3) * 2 + opp_touch,
            bucket(biggest) * 7 + bucket(sum - biggest),
            (third * 2 + touch) * 4 + near.open.min(3),
            self.distance(Player::Server, q) * 4 + touch + usize::from(others > 0) * 2,
            self.distance(Player::Contestant, q) * 2 + touch,
            ratio(own.gain, self.own.best_gain) * 8 + ratio(opp.gain, self.opp.best_gain),
            (touch * 2 + opp_touch) * 16 + near.main.min(3) * 4 + near.opp_main.min(3),
            ((touch * 2 + usize::from(others > 0)) * 2 + usize::from(blocked > 0)) * 16
                + near.own.min(3) * 4
                + near.opp.min(3),
            self.own.room(main, own.perimeter),
            self.opp.room(opp_main, opp.perimeter),
            usize::from(
                self.classes.patterns_distance_2[usize::from(self.position.pattern_distance_2(q))],
            ) * 2
                + touch,
        ];
        indices(groups, SQUARE_GROUP_SIZES, 0)
    }

    /// Where the last stone of a player lies, up to symmetry: ten classes.
    fn distance(&self, player: Player, q: Square) -> usize {
        let Some(last) = self.position.last(player) else {
            return 9;
        };
        let n = self.position.board().side().rows() as i32;
        let rows = (i32::from(last) / n - i32::from(q) / n).abs();
        let cols = (i32::from(last) % n - i32::from(q) % n).abs();
        match (rows.max(cols), rows.min(cols)) {
            (1, 0) => 0,
            (1, 1) => 1,
            (2, 0) => 2,
            (2, 1) => 3,
            (2, 2) => 4,
            (3, 0) => 5,
            (3, 1) => 6,
            (3, _) => 7,
            (4, _) => 8,
            _ => 9,
        }
    }
}

/// How many of the empty neighbours of a square touch which isles.
#[derive(Default)]
struct NeighbourCounts {
    open: usize,
    own: usize,
    main: usize,
    opp: usize,
    opp_main: usize,
}

impl NeighbourCounts {
    fn new(board: &Board, own: &IsleSummary, opp: &IsleSummary, q: Square) -> NeighbourCounts {
        let mut near = NeighbourCounts::default();
        for &next in neighbours(board.side(), q) {
            if board.empty().has(next) {
                near.open += 1;
                near.own += usize::from(own.liberties.has(next));
                near.main += usize::from(own.main.has(next));
                near.opp += usize::from(opp.liberties.has(next));
                near.opp_main += usize::from(opp.main.has(next));
            }
        }
        near
    }
}

/// Numbers within groups as indices into the features of all groups.
fn indices<const N: usize>(groups: [usize; N], sizes: [usize; N], base: usize) -> [u16; N] {
    let mut base = base;
    std::array::from_fn(|group| {
        let index = base + groups[group];
        base += sizes[group];
        index as u16
    })
}

/// 0, 1, 2, 3-4, 5-8, 9-16, more.
fn bucket(area: i32) -> usize {
    match area {
        i32::MIN..=0 => 0,
        1 => 1,
        2 => 2,
        3..=4 => 3,
        5..=8 => 4,
        9..=16 => 5,
        _ => 6,
    }
}

/// A gain's share of the best one, in sixths from 1 on; 0 for a loss.
fn ratio(gain: i32, best: i32) -> usize {
    if gain <= 0 {
        0
    } else {
        1 + (6 * i64::from(gain) / i64::from(best)).min(6) as usize
    }
}
