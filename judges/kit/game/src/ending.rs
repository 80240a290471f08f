//! Description of the end of a game.

use scene::{Role, SceneLayout, decimal};

use crate::{CaseScore, LUCK, LossBasis, Losses, Objective, Opponent};

/// Tells the player the result; if losses or a bound show it, also the result of the best play.
/// `counted` names the objects that the score counts, of which more or fewer are better. Losses are measured against the judge's own
/// opponent, so against a weaker one the best play is not known.
///
/// ```
/// use game::{Bound, CaseScore, LossBasis, Losses, Objective, Opponent, ending};
/// use scene::{Role, SceneLayout, Tray};
///
/// let score = CaseScore {
///     score: 60.0,
///     bound: Some(Bound::new("upper bound", 80.0)),
///     ..CaseScore::default()
/// };
/// let alone = SceneLayout::default();
/// let points = ("points", Objective::Maximise);
/// let words = ending(&alone, points, &score, None, Opponent::Judge);
/// assert_eq!(words, "You scored 60 points; upper bound: 80.");
/// let words = ending(&alone, ("steps", Objective::Minimise), &score, None, Opponent::Judge);
/// assert_eq!(words, "You used 60 steps; upper bound: 80.");
///
/// let exact = Losses::new(LossBasis::Exact, ("beads", 1), 9);
/// let losses = |best, reached| Some(Losses { best, reached, ..exact.clone() });
/// let words = ending(&alone, points, &score, losses(23, 20).as_ref(), Opponent::Judge);
/// assert_eq!(words, "You reached 20 beads; the best play reaches 23, 3 more.");
///
/// let bank = Tray { name: "bank".into(), role: Role::Opponent };
/// let versus = SceneLayout { trays: vec![bank], ..SceneLayout::default() };
/// let words = ending(&versus, points, &score, losses(2, -1).as_ref(), Opponent::Judge);
/// assert_eq!(words, "You lost by 1 bead; with the best play you would have won by 2 beads.");
/// let words = ending(&versus, points, &score, losses(2, 2).as_ref(), Opponent::Random);
/// assert_eq!(words, "You won by 2 beads; the best play against a perfect opponent wins by 2 beads.");
/// let words = ending(&versus, points, &score, None, Opponent::Judge);
/// assert_eq!(words, "You won with a score of 60; upper bound: 80.");
/// let words = ending(&versus, ("steps", Objective::Minimise), &score, None, Opponent::Judge);
/// assert_eq!(words, "You used 60 steps; upper bound: 80.");
/// ```
pub fn ending(
    layout: &SceneLayout,
    (counted, objective): (&str, Objective),
    score: &CaseScore,
    losses: Option<&Losses>,
    opponent: Opponent,
) -> String {
    let kinds = layout.kinds.iter().map(|kind| kind.role);
    let mut roles = kinds.chain(layout.trays.iter().map(|tray| tray.role));
    let is_cost = objective == Objective::Minimise;
    // A cost is no lead over an opponent.
    let is_versus = !is_cost && roles.any(|role| role == Role::Opponent);
    let exact = losses.filter(|losses| losses.basis == LossBasis::Exact);
    let points = exact.map_or(counted, |losses| losses.points);
    let reached = exact.map_or(score.score, |losses| losses.in_points(losses.reached));
    let of_points = |number: f64| scene::counted(decimal(number), points);
    let by = |lead: f64| format!(" by {}", of_points(lead.abs()));
    let result = match (is_versus, exact) {
        (true, Some(_)) => outcome(reached, ["won", "tied", "lost"], by),
        (true, None) => outcome(reached, ["won", "tied", "lost"], |_| {
            format!(" with a score of {}", decimal(reached))
        }),
        (false, _) if is_cost => format!("used {}", of_points(reached)),
        (false, Some(_)) => format!("reached {}", of_points(reached)),
        (false, None) => format!("scored {}", of_points(reached)),
    };
    let [infinitive, verb, more] = match objective {
        Objective::Maximise => ["reach", "reaches", "more"],
        Objective::Minimise => ["use", "uses", "less"],
    };
    let best = exact.map(|losses| losses.in_points(losses.best));
    let has_luck = |losses: &Losses| losses.each.iter().any(|loss| loss.cause == LUCK);
    let is_expected = exact.is_some_and(has_luck) && !is_versus;
    let compared = match (best, &score.bound) {
        (Some(best), _) if is_versus && opponent != Opponent::Judge => {
            let wins = outcome(best, ["wins", "ties", "loses"], by);
            format!("; the best play against a perfect opponent {wins}")
        }
        (Some(best), _) if best == reached && !is_expected => ": no play is better".into(),
        (Some(best), _) if is_versus => {
            let best = outcome(best, ["won", "tied", "lost"], by);
            format!("; with the best play you would have {best}")
        }
        (Some(best), _) if is_expected => {
            format!("; the best play is expected to {infinitive} {best:.0}")
        }
        (Some(best), _) => format!(
            "; the best play {verb} {}, {} {more}",
            decimal(best),
            decimal((best - reached).abs())
        ),
        (None, Some(bound)) => format!("; {}: {}", bound.kind, decimal(bound.value)),
        (None, None) => String::new(),
    };
    format!("You {result}{compared}.")
}

/// Describes a final lead with the verb for a win, a tie or a defeat; a tie lacks a margin.
fn outcome(
    lead: f64,
    [wins, ties, loses]: [&str; 3],
    margin: impl FnOnce(f64) -> String,
) -> String {
    match lead {
        lead if lead > 0.0 => wins.to_string() + &margin(lead),
        lead if lead < 0.0 => loses.to_string() + &margin(lead),
        _ => ties.into(),
    }
}
