//! The server's exact strategy. For each reply `m` of the contestant to a square `s`, the server's
//! next stone `t` maximises the evaluation after all three stones. The value of `s` is the minimum
//! over all replies. The server draws one of the squares of highest value.
//!
//! The search is alpha-beta with killer replies (Akl and Newborn, "The principal continuation and
//! the killer heuristic", 1977) over evaluations that are computed from the gains of single stones.

use crate::tonga::board::Roots;
use crate::tonga::deltas::Placement;
use crate::tonga::{IncrementalEvaluation, Player, Square, Squares};

/// The second stone of a linked pair of the server's stones, with the effect of both stones.
#[derive(Clone, Copy, Default)]
struct LinkedPair {
    square: Square,
    /// Area of the isle that both stones make together.
    area: u8,
    /// Increase of the evaluation by both stones.
    gain: i32,
}

#[derive(Clone, Copy)]
enum FollowUp {
    Apart(Square),
    Linked(LinkedPair),
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
        let mut top = TopK {
            squares: [Square(0); TopK::LEN],
            count: 0,
            rest,
        };
        for square in squares {
            let gain = gains[square.index()];
            if gain >= lower {
                top.insert(square, gain, gains);
            }
        }
        top
    }

    fn insert(&mut self, square: Square, gain: i32, gains: &[i32; 256]) {
        if self.count == TopK::LEN {
            let last = gains[self.squares[TopK::LEN - 1].index()];
            self.rest = self.rest.max(last.min(gain));
            if last >= gain {
                return;
            }
            self.count -= 1;
        }
        let mut place = self.count;
        while place > 0 && gains[self.squares[place - 1].index()] < gain {
            self.squares[place] = self.squares[place - 1];
            place -= 1;
        }
        self.squares[place] = square;
        self.count += 1;
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
/// - `s` and `t` are linked if `t` is a liberty of the isle that `s` would make; linked pairs are
///   listed once per position;
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
    gains: [i32; 256],
    /// Losses by a stone of the contestant, with its square, falling.
    losses: Vec<(i32, Square)>,
    top: TopK,
    linked_pairs: Vec<LinkedPair>,
    /// By square: start and end of its pairs in `linked_pairs`.
    spans: [(u16, u16); 256],
    /// By square: highest gain of its linked pairs.
    best_linked: [i32; 256],
}

