//! Scenes of a transcript.

use scene::Scene;

use crate::dialogue::{Saved, Watched};
use crate::game::Referee;
use crate::verdict::{Fault, Verdict};

/// Passes the scenes of a transcript (read after the case, and written) to `watch`, up to the fault
/// if there is one; fails, under the game's name, if a scene does not fit its layout.
pub fn watch<G: Referee>(
    game: &G,
    case: &G::Case,
    input: &str,
    output: &[u8],
    mut watch: impl FnMut(Scene),
) -> Result<(), String> {
    let layout = game.layout(case);
    let mut saved = Saved::new(input.as_bytes(), output);
    let mut watched = Watched::new(&mut saved, &layout, &mut watch);
    let played = game.play(case, &mut watched, &mut G::Play::default());
    // The record says how the contestant ended.
    match watched.finish().err().or(played.err()) {
        Some(Fault::Verdict(Verdict::Ie, reason)) => Err(format!("{}: {reason}", G::NAME)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::io::Read;

    use common::tokens::{Malformed, Tokens};
    use scene::{Arrangement, Piece, Place, SceneLayout};

    use super::*;
    use crate::dialogue::Dialogue;
    use crate::game::CaseScore;
    use crate::replay;

    /// A walk over three cells: each line is a step's length, which nothing limits.
    struct Walk;

    struct Start;

    impl fmt::Display for Start {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Ok(())
        }
    }

    impl Referee for Walk {
        const NAME: &'static str = "walk";
        type Case = Start;
        type Play = i64;

        fn read_case<R: Read>(&self, _: &mut Tokens<R>) -> Result<Start, Malformed> {
            Ok(Start)
        }

        fn layout(&self, _: &Start) -> SceneLayout {
            SceneLayout {
                shape: Arrangement::grid(1, 3),
                kinds: vec![scene::PieceKind {
                    name: "walker".into(),
                    label: String::new(),
                    note: String::new(),
                    role: scene::Role::Own,
                    form: scene::Form::Stone,
                }],
                ..SceneLayout::default()
            }
        }

        fn play(&self, _: &Start, dialogue: &mut dyn Dialogue, at: &mut i64) -> Result<(), Fault> {
            for turn in 1..=2 {
                let [length] = dialogue.receive()?.numbers("a length")?;
                *at += length;
                let place = Place::cell(*at as usize);
                let (id, kind) = (0, 0);
                let pieces = vec![Piece { id, place, kind }];
                dialogue.show(&mut || Scene {
                    turn,
                    pieces: pieces.clone(),
                    ..Scene::default()
                })?;
            }
            Ok(())
        }

        fn score(&self, _: &Start, at: &i64, _: Verdict) -> CaseScore {
            CaseScore {
                score: *at as f64,
                ..CaseScore::default()
            }
        }
    }

    /// Returns the number of scenes that a viewer gets, and the judge's fault.
    fn watched(output: &[u8]) -> (usize, Result<(), String>) {
        let mut count = 0;
        let result = watch(&Walk, &Start, "", output, |_| count += 1);
        (count, result)
    }

    #[test]
    fn a_scene_that_does_not_fit_is_the_judges_fault() {
        let fault_of = |turn| {
            Err(format!(
                "walk: turn {turn}: piece 0 is on cell 3, expected one of 3"
            ))
        };
        assert_eq!(watched(b"1\n1\n"), (2, Ok(())));
        assert_eq!(watched(b"3\n-1\n"), (0, fault_of(1)));
        assert_eq!(watched(b"1\n2\n"), (1, fault_of(2)));
        assert_eq!(
            watched(b"3\n"),
            (0, fault_of(1)),
            "the output ends behind it"
        );
        let mut at = 0;
        let unseen = replay(&Walk, &Start, "", b"3\n-1\n", &mut at);
        assert_eq!((unseen, at), (Ok(()), 2));
    }
}
