//! Description of the end of a game.

use scene::{Role, SceneLayout, decimal};

use crate::losses::{LUCK, LossBasis, Losses};
use crate::total::CaseScore;

/// Tells the player the result; if losses or a bound show it, also the result of the best play.
/// `counted` names the objects that the score counts.
///
/// ```
/// use game::{Bound, CaseScore, LossBasis, Losses, ending};
/// use scene::{Role, SceneLayout, Tray};
///
/// let score = CaseScore {
///     score: 60.0,
///     bound: Some(Bound::new("upper bound", 80.0)),
///     ..CaseScore::default()
/// };
/// let alone = SceneLayout::default();
/// let words = ending(&alone, "points", &score, None);
/// assert_eq!(words, "You scored 60 points; upper bound: 80.");
///
/// let exact = Losses::new(LossBasis::Exact, ("beads", 1), 9);
/// let losses = |best, reached| Some(Losses { best, reached, ..exact.clone() });
/// let words = ending(&alone, "points", &score, losses(23, 20).as_ref());
/// assert_eq!(words, "You reached 20 beads; the best play reaches 23, 3 more.");
///
/// let bank = Tray { name: "bank".into(), role: Role::Opponent };
/// let versus = SceneLayout { trays: vec![bank], ..SceneLayout::default() };
/// let words = ending(&versus, "points", &score, losses(2, -8).as_ref());
/// assert_eq!(words, "You lost by 8 beads; with the best play you would have won by 2 beads.");
/// ```
pub fn ending(
    layout: &SceneLayout,
    counted: &str,
    score: &CaseScore,
    losses: Option<&Losses>,
) -> String {
    let kinds = layout.kinds.iter().map(|kind| kind.role);
    let mut roles = kinds.chain(layout.trays.iter().map(|tray| tray.role));
    let is_versus = roles.any(|role| role == Role::Opponent);
    let exact = losses.filter(|losses| losses.basis == LossBasis::Exact);
    let estimated = losses.filter(|losses| losses.basis == LossBasis::Estimated);
    let points = exact.map_or(counted, |losses| losses.points);
    let reached = exact.map_or(score.score, |losses| losses.in_points(losses.reached));
    let result = match (is_versus, exact) {
        (true, _) => result(reached, points),
        (false, Some(_)) => format!("reached {} {points}", decimal(reached)),
        (false, None) => format!("scored {} {points}", decimal(reached)),
    };
    let best = exact.map(|losses| losses.in_points(losses.best));
    let has_luck = |losses: &Losses| losses.each.iter().any(|loss| loss.cause == LUCK);
    let is_expected = exact.is_some_and(has_luck) && !is_versus;
    let compared = match (best, estimated, &score.bound) {
        (Some(best), ..) if best == reached && !is_expected => ": no play is better".into(),
        (Some(best), ..) if is_versus => {
            let perfect = match best < reached {
                true => "against a perfect opponent, ",
                false => "",
            };
            let best = self::result(best, points);
            format!("; {perfect}with the best play you would have {best}")
        }
        (Some(best), ..) if is_expected => {
            format!("; the best play is expected to reach {best:.0}")
        }
        (Some(best), ..) => format!(
            "; the best play reaches {}, {} more",
            decimal(best),
            decimal(best - reached)
        ),
        (None, Some(losses), _) => {
            let mean = losses.in_points(losses.best);
            format!("; the reference player averages {mean:.1}")
        }
        (None, None, Some(bound)) => format!("; {}: {}", bound.kind, decimal(bound.value)),
        (None, None, None) => String::new(),
    };
    format!("You {result}{compared}.")
}

/// Describes a final lead, such as `lost by 8 beads`.
fn result(lead: f64, points: &str) -> String {
    let by = format!("by {} {points}", decimal(lead.abs()));
    match lead {
        lead if lead > 0.0 => format!("won {by}"),
        lead if lead < 0.0 => format!("lost {by}"),
        _ => "tied".into(),
    }
}
