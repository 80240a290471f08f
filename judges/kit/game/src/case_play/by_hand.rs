//! A case that a person plays with entries. Each entry is tried in a new play, so a wrong entry
//! changes nothing.

use scene::Scene;

use super::{CasePlay, ScriptedPlay, show_scenes};
use crate::fault::{Cause, Fault};
use crate::game::Game;
use crate::ruling::Ruling;
use crate::verdict::Verdict;

impl<G: Game> CasePlay<G> {
    /// Plays the game with `entries` so far; the ruling of an unfinished play is `OK`. Fails with
    /// the rule that the entries break, unless it ends the game: of a game with a secret, the broken
    /// rule may tell the secret, so only an entry in a wrong form can be tried again.
    pub fn play_entries(&self, entries: &[String]) -> Result<ScriptedPlay<G>, Fault> {
        let output = self.answers(entries).map_err(Fault::wrong)?;
        let mut played = self.play(output.as_bytes());
        let fault = played.fault.take().filter(|_| !played.awaits);
        played.judged.ruling = match fault.map(Fault::without_line) {
            None => Ruling::OK,
            Some(fault) if self.is_final(&fault) => Ruling::of(Err(fault)),
            Some(fault) => return Err(fault),
        };
        Ok(played)
    }

    /// Returns true if an answer with this fault ends a game by hand.
    fn is_final(&self, fault: &Fault) -> bool {
        let is_secret = self.has_secret() && fault.cause != Cause::Form;
        fault.verdict() == Verdict::Wa && (G::ENTRIES.judged_at_end || is_secret)
    }

    /// Returns the contestant's output for `entries` so far; fails if an entry has a wrong form.
    pub fn answers(&self, entries: &[String]) -> Result<String, String> {
        (G::ENTRIES.output)(self.case(), entries, false)
    }

    /// Returns the entry after `entries` in a solver's `output` so far, if there is one.
    pub fn next_entry(&self, entries: &[String], output: &str) -> Option<String> {
        (G::ENTRIES.next)(self.case(), entries, output)
    }

    /// Returns the output and the play of a contestant that makes these entries and then stops.
    pub fn ended(&self, entries: &[String]) -> (String, ScriptedPlay<G>) {
        let output = (G::ENTRIES.output)(self.case(), entries, true).unwrap_or_default();
        let play = self.play(output.as_bytes());
        (output, play)
    }

    /// Returns the scenes of the play of `entries`; fails if a scene does not fit its layout.
    pub fn scenes(&self, entries: &[String], play: &G::Play) -> Result<Vec<Scene>, String> {
        if let Some(scenes) = G::ENTRIES.scenes {
            return Ok(scenes(self.case(), entries));
        }
        let mut scenes = Vec::new();
        show_scenes(&self.game, self.case(), play, |scene| scenes.push(scene))?;
        Ok(scenes)
    }

    /// Returns the input of a contestant that has written `output`, and true if it may write more.
    /// The input is complete at once if the game's messages do not depend on answers.
    pub fn feed(&self, output: &str) -> (String, bool) {
        let all = self.game.messages(self.case(), &mut self.rng());
        let (messages, awaits) = match all {
            Ok(all) if !all.is_empty() => (all, false),
            _ => {
                let played = self.play(output.as_bytes());
                (played.input, played.awaits)
            }
        };
        let [_, sent] = self.parts();
        (sent + &messages, awaits)
    }
}
