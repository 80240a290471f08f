//! Slider: a grid of plain numbers, stepped square by square.

use crate::number;

/// A case as plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Rows and columns.
    pub side: usize,
    /// The largest value that a block may have.
    pub colours: i64,
    /// Row by row: 0 empty, -1 a hole, else the value of a block.
    pub cells: Vec<i64>,
}

/// Row, column, `M` or `S`, and one of `UDLR`.
pub type Turn = (i64, i64, char, char);

impl Plain {
    /// Reads the words of `text`, which hold a case and nothing else.
    pub fn read(text: &str) -> Option<Plain> {
        let words: Option<Vec<i64>> = text.split_ascii_whitespace().map(number).collect();
        let words = words?;
        let &[side, colours, holes, ref cells @ ..] = &words[..] else {
            return None;
        };
        let right = (10..=30).contains(&side)
            && (2..=9).contains(&colours)
            && (1..=10).contains(&holes)
            && cells.len() as i64 == side * side
            && cells.iter().all(|cell| (-1..=colours).contains(cell))
            && cells.iter().filter(|&&cell| cell == -1).count() as i64 == holes;
        right.then(|| Plain {
            side: side as usize,
            colours,
            cells: cells.to_vec(),
        })
    }

    /// The case as a contestant reads it.
    pub fn text(&self) -> String {
        let holes = self.cells.iter().filter(|&&cell| cell == -1).count() as i64;
        let head = [self.side as i64, self.colours, holes];
        let lines = head.iter().chain(&self.cells).map(|n| format!("{n}\n"));
        lines.collect()
    }

    /// Points and wasted turns.
    ///
    /// # Errors
    /// The line of an answer on which the first illegal turn stands: the first
    /// turn is on line 2.
    pub fn play(&self, turns: &[Turn]) -> Result<(i64, usize), usize> {
        let n = self.side as i64;
        let mut grid = self.cells.clone();
        let (mut points, mut wasted) = (0, 0);
        let inside = |r: i64, c: i64| r >= 0 && c >= 0 && r < n && c < n;
        let at = |r: i64, c: i64| (r * n + c) as usize;
        for (index, &(r, c, kind, direction)) in turns.iter().enumerate() {
            if !inside(r, c) || grid[at(r, c)] < 1 {
                return Err(index + 2);
            }
            let (dr, dc) = match direction {
                'U' => (-1, 0),
                'D' => (1, 0),
                'L' => (0, -1),
                _ => (0, 1),
            };
            let value = std::mem::replace(&mut grid[at(r, c)], 0);
            let (mut row, mut col, mut steps) = (r, c, 0);
            let fell = loop {
                let (next_row, next_col) = (row + dr, col + dc);
                if !inside(next_row, next_col) || grid[at(next_row, next_col)] > 0 {
                    break false;
                }
                (row, col) = (next_row, next_col);
                steps += 1;
                if grid[at(row, col)] == -1 {
                    break true;
                }
                if kind == 'M' {
                    break false;
                }
            };
            if fell {
                points += (n * n - index as i64) * (value - 1);
            } else {
                grid[at(row, col)] = value;
            }
            wasted += usize::from(steps == 0);
        }
        Ok((points, wasted))
    }

    /// Reads the turns that an answer announces; what follows them does not count.
    ///
    /// # Errors
    /// The first line, counted from 1, that is not what it should be, and the
    /// turns before it.
    pub fn turns(&self, answer: &str) -> Result<Vec<Turn>, (usize, Vec<Turn>)> {
        let mut lines = answer.split('\n');
        let first = lines.next().unwrap_or("").trim();
        let most = (self.side * self.side) as i64;
        let count = number(first).filter(|&count| count <= most && !first.starts_with('-'));
        let count = count.ok_or((1, Vec::new()))?;
        let mut turns = Vec::new();
        for line in 2..count + 2 {
            match lines.next().and_then(turn) {
                Some(turn) => turns.push(turn),
                None => return Err((line as usize, turns)),
            }
        }
        Ok(turns)
    }
}

/// The turn on a line, if it holds one and nothing else.
fn turn(line: &str) -> Option<Turn> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let letter = |word: &str, among: &str| {
        let letter = word.chars().next()?;
        (word.chars().count() == 1 && among.contains(letter)).then_some(letter)
    };
    match words.len() {
        4 => Some((
            number(words[0])?,
            number(words[1])?,
            letter(words[2], "MS")?,
            letter(words[3], "UDLR")?,
        )),
        _ => None,
    }
}
