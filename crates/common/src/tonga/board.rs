//! A board with its stones grouped into isles.

use crate::tonga::{Player, Side, Square, Squares};

/// An orthogonally connected group of stones of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Isle {
    /// The squares of its stones.
    pub stones: Squares,
    /// The adjacent empty squares.
    pub liberties: Squares,
    /// Number of stones.
    pub area: i32,
    /// Number of liberties.
    pub perimeter: i32,
}

impl Isle {
    /// Returns the isle's value in the server's evaluation: area² × perimeter.
    #[inline]
    pub fn worth(&self) -> i32 {
        self.area * self.area * self.perimeter
    }
}

/// A board with its stones and isles.
pub struct Board {
    side: Side,
    empty: Squares,
    owner: [Option<Player>; 256],
    /// By stone, the index of its isle in `isles`.
    isle_at: [Square; 256],
    isles: [Isle; 256],
    /// Indices in use of `isles`.
    roots: Squares,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut copy = Board::new(self.side);
        copy.clone_from(self);
        copy
    }

    /// Copies only the entries in use, a small part of the tables.
    fn clone_from(&mut self, source: &Board) {
        self.side = source.side;
        self.empty = source.empty;
        self.owner = source.owner;
        self.isle_at = source.isle_at;
        self.roots = source.roots;
        for root in source.roots {
            self.isles[root.index()] = source.isles[root.index()];
        }
    }
}

impl Board {
    /// Returns the empty board.
    pub fn new(side: Side) -> Board {
        Board {
            side,
            empty: side.squares().collect(),
            owner: [None; 256],
            isle_at: [Square(0); 256],
            isles: [Isle::default(); 256],
            roots: Squares::NONE,
        }
    }

    /// Returns the side of the board.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns the empty squares.
    #[inline]
    pub fn empty(&self) -> Squares {
        self.empty
    }

    /// Returns the owner of the stone on a square, or `None` if it is empty.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Player> {
        self.owner[square.index()]
    }

    /// Returns the isle with this index, as in a placement.
    #[inline]
    pub fn isle(&self, root: Square) -> &Isle {
        &self.isles[root.index()]
    }

    /// Returns all isles with their owners.
    pub fn isles(&self) -> impl Iterator<Item = (Player, &Isle)> {
        self.roots.iter().filter_map(|root| Some((self.owner(root)?, self.isle(root))))
    }

    /// Returns the surroundings of a square: the indices of each player's isles, by player, and the
    /// empty squares.
    pub(crate) fn around(&self, square: Square) -> ([NearSquares; 2], NearSquares) {
        let (mut roots, mut empty) = ([NearSquares::default(); 2], NearSquares::default());
        for &near in neighbours(self.side, square) {
            match self.owner(near) {
                None => empty.push(near),
                Some(owner) => roots[owner as usize].insert(self.isle_at[near.index()]),
            }
        }
        (roots, empty)
    }

    /// Puts a stone of `player` on an empty square.
    pub fn play(&mut self, player: Player, square: Square) {
        let (roots, empty) = self.around(square);
        let own = roots[player as usize];
        self.empty.remove(square);
        self.owner[square.index()] = Some(player);
        for &root in roots[player.opponent() as usize].iter() {
            let isle = &mut self.isles[root.index()];
            isle.liberties.remove(square);
            isle.perimeter -= 1;
        }
        let mut joined = Isle {
            stones: Squares::of(square),
            liberties: empty.iter().copied().collect(),
            area: 1,
            perimeter: 0,
        };
        // The largest isle keeps its index, so that few stones change theirs.
        let home = own.iter().copied().max_by_key(|&root| self.isle(root).area).unwrap_or(square);
        self.isle_at[square.index()] = home;
        self.roots.insert(home);
        for &root in own.iter() {
            let isle = self.isles[root.index()];
            joined.stones |= isle.stones;
            joined.liberties |= isle.liberties;
            joined.area += isle.area;
            if root != home {
                self.roots.remove(root);
                for stone in isle.stones {
                    self.isle_at[stone.index()] = home;
                }
            }
        }
        joined.liberties.remove(square);
        joined.perimeter = joined.liberties.len() as i32;
        self.isles[home.index()] = joined;
    }

    /// Returns the server's evaluation: the sum of area² × perimeter over its isles, minus the same
    /// sum over the contestant's isles.
    pub fn evaluation(&self) -> i32 {
        self.balance(Player::Server, Isle::worth)
    }

    /// Returns the contestant's points minus the server's in this position.
    pub fn points(&self) -> i32 {
        self.balance(Player::Contestant, |isle| isle.area * isle.area)
    }

    fn balance(&self, player: Player, worth: impl Fn(&Isle) -> i32) -> i32 {
        let signed = |(owner, isle)| {
            let sign = if owner == player { 1 } else { -1 };
            sign * worth(isle)
        };
        self.isles().map(signed).sum()
    }
}

/// Up to four neighbours of a square, or indices of isles next to it, each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(8))]
pub struct NearSquares {
    squares: [Square; 4],
    count: u8,
}

impl NearSquares {
    fn push(&mut self, square: Square) {
        self.squares[usize::from(self.count & 3)] = square;
        self.count += 1;
    }

    fn insert(&mut self, square: Square) {
        if !self.iter().any(|&known| known == square) {
            self.push(square);
        }
    }

    /// Returns the number of squares.
    #[inline]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Iterates over the squares.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Square> {
        self.squares[..usize::from(self.count.min(4))].iter()
    }
}

/// Returns the two to four neighbours of a square.
#[inline]
pub fn neighbours(side: Side, square: Square) -> &'static [Square] {
    let (squares, count) = &NEIGHBOURS[side.rows() / 2][square.index()];
    &squares[..usize::from(*count).min(4)]
}

/// By half the side and by square, the neighbours and their number.
static NEIGHBOURS: [[([Square; 4], u8); 256]; Side::MAX / 2 + 1] = {
    let mut tables = [[([Square(0); 4], 0); 256]; Side::MAX / 2 + 1];
    let mut half = Side::MIN / 2;
    while half <= Side::MAX / 2 {
        let (mut square, side) = (0, 2 * half);
        while square < side * side {
            let (row, col) = (square / side, square % side);
            let near = [
                (row > 0, square.wrapping_sub(side)),
                (row + 1 < side, square + side),
                (col > 0, square.wrapping_sub(1)),
                (col + 1 < side, square + 1),
            ];
            let (mut way, mut count) = (0, 0);
            while way < near.len() {
                if near[way].0 {
                    tables[half][square].0[count] = Square(near[way].1 as u8);
                    count += 1;
                }
                way += 1;
            }
            tables[half][square].1 = count as u8;
            square += 1;
        }
        half += 1;
    }
    tables
};
