//! Lucky Symbols, slowly: the whole grid is recounted after every turn.

use crate::{is_blank, number, trimmed};

/// Turns of a round.
pub const TURNS: usize = 1000;

/// A case as plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainCase {
    /// Number of rows and columns of the grid.
    pub size: [i64; 2],
    /// The value of each symbol.
    pub values: Vec<u64>,
    /// Points and the two symbols of each bonus pair.
    pub pairs: Vec<[u64; 3]>,
}

/// The state that a game has reached.
#[derive(Debug, Default)]
pub struct PlainResult {
    /// Number of correct turns.
    pub turns: usize,
    /// Points of all finished rounds, split as in [`PlainCase::round`].
    pub points: [u64; 3],
    /// True if all rounds are finished and all input is used.
    pub over: bool,
}

/// Row and column of a placed symbol; `None` if it is discarded.
pub type Aim = Option<(i64, i64)>;

impl PlainCase {
    /// Parses `text`, which must be exactly one case.
    pub fn read(text: &str) -> Option<PlainCase> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |most: u64| -> Option<u64> {
            let word = words.next()?;
            let number = u64::try_from(number(word)?).ok()?;
            // A case does not contain `-0` either.
            (number <= most && !word.starts_with('-')).then_some(number)
        };
        let any = i64::MAX as u64;
        let [rows, cols, symbols, count] = [next(any)?, next(any)?, next(65536)?, next(1 << 20)?];
        let squares = u128::from(rows) * u128::from(cols);
        if !(1..=65536).contains(&squares) || symbols == 0 {
            return None;
        }
        let values = (0..symbols).map(|_| next(1_000_000)).collect::<Option<Vec<u64>>>()?;
        let mut pairs: Vec<[u64; 3]> = Vec::new();
        for _ in 0..count {
            let [points, x, y] = [next(1_000_000)?, next(symbols - 1)?, next(symbols - 1)?];
            let twice = pairs.iter().any(|pair| pair[1..] == [x, y]);
            if points == 0 || x > y || twice {
                return None;
            }
            pairs.push([points, x, y]);
        }
        words.next().is_none().then_some(PlainCase {
            size: [rows as i64, cols as i64],
            values,
            pairs,
        })
    }

    /// Returns the points of a round, split into values, equal pairs and different pairs. A turn is
    /// the symbol on offer and the answer.
    ///
    /// # Errors
    /// Returns the number of the first illegal turn, counted from 0.
    pub fn round(&self, turns: &[(usize, Aim)]) -> Result<[u64; 3], usize> {
        let [rows, cols] = self.size;
        let mut grid = vec![vec![None; cols as usize]; rows as usize];
        let mut points = [0; 3];
        for (turn, &(symbol, aim)) in turns.iter().enumerate() {
            if let Some((row, col)) = aim {
                let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
                if !inside || grid[row as usize][col as usize].is_some() {
                    return Err(turn);
                }
                grid[row as usize][col as usize] = Some(symbol);
            }
            for held in grid.iter().flatten().flatten() {
                points[0] += self.values[*held];
            }
        }
        for (r, row) in grid.iter().enumerate() {
            for (c, held) in row.iter().enumerate() {
                let below = grid.get(r + 1).map(|next| next[c]);
                let right = row.get(c + 1).copied();
                for neighbour in [below, right].into_iter().flatten() {
                    let (Some(one), Some(other)) = (*held, neighbour) else {
                        continue;
                    };
                    let (one, other) = (one as u64, other as u64);
                    for [bonus, x, y] in &self.pairs {
                        if [*x, *y] == [one, other] || [*y, *x] == [one, other] {
                            points[if one == other { 1 } else { 2 }] += bonus;
                        }
                    }
                }
            }
        }
        Ok(points)
    }

    /// Plays this number of rounds with the contestant's `answers` and the judge's `calls`, up to
    /// the first line that is illegal or missing.
    pub fn referee<'a>(
        &self,
        rounds: usize,
        mut answers: impl Iterator<Item = &'a str>,
        mut calls: impl Iterator<Item = &'a str>,
    ) -> PlainResult {
        // The judge writes symbols as plain decimal numbers.
        let symbol = |line: Option<&str>| {
            let call = line.map(trimmed)?;
            (0..self.values.len()).find(|symbol| call == format!("playTurn {symbol}"))
        };
        let mut game = PlainResult::default();
        for _ in 0..rounds {
            if calls.next().map(trimmed) != Some("newRound") {
                return game;
            }
            let turns = (0..TURNS).map_while(|_| {
                let symbol = symbol(calls.next())?;
                Some((symbol, answers.next().and_then(aim)?))
            });
            let turns: Vec<(usize, Aim)> = turns.collect();
            let played = self.round(&turns);
            game.turns += played.err().unwrap_or(turns.len());
            match played {
                Ok(points) if turns.len() == TURNS => {
                    game.points = [0, 1, 2].map(|part| game.points[part] + points[part]);
                }
                _ => return game,
            }
        }
        game.over = answers.all(is_blank) && calls.all(is_blank);
        game
    }
}

/// Parses an answer; returns `None` if it is malformed.
fn aim(line: &str) -> Option<Aim> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["discard"] => Some(None),
        ["place", row, col] => Some(Some((number(row)?, number(col)?))),
        _ => None,
    }
}
