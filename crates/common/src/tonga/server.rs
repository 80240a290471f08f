//! The server's exact strategy. For each reply `m` of the contestant to a square `s`, the server's
//! next stone `t` maximises the evaluation after all three stones. The value of `s` is the minimum
//! over all replies. The server draws one of the squares of highest value.
//!
//! The search is alpha-beta with killer replies (Akl and Newborn, "The principal continuation and
//! the killer heuristic", 1977) over evaluations that are computed from the gains of single stones.

use crate::tonga::board::NearSquares;
use crate::tonga::deltas::Placement;
use crate::tonga::{IncrementalEvaluation, Player, Square, Squares};

/// The server's next stone after `s`.
#[derive(Clone, Copy)]
struct FollowUp {
    square: Square,
    /// Gain of both stones.
    gain: i32,
    /// Area of the isle that both stones make together; 0 if they are not linked.
    area: i32,
}

/// The isle that two linked stones make.
struct Joint {
    area: i32,
    /// Value of the joined isles minus the opponent's losses.
    cost: i32,
    /// An upper bound of the isle's perimeter. Counting exactly takes longer than the rest.
    most_liberties: i32,
}

impl Joint {
    /// Returns an upper bound of the increase of the evaluation.
    fn bound(&self) -> i32 {
        self.area * self.area * self.most_liberties - self.cost
    }
}

/// A reply of the contestant that gave the minimum for another square.
pub struct Killer {
    square: Square,
    evaluation: i32,
    /// By square: gain of one stone of the server after the reply.
    gains: [i32; 256],
    top: TopK,
    /// The highest [`Search::merge_loss`] of all stones of the server.
    merge_loss: i32,
}

/// The squares of highest gain, best first; at most [`TopK::LEN`].
struct TopK {
    squares: [Square; TopK::LEN],
    count: usize,
    /// An upper bound of the gains of all other squares, at least 0.
    rest: i32,
}

impl TopK {
    const LEN: usize = 8;

    fn new(
        squares: impl IntoIterator<Item = Square>,
        gains: &[i32; 256],
        lower: i32,
        rest: i32,
    ) -> TopK {
        let mut top = TopK { squares: [Square(0); TopK::LEN], count: 0, rest };
        let mut lower = lower;
        for square in squares {
            let gain = gains[square.index()];
            if gain >= lower {
                top.insert(square, gain, gains);
                if top.count == TopK::LEN {
                    lower = gains[top.squares[TopK::LEN - 1].index()] + 1;
                }
            }
        }
        if top.count == TopK::LEN {
            top.rest = rest.max(lower - 1);
        }
        top
    }

    fn insert(&mut self, square: Square, gain: i32, gains: &[i32; 256]) {
        let mut place = self.count.min(TopK::LEN - 1);
        self.count = place + 1;
        while place > 0 && gains[self.squares[place - 1].index()] < gain {
            self.squares[place] = self.squares[place - 1];
            place -= 1;
        }
        self.squares[place] = square;
    }

    fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares[..self.count].iter().copied()
    }
}

/// The server's search in one position.
///
/// The evaluation depends only on the final stones. So the gains of the three stones are added in
/// any order, and corrected where two stones interact:
///
/// - `s` and `t` are linked if `t` is a liberty of the isle that `s` would make;
/// - `m` interacts with `s` (or `t`) if `m` is a liberty of the isle that `s` would make, or `s` is
///   a liberty of the isle that `m` would make.
///
/// A correction costs a few look-ups, so the value of a leaf costs O(1). Few leaves are needed. Any
/// `t` gives a lower bound on the maximum after a reply; for most replies this proves that they are
/// not the minimum. Killers give an upper bound on `s`, which excludes most squares. A square is
/// excluded only if it is strictly worse than the best one, so the set of ties stays exact.
pub struct Search<'a> {
    deltas: &'a IncrementalEvaluation,
    empty: Squares,
    count: u32,
    evaluation: i32,
    /// By square: gain of a stone of the server.
    gains: &'a [i32; 256],
    /// By square: loss by a stone of the contestant.
    losses: &'a [i32; 256],
    top: TopK,
    top_losses: TopK,
}

