//! Losses: the turns at which a play lost points; the account adds up.

use std::collections::BTreeMap;

/// Basis of the losses of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum LossBasis {
    /// Every position has a known value: a loss is the value before a turn less the value after it.
    Exact,
    /// An account against a proven bound: losses are not negative, and a better play may not be
    /// able to avoid them.
    Charged,
    /// Values under a given player, estimated with an error; a loss is negative where the
    /// contestant plays better.
    Estimated,
}

/// Cause of points gained or lost by chance.
pub const LUCK: &str = "luck";

/// Points that were lost at one turn by one cause.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The round, from 0, where a case has several.
    pub round: u32,
    /// The turn in its round, from 1; `None` without a single turn.
    pub turn: Option<u32>,
    /// Cause, in a word of the game.
    pub cause: &'static str,
    /// Number of units, of which [`Losses::scale`] are a point.
    pub units: i64,
    /// Standard error of an estimate, in units.
    pub error: f64,
    /// The loss in words.
    pub note: String,
}

/// A turn and all that was lost at it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DearTurn<'a> {
    /// Units that were lost.
    pub units: i64,
    /// Standard error of an estimate, in units.
    pub error: f64,
    /// The largest of its losses, which has the turn's round and number.
    pub dearest: &'a Loss,
}

/// All losses of a play: `best - reached` is their sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Losses {
    /// Basis of all of them.
    pub basis: LossBasis,
    /// Name of a point, in the plural: `beads`.
    pub points: &'static str,
    /// Units in a point.
    pub scale: u32,
    /// Units of the best play (exact), of the bound (charged), or the mean of the given player's
    /// games (estimated).
    pub best: i64,
    /// Units that this play has reached.
    pub reached: i64,
    /// Number of turns of a round.
    pub turns: u32,
    /// The losses, none of 0 units.
    pub each: Vec<Loss>,
}

impl Losses {
    /// An empty account in points of this name and number of units, over rounds of `turns` turns.
    pub fn new(basis: LossBasis, (points, scale): (&'static str, u32), turns: u32) -> Losses {
        Losses {
            basis,
            points,
            scale,
            best: 0,
            reached: 0,
            turns,
            each: Vec::new(),
        }
    }

    /// Makes the recorded bound, in points, the best of a charged account, and appends the
    /// difference under a `cause` without a turn.
    pub fn start_from(&mut self, bound: f64, cause: &'static str) {
        let best = (bound * f64::from(self.scale)).round() as i64;
        self.push(Loss {
            round: 0,
            turn: None,
            cause,
            units: best - self.best,
            error: 0.0,
            note: "slack of the bound".into(),
        });
        self.best = best;
    }

    /// Appends a loss, unless it is one of 0 units that is sure.
    pub fn push(&mut self, loss: Loss) {
        if loss.units != 0 || loss.error != 0.0 {
            self.each.push(loss);
        }
    }

    /// Returns true if the losses add up to the best less what was reached.
    pub fn add_up(&self) -> bool {
        let sum: i64 = self.each.iter().map(|loss| loss.units).sum();
        sum == self.best - self.reached
    }

    /// Returns all turns that lost points, by round and turn; luck is not attributed to turns.
    pub(crate) fn by_turn(&self) -> BTreeMap<(u32, u32), DearTurn<'_>> {
        let mut turns = BTreeMap::new();
        for loss in self.each.iter().filter(|loss| loss.cause != LUCK) {
            let Some(turn) = loss.turn else { continue };
            let known = turns.entry((loss.round, turn)).or_insert(DearTurn {
                units: 0,
                error: 0.0,
                dearest: loss,
            });
            known.units += loss.units;
            known.error = known.error.hypot(loss.error);
            if loss.units > known.dearest.units {
                known.dearest = loss;
            }
        }
        turns
    }

    /// Returns the dearest turns, at most `most`, whose loss is displayed as 0.01 points or more.
    pub fn dearest(&self, most: usize) -> Vec<DearTurn<'_>> {
        let mut turns: Vec<DearTurn> = self.by_turn().into_values().collect();
        turns.retain(|turn| self.in_points(turn.units) >= 0.005);
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.units));
        turns.truncate(most);
        turns
    }

    /// Returns what a turn lost, in words.
    pub fn described(&self, turn: &DearTurn) -> String {
        let points = self.in_points(turn.units);
        let points = match self.basis {
            LossBasis::Estimated => {
                format!("{points:.2} ± {:.2}", turn.error / f64::from(self.scale))
            }
            LossBasis::Exact if self.scale == 1 => format!("{points}"),
            LossBasis::Exact | LossBasis::Charged => format!("{points:.2}"),
        };
        let Loss { cause, note, .. } = turn.dearest;
        format!("lost {points} {}: {cause}, {note}", self.points)
    }

    /// Returns units as points.
    pub fn in_points(&self, units: i64) -> f64 {
        units as f64 / f64::from(self.scale)
    }

    /// Returns the tenth of a round, 1 to 10, of a turn.
    pub fn tenth(&self, turn: u32) -> u32 {
        let turns = u64::from(self.turns.max(1));
        let before = u64::from(turn.saturating_sub(1));
        (before * 10 / turns).min(9) as u32 + 1
    }
}
