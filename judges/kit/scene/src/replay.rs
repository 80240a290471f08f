//! A whole case in the form that a viewer shows.

mod frame;

use serde::{Serialize, Serializer};

use crate::encode::packed_json;
use crate::legend::ShownSigns;
use crate::{FigureValue, LegendEntry, Metric, Place, Role, Scene, SceneLayout, shade};

pub use frame::Frame;

/// Everything visible of one run of one case.
#[derive(Clone, Debug, Serialize)]
pub struct Replay {
    /// Game, case and contestant of the replay.
    pub header: Header,
    /// Figures in the order of their first appearance, with their first values.
    pub figures: Vec<Metric>,
    /// Meanings of the signs on the board.
    pub legend: Vec<LegendEntry>,
    /// Cells and kinds of pieces.
    pub layout: SceneLayout,
    /// First frame; a page shows it before it unpacks a round.
    pub first: Frame,
    /// Rounds; there is at least one.
    pub rounds: Vec<RoundFrames>,
    /// The last scene.
    #[serde(skip)]
    pub last: Scene,
}

/// Subject of a replay, and the result of the case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Header {
    /// The game's title.
    pub game: String,
    /// Name of the case: its seed, or its file.
    pub case: String,
    /// Command of the contestant, or the folder of its saved output.
    pub contestant: String,
    /// Parameters that distinguish the case.
    pub parameters: Vec<Parameter>,
    /// Verdict, as in a record.
    pub verdict: String,
    /// The raw score.
    pub score: f64,
    /// Levels with which the first plotted figure is compared.
    pub levels: Vec<ReferenceLine>,
    /// Rule that the contestant broke after the last frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A parameter of a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its meaning, if the game has one.
    pub meaning: String,
}

/// A level in the plot, such as a bound or the best known score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReferenceLine {
    /// Its name.
    pub name: String,
    /// Its value, in units of the figure.
    pub value: f64,
}

/// The frames of a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoundFrames {
    /// Number of the round, from 0.
    pub number: u32,
    /// First plotted figure at the end of the round.
    pub result: Option<f64>,
    /// True if the contestant failed in it although later rounds follow.
    pub failed: bool,
    /// Frames; the first is the difference from an empty scene. Each round is packed separately:
    /// the page unpacks only the chosen one.
    #[serde(serialize_with = "packed")]
    pub frames: Vec<Frame>,
}

fn packed<S: Serializer>(value: &impl Serialize, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&packed_json(value))
}

/// Records the scenes of a case one after another.
///
/// ```
/// use scene::{Metric, Header, SceneLayout, Recorder, Scene};
/// let mut recorder = Recorder::default();
/// for turn in 0..3 {
///     let figures = vec![Metric::new("Points", 10 * turn).plotted()];
///     recorder.show(Scene { turn, figures, ..Scene::default() });
/// }
/// let replay = recorder.finish(Header::default(), SceneLayout::default());
/// assert_eq!(replay.rounds[0].frames.len(), 3);
/// assert_eq!(replay.rounds[0].result, Some(20.0));
/// assert_eq!(replay.figures.len(), 1);
/// ```
#[derive(Debug, Default)]
pub struct Recorder {
    figures: Vec<Metric>,
    rounds: Vec<RoundFrames>,
    signs: ShownSigns,
    last: Scene,
}

impl Recorder {
    /// Adds a scene; a scene of another round starts that round.
    pub fn show(&mut self, scene: Scene) {
        if self.rounds.is_empty() || self.last.round != scene.round {
            self.last = Scene::default();
            self.rounds.push(RoundFrames { number: scene.round, ..RoundFrames::default() });
        }
        let frame = Frame::between(&self.last, &scene, &mut self.figures);
        if let Some(round) = self.rounds.last_mut() {
            round.frames.push(frame);
            round.failed |= scene.failed;
            round.result = scene.plotted().map(|(_, value)| value).or(round.result);
        }
        self.signs.add(&scene);
        self.last = scene;
    }

    /// Returns the replay of all scenes.
    pub fn finish(self, header: Header, layout: SceneLayout) -> Replay {
        let legend = layout.legend_with(&self.signs);
        let first = self.rounds.first().and_then(|round| round.frames.first());
        Replay {
            header,
            layout,
            first: first.cloned().unwrap_or_default(),
            legend,
            figures: self.figures,
            rounds: self.rounds,
            last: self.last,
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(match *self {
            Place::Cell(index) => index.into(),
            Place::Tray(index) => -1 - i64::from(index),
        })
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Role::Neutral => serializer.serialize_str("neutral"),
            Role::Own => serializer.serialize_str("own"),
            Role::Opponent => serializer.serialize_str("opponent"),
            Role::Value(value) => serializer.collect_str(&format_args!("value-{}", shade(value))),
        }
    }
}

impl FigureValue {
    /// Returns the number if it is whole and small enough to be exact.
    fn whole(&self) -> Option<i64> {
        /// Limit below which every whole number is exact.
        const EXACT: f64 = (1_u64 << 53) as f64;
        match *self {
            FigureValue::Number(number) if number.fract() == 0.0 && number.abs() < EXACT => {
                Some(number as i64)
            }
            _ => None,
        }
    }
}

impl Serialize for FigureValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self, self.whole()) {
            (_, Some(whole)) => serializer.serialize_i64(whole),
            (FigureValue::Number(number), None) => {
                serializer.serialize_f64((number * 1e4).round() / 1e4)
            }
            (FigureValue::Text(text), None) => serializer.serialize_str(text),
        }
    }
}
