//! Cases: the side of the board and the server's first stone.

use std::fmt;
use std::io::Read;

use common::tokens::{Malformed, Tokens};
use common::tonga::referee::openings;
use common::tonga::{Board, Player, Side, Square, Squares};
use judge_kit::ParameterRange;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A case. Its `Display` is the first line that the contestant reads: the side,
/// then row and column of the server's first stone, or -1 -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    side: Side,
    opening: Option<Square>,
}

impl Case {
    /// A game on a board of `side`; without an `opening` the contestant starts.
    /// `None` if the opening is not one of the middle squares.
    pub fn new(side: Side, opening: Option<Square>) -> Option<Case> {
        let fits = opening.is_none_or(|square| openings(side).has(square));
        fits.then_some(Case { side, opening })
    }

    /// Draws side, starter and opening: the first from twice the range `halves`
    /// if there is one, the second unless it is given. The others do not depend on it.
    pub fn draw(
        halves: Option<ParameterRange<usize>>,
        starter: Option<Player>,
        mut rng: ChaCha8Rng,
    ) -> Case {
        let whole = Side::MIN / 2..=Side::MAX / 2;
        let half = ParameterRange::draw(halves, whole, &mut rng);
        let drawn = [Player::Contestant, Player::Server][rng.random_range(0..2)];
        let side = Side::new(2 * half).expect("every even side is one");
        let opening = choose(openings(side), &mut rng);
        let opening = opening.filter(|_| starter.unwrap_or(drawn) == Player::Server);
        Case { side, opening }
    }

    /// Reads the side and the server's first stone.
    ///
    /// # Errors
    /// A number is missing, is not a number, or breaks a rule.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let n: i64 = tokens.number("the side of the board")?;
        let side = usize::try_from(n).ok().and_then(Side::new);
        let side = side.ok_or_else(|| {
            tokens.breaks(format!(
                "the side is {n}; expected an even number from 6 to 16"
            ))
        })?;
        let row = tokens.number("the row of the server's opening")?;
        let col = tokens.number("the column of the server's opening")?;
        let opening = match (row, col) {
            (-1, -1) => Some(None),
            _ => side.square(row, col).map(Some),
        };
        let case = opening.and_then(|opening| Case::new(side, opening));
        case.ok_or_else(|| {
            tokens.breaks(format!(
                "the server's first stone is {row} {col}; expected a middle square or -1 -1"
            ))
        })
    }

    /// Side of the board.
    pub fn side(self) -> Side {
        self.side
    }

    /// The player of the first stone.
    pub fn starter(self) -> Player {
        match self.opening {
            Some(_) => Player::Server,
            None => Player::Contestant,
        }
    }

    /// The board before the contestant's first stone.
    pub fn board(self) -> Board {
        let mut board = Board::new(self.side);
        if let Some(square) = self.opening {
            board.play(Player::Server, square);
        }
        board
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opening = self
            .opening
            .map(|square| Stone(self.side, square).to_string());
        let opening = opening.as_deref().unwrap_or("-1 -1");
        write!(f, "{} {opening}", self.side.rows())
    }
}

/// A square as the protocol writes it: row and column.
pub(crate) struct Stone(pub Side, pub Square);

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = self.0.row_and_col(self.1);
        write!(f, "{row} {col}")
    }
}

/// Draws one of `squares` uniformly; `None` from the empty set.
fn choose(squares: Squares, rng: &mut ChaCha8Rng) -> Option<Square> {
    let count = squares.len() as usize;
    squares.iter().nth(rng.random_range(0..count.max(1)))
}
