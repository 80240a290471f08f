//! A game that a person plays by entries.

use crate::dialogue::{Person, Told};
use crate::draws::choices;
use crate::entry::EntryForm;
use crate::game::Game;
use crate::verdict::{Fault, Verdict};
use scene::SceneLayout;

/// A case in a person's hands. Every entry is tried by playing the whole game once more, so that
/// a wrong one leaves nothing behind.
pub struct HandGame<'a, G: Game> {
    game: &'a G,
    case: &'a G::Case,
    seed: u64,
    form: Box<dyn EntryForm<G::Case>>,
    layout: SceneLayout,
}

impl<'a, G: Game> HandGame<'a, G> {
    /// A case whose judge chooses as the seed draws.
    pub fn new(game: &'a G, case: &'a G::Case, seed: u64) -> HandGame<'a, G> {
        HandGame {
            game,
            case,
            seed,
            form: game.entry_form(),
            layout: game.layout(case),
        }
    }

    /// The case.
    pub fn case(&self) -> &G::Case {
        self.case
    }

    /// The cells and pieces of its scenes.
    pub fn layout(&self) -> &SceneLayout {
        &self.layout
    }

    /// The form of the entries.
    pub fn form(&self) -> &dyn EntryForm<G::Case> {
        &*self.form
    }

    /// Plays the game with `entries`, of which the person has seen `seen` scenes; returns what
    /// was told, and the state of the run.
    ///
    /// # Errors
    /// The rule that they break, or the judge's own fault: `IE`.
    pub fn play(&self, entries: &[String], seen: usize) -> Result<(Told, G::Play), Fault> {
        let output = self.form.output(self.case, entries, false);
        self.play_output(&output.map_err(Fault::wrong)?, seen)
    }

    /// Plays the game with the `output` of a contestant that may write more, as
    /// [`HandGame::play`] does.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn play_output(&self, output: &str, seen: usize) -> Result<(Told, G::Play), Fault> {
        let mut person = self.person(output, seen);
        let mut play = G::Play::default();
        let played = self.game.play(self.case, &mut person, &mut play);
        let played = played.and_then(|()| person.finish());
        let told = person.told();
        match played {
            Ok(()) => {
                let awaits = false;
                Ok((Told { awaits, ..told }, play))
            }
            Err(_) if told.awaits => Ok((told, play)),
            Err(Fault::Verdict(Verdict::Wa, reason)) if self.form.is_strict() => {
                let fault = Some(reason.to_string());
                Ok((Told { fault, ..told }, play))
            }
            Err(fault) => Err(fault),
        }
    }

    /// Returns the streams of a contestant that makes these entries and no more: all that it
    /// reads, and all that it writes.
    pub fn streams(&self, entries: &[String]) -> (String, String) {
        let output = self.form.output(self.case, entries, true);
        let output = output.unwrap_or_default();
        (self.case.to_string() + &self.messages(&output), output)
    }

    /// Returns what a contestant reads after the case if it writes `output` and no more.
    pub fn messages(&self, output: &str) -> String {
        let mut person = self.person(output, usize::MAX);
        // The record says how the game ended.
        let _ = self
            .game
            .play(self.case, &mut person, &mut G::Play::default());
        person.told().input
    }

    fn person<'b>(&'b self, output: &'b str, seen: usize) -> Person<'b> {
        let choices = choices(self.game, self.seed, None);
        Person::new(output, choices, &self.layout, seen)
    }
}