impl<'a> Search<'a> {
    /// Prepares the search of a board with the server to move.
    pub fn new(deltas: &'a IncrementalEvaluation) -> Search<'a> {
        let empty = deltas.board().empty();
        let mut gains = [0; 256];
        for square in empty {
            gains[square.index()] = deltas.placement(Player::Server, square).gain;
        }
        let losses = empty.iter().map(|square| {
            let placement = deltas.placement(Player::Contestant, square);
            (placement.gain, square)
        });
        let mut search = Search {
            deltas,
            empty,
            count: empty.len(),
            evaluation: deltas.board().evaluation(),
            top: TopK::new(empty, &gains, i32::MIN, 0),
            gains,
            losses: falling(losses),
            linked_pairs: Vec::new(),
            spans: [(0, 0); 256],
            best_linked: [i32::MIN / 4; 256],
        };
        search.list_linked_pairs();
        search
    }

    /// Returns the highest value and all squares that have it; on a full board, the set is empty.
    pub fn best_squares(&self) -> (i32, Squares) {
        let bounds = self.empty.iter().map(|s| (self.upper_bound(s), s));
        let mut best = (i32::MIN, Squares::NONE);
        let mut killers: Vec<Killer> = Vec::new();
        for (_, s) in falling(bounds) {
            if killers
                .iter()
                .rev()
                .any(|reply| self.upper_bound_after(s, reply) < best.0)
            {
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
        let last = killers.len().saturating_sub(1);
        for known in (0..killers.len()).rev() {
            if killers[known].square != s {
                lowest = lowest.min(self.value_after(s, &killers[known]));
                if lowest < alpha {
                    killers.swap(known, last);
                    return lowest;
                }
            }
        }
        let follow_ups = self.follow_ups(s);
        let mut others = self.empty;
        others.remove(s);
        // Outside `near`, a reply cannot make the best follow-up worse.
        let (near, gain) = match follow_ups.first() {
            Some(FollowUp::Apart(t)) => {
                (self.own(*t).liberties | Squares::of(*t), self.pair(s, *t))
            }
            Some(FollowUp::Linked(m)) => (self.own(m.square).liberties, m.gain),
            None => (others, 0),
        };
        let mut near = near | self.own(s).liberties;
        near.remove(s);
        let mut far = self
            .losses
            .iter()
            .filter(|(_, reply)| *reply != s && !near.has(*reply));
        let mut next = near.iter();
        loop {
            let reply = match next.next() {
                Some(reply) => reply,
                None => match far.next() {
                    Some(&(loss, reply)) if self.evaluation - loss + gain < lowest => reply,
                    _ => break,
                },
            };
            let refuted =
                |follow_up: &FollowUp| self.value_of_follow_up(s, reply, follow_up) >= lowest;
            if follow_ups.iter().any(refuted) || killers.iter().any(|known| known.square == reply) {
                continue;
            }
            let reply = self.reply(reply);
            let value = self.value_after(s, &reply);
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
        let mut gains = self.gains;
        let mut merge_loss = 0;
        let mut near = self.own(square).liberties | self.their(square).liberties;
        near.remove(square);
        for s in near {
            gains[s.index()] += self.correction(square, s);
            merge_loss = merge_loss.max(self.merge_loss(square, s));
        }
        // Gains change near the reply only: others are in the same order as before.
        let rest = self.top.rest;
        let unchanged = self.top.iter().filter(|&t| t != square && !near.has(t));
        Killer {
            square,
            evaluation: self.evaluation - self.their(square).gain,
            top: TopK::new(unchanged.chain(near), &gains, rest, rest),
            gains,
            merge_loss,
        }
    }

    /// Returns the evaluation after `s`, the reply and the best next stone.
    fn value_after(&self, s: Square, reply: &Killer) -> i32 {
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
        let mut best = single.map_or(i32::MIN, |single| alone + single);
        let limit = alone - self.gains[s.index()] + reply.merge_loss;
        for linked in self.linked_pairs(s) {
            if linked.square != reply.square && limit + linked.gain > best {
                let change = self.linked_correction(reply.square, s, linked);
                best = best.max(reply.evaluation + linked.gain + change);
            }
        }
        best
    }

    /// Returns an upper bound on the evaluation after `s`, the reply and any next stone.
    fn upper_bound_after(&self, s: Square, reply: &Killer) -> i32 {
        if reply.square == s {
            return i32::MAX;
        }
        let single = reply.top.iter().find(|&t| t != s);
        let single = single.map_or(reply.top.rest, |t| reply.gains[t.index()]);
        let linked = self.best_linked[s.index()] - self.gains[s.index()];
        let next = single.max(linked + reply.merge_loss);
        reply.evaluation + reply.gains[s.index()] + next
    }

    /// Returns the evaluation after `s`, a reply and a follow-up, or `i32::MIN` if the reply
    /// occupies the square of the follow-up.
    fn value_of_follow_up(&self, s: Square, reply: Square, follow_up: &FollowUp) -> i32 {
        let (square, gain, change) = match follow_up {
            FollowUp::Apart(t) => {
                let change = self.correction(reply, s) + self.correction(reply, *t);
                (*t, self.pair(s, *t), change)
            }
            FollowUp::Linked(m) => (m.square, m.gain, self.linked_correction(reply, s, m)),
        };
        if square == reply {
            return i32::MIN;
        }
        self.evaluation - self.their(reply).gain + gain + change
    }

    /// Returns the change that a reply makes to the gain of a stone at `s`.
    fn correction(&self, reply: Square, s: Square) -> i32 {
        let own = self.own(s);
        let mut change = self.merge_loss(reply, s);
        if own.liberties.has(reply) {
            change += self.squared_areas(&own.own, |liberties| liberties.has(reply))
                - own.area * own.area;
        }
        change
    }

    /// Returns the change that a reply makes to the gain of a linked pair.
    fn linked_correction(&self, reply: Square, s: Square, linked: &LinkedPair) -> i32 {
        let (one, two) = (self.own(s), self.own(linked.square));
        let mut change = self.merge_loss(reply, s) + self.merge_loss(reply, linked.square);
        if one.liberties.has(reply) || two.liberties.has(reply) {
            let area = i32::from(linked.area);
            change += self.squared_areas(&one.own, |liberties| liberties.has(reply)) - area * area;
            change += self.squared_areas(&two.own, |liberties| {
                liberties.has(reply) && !liberties.has(s)
            });
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
    fn squared_areas(&self, isles: &Roots, is_chosen: impl Fn(Squares) -> bool) -> i32 {
        let isles = isles.iter().map(|&root| self.deltas.board().isle(root));
        let chosen = isles.filter(|isle| is_chosen(isle.liberties));
        chosen.map(|isle| isle.area * isle.area).sum()
    }

    /// Returns an upper bound on the evaluation after `s` and any next stone, without a reply.
    fn upper_bound(&self, s: Square) -> i32 {
        let single = self.top.iter().find(|&t| t != s);
        let single = single.map_or(0, |t| self.pair(s, t));
        self.evaluation + single.max(self.best_linked[s.index()])
    }

    fn pair(&self, s: Square, t: Square) -> i32 {
        self.gains[s.index()] + self.gains[t.index()]
    }

    /// Returns the best unlinked and the best linked next stone after `s`, the better one first.
    fn follow_ups(&self, s: Square) -> Vec<FollowUp> {
        let own = self.own(s);
        let apart = self.top.iter().find(|&t| t != s && !own.liberties.has(t));
        let linked = self.linked_pairs(s).iter().max_by_key(|linked| linked.gain);
        let mut follow_ups = Vec::with_capacity(2);
        follow_ups.extend(apart.map(FollowUp::Apart));
        follow_ups.extend(linked.copied().map(FollowUp::Linked));
        if let (Some(t), Some(linked)) = (apart, linked) {
            if linked.gain > self.pair(s, t) {
                follow_ups.swap(0, 1);
            }
        }
        follow_ups
    }

    fn linked_pairs(&self, s: Square) -> &[LinkedPair] {
        let (start, end) = self.spans[s.index()];
        &self.linked_pairs[usize::from(start)..usize::from(end)]
    }

    fn list_linked_pairs(&mut self) {
        let mut total = 0;
        for s in self.empty {
            self.spans[s.index()] = (total, total);
            total += self.own(s).perimeter as u16;
        }
        self.linked_pairs = vec![LinkedPair::default(); usize::from(total)];
        for s in self.empty {
            for t in self.own(s).liberties {
                if t > s {
                    let (area, gain) = self.link(s, t);
                    for (from, square) in [(s, t), (t, s)] {
                        let best = &mut self.best_linked[from.index()];
                        *best = gain.max(*best);
                        let end = &mut self.spans[from.index()].1;
                        self.linked_pairs[usize::from(*end)] = LinkedPair { square, area, gain };
                        *end += 1;
                    }
                }
            }
        }
    }

    /// Returns the area of the isle that stones at `s` and `t` make, and their joint gain.
    fn link(&self, s: Square, t: Square) -> (u8, i32) {
        let (one, two) = (self.own(s), self.own(t));
        let mut area = one.area + two.area;
        let mut cost = one.cost + two.cost;
        for &root in two.own.iter() {
            let isle = self.deltas.board().isle(root);
            if isle.liberties.has(s) {
                area -= isle.area;
                cost -= isle.worth();
            }
        }
        let mut liberties = one.liberties | two.liberties;
        liberties.remove(s);
        liberties.remove(t);
        (area as u8, area * area * liberties.len() as i32 - cost)
    }

    fn own(&self, square: Square) -> &'a Placement {
        self.deltas.placement(Player::Server, square)
    }

    fn their(&self, square: Square) -> &'a Placement {
        self.deltas.placement(Player::Contestant, square)
    }
}

/// Sorts squares by falling numbers.
fn falling(squares: impl Iterator<Item = (i32, Square)>) -> Vec<(i32, Square)> {
    // One integer for both makes the sort faster.
    let mut keys: Vec<i64> = squares
        .map(|(number, square)| i64::from(-number) << 8 | square.0 as i64)
        .collect();
    keys.sort_unstable();
    keys.into_iter()
        .map(|key| (-(key >> 8) as i32, Square(key as u8)))
        .collect()
}
