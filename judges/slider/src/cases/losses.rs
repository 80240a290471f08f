//! Losses of a play of Slider: the complementary-slackness gaps to the bound of its record.

use common::slider::Case;
use common::slider::board::{Cell, TurnEffect};
use game::{LossBasis, Losses};

use crate::bound::{self, Gap, GapCause, Gaps, gaps};

/// Default number of steps towards the bound; the table uses the same number.
const STEPS: u64 = 300;

/// The bound minus the part that its multipliers explain.
const SLACK: &str = "slack";

/// Returns the losses of an answer with these turns, at the multipliers that `steps` steps find.
/// The slack includes the bound of the record minus the bound of the multipliers.
pub fn losses(case: &Case, turns: &[TurnEffect], steps: Option<u64>) -> Losses {
    let found = gaps(case.board(), turns, steps.unwrap_or(STEPS));
    let scale = ("points", Gaps::SCALE as u32);
    let mut losses = Losses::new(LossBasis::Charged, scale, turns.len() as u32);
    losses.best = found.bound;
    losses.reached = found.score;
    for gap in &found.each {
        let place = (0, gap.slot.map(|slot| slot as u32 + 1));
        let (cause, note) = described(case, gap);
        losses.lose(place, cause, gap.units, note);
    }
    losses.start_from(bound::of_case(case, steps).value, SLACK);
    losses
}

/// Returns the cause of a gap and its description.
fn described(case: &Case, gap: &Gap) -> (&'static str, String) {
    let block = gap.block.map(|square| {
        let (row, col) = case.board().shape().position(square);
        let value = match case.board().cells()[square] {
            Cell::Block(value) => value.get(),
            Cell::Empty | Cell::Hole => 0,
        };
        format!("block {value} from {row} {col}")
    });
    let block = block.as_deref().unwrap_or("a turn");
    match gap.cause {
        GapCause::Late => ("late", format!("{block} later than its price allows")),
        GapCause::Detour => ("detour", format!("{block} takes more turns than it is worth")),
        GapCause::Idle => ("idle", format!("{block} that is not delivered and serves no other")),
        GapCause::Undelivered => ("undelivered", format!("{block} is not delivered")),
        GapCause::Unplayed => ("unplayed", "turns that are left".into()),
        GapCause::Slack => (SLACK, "slack of the bound".into()),
    }
}
