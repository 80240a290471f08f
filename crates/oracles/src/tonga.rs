//! PseudoTonga by flood fill; the server's values follow their definition.

use std::collections::BTreeSet;

use crate::{is_blank, numbers};

/// The server's stones.
pub const SERVER: i32 = 1;

/// The contestant's stones.
pub const CONTESTANT: i32 = -1;

/// A board as a plain array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainBoard {
    /// Number of rows and columns.
    pub n: usize,
    /// Row-major: 0 for an empty square, else the owner of its stone.
    pub cells: Vec<i32>,
}

/// An isle: owner, area and liberties.
pub type Isle = (i32, i32, Vec<usize>);

impl PlainBoard {
    /// Returns the empty board of side `n`.
    pub fn new(n: usize) -> PlainBoard {
        PlainBoard { n, cells: vec![0; n * n] }
    }

    /// Returns the square in a row and column, or `None` off the board.
    pub fn square(&self, row: i64, col: i64) -> Option<usize> {
        let on_board = 0..self.n as i64;
        let inside = on_board.contains(&row) && on_board.contains(&col);
        inside.then(|| row as usize * self.n + col as usize)
    }

    /// Returns the orthogonal neighbours of a square, ascending.
    pub fn near(&self, at: usize) -> Vec<usize> {
        let (row, col) = (at / self.n, at % self.n);
        let near = [
            (row > 0).then(|| at - self.n),
            (col > 0).then(|| at - 1),
            (col + 1 < self.n).then_some(at + 1),
            (row + 1 < self.n).then_some(at + self.n),
        ];
        near.into_iter().flatten().collect()
    }

    /// Returns the empty squares.
    pub fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&at| self.cells[at] == 0).collect()
    }

    /// Returns all isles, by flood fill, and the index of every stone's isle.
    pub fn isles(&self) -> (Vec<Isle>, Vec<usize>) {
        let mut isles = Vec::new();
        let mut isle_of = vec![usize::MAX; self.cells.len()];
        for start in 0..self.cells.len() {
            if self.cells[start] == 0 || isle_of[start] != usize::MAX {
                continue;
            }
            let (mut area, mut liberties) = (0, Vec::new());
            let mut stack = vec![start];
            isle_of[start] = isles.len();
            while let Some(at) = stack.pop() {
                area += 1;
                for next in self.near(at) {
                    if self.cells[next] == 0 {
                        if !liberties.contains(&next) {
                            liberties.push(next);
                        }
                    } else if self.cells[next] == self.cells[start] && isle_of[next] == usize::MAX {
                        isle_of[next] = isles.len();
                        stack.push(next);
                    }
                }
            }
            isles.push((self.cells[start], area, liberties));
        }
        (isles, isle_of)
    }

    /// Returns the server's evaluation.
    pub fn evaluation(&self) -> i32 {
        let isles = self.isles().0;
        isles
            .iter()
            .map(|(color, area, liberties)| color * area * area * liberties.len() as i32)
            .sum()
    }

    /// Returns the contestant's points minus the server's.
    pub fn points(&self) -> i32 {
        let isles = self.isles().0;
        isles.iter().map(|(color, area, _)| -color * area * area).sum()
    }

    /// Returns the points if the server got every empty square.
    pub fn forfeited(&self) -> i32 {
        let taken = |&cell: &i32| if cell == 0 { SERVER } else { cell };
        let full = PlainBoard { n: self.n, cells: self.cells.iter().map(taken).collect() };
        full.points()
    }

    /// Returns all empty squares, each with its value to the server: the evaluation after a stone
    /// there, the contestant's best reply and the server's best next stone.
    pub fn values(&mut self) -> Vec<(usize, i32)> {
        self.with_each(SERVER, PlainBoard::lowest)
    }

    /// Returns all empty squares. Each has the `value` of the board after a stone of this color
    /// there.
    fn with_each(
        &mut self,
        color: i32,
        value: impl Fn(&mut PlainBoard) -> i32,
    ) -> Vec<(usize, i32)> {
        let values = self.empty().into_iter().map(|at| {
            self.cells[at] = color;
            let value = value(self);
            self.cells[at] = 0;
            (at, value)
        });
        values.collect()
    }

    /// Returns the lowest evaluation that a stone of the contestant can force.
    fn lowest(&mut self) -> i32 {
        let values = self.with_each(CONTESTANT, |plain| plain.highest());
        let lowest = values.into_iter().map(|(_, value)| value).min();
        lowest.unwrap_or_else(|| self.evaluation())
    }

    /// Returns the highest evaluation after one more stone of the server. It is computed from the
    /// isles next to the stone: the stone joins the server's isles and takes a liberty from the
    /// contestant's.
    fn highest(&self) -> i32 {
        let (isles, isle_of) = self.isles();
        let evaluation = self.evaluation();
        let with_stone = |at: usize| {
            let (empty, stones): (Vec<usize>, Vec<usize>) =
                self.near(at).iter().partition(|&&next| self.cells[next] == 0);
            let met: BTreeSet<usize> = stones.into_iter().map(|stone| isle_of[stone]).collect();
            let mut liberties = BTreeSet::from_iter(empty);
            let (mut value, mut area) = (evaluation, 1);
            for (color, size, around) in met.into_iter().map(|isle| &isles[isle]) {
                if *color == CONTESTANT {
                    value += size * size;
                } else {
                    value -= size * size * around.len() as i32;
                    area += size;
                    liberties.extend(around);
                }
            }
            liberties.remove(&at);
            value + area * area * liberties.len() as i32
        };
        let values = self.empty().into_iter().map(with_stone);
        values.max().unwrap_or(evaluation)
    }

    /// Returns all squares that have the highest value to the server.
    pub fn best(&mut self) -> Vec<usize> {
        let values = self.values();
        let top = values.iter().map(|&(_, value)| value).max();
        let best = values.into_iter().filter(|&(_, value)| Some(value) == top);
        best.map(|(at, _)| at).collect()
    }
}

