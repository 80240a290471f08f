//! Losses: how many points a play lost at which turn. They add up to the total loss.

use std::collections::BTreeMap;

use scene::counted;

use crate::{Objective, Verdict};

/// Method by which the losses of a play are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum LossBasis {
    /// Exact: every position has a known value, and a loss is the decrease of this value in a turn.
    Exact,
    /// Charged against a proven bound: no loss is negative, and some may be unavoidable even in the
    /// best play.
    Charged,
}

/// Note of a loss that belongs to no turn.
const AT_END: &str = "at the end";

/// Cause of points gained or lost by chance.
pub const LUCK: &str = "luck";

/// Cause of losing the points of a failed play, which do not count.
pub const FAILED: &str = "failed";

/// Points lost in one turn by one cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The round, from 0.
    pub round: u32,
    /// The turn in its round, from 1; `None` if the loss belongs to no turn.
    pub turn: Option<u32>,
    /// Cause, as a word of the game.
    pub cause: &'static str,
    /// Number of units; [`Losses::scale`] units are one point.
    pub units: i64,
    /// Description of the loss.
    pub note: String,
}

/// All losses of a play; their sum is `best - reached`, or `reached - best` if points are a cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Losses {
    /// Method of all losses.
    pub basis: LossBasis,
    /// Direction in which points are better.
    pub objective: Objective,
    /// Name of a point, in the plural: `beads`.
    pub points: &'static str,
    /// Units in a point.
    pub scale: u32,
    /// Units of the best play (exact) or of the bound (charged).
    pub best: i64,
    /// Units of this play.
    pub reached: i64,
    /// Number of turns in a round.
    pub turns: u32,
    /// The losses; those of 0 units are left out.
    pub each: Vec<Loss>,
}

impl Losses {
    /// Returns an empty list. `points` names the points and `scale` is their number of units;
    /// rounds have `turns` turns.
    pub fn new(basis: LossBasis, (points, scale): (&'static str, u32), turns: u32) -> Losses {
        Losses {
            basis,
            objective: Objective::Maximise,
            points,
            scale,
            best: 0,
            reached: 0,
            turns,
            each: Vec::new(),
        }
    }

    /// Returns the list, of points that are a cost.
    #[must_use]
    pub fn of_cost(self) -> Losses {
        Losses { objective: Objective::Minimise, ..self }
    }

    /// Returns the units by which `better` is better than `worse`.
    fn gain(&self, better: i64, worse: i64) -> i64 {
        match self.objective {
            Objective::Maximise => better - worse,
            Objective::Minimise => worse - better,
        }
    }

    /// Sets the best of charged losses to the recorded bound, in points. The difference is a loss
    /// of this `cause` without a turn.
    pub fn start_from(&mut self, bound: f64, cause: &'static str) {
        let best = (bound * f64::from(self.scale)).round() as i64;
        self.push_at_end(cause, self.gain(best, self.best));
        self.best = best;
    }

    /// Returns the losses under this verdict: at the end, a failed play also loses all its points. Its
    /// cost stays.
    #[must_use]
    pub fn ruled(mut self, verdict: Verdict) -> Losses {
        if verdict != Verdict::Ok && self.objective == Objective::Maximise {
            let counted = self.reached.min(0);
            self.push_at_end(FAILED, self.reached - counted);
            self.reached = counted;
        }
        self
    }

    fn push_at_end(&mut self, cause: &'static str, units: i64) {
        let place = (self.each.iter().map(|loss| loss.round).max().unwrap_or_default(), None);
        self.lose(place, cause, units, AT_END.into());
    }

    /// Appends a loss, unless it is 0.
    pub fn lose(
        &mut self,
        (round, turn): (u32, Option<u32>),
        cause: &'static str,
        units: i64,
        note: String,
    ) {
        if units != 0 {
            self.each.push(Loss { round, turn, cause, units, note });
        }
    }

    /// Returns true if the sum of the losses is the difference of best and reached.
    pub fn add_up(&self) -> bool {
        let sum: i64 = self.each.iter().map(|loss| loss.units).sum();
        sum == self.gain(self.best, self.reached)
    }

    /// Returns all losses except luck, sorted by turn. Losses without a turn are summed by cause at
    /// the end of the round.
    pub fn in_play(&self) -> Vec<Loss> {
        let in_play = self.each.iter().filter(|loss| loss.cause != LUCK).cloned();
        let (mut losses, ends): (Vec<Loss>, Vec<Loss>) =
            in_play.partition(|loss| loss.turn.is_some());
        let mut by_cause: BTreeMap<(u32, &str), Vec<Loss>> = BTreeMap::new();
        for loss in ends {
            by_cause.entry((loss.round, loss.cause)).or_default().push(loss);
        }
        losses.extend(by_cause.values().filter_map(|losses| at_end(losses)));
        losses.sort_by_key(|loss| (loss.round, self.turn(loss)));
        losses
    }

    /// Returns the turn at which a loss is shown: its own, or the last of the round.
    pub fn turn(&self, loss: &Loss) -> u32 {
        loss.turn.unwrap_or(self.turns)
    }

    /// Returns at most `most` turns that lost points, costliest first; the end counts as a turn.
    /// Only turns that display as 0.01 points or more are returned. The losses of a turn are added
    /// up and get cause and note of the largest one. Luck belongs to no turn.
    pub fn costliest(&self, most: usize) -> Vec<Loss> {
        let mut turns: BTreeMap<(u32, Option<u32>), Vec<Loss>> = BTreeMap::new();
        for loss in self.in_play() {
            turns.entry((loss.round, loss.turn)).or_default().push(loss);
        }
        let mut turns: Vec<Loss> = turns.values().filter_map(|losses| sum(losses)).collect();
        turns.retain(|turn| self.in_points(turn.units) >= 0.005);
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.units));
        turns.truncate(most);
        turns
    }

    /// Describes the loss of a turn.
    pub fn described(&self, turn: &Loss) -> String {
        let points = self.in_points(turn.units);
        let points = match self.basis {
            LossBasis::Exact if self.scale == 1 => format!("{points}"),
            LossBasis::Exact | LossBasis::Charged => format!("{points:.2}"),
        };
        let Loss { cause, note, .. } = turn;
        format!("lost {}: {cause}, {note}", counted(points, self.points))
    }

    /// Converts units to points.
    pub fn in_points(&self, units: i64) -> f64 {
        units as f64 / f64::from(self.scale)
    }

    /// Returns the decile of the round that contains a turn, 1 to 10.
    pub fn decile(&self, turn: u32) -> u32 {
        let turns = u64::from(self.turns.max(1));
        let before = u64::from(turn.saturating_sub(1));
        (before * 10 / turns).min(9) as u32 + 1
    }
}

/// Adds up losses; cause and note are those of the largest, the first of equally large ones.
fn sum(losses: &[Loss]) -> Option<Loss> {
    let largest = losses.iter().rev().max_by_key(|loss| loss.units)?;
    Some(Loss { units: losses.iter().map(|loss| loss.units).sum(), ..largest.clone() })
}

/// Adds up the losses by one cause that belong to no turn; the note describes the largest.
fn at_end(losses: &[Loss]) -> Option<Loss> {
    let sum = sum(losses)?;
    let note = match (losses.len(), &*sum.note) {
        (_, AT_END) => AT_END.into(),
        (1, note) => format!("{note}, {AT_END}"),
        (count, note) => format!("{count} in all, the largest: {note}, {AT_END}"),
    };
    Some(Loss { note, ..sum })
}
