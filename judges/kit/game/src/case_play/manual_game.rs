//! A game that a person plays with entries.

use scene::{Scene, SceneLayout};

use super::{CasePlay, ScriptedPlay, show_scenes};
use crate::fault::Fault;
use crate::game::Game;
use crate::verdict::{Ruling, Verdict};

/// A case that a person plays. Each entry is tried in a new play, so a wrong entry changes nothing.
pub struct ManualGame<'a, G: Game> {
    case: &'a CasePlay<G>,
    /// Cells and pieces of its scenes.
    pub layout: SceneLayout,
}

impl<'a, G: Game> ManualGame<'a, G> {
    /// Starts the game of a case.
    pub fn new(case: &'a CasePlay<G>) -> ManualGame<'a, G> {
        ManualGame {
            case,
            layout: case.game.layout(case.case()),
        }
    }

    /// Returns the case.
    pub fn case(&self) -> &G::Case {
        self.case.case()
    }

    /// Plays the game with `entries` so far; the ruling of an unfinished play is `OK`. Fails with
    /// the rule that the entries break.
    pub fn play(&self, entries: &[String]) -> Result<ScriptedPlay<G>, Fault> {
        let output = self.output(entries).map_err(Fault::wrong)?;
        self.play_output(&output)
    }

    /// Returns the contestant's output for `entries` so far; fails if an entry has a wrong form.
    pub fn output(&self, entries: &[String]) -> Result<String, String> {
        (G::ENTRIES.output)(self.case(), entries, false)
    }

    /// Returns the entry after `entries` in a solver's `output` so far, if there is one.
    pub fn next(&self, entries: &[String], output: &str) -> Option<String> {
        (G::ENTRIES.next)(self.case(), entries, output)
    }

    /// Plays the `output` of a contestant that may write more, like [`ManualGame::play`].
    pub fn play_output(&self, output: &str) -> Result<ScriptedPlay<G>, Fault> {
        let mut played = self.case.play(output.as_bytes());
        let fault = played.fault.take().filter(|_| !played.awaits);
        played.judged.ruling = match fault.map(Fault::without_line) {
            None => Ruling::OK,
            Some(fault) if fault.verdict() == Verdict::Wa && G::ENTRIES.judged_at_end => {
                Ruling::of(Err(fault))
            }
            Some(fault) => return Err(fault),
        };
        Ok(played)
    }

    /// Returns the output and the play of a contestant that makes these entries and then stops.
    pub fn ended(&self, entries: &[String]) -> (String, ScriptedPlay<G>) {
        let output = (G::ENTRIES.output)(self.case(), entries, true).unwrap_or_default();
        let play = self.case.play(output.as_bytes());
        (output, play)
    }

    /// Returns the scenes of the play of `entries`; fails if a scene does not fit its layout.
    pub fn scenes(&self, entries: &[String], play: &G::Play) -> Result<Vec<Scene>, String> {
        if let Some(scenes) = G::ENTRIES.scenes {
            return Ok(scenes(self.case(), entries));
        }
        let mut scenes = Vec::new();
        show_scenes(&self.case.game, self.case(), play, |scene| {
            scenes.push(scene)
        })?;
        Ok(scenes)
    }

    /// Returns the input of a contestant that has written `output`, and true if it may write more.
    /// The input is complete at once if the game's messages do not depend on answers.
    pub fn feed(&self, output: &str) -> (String, bool) {
        let all = self.case.game.messages(self.case(), &mut self.case.rng());
        let (messages, awaits) = match all {
            Ok(all) if !all.is_empty() => (all, false),
            _ => {
                let played = self.case.play(output.as_bytes());
                (played.input, played.awaits)
            }
        };
        (self.case().to_string() + &messages, awaits)
    }
}
