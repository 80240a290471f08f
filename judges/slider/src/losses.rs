//! Losses of a play of Slider: its charges relative to the bound of its record.

use common::slider::Case;
use common::slider::board::{Cell, TurnEffect};
use common::slider::bound::{Charge, ChargeCause, Charges, charges};
use game::{LossBasis, Losses};

use crate::bound;

/// Default number of steps towards the bound, as for the table's bounds.
const STEPS: u64 = 300;

/// Difference between the bound and what its prices explain.
const SLACK: &str = "slack";

/// Returns the losses of an answer with these turns, at the prices of a bound after this number of
/// steps. The slack includes the difference between the bound of the record and that of the prices.
pub(crate) fn losses(case: &Case, turns: &[TurnEffect], steps: Option<u64>) -> Losses {
    let found = charges(case.board(), turns, steps.unwrap_or(STEPS));
    let scale = ("points", Charges::SCALE as u32);
    let mut losses = Losses::new(LossBasis::Charged, scale, turns.len() as u32);
    losses.best = found.bound;
    losses.reached = found.score;
    for charge in &found.each {
        let place = (0, charge.slot.map(|slot| slot as u32 + 1));
        let (cause, note) = described(case, charge);
        losses.lose(place, cause, charge.units, note);
    }
    losses.start_from(bound::bound(case, steps).value, SLACK);
    losses
}

/// Returns the cause of a charge and its description.
fn described(case: &Case, charge: &Charge) -> (&'static str, String) {
    let block = charge.block.map(|square| {
        let (row, col) = case.board().shape().position(square);
        let value = match case.board().cells()[square] {
            Cell::Block(value) => value.get(),
            Cell::Empty | Cell::Hole => 0,
        };
        format!("block {value} from {row} {col}")
    });
    let block = block.as_deref().unwrap_or("a turn");
    match charge.cause {
        ChargeCause::Late => ("late", format!("{block} later than its price allows")),
        ChargeCause::Detour => (
            "detour",
            format!("{block} takes more turns than it is worth"),
        ),
        ChargeCause::Idle => (
            "idle",
            format!("{block} that serves no other and brings nothing"),
        ),
        ChargeCause::Unbrought => ("unbrought", format!("{block} brings nothing")),
        ChargeCause::Unplayed => ("unplayed", "turns that are left".into()),
        ChargeCause::Slack => (SLACK, "slack of the bound".into()),
    }
}
