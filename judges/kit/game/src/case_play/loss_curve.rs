//! Losses in the scenes of a play: a curve, and events for the costliest turns and the end.

use std::collections::{BTreeMap, HashMap};

use scene::{Metric, Scene};

use crate::losses::Losses;

/// Number of turns that become events.
const EVENTS: usize = 10;

/// The points lost so far, and events for the costliest turns.
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