/// The state that a game has reached.
#[derive(Debug)]
pub struct PlainResult {
    /// The board, without a stone that does not count.
    pub board: PlainBoard,
    /// Number of turns of the contestant, including a failed one.
    pub turns: u32,
    /// True if the board is full and all input is used.
    pub over: bool,
}

/// Maximum number of empty squares for which the server's best squares are computed slowly.
const SLOW: usize = 7;

/// Plays the contestant's `answers` and the server's `stones`, up to the first line that is illegal
/// or missing.
pub fn referee<'a>(
    mut board: PlainBoard,
    mut answers: impl Iterator<Item = &'a str>,
    mut stones: impl Iterator<Item = &'a str>,
) -> PlainResult {
    let stone = |board: &PlainBoard, line: Option<&str>| {
        let [row, col] = numbers(line?)?;
        board.square(row, col).filter(|&at| board.cells[at] == 0)
    };
    let mut turns = 0;
    let mut over = false;
    while !board.empty().is_empty() {
        turns += 1;
        let before = board.clone();
        let Some(at) = stone(&board, answers.next()) else {
            return PlainResult { board, turns, over };
        };
        board.cells[at] = CONTESTANT;
        match board.empty()[..] {
            [] => {}
            [last] => board.cells[last] = SERVER,
            ref empty => {
                let best = if empty.len() <= SLOW { board.best() } else { empty.to_vec() };
                let reply = stone(&board, stones.next()).filter(|reply| best.contains(reply));
                let Some(reply) = reply else {
                    // A stone without a reply does not count.
                    return PlainResult { board: before, turns, over };
                };
                board.cells[reply] = SERVER;
            }
        }
    }
    over = answers.all(is_blank) && stones.all(is_blank);
    PlainResult { board, turns, over }
}
