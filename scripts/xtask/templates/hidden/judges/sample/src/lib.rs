//! The judge of Sample. `crates/common/src/sample.rs` has the rules.

use common::sample::Case;
use common::tokens::{Malformed, Tokens};
use game::{Bound, CaseScore, Details, Dialogue, Fault, Line, Objective, Played, Referee, Verdict};

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Sample;

/// A game in progress.
#[derive(Debug, Default)]
pub struct SamplePlay {
    /// The questions so far.
    pub questions: Vec<Vec<u32>>,
    /// The number of the answer, if it is right.
    pub answer: Option<u32>,
}

impl Referee for Sample {
    const NAME: &'static str = "sample";
    const OBJECTIVE: Objective = Objective::Minimise;
    const END: &'static str = "the number was named";
    type Case = Case;
    type Play = SamplePlay;

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    /// The first line of a case is the secret.
    fn hidden_lines(&self, _case: &Case) -> usize {
        1
    }

    fn play(&self, case: &Case, dialogue: &mut dyn Dialogue, play: &mut SamplePlay) -> Played {
        for turn in 1.. {
            let played = play.turn(case, dialogue);
            if played.map_err(|fault| fault.in_turn(turn))? {
                break;
            }
        }
        Ok(())
    }

    fn score(&self, case: &Case, play: &SamplePlay, verdict: Verdict) -> CaseScore {
        let lines = match verdict {
            Verdict::Ok => play.questions.len(),
            _ => case.size() as usize,
        };
        CaseScore {
            score: (lines + 1) as f64,
            bound: Some(Bound::new("lower bound", 1.0)),
            details: Details::new([("questions", play.questions.len().into())]),
            ..CaseScore::default()
        }
    }
}

impl SamplePlay {
    /// Receives a question and replies, or receives the answer; returns true after the answer.
    fn turn(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Result<bool, Fault> {
        let line = dialogue.receive()?;
        let expected = format!("`?` or `!`, and numbers from 1 to {}", case.size());
        let (sign, rest) = line.trimmed().split_at_checked(1).unwrap_or_default();
        let numbers = Line::new(line.number, rest).number_list(&expected);
        let numbers = numbers.map_err(|_| line.not(&expected))?.into_iter();
        let numbers = numbers.map(|number| u32::try_from(number).ok());
        let numbers =
            numbers.map(|number| number.filter(|known| (1..=case.size()).contains(known)));
        let numbers: Vec<u32> =
            numbers.collect::<Option<_>>().ok_or_else(|| line.not(&expected))?;
        match (sign, &numbers[..]) {
            (b"?", [_, ..]) if self.questions.len() < case.size() as usize => {
                dialogue.send(&format!("{}\n", case.reply(&numbers)))?;
                self.questions.push(numbers);
                Ok(false)
            }
            (b"?", [_, ..]) => Err(line.breaks(format!("more than {} questions", case.size()))),
            (b"!", &[number]) if number == case.secret() => {
                self.answer = Some(number);
                Ok(true)
            }
            (b"!", &[number]) => Err(line.breaks(format!("{number} is not the hidden number"))),
            _ => Err(line.not(&expected)),
        }
    }
}

/// The cases of seeds, limits, totals, scenes, and entries by hand.
#[cfg(feature = "cases")]
mod cases {
    use common::sample::{Case, SIZES, fewest_questions};
    use game::{Details, EntryForm, Game, Limits, Move, Referee, Reference, ScoreRanges, Stream};
    use rand::RngExt;
    use scene::{Analysis, Arrangement, Mark, Metric, Place, Scene, SceneLayout, Sign};

    use super::{Sample, SamplePlay};

    impl Game for Sample {
        const TITLE: &'static str = "Sample";
        const RULES: &'static str = include_str!("../../../crates/sample/README.md");
        const PROTOCOL: &'static str = "\
A contestant reads the size, and writes questions such as `? 3 7 9`, to which it reads `yes` or
`no`: is the hidden number one of these? In the end it writes its answer, such as `! 7`.";
        const RANDOM_PLAY: bool = false;
        const ENTRIES: EntryForm<Case> = EntryForm::lines("? and numbers, or ! and a number");
        const COUNTED: &'static str = "lines";

        fn limits(&self) -> Limits {
            Limits::new(1000, 64)
        }

        fn generate(&self, seed: u64) -> Case {
            let mut rng = game::rng(Self::NAME, seed, Stream::Case);
            let size = rng.random_range(SIZES);
            Case::new(rng.random_range(1..=size), size).expect("both are within their ranges")
        }

        fn parameters(&self, case: &Case) -> Details {
            Details::new([("size", case.size().into())])
        }

        fn ranges(&self, case: &Case) -> ScoreRanges {
            ScoreRanges::new(1.0..=f64::from(case.size() + 1))
        }

        /// Every size is as likely as any other, and so is every secret.
        fn reference(&self) -> Option<Reference> {
            let means = SIZES.map(|size| 1.0 + f64::from(fewest_questions(size)) / f64::from(size));
            let count = SIZES.count() as f64;
            Some(Reference { kind: "bound on the mean".into(), value: means.sum::<f64>() / count })
        }

        fn layout(&self, case: &Case) -> SceneLayout {
            SceneLayout {
                shape: Arrangement::Grid {
                    rows: 1,
                    cols: case.size(),
                    row_names: Vec::new(),
                    col_names: (1..=case.size()).map(|number| number.to_string()).collect(),
                },
                legend: vec![Sign::Mark(Mark::Best).means("the hidden number")],
                ..SceneLayout::default()
            }
        }

        fn scenes(&self, case: &Case, play: &SamplePlay, show: &mut dyn FnMut(Scene)) {
            show(scene(case, &[], "nothing is known".into()));
            for (count, question) in (1..).zip(&play.questions) {
                let numbers: Vec<String> = question.iter().map(u32::to_string).collect();
                let caption = format!("one of {}? {}", numbers.join(", "), case.reply(question));
                show(scene(case, &play.questions[..count], caption));
            }
            if let Some(number) = play.answer {
                let scene = scene(case, &play.questions, format!("it is {number}"));
                show(Scene { turn: scene.turn + 1, ..scene });
            }
        }

        /// Each number is a part of questions and answers.
        fn moves(&self, case: &Case, _entries: &[String], _play: &SamplePlay) -> Vec<Move> {
            let part = |number: u32| Move::part(place(number), number.to_string(), VERBS);
            (1..=case.size()).map(part).collect()
        }
    }

    /// Entries that consist of numbers, and their buttons.
    const VERBS: &[(&str, &str)] = &[("?", "Ask"), ("!", "Answer")];

    fn place(number: u32) -> Place {
        Place::cell(number as usize - 1)
    }

    /// The numbers that are possible after some questions. Only viewers see the secret.
    fn scene(case: &Case, asked: &[Vec<u32>], caption: String) -> Scene {
        let fits = |number: &u32| {
            let is_same = |asked: &Vec<u32>| asked.contains(number) == (case.reply(asked) == "yes");
            asked.iter().all(is_same)
        };
        let possible = (1..=case.size()).filter(fits);
        let labels: Vec<_> = possible.map(|number| (place(number), "?".to_string())).collect();
        Scene {
            turn: asked.len() as u32,
            caption,
            figures: vec![
                Metric::new("Questions", asked.len()).plotted(),
                Metric::new("Possible", labels.len()),
            ],
            labels,
            analysis: Analysis {
                marks: vec![(place(case.secret()), Mark::Best)],
                ..Analysis::default()
            },
            ..Scene::default()
        }
    }
}
