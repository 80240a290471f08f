//! Losses of a play in its record: sums and the costliest turns.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::Not;

use serde::{Deserialize, Serialize};

use game::{LossBasis, Losses};

/// Maximum number of turns in a record.
const COSTLIEST: usize = 10;

/// Sums of a play's losses; all together they are `best - reached`, of a cost
/// `reached - best`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedLosses {
    /// Method of the losses.
    pub basis: LossBasis,
    /// Name of a point, in the plural.
    pub unit: String,
    /// Points of the best play or of the bound.
    pub best: f64,
    /// Points of this play.
    pub reached: f64,
    /// Sums by cause and by decile of the round.
    pub sums: Vec<LossSum>,
    /// The ten costliest turns, without luck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costliest: Vec<RecordedTurn>,
}

/// Points lost by one cause in one decile of the rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LossSum {
    /// Cause, as a word of the game.
    pub cause: String,
    /// The decile, 1 to 10; absent for losses that belong to no turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decile: Option<NonZeroU32>,
    /// The points.
    pub points: f64,
}

/// A turn that lost points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedTurn {
    /// The round, from 1.
    pub round: u32,
    /// The turn, from 1; for the end, the last turn.
    pub turn: u32,
    /// True for the losses that belong to no turn.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub end: bool,
    /// The points.
    pub points: f64,
    /// Cause of the largest loss in this turn.
    pub cause: String,
    /// Description of this loss.
    pub note: String,
}

impl From<&Losses> for RecordedLosses {
    fn from(losses: &Losses) -> RecordedLosses {
        let mut sums: BTreeMap<(&str, Option<NonZeroU32>), i64> = BTreeMap::new();
        for loss in &losses.each {
            let decile = loss.turn.map(|turn| losses.decile(turn)).and_then(NonZeroU32::new);
            *sums.entry((loss.cause, decile)).or_default() += loss.units;
        }
        let sum = |((cause, decile), units): ((&str, _), i64)| LossSum {
            cause: cause.into(),
            decile,
            points: losses.in_points(units),
        };
        let costliest = losses.costliest(COSTLIEST).into_iter().map(|turn| RecordedTurn {
            round: turn.round + 1,
            turn: losses.turn(&turn),
            end: turn.turn.is_none(),
            points: losses.in_points(turn.units),
            cause: turn.cause.into(),
            note: turn.note,
        });
        RecordedLosses {
            basis: losses.basis,
            unit: losses.points.into(),
            best: losses.in_points(losses.best),
            reached: losses.in_points(losses.reached),
            sums: sums.into_iter().map(sum).collect(),
            costliest: costliest.collect(),
        }
    }
}
