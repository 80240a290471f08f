//! A case to be played, and a refereed play of it, from which score, losses and scenes are read.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use common::tokens::Malformed;
use scene::{Mark, Metric, Scene, SceneLayout};

use crate::{
    CaseScore, Cause, Fault, Game, Losses, PlayRng, Played, Ruling, Salt, ScriptedDialogue, Stream,
    Verdict, case_parts, read_case, referee, referee_transcript, rng,
};

/// True if this program may tell how to play better.
pub const ANALYSES: bool = cfg!(feature = "analysis");

/// Number of turns that become events.
const EVENTS: usize = 10;

/// A case, and the inputs of the judge's random choices during its play.
pub struct CasePlay<G: Game> {
    /// The game with its options.
    pub game: G,
    /// The seed of the case and of the random choices during play.
    pub seed: u64,
    /// Salt of the random choices during play.
    pub salt: Option<Salt>,
    /// Name of the case file; `None` for the seed's own case.
    pub file: Option<String>,
    /// The case, generated at its first use.
    case: OnceLock<Arc<G::Case>>,
    /// True if the case is generated from the seed.
    pub is_drawn: bool,
}

/// Messages of the judge after a case.
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a> {
    /// The messages, one per line.
    pub text: &'a str,
    /// Number of lines of the case, which come before the messages.
    lines_before: usize,
}

/// A play of a case with its ruling.
pub struct JudgedPlay<G: Game> {
    /// The case.
    pub case: CasePlay<G>,
    /// The ruling on the play.
    pub ruling: Ruling,
    /// The play.
    pub play: G::Play,
    /// Text that was sent after the case, if the answers were prepared.
    pub input: String,
    /// True if the game waits for a prepared answer that is missing or incomplete.
    pub awaits: bool,
}

impl<G: Game> Clone for CasePlay<G> {
    fn clone(&self) -> CasePlay<G> {
        CasePlay {
            salt: self.salt.clone(),
            file: self.file.clone(),
            case: self.case.clone(),
            is_drawn: self.is_drawn,
            ..CasePlay::new(self.game.clone(), self.seed)
        }
    }
}

impl<G: Game> CasePlay<G> {
    /// Returns the case that the seed generates.
    pub fn new(game: G, seed: u64) -> CasePlay<G> {
        CasePlay { game, seed, salt: None, file: None, case: OnceLock::new(), is_drawn: true }
    }

    /// Returns the play of a case from a file, with the same random choices.
    #[must_use]
    pub fn of_file(self, name: &str, case: &Arc<G::Case>) -> CasePlay<G> {
        CasePlay { file: Some(name.into()), case: Arc::clone(case).into(), is_drawn: false, ..self }
    }

