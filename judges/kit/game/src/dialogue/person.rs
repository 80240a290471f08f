//! A person's entries so far, played as the output of a contestant.

use super::Dialogue;
use crate::draws::Draws;
use crate::line::{Line, Lines, ended};
use crate::verdict::Fault;
use crate::weights::Weights;
use scene::{Scene, SceneLayout};

/// The answers of a person up to now. A game that asks for more than there are ends
/// there: it is the person's turn. Choices are drawn from the seed, from the first one on, so
/// that the same answers meet the same choices.
pub struct Person<'a> {
    answers: Lines<'a>,
    /// Number of whole lines; one more may be unfinished.
    whole: usize,
    choices: Draws,
    layout: &'a SceneLayout,
    seen: usize,
    told: Told,
}

/// Everything that a game told the person.
#[derive(Debug, Default)]
pub struct Told {
    /// Text sent after the case.
    pub input: String,
    /// The last scene seen before, and those that are new.
    pub scenes: Vec<Scene>,
    /// Number of scenes, those seen before included.
    pub count: usize,
    /// True if the game asked for an answer that is missing or unfinished.
    pub awaits: bool,
    /// The rule that the answer as a whole breaks: its verdict is `WA`.
    pub fault: Option<String>,
}

impl<'a> Person<'a> {
    /// A dialogue with the answers in `output`, whose last line is unfinished unless it
    /// has an end. The person has seen `seen` scenes of it before, all of this layout.
    pub fn new(
        output: &'a str,
        choices: Draws,
        layout: &'a SceneLayout,
        seen: usize,
    ) -> Person<'a> {
        Person {
            answers: Lines::of_entries(output.as_bytes()),
            whole: output.matches('\n').count(),
            choices,
            layout,
            seen,
            told: Told::default(),
        }
    }

    /// Checks that no answer is left after a whole game.
    ///
    /// # Errors
    /// One is left.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.answers.end()
    }

    /// Ends the dialogue.
    pub fn told(self) -> Told {
        self.told
    }
}

impl Dialogue for Person<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.told.input += text;
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        let taken = self.answers.taken();
        self.told.awaits |= taken >= self.whole;
        self.answers.next().ok_or_else(|| ended(taken))
    }

    fn choose(
        &mut self,
        weights: Weights,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault> {
        let choice = weights.draw(&mut self.choices)?;
        self.told.input += &(message(choice) + "\n");
        Ok(choice)
    }

    fn close(&mut self) {}

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }

    fn show(&mut self, scene: &mut dyn FnMut() -> Scene) -> Result<(), Fault> {
        self.told.count += 1;
        if self.told.count >= self.seen {
            let scene = scene();
            self.layout.check(&scene).map_err(Fault::internal)?;
            self.told.scenes.push(scene);
        }
        Ok(())
    }
}
