//! A game that a person plays by entries.

use crate::case_play::CasePlay;
use crate::dialogue::{Person, Told};
use crate::entry::EntryForm;
use crate::game::Game;
use crate::verdict::{Fault, Verdict};
use crate::weights::Weights;
use scene::SceneLayout;

/// A case in a person's hands. Every entry is tried by a replay of the whole game, so that a wrong
/// one changes nothing.
pub struct HandGame<'a, G: Game> {
    play: &'a CasePlay<G>,
    form: Box<dyn EntryForm<G::Case>>,
    layout: SceneLayout,
}

impl<'a, G: Game> HandGame<'a, G> {
    /// The case of a play.
    pub fn new(play: &'a CasePlay<G>) -> HandGame<'a, G> {
        HandGame {
            play,
            form: play.game.entry_form(),
            layout: play.game.layout(play.case()),
        }
    }

    /// The case.
    pub fn case(&self) -> &G::Case {
        self.play.case()
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
    /// happened and the state of the run. Fails with the rule that they break, or the judge's own
    /// fault (`IE`).
    pub fn play(&self, entries: &[String], seen: usize) -> Result<(Told, G::Play), Fault> {
        let output = self.form.output(self.case(), entries, false);
        self.play_output(&output.map_err(Fault::wrong)?, seen)
    }

    /// Plays the `output` of a contestant that may write more, as [`HandGame::play`] does.
    pub fn play_output(&self, output: &str, seen: usize) -> Result<(Told, G::Play), Fault> {
        let mut person = self.person(output, seen);
        let mut play = G::Play::default();
        let played = self.play.game.play(self.case(), &mut person, &mut play);
        let played = played.and_then(|()| person.finish());
        let told = person.told();
        match played {
            Ok(()) => {
                let awaits = false;
                Ok((Told { awaits, ..told }, play))
            }
            Err(_) if told.awaits => Ok((told, play)),
            Err(Fault::Verdict(Verdict::Wa, reason)) if self.form.is_strict() => {
                let fault = Some(reason);
                Ok((Told { fault, ..told }, play))
            }
            Err(fault) => Err(fault),
        }
    }

    /// Returns what a contestant with these entries reads, and what it writes.
    pub fn streams(&self, entries: &[String]) -> (String, String) {
        let output = self.form.output(self.case(), entries, true);
        let output = output.unwrap_or_default();
        (self.case().to_string() + &self.messages(&output), output)
    }

    /// Returns what a contestant reads after the case if it writes `output` and no more.
    pub fn messages(&self, output: &str) -> String {
        let mut person = self.person(output, usize::MAX);
        let game = &self.play.game;
        let _ = game.play(self.case(), &mut person, &mut G::Play::default());
        person.told().input
    }

    /// Returns all that is sent to a contestant that has written `output`, and whether it may write
    /// more; everything at once if that does not depend on answers.
    pub fn feed(&self, output: &str) -> (String, bool) {
        let mut draws = self.play.draws();
        let mut draw = |weights: Weights| weights.draw(&mut draws);
        let all = self.play.game.messages(self.case(), &mut draw);
        let (messages, awaits) = match all {
            Ok(all) if !all.is_empty() => (all, false),
            _ => match self.play_output(output, usize::MAX) {
                Ok((told, _)) => (told.input, told.awaits),
                Err(_) => (self.messages(output), false),
            },
        };
        (self.case().to_string() + &messages, awaits)
    }

    fn person<'b>(&'b self, output: &'b str, seen: usize) -> Person<'b> {
        Person::new(output, self.play.draws(), &self.layout, seen)
    }
}