    /// Reads a case at the start of `text`: a saved input. Returns it with the same
    /// random choices, and the messages after it; fails if the case is malformed. If it equals this
    /// case, this one is returned, since only a generated case has all parameters.
    pub fn read<'a>(&self, text: &'a str) -> Result<(CasePlay<G>, Messages<'a>), Malformed> {
        let (case, messages) = read_case(&self.game, text)?;
        let before = &text[..text.len() - messages.len()];
        let messages = Messages { text: messages, lines_before: before.matches('\n').count() };
        if case.to_string() == self.case().to_string() {
            return Ok((self.clone(), messages));
        }
        let read = CasePlay { case: Arc::new(case).into(), is_drawn: false, ..self.clone() };
        Ok((read, messages))
    }

    /// Returns the case.
    pub fn case(&self) -> &Arc<G::Case> {
        let draw = || Arc::new(self.game.generate(self.seed));
        self.case.get_or_init(draw)
    }

    /// Returns the text of the case in two parts: its hidden lines, and what a contestant reads.
    pub fn parts(&self) -> [String; 2] {
        case_parts(&self.game, self.case())
    }

    /// Returns true if the case has hidden lines. Then no entry can be taken back.
    pub fn has_secret(&self) -> bool {
        self.game.hidden_lines(self.case()) > 0
    }

    /// Returns the cells and kinds of pieces for its scenes.
    pub fn layout(&self) -> SceneLayout {
        self.game.layout(self.case())
    }

    /// Returns the judge's random numbers during play. Each variant and each salt has its own
    /// sequence.
    pub fn rng(&self) -> PlayRng {
        let name = match self.game.variant() {
            Some(variant) => format!("{}/{variant}", G::NAME),
            None => G::NAME.into(),
        };
        let mut rng = rng(&name, self.seed, Stream::Play);
        if let Some(salt) = &self.salt {
            rng = salt.mix(rng);
        }
        PlayRng::new(&rng.get_seed(), rng.get_stream())
    }

    /// Referees a contestant that got these messages and wrote `output`. Fails if a message is one
    /// that this judge would not send.
    pub fn judge(&self, messages: Messages, output: &[u8]) -> Result<JudgedPlay<G>, Malformed> {
        let mut play = G::Play::default();
        let played = referee_transcript(&self.game, self.case(), messages.text, output, &mut play);
        if let Err(fault) = &played
            && fault.cause == Cause::Transcript
        {
            let line = messages.lines_before + fault.line.unwrap_or_default();
            return Err(Malformed::rule(line, fault.clone().without_line().to_string()));
        }
        Ok(JudgedPlay::new(self, Ruling::of(played), play))
    }

    /// Repeats a play: the contestant wrote `output`, of which the referee read the first `answers`
    /// lines (all if unknown), and got this `ruling`. The judge makes the random choices of this case.
    pub fn repeat(&self, output: &[u8], answers: Option<usize>, ruling: Ruling) -> JudgedPlay<G> {
        // The output does not show early answers, limits and crashes; the ruling does.
        JudgedPlay { ruling, ..self.scripted(output, answers).0 }
    }

    /// Referees a contestant that writes `output`; the judge makes the random choices of this case.
    pub fn play(&self, output: &[u8]) -> JudgedPlay<G> {
        self.scripted(output, None).0
    }

    fn scripted(&self, output: &[u8], answers: Option<usize>) -> (JudgedPlay<G>, Played) {
        let mut dialogue = ScriptedDialogue::new(output, answers, self.rng());
        let mut play = G::Play::default();
        let played = referee(&self.game, self.case(), &mut dialogue, &mut play);
        let judged = JudgedPlay {
            awaits: dialogue.awaits && played.is_err(),
            input: dialogue.input,
            ..JudgedPlay::new(self, Ruling::of(played.clone()), play)
        };
        (judged, played)
    }
}

/// A case that a person plays with entries. Each entry is tried in a new play, so a wrong entry
/// changes nothing.
impl<G: Game> CasePlay<G> {
    /// Plays the game with `entries` so far; the ruling of an unfinished play is `OK`. Fails with
    /// the rule that the entries break, unless it ends the game: of a game with a secret, the broken
    /// rule may tell the secret, so only an entry in a wrong form can be tried again.
    pub fn play_entries(&self, entries: &[String]) -> Result<JudgedPlay<G>, Fault> {
        let output = self.answers(entries).map_err(Fault::wrong)?;
        let (mut judged, played) = self.scripted(output.as_bytes(), None);
        let fault = played.err().filter(|_| !judged.awaits);
        judged.ruling = match fault.map(Fault::without_line) {
            None => Ruling::OK,
            Some(fault) if self.is_final(&fault) => Ruling::of(Err(fault)),
            Some(fault) => return Err(fault),
        };
        Ok(judged)
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
    pub fn ended(&self, entries: &[String]) -> (String, JudgedPlay<G>) {
        let output = (G::ENTRIES.output)(self.case(), entries, true).unwrap_or_default();
        let play = self.play(output.as_bytes());
        (output, play)
    }

    /// Returns the input of a contestant that has written `output`, and true if it may write more.
    /// The input is complete at once if the game's messages do not depend on answers.
    pub fn feed(&self, output: &str) -> (String, bool) {
        let [_, sent] = self.parts();
        match self.game.messages(self.case(), &mut self.rng()) {
            Ok(all) if !all.is_empty() => (sent + &all, false),
            _ => {
                let played = self.play(output.as_bytes());
                (sent + &played.input, played.awaits)
            }
        }
    }
}

impl Messages<'static> {
    /// Returns an empty list of messages after this case.
    pub fn none<G: Game>(case: &CasePlay<G>) -> Messages<'static> {
        Messages { text: "", lines_before: case.case().to_string().lines().count() }
    }
}

