//! The judge of Sample. `crates/common/src/sample.rs` has the rules.

use std::io::Read;

use common::sample::{Case, GUESSES, REPLIES, SampleRange};
use common::tokens::{Malformed, Tokens};
use game::{CaseScore, Details, Dialogue, Fault, Referee, Verdict, Weights};
use scene::{Arrangement, Figure, Form, Piece, PieceKind, Place, Role, Scene, SceneLayout};

/// Numbers in a row of the board.
const COLS: u32 = 10;

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Sample;

/// A game in progress.
#[derive(Debug, Default)]
pub struct SamplePlay {
    /// Number of guesses so far.
    pub guesses: u32,
}

impl Referee for Sample {
    const NAME: &'static str = "sample";
    type Case = Case;
    type Play = SamplePlay;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        SceneLayout {
            shape: Arrangement::grid(case.most().div_ceil(COLS) as usize, COLS as usize),
            kinds: vec![PieceKind {
                name: "possible".into(),
                label: String::new(),
                note: String::new(),
                role: Role::Own,
                form: Form::Stone,
            }],
            ..SceneLayout::default()
        }
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut SamplePlay,
    ) -> Result<(), Fault> {
        let mut range = SampleRange::new(*case);
        dialogue.show(&mut || scene(0, "before the first guess".into(), range))?;
        loop {
            let turn = play.guesses + 1;
            let (guess, reply) =
                exchange(*case, range, dialogue).map_err(|fault| fault.at(format!("turn {turn}")))?;
            play.guesses = turn;
            range = range.split(guess)[reply];
            let caption = format!("{guess}: {}", REPLIES[reply]);
            dialogue.show(&mut || scene(turn, caption.clone(), range))?;
            if REPLIES[reply] == "equal" {
                return Ok(());
            }
            if turn == GUESSES {
                return Err(Fault::wrong(format!("not found in {GUESSES} guesses")));
            }
        }
    }

    /// Scores the guesses that are left.
    fn score(&self, _case: &Case, play: &SamplePlay, verdict: Verdict) -> CaseScore {
        let left = match verdict {
            Verdict::Ok => GUESSES - play.guesses,
            _ => 0,
        };
        CaseScore {
            score: left.into(),
            details: Details::new([("guesses", play.guesses.into())]),
            ..CaseScore::default()
        }
    }
}

/// Receives a guess and replies to it; returns both.
fn exchange(
    case: Case,
    range: SampleRange,
    dialogue: &mut dyn Dialogue,
) -> Result<(u32, usize), Fault> {
    let line = dialogue.receive()?;
    let expected = format!("a number from 1 to {}", case.most());
    let [guess] = line.numbers(&expected)?;
    let guess = u32::try_from(guess).ok();
    let guess = guess.filter(|guess| (1..=case.most()).contains(guess));
    let guess = guess.ok_or_else(|| line.not(&expected))?;
    let weights = range.split(guess).map(SampleRange::count);
    let reply = dialogue.choose(Weights::Given(&weights), &|index| REPLIES[index].into())?;
    Ok((guess, reply))
}

/// The numbers that are possible after a turn.
fn scene(turn: u32, caption: String, range: SampleRange) -> Scene {
    let piece = |number| Piece {
        id: number,
        place: Place::Cell(number - 1),
        kind: 0,
    };
    Scene {
        turn,
        caption,
        pieces: (range.low..=range.high).map(piece).collect(),
        figures: vec![Figure::new("Possible", range.count()).plotted()],
        ..Scene::default()
    }
}

/// The cases of seeds, limits, totals, and entries by hand.
#[cfg(feature = "cases")]
mod cases {
    use std::time::Duration;

    use common::sample::{Case, MOST};
    use game::{Details, EntryForm, Game, Limits, LineEntries, MeanTotal, Referee, Stream};
    use rand::RngExt;

    use super::Sample;

    impl Game for Sample {
        const TITLE: &'static str = "Sample";
        const RULES: &'static str = include_str!("../../../crates/sample/README.md");
        const PROTOCOL: &'static str = "\
A contestant reads the greatest number, then after each guess `lower`, `equal` or `higher`,
and writes its guesses, one a line, until one is equal.";
        type Total = MeanTotal;

        fn limits(&self) -> Limits {
            Limits::new(Duration::from_secs(1), 64)
        }

        fn generate(&self, seed: u64) -> Case {
            let mut rng = game::rng(Self::NAME, seed, Stream::Case);
            Case::new(rng.random_range(MOST)).expect("every number of the range is one")
        }

        fn parameters(&self, case: &Case) -> Details {
            Details::new([("most", case.most().into())])
        }

        fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
            Box::new(LineEntries("a number"))
        }
    }
}
