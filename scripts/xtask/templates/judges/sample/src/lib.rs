//! The judge of Sample. `crates/common/src/sample.rs` has the rules.

o|use common::sample::{Case, SampleRow};
i|use common::sample::{Case, NUMBERS, SampleRow};
use common::tokens::{Malformed, Tokens};
o|use game::{Bound, CaseScore, Details, Dialogue, Fault, Played, Referee, Verdict};
i|use game::{Bound, CaseScore, Details, Dialogue, Played, Referee, Verdict};

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Sample;

/// A game in progress.
#[derive(Debug, Default)]
pub struct SamplePlay {
    /// The row so far.
    pub row: SampleRow,
    /// The turns so far: a number, and the index of its place.
    pub turns: Vec<(u32, usize)>,
}

impl Referee for Sample {
    const NAME: &'static str = "sample";
    const END: &'static str = "every number has its place";
    type Case = Case;
    type Play = SamplePlay;

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn play(&self, case: &Case, dialogue: &mut dyn Dialogue, play: &mut SamplePlay) -> Played {
        play.row = SampleRow::new(case.count());
o|        dialogue.close();
o|        let played = (0..case.count()).try_for_each(|_| play.turn(case, dialogue));
o|        match dialogue.drain()? {
o|            true => played.and(Err(Fault::wrong("something follows the last place"))),
o|            false => played,
o|        }
i|        for turn in (1..).take(case.count()) {
i|            let played = play.turn(case, dialogue);
i|            played.map_err(|fault| fault.in_turn(turn))?;
i|        }
i|        Ok(())
    }

    fn score(&self, case: &Case, play: &SamplePlay, verdict: Verdict) -> CaseScore {
        let score = match verdict {
            Verdict::Ok => play.row.points(),
            _ => 0,
        };
        CaseScore {
            score: score.into(),
            bound: Some(Bound::new("maximum", (case.count() - 1) as f64)),
            details: Details::new([("turns", play.turns.len().into())]),
            ..CaseScore::default()
        }
    }
}

impl SamplePlay {
    /// Receives the place of the next number.
    fn turn(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Played {
o|        let number = case.numbers()[self.turns.len()];
i|        let count = NUMBERS.count();
i|        let drawn = dialogue.chance(count, &|index| (index + 1).to_string())?;
i|        let number = drawn as u32 + 1;
        let line = dialogue.receive()?;
        let expected = format!("a place from 1 to {}", case.count());
        let [place] = line.numbers(&expected)?;
        let index = (1..).take(case.count()).position(|known| known == place);
        let index = index.ok_or_else(|| line.not(&expected))?;
        if !self.row.put(index, number) {
            return Err(line.breaks(format!("place {place} is taken")));
        }
        self.turns.push((number, index));
        Ok(())
    }
}

/// The cases of seeds, limits, totals, scenes, and entries by hand.
#[cfg(feature = "cases")]
mod cases {
o|    use common::sample::{COUNTS, Case, NUMBERS, SampleRow};
i|    use common::sample::{COUNTS, Case, SampleRow};
    use game::{Details, EntryForm, Game, Limits, Referee, Stream};
    use rand::RngExt;
    use scene::{Arrangement, Metric, Place, Scene, SceneLayout};

    use super::{Sample, SamplePlay};

    impl Game for Sample {
        const TITLE: &'static str = "Sample";
        const RULES: &'static str = include_str!("../../../crates/sample/README.md");
        const PROTOCOL: &'static str = "\
o|A contestant reads the count of the numbers, then a line of the numbers,
o|and writes their places in the row, from 1, one a line.";
o|        const RANDOM_PLAY: bool = false;
i|A contestant reads the count of the numbers, then number after number,
i|and after each number writes its place in the row, from 1.";
        const ENTRIES: EntryForm<Case> = EntryForm::lines("a place");

        fn limits(&self) -> Limits {
            Limits::new(1000, 64)
        }

        fn generate(&self, seed: u64) -> Case {
            let mut rng = game::rng(Self::NAME, seed, Stream::Case);
            let count = rng.random_range(COUNTS);
o|            let numbers = (0..count).map(|_| rng.random_range(NUMBERS)).collect();
o|            Case::new(numbers).expect("every number is within its range")
i|            Case::new(count).expect("every count of the range is one")
        }

        fn parameters(&self, case: &Case) -> Details {
            Details::new([("count", case.count().into())])
        }

        fn layout(&self, case: &Case) -> SceneLayout {
            SceneLayout {
                shape: Arrangement::grid(1, case.count()),
                ..SceneLayout::default()
            }
        }

        fn scenes(&self, case: &Case, play: &SamplePlay, show: &mut dyn FnMut(Scene)) {
            let mut row = SampleRow::new(case.count());
            show(scene(0, "an empty row".into(), &row));
            for (turn, &(number, place)) in (1..).zip(&play.turns) {
                row.put(place, number);
                let caption = format!("{number} in place {}", place + 1);
                show(scene(turn, caption, &row));
            }
        }
    }

    /// The row after a turn.
    fn scene(turn: u32, caption: String, row: &SampleRow) -> Scene {
        let places = row.places().iter().enumerate();
        let label = |(index, number): (usize, &Option<u32>)| {
            number.map(|number| (Place::cell(index), number.to_string()))
        };
        Scene {
            turn,
            caption,
            labels: places.filter_map(label).collect(),
            figures: vec![Metric::new("Points", row.points()).plotted()],
            ..Scene::default()
        }
    }
}
