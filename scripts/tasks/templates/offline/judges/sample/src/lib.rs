//! The judge of Sample. `crates/common/src/sample.rs` has the rules.

use std::io::Read;

use common::sample::{Case, points};
use common::tokens::{Malformed, Tokens};
use game::{CaseScore, Details, Dialogue, Fault, Referee, Verdict};
use scene::{Arrangement, Figure, Place, Scene, SceneLayout};

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Sample;

/// An answer as far as it was read.
#[derive(Debug, Default)]
pub struct SamplePlay {
    /// The numbers in the contestant's order.
    pub order: Vec<u32>,
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
            shape: Arrangement::grid(1, case.numbers().len()),
            ..SceneLayout::default()
        }
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut SamplePlay,
    ) -> Result<(), Fault> {
        dialogue.close();
        let read = play.answer(case, dialogue);
        let more = dialogue.drain()?;
        match more {
            true => read.and(Err(Fault::wrong("something follows the last position"))),
            false => read,
        }
    }

    fn score(&self, _case: &Case, play: &SamplePlay, verdict: Verdict) -> CaseScore {
        let score = match verdict {
            Verdict::Ok => points(&play.order),
            _ => 0,
        };
        CaseScore {
            score: score.into(),
            details: Details::new([("positions", play.order.len().into())]),
            ..CaseScore::default()
        }
    }
}

impl SamplePlay {
    /// Receives the positions, each once.
    fn answer(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Result<(), Fault> {
        let count = case.numbers().len();
        let expected = format!("a position from 1 to {count}");
        let mut used = vec![false; count];
        dialogue.show(&mut || scene(&[]))?;
        for _ in 0..count {
            let line = dialogue.receive()?;
            let [position] = line.numbers(&expected)?;
            let index = usize::try_from(position - 1).ok();
            let index = index.filter(|&index| index < count);
            let index = index.ok_or_else(|| line.not(&expected))?;
            if std::mem::replace(&mut used[index], true) {
                return Err(line.breaks(format!("position {position} came before")));
            }
            self.order.push(case.numbers()[index]);
            dialogue.show(&mut || scene(&self.order))?;
        }
        Ok(())
    }
}

/// The numbers in the contestant's order so far.
fn scene(order: &[u32]) -> Scene {
    let labels = order.iter().enumerate();
    let labels = labels.map(|(index, number)| (Place::cell(index), number.to_string()));
    let caption = match order.last() {
        Some(number) => format!("then {number}"),
        None => "before the first number".into(),
    };
    Scene {
        turn: order.len() as u32,
        caption,
        labels: labels.collect(),
        figures: vec![Figure::new("Points", points(order)).plotted()],
        ..Scene::default()
    }
}

/// The cases of seeds, limits, totals, and entries by hand.
#[cfg(feature = "cases")]
mod cases {
    use std::time::Duration;

    use common::sample::{COUNTS, Case, NUMBERS};
    use game::{Details, EntryForm, Game, Limits, LineEntries, MeanTotal, Referee, Stream};
    use rand::RngExt;

    use super::Sample;

    impl Game for Sample {
        const TITLE: &'static str = "Sample";
        const RULES: &'static str = include_str!("../../../crates/sample/README.md");
        const PROTOCOL: &'static str = "\
A contestant reads the count of the numbers, then a line of the numbers,
and writes their positions, from 1, in an order of its choice, one a line.";
        const RANDOM_PLAY: bool = false;
        type Total = MeanTotal;

        fn limits(&self) -> Limits {
            Limits::new(Duration::from_secs(1), 64)
        }

        fn generate(&self, seed: u64) -> Case {
            let mut rng = game::rng(Self::NAME, seed, Stream::Case);
            let count = rng.random_range(COUNTS);
            let numbers = (0..count).map(|_| rng.random_range(NUMBERS)).collect();
            Case::new(numbers).expect("every number is within its range")
        }

        fn parameters(&self, case: &Case) -> Details {
            Details::new([("count", case.numbers().len().into())])
        }

        fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
            Box::new(LineEntries("a position"))
        }
    }
}
