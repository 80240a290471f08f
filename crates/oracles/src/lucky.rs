//! Lucky Symbols, slowly: the whole grid is recounted after every turn.

use crate::{is_blank, lines, number};

/// Turns of a round.
pub const TURNS: usize = 1000;

/// Rounds of a case.
pub const ROUNDS: usize = 100;

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
        let values: Option<Vec<u64>> = (0..symbols).map(|_| next(1_000_000)).collect();
        let values = values?;
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

    /// Returns the points of a round from values, equal pairs and different pairs; each turn is the
    /// symbol on offer and the answer.
    ///
    /// # Errors
    /// The first illegal turn, counted from 0.
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

    /// Returns the points of all rounds of a game that offers `symbols`, split as in
    /// [`PlainCase::round`].
    ///
    /// # Errors
    /// The number of correct turns before the first that is wrong, or lacks a call or an answer;
    /// `None` for output past the end of the game.
    pub fn referee(&self, symbols: &[usize], output: &str) -> Result<[u64; 3], Option<usize>> {
        let mut answers = lines(output);
        let mut points = [0; 3];
        for round in 0..ROUNDS {
            let mut turns: Vec<(usize, Aim)> = Vec::new();
            for turn in 0..TURNS {
                let symbol = symbols.get(round * TURNS + turn);
                match symbol.zip(answers.next().and_then(aim)) {
                    Some((&symbol, aim)) => turns.push((symbol, aim)),
                    None => break,
                }
            }
            match self.round(&turns) {
                Ok(more) if turns.len() == TURNS => {
                    points = std::array::from_fn(|part| points[part] + more[part]);
                }
                Ok(_) => return Err(Some(round * TURNS + turns.len())),
                Err(turn) => return Err(Some(round * TURNS + turn)),
            }
        }
        if answers.all(is_blank) {
            Ok(points)
        } else {
            Err(None)
        }
    }
}

/// Parses an answer; returns `None` if it is malformed.
pub fn aim(line: &str) -> Option<Aim> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words.len() {
        1 if words[0] == "discard" => Some(None),
        3 if words[0] == "place" => Some(Some((number(words[1])?, number(words[2])?))),
        _ => None,
    }
}
