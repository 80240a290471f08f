//! Slider on a grid of plain numbers, stepped square by square.

use crate::number;

/// A case as plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainCase {
    /// Number of rows, and of columns.
    pub side: usize,
    /// Number of colours, the maximum value of a block.
    pub colours: i64,
    /// The cells, row-major: 0 empty, -1 a hole, else the value of a block.
    pub cells: Vec<i64>,
}

/// Draws the cells of a board of `side` × `side` cells. A square has a block of value 1 to `colours`
/// with a probability of `filled` percent; then up to `holes` squares become holes. `below` draws a
/// number below its argument.
pub fn draw_cells(
    [side, holes]: [usize; 2],
    colours: u32,
    filled: u32,
    mut below: impl FnMut(u32) -> u32,
) -> Vec<i8> {
    let mut cells = vec![0; side * side];
    for cell in &mut cells {
        if below(100) < filled {
            *cell = 1 + below(colours) as i8;
        }
    }
    for _ in 0..holes {
        cells[below((side * side) as u32) as usize] = -1;
    }
    cells
}

/// A turn as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainTurn {
    /// Row of the block, on the board or not.
    pub row: i64,
    /// Column of the block, on the board or not.
    pub col: i64,
    /// `M` or `S`.
    pub kind: char,
    /// One of `UDLR`.
    pub direction: char,
}

impl PlainCase {
    /// Parses `text`, which must be exactly one case.
    pub fn read(text: &str) -> Option<PlainCase> {
        let words = text.split_ascii_whitespace().map(number).collect::<Option<Vec<i64>>>()?;
        let &[side, colours, holes, ref cells @ ..] = &words[..] else {
            return None;
        };
        let right = (10..=30).contains(&side)
            && (2..=9).contains(&colours)
            && (1..=10).contains(&holes)
            && cells.len() as i64 == side * side
            && cells.iter().all(|cell| (-1..=colours).contains(cell))
            && cells.iter().filter(|&&cell| cell == -1).count() as i64 == holes;
        right.then(|| PlainCase { side: side as usize, colours, cells: cells.to_vec() })
    }

    /// Returns the case as a contestant reads it.
    pub fn text(&self) -> String {
        let holes = self.cells.iter().filter(|&&cell| cell == -1).count() as i64;
        let head = [self.side as i64, self.colours, holes];
        let lines = head.iter().chain(&self.cells).map(|n| format!("{n}\n"));
        lines.collect()
    }

    /// Plays `turns`; returns the points and the number of wasted turns.
    ///
    /// # Errors
    /// Returns the line of the first illegal turn in an answer. The first turn is on line 2.
    pub fn play(&self, turns: &[PlainTurn]) -> Result<(i64, usize), usize> {
        let n = self.side as i64;
        let mut grid = self.cells.clone();
        let (mut points, mut wasted) = (0, 0);
        let inside = |r: i64, c: i64| r >= 0 && c >= 0 && r < n && c < n;
        let at = |r: i64, c: i64| (r * n + c) as usize;
        for (index, turn) in turns.iter().enumerate() {
            if !inside(turn.row, turn.col) || grid[at(turn.row, turn.col)] < 1 {
                return Err(index + 2);
            }
            let (dr, dc) = match turn.direction {
                'U' => (-1, 0),
                'D' => (1, 0),
                'L' => (0, -1),
                _ => (0, 1),
            };
            let value = std::mem::replace(&mut grid[at(turn.row, turn.col)], 0);
            let (mut row, mut col, mut steps) = (turn.row, turn.col, 0);
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
                if turn.kind == 'M' {
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

    /// Plays an answer; returns the points and the number of wasted turns.
    ///
    /// # Errors
    /// Returns the first line, counted from 1, that is malformed or an illegal turn.
    pub fn referee(&self, answer: &str) -> Result<(i64, usize), usize> {
        match self.turns(answer) {
            Ok(turns) => self.play(&turns),
            Err((line, turns)) => self.play(&turns).and(Err(line)),
        }
    }

    /// Parses the announced turns of an answer and ignores the rest.
    ///
    /// # Errors
    /// Returns the first malformed line, counted from 1, and the turns before it.
    pub fn turns(&self, answer: &str) -> Result<Vec<PlainTurn>, (usize, Vec<PlainTurn>)> {
        let mut lines = answer.split('\n');
        let first = lines.next().unwrap_or("").trim();
        let most = (self.side * self.side) as i64;
        let count = number(first)
            .filter(|&count| count <= most && !first.starts_with('-'))
            .ok_or((1, Vec::new()))?;
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

/// Parses a line that must be exactly one turn.
fn turn(line: &str) -> Option<PlainTurn> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let letter = |word: &str, among: &str| {
        let letter = word.chars().next()?;
        (word.chars().count() == 1 && among.contains(letter)).then_some(letter)
    };
    match words.len() {
        4 => Some(PlainTurn {
            row: number(words[0])?,
            col: number(words[1])?,
            kind: letter(words[2], "MS")?,
            direction: letter(words[3], "UDLR")?,
        }),
        _ => None,
    }
}
