//! A batch of games and its text.

use std::fmt;
use std::io::Read;

use super::{Roll, DICE, ROUNDS};
use crate::tokens::{Malformed, Tokens};

/// A roll whose dice keep their written order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    faces: [u8; DICE],
    roll: Roll,
}

impl Dice {
    /// Returns the dice with these faces, or `None` if a face is not 1 to 6.
    pub fn new(faces: [u8; DICE]) -> Option<Dice> {
        Roll::new(faces).map(|roll| Dice { faces, roll })
    }

    /// Returns the faces, 1 to 6.
    pub fn faces(self) -> [u8; DICE] {
        self.faces
    }

    /// Returns the dice without their order.
    pub fn roll(self) -> Roll {
        self.roll
    }
}

/// The faces, separated by blanks.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.faces.map(|face| face.to_string()).join(" "))
    }
}

/// A batch of games, each of thirteen rolls in order. Its `Display` is the text that a contestant
/// reads, one roll per line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The games, in order.
    pub games: Vec<[Dice; ROUNDS]>,
}

impl Case {
    /// Reads rolls up to the end of the input, one per line. Skips blank lines.
    ///
    /// # Errors
    /// A word is not a die, a line does not have five dice, or the last game is incomplete.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let mut games = Vec::new();
        let mut game = Vec::new();
        let mut roll = Vec::new();
        let mut line = 1;
        loop {
            let face = tokens.token()?.map(<[u8]>::to_vec);
            if tokens.line() > line || face.is_none() {
                game.extend(complete(line, &mut roll)?);
                if let Ok(whole) = <[Dice; ROUNDS]>::try_from(&game[..]) {
                    games.push(whole);
                    game.clear();
                }
            }
            match face.as_deref() {
                Some([digit @ b'1'..=b'6']) => roll.push(digit - b'0'),
                Some(_) => return Err(tokens.unexpected("a die (1 to 6)")),
                None => break,
            }
            line = tokens.line();
        }
        let rest = game.len();
        let ended = || format!("the case ends after {rest} of a game's {ROUNDS} rolls");
        match rest {
            0 => Ok(Case { games }),
            _ => Err(Malformed::rule(line, ended())),
        }
    }
}

/// Converts the dice of a line to a roll, or a blank line to `None`.
fn complete(line: usize, roll: &mut Vec<u8>) -> Result<Option<Dice>, Malformed> {
    let faces = std::mem::take(roll);
    match <[u8; DICE]>::try_from(&faces[..]) {
        Ok(faces) => Ok(Dice::new(faces)),
        Err(_) if faces.is_empty() => Ok(None),
        Err(_) => {
            let rule = format!("{} dice where a roll has {DICE}", faces.len());
            Err(Malformed::rule(line, rule))
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut dice = self.games.iter().flatten();
        dice.try_for_each(|dice| writeln!(f, "{dice}"))
    }
}