impl<G: Game> JudgedPlay<G> {
    /// Returns the play of a contestant that has ended.
    pub fn new(case: &CasePlay<G>, ruling: Ruling, play: G::Play) -> JudgedPlay<G> {
        JudgedPlay { case: case.clone(), ruling, play, input: String::new(), awaits: false }
    }

    /// Returns the score of the play under its ruling.
    pub fn scored(&self) -> CaseScore {
        let case = &self.case;
        case.game.score(case.case(), &self.play, self.ruling.verdict)
    }

    /// Returns the losses of a finished play under any ruling; `None` if it is unfinished or
    /// the game lacks losses.
    pub fn losses(&self) -> Option<Losses> {
        if !ANALYSES {
            return None;
        }
        self.case.game.losses(self.case.case(), &self.play)
    }

    /// Passes the scenes to `show` in the form for viewers: with analysis, a curve of `losses`, and
    /// a mark at the fault in the last scene. Fails like [`show_scenes`].
    pub fn show(&self, losses: Option<&Losses>, mut show: impl FnMut(Scene)) -> Result<(), String> {
        let mut curve = losses.map(LossCurve::new);
        let mut show = |mut scene: Scene| {
            curve.iter_mut().for_each(|curve| curve.add_to(&mut scene));
            show(scene);
        };
        let (game, mut last) = (&self.case.game, None);
        show_scenes(game, self.case.case(), &self.play, |scene| {
            let scene = if ANALYSES { scene.analysed() } else { scene };
            last.replace(scene).into_iter().for_each(&mut show);
        })?;
        if let Some(mut scene) = last {
            let wrong = game.fault_place(&self.play);
            scene.marks.extend(wrong.map(|place| (place, Mark::Wrong)));
            show(scene);
        }
        Ok(())
    }

    /// Returns the scenes of the play of `entries`; fails like [`show_scenes`].
    pub fn scenes(&self, entries: &[String]) -> Result<Vec<Scene>, String> {
        if let Some(scenes) = G::ENTRIES.scenes {
            return Ok(scenes(self.case.case(), entries));
        }
        let mut scenes = Vec::new();
        show_scenes(&self.case.game, self.case.case(), &self.play, |scene| scenes.push(scene))?;
        Ok(scenes)
    }
}

/// Passes the scenes of a play to `show`. Fails at the first scene that does not fit its layout;
/// the error begins with the game's name.
pub fn show_scenes<G: Game>(
    game: &G,
    case: &G::Case,
    play: &G::Play,
    mut show: impl FnMut(Scene),
) -> Result<(), String> {
    let layout = game.layout(case);
    let mut checked = Ok(());
    game.scenes(case, play, &mut |scene| {
        if checked.is_ok() {
            checked = layout.check(&scene);
        }
        if checked.is_ok() {
            show(scene);
        }
    });
    checked.map_err(|problem| format!("{}: {problem}", G::NAME))
}

/// Losses in the scenes of a play: a curve of the points lost so far, and events for the costliest
/// turns and the end.
pub struct LossCurve<'a> {
    losses: &'a Losses,
    /// Units by round and turn, without luck.
    units: BTreeMap<(u32, u32), i64>,
    events: HashMap<(u32, u32), Vec<String>>,
}

impl<'a> LossCurve<'a> {
    /// Prepares the curve of these losses.
    pub fn new(losses: &'a Losses) -> LossCurve<'a> {
        let mut units = BTreeMap::new();
        for loss in losses.in_play() {
            *units.entry((loss.round, losses.turn(&loss))).or_default() += loss.units;
        }
        let mut events: HashMap<(u32, u32), Vec<String>> = HashMap::new();
        let mut turns = losses.costliest(EVENTS);
        turns.sort_by_key(|turn| turn.turn.is_none());
        for turn in turns {
            let of_turn = events.entry((turn.round, losses.turn(&turn)));
            of_turn.or_default().push(losses.described(&turn));
        }
        LossCurve { losses, units, events }
    }

    /// Adds the figure to a scene, and the event to the first scene of its turn.
    pub fn add_to(&mut self, scene: &mut Scene) {
        let turn = (scene.round, scene.turn);
        let units = self.units.range((scene.round, 0)..=turn);
        let units = units.map(|(_, units)| units).sum();
        let figure = Metric::new("Lost so far", self.losses.in_points(units));
        scene.figures.push(figure.plotted());
        let events = self.events.remove(&turn).unwrap_or_default();
        scene.events.extend(events);
    }
}
