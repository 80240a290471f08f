//! A whole game: the contestant guesses a number, and every reply is as likely as the numbers that
//! agree with it are many. Its transcripts are scored and shown.

use std::cmp::Ordering;
use std::fmt;
use std::io::Read;

use common::tokens::{Malformed, Tokens};
use game::{CaseScore, Dialogue, Fault, Referee, Verdict, read_whole_case, rescore, show_scenes};
use scene::{Arrangement, Form, Piece, PieceKind, Place, Scene, SceneLayout};

/// The game on a board with this number of cells, one for each guess.
struct Guess {
    cells: usize,
}

/// The number is 1 to this one.
struct Most(u32);

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl Referee for Guess {
    const NAME: &'static str = "guess";
    type Case = Most;
    /// Number of guesses.
    type Play = u32;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Most, Malformed> {
        tokens.number("the greatest number").map(Most)
    }

    fn layout(&self, _case: &Most) -> SceneLayout {
        SceneLayout {
            shape: Arrangement::grid(1, self.cells),
            kinds: vec![PieceKind::new("guess", Form::Stone)],
            ..SceneLayout::default()
        }
    }

    fn play(
        &self,
        case: &Most,
        dialogue: &mut dyn Dialogue,
        guesses: &mut u32,
    ) -> Result<(), Fault> {
        let (mut low, mut high) = (1, i64::from(case.0));
        loop {
            let [guess] = dialogue.receive()?.numbers("a number")?;
            if !(low..=high).contains(&guess) {
                return Err(Fault::wrong(format!("{guess} is not {low} to {high}")));
            }
            *guesses += 1;
            let place = Place::cell(guess as usize - 1);
            let (id, kind) = (0, 0);
            dialogue.show(&mut || Scene {
                turn: *guesses,
                pieces: vec![Piece { id, place, kind }],
                ..Scene::default()
            })?;
            let hidden = |index: usize| (low + index as i64).cmp(&guess);
            let reply = |index: usize| match hidden(index) {
                Ordering::Less => "lower".into(),
                Ordering::Equal => "equal".into(),
                Ordering::Greater => "higher".into(),
            };
            match hidden(dialogue.choose((high - low + 1) as usize, &reply)?) {
                Ordering::Less => high = guess - 1,
                Ordering::Equal => return Ok(()),
                Ordering::Greater => low = guess + 1,
            }
        }
    }

    fn score(&self, case: &Most, guesses: &u32, verdict: Verdict) -> CaseScore {
        let saved = match verdict {
            Verdict::Ok => case.0 - guesses,
            _ => 0,
        };
        CaseScore {
            score: saved.into(),
            ..CaseScore::default()
        }
    }
}

const REPLIES: &str = "higher\nlower\nequal\n";
const GUESSES: &[u8] = b"50\n75\n60\n";

fn case(game: &Guess) -> Most {
    read_whole_case(game, "100\n").unwrap()
}

#[test]
fn transcripts_are_scored() {
    // A board that is too small only matters to a viewer.
    let game = Guess { cells: 1 };
    let mut guesses = 0;
    let played = rescore(&game, &case(&game), REPLIES, GUESSES, &mut guesses);
    assert_eq!(played, Ok(()));
    let score = game.score(&case(&game), &guesses, Verdict::Ok).score;
    assert_eq!(score, 97.0);
    let wrong = rescore(&game, &case(&game), "lower\n", b"50\n50\n", &mut 0);
    assert_eq!(wrong, Err(Fault::wrong("50 is not 1 to 49")));
}

#[test]
fn a_scene_that_does_not_fit_is_the_judges_fault() {
    let shown = |cells, input: &str, output: &[u8]| {
        let (game, mut count) = (Guess { cells }, 0);
        let result = show_scenes(&game, &case(&game), input, output, |_| count += 1);
        (count, result)
    };
    let misfit = |turn, cell, cells| {
        let fault = format!("piece 0 is on cell {cell}, expected one of {cells}");
        Err(format!("guess: turn {turn}: {fault}"))
    };
    assert_eq!(shown(100, REPLIES, GUESSES), (3, Ok(())));
    assert_eq!(shown(40, REPLIES, GUESSES), (0, misfit(1, 49, 40)));
    assert_eq!(shown(60, REPLIES, GUESSES), (1, misfit(2, 74, 60)));
    let last = shown(40, "higher\nequal\n", b"10\n50\n");
    assert_eq!(last, (1, misfit(2, 49, 40)));
    // The output ends after the scene.
    assert_eq!(shown(40, "higher\n", b"50\n"), (0, misfit(1, 49, 40)));
}
