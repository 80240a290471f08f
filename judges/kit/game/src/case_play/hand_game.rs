//! A game that a person plays by entries.

use super::CasePlay;
use super::person::{HandState, Person};
use crate::game::Game;
use crate::verdict::{Fault, Verdict};
use scene::SceneLayout;

/// A case that a person plays. Every entry is tried in a new play of the whole game, so a wrong one
/// changes nothing.
pub struct HandGame<'a, G: Game> {
    play: &'a CasePlay<G>,
    /// The cells and pieces of its scenes.
    pub layout: SceneLayout,
}

impl<'a, G: Game> HandGame<'a, G> {
    /// The case of a play.
    pub fn new(play: &'a CasePlay<G>) -> HandGame<'a, G> {
        HandGame {
            play,
            layout: play.game.layout(play.case()),
        }
    }

    /// The case.
    pub fn case(&self) -> &G::Case {
        self.play.case()
    }

    /// Plays the game with `entries` for a person who has seen `seen` scenes; returns what happened
    /// and the state of the run. Fails with the rule that they break, or the judge's fault (`IE`).
    pub fn play(&self, entries: &[String], seen: usize) -> Result<(HandState, G::Play), Fault> {
        let output = self.output(entries).map_err(Fault::wrong)?;
        let (mut state, end) = self.play_output(&output, seen)?;
        if let Some(scenes) = G::ENTRIES.scenes {
            let scenes = scenes(self.case(), entries);
            state.count = scenes.len();
            state.scenes = scenes.into_iter().skip(seen.saturating_sub(1)).collect();
        }
        Ok((state, end))
    }

    /// Returns the contestant's output of `entries`, which more may follow; fails if an entry has
    /// another form.
    pub fn output(&self, entries: &[String]) -> Result<String, String> {
        (G::ENTRIES.output)(self.case(), entries, false)
    }

    /// Returns the entry after `entries` in a solver's `output` so far, if there is one.
    pub fn next(&self, entries: &[String], output: &str) -> Option<String> {
        (G::ENTRIES.next)(self.case(), entries, output)
    }

    /// Plays the `output` of a contestant that may write more, as [`HandGame::play`] does.
    pub fn play_output(&self, output: &str, seen: usize) -> Result<(HandState, G::Play), Fault> {
        let (played, mut state, end) = self.run(output, seen);
        match played {
            Err(_) if state.awaits => {}
            Err(Fault::Verdict(Verdict::Wa, reason)) if G::ENTRIES.is_strict => {
                state.fault = Some(reason.to_string());
            }
            played => played?,
        }
        Ok((state, end))
    }

    /// Returns the play of a contestant that makes these entries and no more.
    pub fn ended(&self, entries: &[String]) -> CasePlay<G> {
        let output = (G::ENTRIES.output)(self.case(), entries, true).unwrap_or_default();
        self.play
            .with_streams(self.messages(&output), output.into())
    }

    /// Returns what a contestant reads after the case if it writes `output` and no more.
    pub fn messages(&self, output: &str) -> String {
        self.run(output, usize::MAX).1.input
    }

    /// Returns what a contestant that has written `output` has been sent, and true if it may write
    /// more. A game that does not depend on answers sends everything at once.
    pub fn feed(&self, output: &str) -> (String, bool) {
        let all = self.play.game.messages(self.case(), &mut self.play.draws());
        let (messages, awaits) = match all {
            Ok(all) if !all.is_empty() => (all, false),
            _ => {
                let (_, state, _) = self.run(output, usize::MAX);
                (state.input, state.awaits)
            }
        };
        (self.case().to_string() + &messages, awaits)
    }

    /// Plays `output` up to a fault or the end; returns the fault, what happened, and the state of
    /// the run.
    fn run(&self, output: &str, seen: usize) -> (Result<(), Fault>, HandState, G::Play) {
        let mut person = Person::new(output, self.play.draws(), &self.layout, seen);
        let mut end = G::Play::default();
        let played = self.play.game.play(self.case(), &mut person, &mut end);
        let played = played.and_then(|()| person.finish());
        let mut state = person.state;
        state.awaits &= played.is_err();
        (played, state, end)
    }
}
