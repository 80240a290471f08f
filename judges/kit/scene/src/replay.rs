//! A whole case as data for a viewer.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Figure, FigureValue, Frame, LegendEntry, Mark, Role, Scene, SceneLayout};

/// Everything visible of one run of one case.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Game, case and contestant of the replay.
    pub header: Header,
    /// Cells and kinds of pieces.
    pub layout: SceneLayout,
    /// Meanings of the signs on the board.
    pub legend: Vec<LegendEntry>,
    /// Name, owner and curve of each figure, in the order of first appearance.
    pub figures: Vec<FigureHead>,
    /// The rounds; exactly one in a case without rounds.
    pub rounds: Vec<RoundFrames>,
}

/// The constant part of a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureHead {
    /// Its name.
    pub name: &'static str,
    /// Its owner.
    pub role: Role,
    /// True if it is drawn as a curve over the turns.
    pub plotted: bool,
    /// True if its curve has a separate scale.
    pub own_scale: bool,
}

/// Subject of a replay, and the result of its case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Header {
    /// The game's title.
    pub game: String,
    /// Description of the case: its seed or its file.
    pub case: String,
    /// The contestant's command, or the folder of its saved output.
    pub contestant: String,
    /// Parameters that distinguish the case.
    pub parameters: Vec<Parameter>,
    /// The verdict, as in a record.
    pub verdict: String,
    /// The raw score.
    pub score: f64,
    /// Reference values for the first plotted figure.
    pub levels: Vec<Level>,
    /// The rule that the contestant broke after the last frame, if any.
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
    /// Its meaning, or an empty text.
    pub meaning: String,
}

/// A reference value in the plot: a bound or the best known score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Its height.
    pub value: f64,
}

/// The frames of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundFrames {
    /// Index of the round, from 0.
    pub number: u32,
    /// Its frames; the first is the difference from an empty scene.
    pub frames: Vec<Frame>,
    /// Final value of the first plotted figure.
    pub result: Option<f64>,
    /// True if the contestant failed in this round, and later rounds are included.
    pub failed: bool,
}

/// Records the scenes of a case.
///
/// ```
/// use scene::{Figure, Header, SceneLayout, Recorder, Scene};
/// let mut recorder = Recorder::default();
/// for turn in 0..3 {
///     let figures = vec![Figure::new("Points", 10 * turn).plotted()];
///     recorder.show(Scene { turn, figures, ..Scene::default() });
/// }
/// let replay = recorder.finish(Header::default(), SceneLayout::default());
/// assert_eq!(replay.rounds[0].frames.len(), 3);
/// assert_eq!(replay.rounds[0].result, Some(20.0));
/// ```
#[derive(Debug, Default)]
pub struct Recorder {
    figures: Vec<FigureHead>,
    rounds: Vec<RoundFrames>,
    marks: BTreeSet<Mark>,
    last: Scene,
}

impl Recorder {
    /// Records a scene. A scene of another round starts that round.
    pub fn show(&mut self, scene: Scene) {
        if self.rounds.is_empty() || self.last.round != scene.round {
            self.last = Scene::default();
            self.rounds.push(RoundFrames {
                number: scene.round,
                ..RoundFrames::default()
            });
        }
        let frame = Frame::between(&self.last, &scene, |figure| {
            index(&mut self.figures, figure)
        });
        if let Some(round) = self.rounds.last_mut() {
            round.frames.push(frame);
            round.failed |= scene.failed;
            round.result = scene.figures.iter().find_map(plotted).or(round.result);
        }
        self.marks.extend(scene.marks.iter().map(|&(_, mark)| mark));
        self.last = scene;
    }

    /// Returns the replay of all scenes.
    pub fn finish(self, header: Header, layout: SceneLayout) -> Replay {
        let legend = layout.legend_with(self.marks);
        Replay {
            header,
            layout,
            legend,
            figures: self.figures,
            rounds: self.rounds,
        }
    }
}

/// Returns the index of `figure` in the list; appends a new figure.
fn index(figures: &mut Vec<FigureHead>, figure: &Figure) -> usize {
    let found = figures.iter().position(|head| head.name == figure.name);
    found.unwrap_or_else(|| {
        figures.push(FigureHead {
            name: figure.name,
            role: figure.role,
            plotted: figure.plotted,
            own_scale: figure.own_scale,
        });
        figures.len() - 1
    })
}

fn plotted(figure: &Figure) -> Option<f64> {
    match figure.value {
        FigureValue::Number(number) if figure.plotted => Some(number),
        _ => None,
    }
}
