//! A complete game: the contestant guesses a number. For every reply, the judge draws the number
//! from those that agree with all earlier replies. Transcripts are scored and shown.

use std::cmp::Ordering;
use std::fmt;
use std::io::Read;

use common::tokens::{Malformed, Tokens};
use game::{
    CasePlay, CaseScore, Details, Dialogue, Fault, Game, Limits, MeanTotal, Referee, Verdict,
    read_whole_case, referee_transcript, show_scenes,
};
use scene::{Arrangement, Form, Piece, PieceKind, Place, Scene, SceneLayout};

/// The game, shown on a board with one cell for each possible guess.
#[derive(Clone, Default)]
struct Guess {
    cells: usize,
}

/// The range of the number: from 1 to this one.
struct Most(u32);

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl Referee for Guess {
    const NAME: &'static str = "guess";
    const END: &'static str = "the number is found";
    type Case = Most;
    /// The guesses.
    type Play = Vec<i64>;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Most, Malformed> {
        tokens.number("the greatest number").map(Most)
    }

    /// Draws a number for each reply from those that agree with all earlier replies. Numbers with
    /// the same reply lead to the same state.
    fn play(
        &self,
        case: &Most,
        dialogue: &mut dyn Dialogue,
        guesses: &mut Vec<i64>,
    ) -> Result<(), Fault> {
        let (mut low, mut high) = (1, i64::from(case.0));
        loop {
            let [guess] = dialogue.receive()?.numbers("a number")?;
            if !(low..=high).contains(&guess) {
                return Err(Fault::wrong(format!("{guess} is not {low} to {high}")));
            }
            guesses.push(guess);
            let hidden = |index: usize| (low + index as i64).cmp(&guess);
            let reply = |index: usize| match hidden(index) {
                Ordering::Less => "lower".into(),
                Ordering::Equal => "equal".into(),
                Ordering::Greater => "higher".into(),
            };
            match hidden(dialogue.chance((high - low + 1) as usize, &reply)?) {
                Ordering::Less => high = guess - 1,
                Ordering::Equal => return Ok(()),
                Ordering::Greater => low = guess + 1,
            }
        }
    }

    fn score(&self, case: &Most, guesses: &Vec<i64>, verdict: Verdict) -> CaseScore {
        let saved = match verdict {
            Verdict::Ok => case.0 - guesses.len() as u32,
            _ => 0,
        };
        CaseScore {
            score: saved.into(),
            ..CaseScore::default()
        }
    }
}

impl Game for Guess {
    const TITLE: &'static str = "Guess";
    const PROTOCOL: &'static str = "";
    type Total = MeanTotal;

    fn limits(&self) -> Limits {
        Limits::new(1000, 64)
    }

    fn generate(&self, _seed: u64) -> Most {
        Most(100)
    }

    fn parameters(&self, _case: &Most) -> Details {
        Details::default()
    }

    fn layout(&self, _case: &Most) -> SceneLayout {
        SceneLayout {
            shape: Arrangement::grid(1, self.cells),
            kinds: vec![PieceKind::new("guess", Form::Stone)],
            ..SceneLayout::default()
        }
    }

    fn scenes(&self, _case: &Most, guesses: &Vec<i64>, show: &mut dyn FnMut(Scene)) {
        for (turn, &guess) in (1..).zip(guesses) {
            let place = Place::cell(guess as usize - 1);
            let (id, kind) = (0, 0);
            show(Scene {
                turn,
                pieces: vec![Piece { id, place, kind }],
                ..Scene::default()
            });
        }
    }
}

const REPLIES: &str = "higher\nlower\nequal\n";
const GUESSES: &[u8] = b"50\n75\n60\n";

/// Referees a transcript on a board with `cells` cells.
fn played(cells: usize, input: &str, output: &[u8]) -> (Result<(), Fault>, Vec<i64>) {
    let (game, mut guesses) = (Guess { cells }, Vec::new());
    let case = read_whole_case(&game, "100\n").unwrap();
    let played = referee_transcript(&game, &case, input, output, &mut guesses);
    (played, guesses)
}

#[test]
fn transcripts_are_scored() {
    let (played, guesses) = played(1, REPLIES, GUESSES);
    assert_eq!(played, Ok(()));
    let score = Guess::default().score(&Most(100), &guesses, Verdict::Ok);
    assert_eq!(score.score, 97.0);
}

#[test]
fn faults_of_a_transcript_are_told() {
    let fault = |input: &str, output: &[u8]| String::from(played(1, input, output).0.unwrap_err());
    for (input, output, expected) in [
        ("lower\n", "50\n50\n", "50 is not 1 to 49"),
        (
            "equal\n",
            "50\n\n5",
            "line 3: `5` was written, but the game was over: the number is found",
        ),
        (
            "higher\n",
            "50\n",
            "the output ended after 1 line, but an answer was due",
        ),
        ("", "", "the output is empty, but an answer was due"),
        (
            "even\n",
            "50\n",
            "line 1: expected one of `lower`, `equal`, `higher`, found `even`",
        ),
        (
            "equal\nlower\n",
            "50\n",
            "line 2: expected no message, since the game is over, found `lower`",
        ),
    ] {
        assert_eq!(fault(input, output.as_bytes()), expected);
    }
}

#[test]
fn a_scene_that_does_not_fit_is_the_judges_fault() {
    let shown = |cells, input: &str, output: &[u8]| {
        let (game, mut count) = (Guess { cells }, 0);
        let (_, guesses) = played(cells, input, output);
        let result = show_scenes(&game, &Most(100), &guesses, |_| count += 1);
        (count, result)
    };
    let misfit = |turn, cell, cells| {
        let fault = format!("piece 0 is on cell {cell}; cells are 0 to {}", cells - 1);
        Err(format!("guess: turn {turn}: {fault}"))
    };
    assert_eq!(shown(100, REPLIES, GUESSES), (3, Ok(())));
    assert_eq!(shown(40, REPLIES, GUESSES), (0, misfit(1, 49, 40)));
    assert_eq!(shown(60, REPLIES, GUESSES), (1, misfit(2, 74, 60)));
    // The output ends after this scene.
    assert_eq!(shown(40, "higher\n", b"50\n"), (0, misfit(1, 49, 40)));
}

/// Checks that a play can be refereed from its streams alone, although they do not contain the
/// drawn numbers: equal messages lead to equal states.
#[test]
fn a_play_is_refereed_again_from_its_streams() {
    let mut lengths = Vec::new();
    for seed in 0..200 {
        let case = CasePlay::new(Guess::default(), seed);
        let (mut output, mut played) = (String::new(), case.play(b""));
        while played.awaits {
            let (mut low, mut high) = (1, 100);
            for (line, guess) in played.input.lines().zip(&played.judged.play) {
                match line {
                    "lower" => high = guess - 1,
                    _ => low = guess + 1,
                }
            }
            output += &format!("{}\n", low + (high - low) * (seed as i64 % 5) / 4);
            played = case.play(output.as_bytes());
        }
        let text = case.case().to_string() + &played.input;
        let (case, messages) = case.read(&text).unwrap();
        let again = case.judge(messages, output.as_bytes()).unwrap();
        assert_eq!(again.ruling, played.judged.ruling);
        assert_eq!(again.play, played.judged.play);
        lengths.push(again.play.len());
    }
    assert!(lengths.iter().max() > Some(&7), "{lengths:?}");
}
