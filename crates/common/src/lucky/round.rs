//! One round: referee and score.

use super::{Action, Case, Symbol, TURNS};

/// A round in play.
///
/// ```
/// use common::grid::Shape;
/// use common::lucky::round::Round;
/// use common::lucky::{Action, BonusPair, Case, Symbol};
/// let (x, y) = (Symbol::new(0), Symbol::new(1));
/// let pair = BonusPair { x, y, points: 7 };
/// let case = Case::new(Shape { rows: 1, cols: 2 }, vec![3, 0], vec![pair]).unwrap();
/// let mut round = Round::new(&case);
/// round.play(x, Action::Place { row: 0, col: 1 }).unwrap();
/// round.play(y, Action::Place { row: 0, col: 0 }).unwrap();
/// round.play(y, Action::Discard).unwrap();
/// assert_eq!((round.score().points(1), round.score().points(2)), (9 + 7, 9 + 14));
/// ```
#[derive(Clone, Debug)]
pub struct Round<'a> {
    case: &'a Case,
    squares: Vec<Option<Symbol>>,
    turns: usize,
    /// Points that the symbols on the grid score after each turn.
    income: u64,
    score: ScoreParts,
}

impl<'a> Round<'a> {
    /// Returns an empty grid before the first turn.
    pub fn new(case: &'a Case) -> Round<'a> {
        Round {
            case,
            squares: vec![None; case.shape().area()],
            turns: 0,
            income: 0,
            score: ScoreParts::default(),
        }
    }

    /// Plays one of the [`TURNS`] turns, in which `symbol` is offered.
    ///
    /// # Errors
    /// Returns a text if the square is not on the grid or not empty. The round is then unchanged.
    pub fn play(&mut self, symbol: Symbol, action: Action) -> Result<(), &'static str> {
        debug_assert!(self.turns < TURNS);
        if let Action::Place { row, col } = action {
            let shape = self.case.shape();
            let square =
                shape.index(row as i64, col as i64).ok_or("the square is not on the grid")?;
            if self.squares[square].is_some() {
                return Err("the square already holds a symbol");
            }
            self.squares[square] = Some(symbol);
            for other in shape.neighbours(square).filter_map(|near| self.squares[near]) {
                let part =
                    if symbol == other { &mut self.score.equal } else { &mut self.score.different };
                *part += u64::from(self.case.bonus(symbol, other));
            }
            self.income += u64::from(self.case.value(symbol));
        }
        self.turns += 1;
        self.score.value += self.income;
        Ok(())
    }

    /// Returns the number of turns played.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Returns the symbol on each square, row-major.
    pub fn squares(&self) -> &[Option<Symbol>] {
        &self.squares
    }

    /// Returns the number of points that the symbols on the grid score after each turn.
    pub fn income(&self) -> u64 {
        self.income
    }

    /// Returns the score of the round if it ended now.
    pub fn score(&self) -> ScoreParts {
        self.score
    }
}

/// The score of one round, or the sum over several rounds, by source. Each adjacent pair counts
/// once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreParts {
    /// Values scored turn after turn.
    pub value: u64,
    /// Bonuses of adjacent squares with the same symbol.
    pub equal: u64,
    /// Bonuses of adjacent squares with different symbols.
    pub different: u64,
}

impl ScoreParts {
    /// Returns the points if each adjacent pair scores `pair_multiplicity` times.
    pub fn points(self, pair_multiplicity: u32) -> u64 {
        self.value + u64::from(pair_multiplicity) * (self.equal + self.different)
    }
}

impl std::ops::AddAssign for ScoreParts {
    fn add_assign(&mut self, other: ScoreParts) {
        self.value += other.value;
        self.equal += other.equal;
        self.different += other.different;
    }
}

/// Parses a contestant's line, `place ROW COL` or `discard`; returns `None` for any other line.
/// [`Round::play`] rejects negative and huge coordinates.
pub fn parse_action(line: &str) -> Option<Action> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["discard"] => Some(Action::Discard),
        ["place", row, col] => {
            let coordinate = |word: &str| {
                let number = word.parse::<i64>().ok()?;
                Some(usize::try_from(number).unwrap_or(usize::MAX))
            };
            Some(Action::Place { row: coordinate(row)?, col: coordinate(col)? })
        }
        _ => None,
    }
}
