//! Losses in the scenes of a play: a curve, and the dearest turns as events.

use std::collections::{BTreeMap, HashMap};

use scene::{Figure, Scene};

use crate::losses::{DearTurn, Losses};

/// Turns that become events.
const EVENTS: usize = 10;

/// The points lost so far, and words on the turns that lost the most.
pub(crate) struct LossCurve<'a> {
    losses: &'a Losses,
    turns: BTreeMap<(u32, u32), DearTurn<'a>>,
    events: HashMap<(u32, u32), String>,
}

impl<'a> LossCurve<'a> {
    pub fn new(losses: &'a Losses) -> LossCurve<'a> {
        let events = losses.dearest(EVENTS).into_iter().map(|turn| {
            let place = (turn.dearest.round, turn.dearest.turn.unwrap_or_default());
            (place, losses.described(&turn))
        });
        LossCurve {
            losses,
            turns: losses.by_turn(),
            events: events.collect(),
        }
    }

    /// Adds the figure to a scene, and the event to the first one of its turn.
    pub fn add_to(&mut self, scene: &mut Scene) {
        let turn = (scene.round, scene.turn);
        let lost = self.turns.range((scene.round, 0)..=turn);
        let units = lost.map(|(_, turn)| turn.units).sum();
        let figure = Figure::new("Lost so far", self.losses.in_points(units));
        scene.figures.push(figure.plotted());
        scene.events.extend(self.events.remove(&turn));
    }
}
