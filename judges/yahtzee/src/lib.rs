//! The judge of Yahtzee with all rolls known in advance: only the best total is accepted.
//! `crates/yahtzee/README.md` has the rules and the format.

#[cfg(feature = "cases")]
mod cases;

use common::tokens::{Malformed, Tokens};
use common::yahtzee::optimum::optimum;
use common::yahtzee::{Card, Case, Dice, ROUNDS, Roll};
#[cfg(feature = "cases")]
use game::OptionValues;
use game::{Bound, CaseScore, Cause, Details, Dialogue, Fault, Line, Played, Referee, Verdict};

/// The game. A case is a batch of games.
#[derive(Clone, Debug, Default)]
pub struct Yahtzee {
    #[cfg(feature = "cases")]
    options: OptionValues,
}

/// The checked part of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct YahtzeePlay {
    /// Number of games before the first wrong line.
    pub right: usize,
    /// Sum of the totals of these games.
    pub points: u64,
    /// The cards of all games that could be read, including those after a card that is not optimal.
    pub cards: Vec<Card>,
    /// The words of a line that ended the check because it is not a card: at most one per score,
    /// each shortened.
    words: Option<Vec<String>>,
}

impl YahtzeePlay {
    /// Checks the lines of an answer. After a card that is not optimal, the check continues. Blank
    /// lines are skipped.
    fn answers(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Played {
        let games = case.games.len();
        let mut wrong = None;
        for (number, dice) in (1..).zip(&case.games) {
            let ended = || {
                Fault::new(Cause::Ended, format!("the output ends before game {number} of {games}"))
            };
            let checked = next_line(dialogue, |line| {
                check(&dice.map(Dice::roll), &line).map_err(|fault| (fault, partial(&line)))
            })?;
            let at = |fault: Fault| fault.in_round("game", number);
            let (card, best) = match checked {
                Some(Ok(checked)) => checked,
                Some(Err((fault, words))) => {
                    self.words = Some(words);
                    return Err(wrong.unwrap_or_else(|| at(fault)));
                }
                None => return Err(wrong.unwrap_or_else(ended)),
            };
            self.cards.push(card);
            match (best, &wrong) {
                (Ok(()), None) => {
                    self.right += 1;
                    self.points += u64::from(card.total());
                }
                (Err(fault), None) => wrong = Some(at(fault)),
                (_, Some(_)) => {}
            }
        }
        if let Some(fault) = wrong {
            return Err(fault);
        }
        let more = |line: Line| line.after_end(Yahtzee::END);
        next_line(dialogue, more)?.map_or(Ok(()), Err)
    }
}

/// Parses a card of `game` from `line`. The inner result is a fault if the card is not optimal.
///
/// # Errors
/// The line is not a card of the game. The fault contains the first broken rule.
fn check(game: &[Roll; ROUNDS], line: &Line) -> Result<(Card, Result<(), Fault>), Fault> {
    let numbers = line.numbers::<{ ROUNDS + 2 }>("13 scores, a bonus and a total")?;
    let card = Card::read(game, &numbers).map_err(|broken| line.breaks(broken))?;
    let best = match (card.total(), optimum(game)) {
        (total, best) if total < best => {
            let rule = format!("the total is {total}, but {best} can be reached");
            Err(line.breaks(rule))
        }
        _ => Ok(()),
    };
    Ok((card, best))
}

/// Maximum length of a kept word, in bytes. A word of the output may be very long.
const WORD: usize = 20;

/// Returns the words of a line, at most one per score, each shortened.
fn partial(line: &Line) -> Vec<String> {
    let words = line.words().take(ROUNDS);
    words.map(|word| String::from_utf8_lossy(&word[..word.len().min(WORD)]).into()).collect()
}

/// Applies `read` to the next line that is not blank; returns `None` at the end of the output.
fn next_line<T>(
    dialogue: &mut dyn Dialogue,
    read: impl FnOnce(Line) -> T,
) -> Result<Option<T>, Fault> {
    loop {
        match dialogue.receive() {
            Ok(line) if line.is_blank() => {}
            Ok(line) => return Ok(Some(read(line))),
            Err(fault) if fault.cause == Cause::Ended => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
}

impl Referee for Yahtzee {
    const NAME: &'static str = "yahtzee";
    const END: &'static str = "all games are answered";
    type Case = Case;
    type Play = YahtzeePlay;

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn play(&self, case: &Case, dialogue: &mut dyn Dialogue, play: &mut YahtzeePlay) -> Played {
        dialogue.close();
        let played = play.answers(case, dialogue);
        dialogue.drain()?;
        played
    }

    /// Returns the number of games as the score if all of them are correct, else 0.
    fn score(&self, case: &Case, play: &YahtzeePlay, verdict: Verdict) -> CaseScore {
        let passed = verdict == Verdict::Ok;
        let games = case.games.len() as f64;
        CaseScore {
            score: if passed { games } else { 0.0 },
            normalised: Some(f64::from(u8::from(passed))),
            bound: Some(Bound::new("maximum", games)),
            details: Details::new([("right", play.right.into()), ("points", play.points.into())]),
        }
    }
}
