//! A person's entries so far, played as the output of a contestant.

use crate::dialogue::{Dialogue, MessageAt};
use crate::draws::Draws;
use crate::line::{Line, Lines};
use crate::verdict::Fault;
use scene::{Scene, SceneLayout};

/// A person's answers so far; a game that requires more ends there. Equal answers meet equal draws.
pub struct Person<'a> {
    answers: Lines<'a>,
    /// Number of whole lines; one more may be unfinished.
    whole: usize,
    draws: Draws,
    layout: &'a SceneLayout,
    seen: usize,
    /// Everything up to now.
    pub state: HandState,
}

/// Everything that a game sent and showed to a person.
#[derive(Debug, Default)]
pub struct HandState {
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
    /// A dialogue with the answers in `output`, whose last line is unfinished unless it has an end.
    /// The person has seen `seen` scenes before, all of this layout.
    pub fn new(output: &'a str, draws: Draws, layout: &'a SceneLayout, seen: usize) -> Person<'a> {
        Person {
            answers: Lines::of_entries(output.as_bytes()),
            whole: output.matches('\n').count(),
            draws,
            layout,
            seen,
            state: HandState::default(),
        }
    }

    /// Fails if an answer is left after a whole game.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.answers.end()
    }
}

impl Dialogue for Person<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.state.input += text;
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.state.awaits |= self.answers.taken >= self.whole;
        self.answers.due()
    }

    fn choose(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        let choice = self.draws.draw(count)?;
        self.state.input += &(message(choice) + "\n");
        Ok(choice)
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }

    fn show(&mut self, scene: &mut dyn FnMut() -> Scene) -> Result<(), Fault> {
        self.state.count += 1;
        if self.state.count >= self.seen {
            let scene = scene();
            self.layout.check(&scene).map_err(Fault::internal)?;
            self.state.scenes.push(scene);
        }
        Ok(())
    }
}