impl<'a> Search<'a> {
    /// Prepares the search of a board with the server to move.
    pub fn new(deltas: &'a IncrementalEvaluation) -> Search<'a> {
        let empty = deltas.board().empty();
        let [gains, losses] =
            [Player::Server, Player::Contestant].map(|player| deltas.gains(player));
        Search {
            deltas,
            empty,
            count: empty.len(),
            evaluation: deltas.board().evaluation(),
            top: TopK::new(empty, gains, i32::MIN, 0),
            top_losses: TopK::new(empty, losses, i32::MIN, i32::MIN / 2),
            gains,
            losses,
        }
    }

    /// Returns the highest value and all squares that have it; on a full board, the set is empty.
    pub fn best_squares(&self) -> (i32, Squares) {
        let mut best = (i32::MIN, Squares::NONE);
        let mut killers: Vec<Killer> = Vec::with_capacity(8);
        for s in self.top.iter().take(1).chain(self.empty) {
            if best.1.has(s) {
                continue;
            }
            let value = self.value(s, best.0, &mut killers);
            if value > best.0 {
                best = (value, Squares::NONE);
            }
            if value == best.0 {
                best.1.insert(s);
            }
        }
        best
    }

    /// Returns the value of an empty square, or an upper bound less than `alpha` if the value is
    /// less than `alpha`. Tries the `killers` first, from last to first, and adds to them.
    pub fn value(&self, s: Square, alpha: i32, killers: &mut Vec<Killer>) -> i32 {
        if self.count == 1 {
            return self.evaluation + self.gains[s.index()];
        }
        let mut lowest = i32::MAX;
        for known in (0..killers.len()).rev() {
            if killers[known].square != s {
                lowest = lowest.min(self.value_after(s, &killers[known], alpha, lowest));
                if lowest < alpha {
                    return lowest;
                }
            }
        }
        let follow_ups = self.follow_ups(s);
        // A reply makes the best follow-up worse by at most `harm`, and only inside `near`.
        let (near, harm, gain) = match follow_ups[0] {
            Some(FollowUp { square, gain, area }) => {
                let (one, two) = (self.own(s), self.own(square));
                let harm = match area {
                    0 => one.area * one.area + two.area * two.area,
                    _ => area * area,
                };
                (one.liberties | two.liberties, harm, gain)
            }
            None => (self.empty, i32::MAX / 2, 0),
        };
        let occupied = follow_ups[0].map(|follow_up| follow_up.square);
        let least = |loss: i32| self.evaluation - loss + gain;
        let limit = lowest;
        let others = match least(self.top_losses.rest) {
            value if value < limit => self.empty,
            value if value - harm < limit => near,
            _ => Squares::NONE,
        };
        let may_be_lowest = |reply: &Square| least(self.losses[reply.index()]) - harm < limit;
        let top = self.top_losses.iter().take_while(may_be_lowest);
        let mut untried = self.empty;
        untried.remove(s);
        for reply in top.chain(others).chain(occupied) {
            let least = least(self.losses[reply.index()]);
            let is_lower = least < lowest || least - harm < lowest && near.has(reply);
            if !(is_lower || occupied == Some(reply)) || !untried.has(reply) {
                continue;
            }
            untried.remove(reply);
            let refuted =
                |follow_up: &FollowUp| self.value_of_follow_up(s, reply, follow_up) >= lowest;
            if follow_ups.iter().flatten().any(refuted)
                || killers.iter().any(|known| known.square == reply)
            {
                continue;
            }
            let reply = self.reply(reply);
            let value = self.value_after(s, &reply, alpha, lowest);
            if value < lowest {
                lowest = value;
                killers.push(reply);
                if value < alpha {
                    break;
                }
            }
        }
        lowest
    }

    fn reply(&self, square: Square) -> Killer {
        let mut gains = *self.gains;
        let mut merge_loss = 0;
        let mut near = self.own(square).liberties | self.their(square).liberties;
        near.remove(square);
        for s in near {
            let loss = self.merge_loss(square, s);
            gains[s.index()] += loss + self.liberty_change(square, s);
            merge_loss = loss.max(merge_loss);
        }
        // Gains change near the reply only: others are in the same order as before.
        let rest = self.top.rest;
        let unchanged = self.top.iter().filter(|&t| t != square && !near.has(t));
        Killer {
            square,
            evaluation: self.evaluation - self.losses[square.index()],
            top: TopK::new(unchanged.chain(near), &gains, rest, rest),
            gains,
            merge_loss,
        }
    }

    /// Returns the evaluation after `s`, the reply and the best next stone, or an upper bound less
    /// than `alpha`, or a lower bound of at least `beta`.
    fn value_after(&self, s: Square, reply: &Killer, alpha: i32, beta: i32) -> i32 {
        let gain = |t: Square| reply.gains[t.index()];
        let alone = reply.evaluation + gain(s);
        if self.count == 2 {
            return alone;
        }
        let own = self.own(s);
        let apart = |t: Square| t != s && t != reply.square && !own.liberties.has(t);
        let single = match reply.top.iter().find(|&t| apart(t)) {
            Some(t) => Some(gain(t)),
            None => self.empty.iter().filter(|&t| apart(t)).map(gain).max(),
        };
        let single = single.map_or(i32::MIN, |single| alone + single);
        let mut best = single.max(alpha.saturating_sub(1));
        let limit = alone - self.gains[s.index()] + reply.merge_loss;
        if best >= beta {
            return best;
        }
        for t in own.liberties {
            let pair = self.joint(s, t);
            if t != reply.square && limit + pair.bound() > best {
                let change = self.linked_correction(reply.square, s, t, pair.area);
                best = best.max(reply.evaluation + self.linked_gain(s, t, &pair) + change);
            }
        }
        best
    }

    /// Returns the evaluation after `s`, a reply and a follow-up, or `i32::MIN` if the reply
    /// occupies the square of the follow-up.
    fn value_of_follow_up(&self, s: Square, reply: Square, follow_up: &FollowUp) -> i32 {
        let &FollowUp { square, gain, area } = follow_up;
        if square == reply {
            return i32::MIN;
        }
        let change = match area {
            0 => self.correction(reply, s) + self.correction(reply, square),
            _ => self.linked_correction(reply, s, square, area),
        };
        self.evaluation - self.losses[reply.index()] + gain + change
    }

    /// Returns the change that a reply makes to the gain of a stone at `s`.
    fn correction(&self, reply: Square, s: Square) -> i32 {
        self.merge_loss(reply, s) + self.liberty_change(reply, s)
    }

    /// Returns the part of [`Search::correction`] by the liberties that the reply occupies.
    fn liberty_change(&self, reply: Square, s: Square) -> i32 {
        let own = self.own(s);
        if !own.liberties.has(reply) {
            return 0;
        }
        self.squared_areas(&own.own, |liberties| liberties.has(reply)) - own.area * own.area
    }

    /// Returns the change that a reply makes to the gain of a linked pair, whose isle has `area`.
    fn linked_correction(&self, reply: Square, s: Square, t: Square, area: i32) -> i32 {
        let (one, two) = (self.own(s), self.own(t));
        let mut change = self.merge_loss(reply, s) + self.merge_loss(reply, t);
        if one.liberties.has(reply) || two.liberties.has(reply) {
            change += self.squared_areas(&one.own, |liberties| liberties.has(reply)) - area * area;
            change +=
                self.squared_areas(&two.own, |liberties| liberties.has(reply) && !liberties.has(s));
        }
        change
    }

    /// Returns the loss that a stone at `s` causes to the isle made by the reply, minus its losses
    /// to the isles that the reply joins; at least 0.
    fn merge_loss(&self, reply: Square, s: Square) -> i32 {
        let their = self.their(reply);
        if !their.liberties.has(s) {
            return 0;
        }
        their.area * their.area
            - self.squared_areas(&self.own(s).other, |liberties| liberties.has(reply))
    }

    /// Returns the sum of the squared areas of the isles whose liberties are chosen.
    #[inline]
    fn squared_areas(&self, isles: &NearSquares, is_chosen: impl Fn(Squares) -> bool) -> i32 {
        let isles = isles.iter().map(|&root| self.deltas.board().isle(root));
        let chosen = isles.filter(|isle| is_chosen(isle.liberties));
        chosen.map(|isle| isle.area * isle.area).sum()
    }

    /// Returns the best unlinked and the best linked next stone after `s`, the better one first.
    fn follow_ups(&self, s: Square) -> [Option<FollowUp>; 2] {
        let own = self.own(s);
        let apart = self.top.iter().find(|&t| t != s && !own.liberties.has(t));
        let apart = apart.map(|square| FollowUp {
            square,
            gain: self.gains[s.index()] + self.gains[square.index()],
            area: 0,
        });
        let (mut linked, mut best) = (None, i32::MIN);
        for square in own.liberties {
            let pair = self.joint(s, square);
            if pair.bound() > best {
                let gain = self.linked_gain(s, square, &pair);
                if gain > best {
                    let area = pair.area;
                    best = gain;
                    linked = Some(FollowUp { square, gain, area });
                }
            }
        }
        match apart {
            Some(first) if first.gain >= best => [apart, linked],
            _ => [linked, apart],
        }
    }

    /// Returns the isle that linked stones at `s` and `t` make.
    fn joint(&self, s: Square, t: Square) -> Joint {
        let (one, two) = (self.own(s), self.own(t));
        let mut area = one.area + two.area;
        let mut cost = one.cost + two.cost;
        // Each is a liberty of the other.
        let mut shared = 2;
        for &root in two.own.iter() {
            if one.own.iter().any(|&other| other == root) {
                let isle = self.deltas.board().isle(root);
                area -= isle.area;
                cost -= isle.worth();
                shared = isle.perimeter.max(shared);
            }
        }
        Joint { area, cost, most_liberties: one.perimeter + two.perimeter - shared }
    }

    /// Returns the increase of the evaluation by linked stones at `s` and `t`.
    fn linked_gain(&self, s: Square, t: Square, joint: &Joint) -> i32 {
        let mut liberties = self.own(s).liberties | self.own(t).liberties;
        liberties.remove(s);
        liberties.remove(t);
        joint.area * joint.area * liberties.len() as i32 - joint.cost
    }

    fn own(&self, square: Square) -> &'a Placement {
        self.deltas.placement(Player::Server, square)
    }

    fn their(&self, square: Square) -> &'a Placement {
        self.deltas.placement(Player::Contestant, square)
    }
}
