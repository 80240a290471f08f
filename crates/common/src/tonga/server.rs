//! The server's strategy, exactly: for each empty square `s` the minimum over
//! the contestant's replies `m` of the maximum over its own next stones `t`
//! of the evaluation after all three; it plays uniformly among the best.
//!
//! The evaluation depends only on which stones stand in the end, so the gains
//! of the three may be added in any order and corrected where they meet:
//!
//! - `s` and `t` meet if `t` is a liberty of the isle that `s` would make;
//!   those pairs are worked out once per position;
//! - `m` meets `s` (or `t`) if it is a liberty of the isle `s` would make, or
//!   `s` of the isle `m` would make.
//!
//! A correction costs a few look-ups, so a leaf is O(1). Few leaves are
//! needed: any `t` bounds the maximum of a reply from below, which shows of
//! most replies that they are not the minimum, and the replies that were the
//! minimum elsewhere bound `s` from above, which drops most squares. A square
//! is dropped only when it is strictly below the best, so ties stay exact.

use std::cmp::Reverse;

use crate::tonga::outlook::Join;
use crate::tonga::{Outlook, Player, Square, Squares};

/// A stone of the server that meets another one of its stones.
#[derive(Clone, Copy, Default)]
struct Meeting {
    square: Square,
    /// Area of the isle they make together.
    area: u8,
    /// By how much both together improve the evaluation.
    gain: i32,
}

/// A reply that was the contestant's best against some square.
pub struct Killer {
    reply: Square,
    /// More than this it never adds to a pair of the server's stones.
    bound: i32,
}

/// How many of the best single stones are kept at hand.
const SHORT: usize = 8;

/// The server's search in one position.
pub struct Search<'a> {
    outlook: &'a Outlook,
    empty: Squares,
    count: u32,
    evaluation: i32,
    /// The meetings of all squares, those of one square together.
    meetings: Vec<Meeting>,
    /// Where the meetings of each square start and end.
    spans: [(u16, u16); 256],
    /// The best single stones, best first.
    short: Vec<Square>,
}

impl<'a> Search<'a> {
    /// Prepares the search on the outlook's board.
    pub fn new(outlook: &'a Outlook) -> Search<'a> {
        let empty = outlook.board().empty();
        let mut search = Search {
            outlook,
            empty,
            count: empty.len(),
            evaluation: outlook.board().evaluation(),
            meetings: Vec::new(),
            spans: [(0, 0); 256],
            short: Vec::with_capacity(SHORT + 1),
        };
        if search.count >= 3 {
            search.list_meetings();
            search.list_short();
        }
        search
    }

    /// The value of the best squares and the complete set of them. On a full
    /// board the set is empty.
    pub fn best_squares(&self) -> (i32, Squares) {
        let mut order: Vec<(i32, Square)> =
            self.empty.iter().map(|s| (self.promise(s), s)).collect();
        order.sort_unstable_by_key(|&(promise, s)| (Reverse(promise), s));
        let mut best = (i32::MIN, Squares::NONE);
        let mut killers: Vec<Killer> = Vec::new();
        for (promise, s) in order {
            let hopeless = |killer: &Killer| killer.reply != s && promise + killer.bound < best.0;
            if killers.iter().any(hopeless) {
                continue;
            }
            let (value, reply) = self.value(s, best.0, &killers);
            if value > best.0 {
                best = (value, Squares::NONE);
            }
            if value == best.0 {
                best.1.insert(s);
            }
            if let Some(reply) = reply {
                if let Some(place) = killers.iter().position(|killer| killer.reply == reply) {
                    killers.swap(0, place);
                } else {
                    let bound = self.bound(reply);
                    killers.insert(0, Killer { reply, bound });
                }
            }
        }
        best
    }

    /// The value of an empty square if that is at least `floor`, otherwise
    /// any number below `floor`; and the reply that showed it.
    pub fn value(&self, s: Square, floor: i32, killers: &[Killer]) -> (i32, Option<Square>) {
        let mut lowest = (i32::MAX, None);
        let tried = Squares::of(s);
        let others = self.empty - tried;
        if others.is_empty() {
            return (self.evaluation + self.own(s).gain, None);
        }
        let hopes = self.hopes(s);
        for reply in killers.iter().map(|killer| killer.reply).chain(others) {
            if reply == s {
                continue;
            }
            let value = self.best_after(s, reply, &hopes, lowest.0);
            if value < lowest.0 {
                lowest = (value, Some(reply));
                if value < floor {
                    break;
                }
            }
        }
        lowest
    }

    /// The evaluation after `s`, `reply` and the best next stone, if that is
    /// below `enough`, otherwise any number from `enough` to it.
    fn best_after(&self, s: Square, reply: Square, hopes: &[Meeting], enough: i32) -> i32 {
        let base = self.evaluation - self.their(reply).gain;
        if self.count == 2 {
            return base + self.own(s).gain + self.correction(reply, s);
        }
        let single = base + self.own(s).gain + self.correction(reply, s);
        let mut best = i32::MIN;
        for hope in hopes {
            if hope.square != reply {
                let value = if hope.area == 0 {
                    single + self.own(hope.square).gain + self.correction(reply, hope.square)
                } else {
                    base + hope.gain + self.meeting_correction(reply, s, hope)
                };
                best = best.max(value);
                if best >= enough {
                    return best;
                }
            }
        }
        for meeting in self.meetings(s) {
            if meeting.square != reply {
                best = best.max(base + meeting.gain + self.meeting_correction(reply, s, meeting));
            }
        }
        let near = self.own(reply).liberties | self.their(reply).liberties;
        let mut apart = self.empty - self.own(s).liberties;
        apart.remove(s);
        apart.remove(reply);
        for t in near & apart {
            best = best.max(single + self.own(t).gain + self.correction(reply, t));
        }
        let far = apart - near;
        let plain = match self.short.iter().find(|&&t| far.has(t)) {
            Some(&t) => Some(self.own(t).gain),
            None => far.iter().map(|t| self.own(t).gain).max(),
        };
        plain.map_or(best, |gain| best.max(single + gain))
    }

    /// What a reply changes in the gain of a stone at `s`.
    fn correction(&self, reply: Square, s: Square) -> i32 {
        let own = self.own(s);
        let mut change = self.relief(reply, s);
        if own.liberties.has(reply) {
            change += self.shared(own, reply) - own.area * own.area;
        }
        change
    }

    /// What a reply changes in the gain of a stone at `s` and one that meets it.
    fn meeting_correction(&self, reply: Square, s: Square, meeting: &Meeting) -> i32 {
        let (one, two) = (self.own(s), self.own(meeting.square));
        let mut change = self.relief(reply, s) + self.relief(reply, meeting.square);
        if one.liberties.has(reply) || two.liberties.has(reply) {
            let area = i32::from(meeting.area);
            change += self.shared(one, reply) - area * area;
            for &root in two.own.iter() {
                let isle = self.outlook.board().isle(root);
                if isle.liberties.has(reply) && !isle.liberties.has(s) {
                    change += isle.area * isle.area;
                }
            }
        }
        change
    }

    /// What the isle made by the reply loses to a stone at `s`, beyond what
    /// its parts lose.
    fn relief(&self, reply: Square, s: Square) -> i32 {
        let their = self.their(reply);
        if !their.liberties.has(s) {
            return 0;
        }
        let parts: i32 = self
            .own(s)
            .other
            .iter()
            .map(|&root| self.outlook.board().isle(root))
            .filter(|isle| isle.liberties.has(reply))
            .map(|isle| isle.area * isle.area)
            .sum();
        their.area * their.area - parts
    }

    /// What the reply takes from the isles joined by `own` one by one.
    fn shared(&self, own: &Join, reply: Square) -> i32 {
        own.own
            .iter()
            .map(|&root| self.outlook.board().isle(root))
            .filter(|isle| isle.liberties.has(reply))
            .map(|isle| isle.area * isle.area)
            .sum()
    }

    /// The most that a pair of the server's stones can gain from a reply.
    fn bound(&self, reply: Square) -> i32 {
        let their = self.their(reply);
        let relief = their.liberties.iter().map(|s| self.relief(reply, s)).max();
        2 * relief.unwrap_or(0) - their.gain
    }

    /// At least the evaluation after `s` and any next stone, without a reply.
    fn promise(&self, s: Square) -> i32 {
        let own = self.own(s);
        let apart = |t: &&Square| **t != s && !own.liberties.has(**t);
        // Stones beyond the short list are worth no more than its last.
        let next = self.short.iter().find(apart).or(self.short.last());
        let single = own.gain + next.map_or(0, |&t| self.own(t).gain);
        let meetings = self.meetings(s).iter().map(|meeting| meeting.gain).max();
        self.evaluation + meetings.map_or(single, |gain| gain.max(single))
    }

    /// Some of the best next stones after `s`, best first; those that do not
    /// meet `s` have area 0.
    fn hopes(&self, s: Square) -> Vec<Meeting> {
        const HOPES: usize = 4;
        let own = self.own(s);
        let mut hopes: Vec<Meeting> = Vec::with_capacity(HOPES + 1);
        let apart = self
            .short
            .iter()
            .filter(|&&t| t != s && !own.liberties.has(t))
            .take(HOPES)
            .map(|&square| Meeting {
                square,
                area: 0,
                gain: own.gain + self.own(square).gain,
            });
        hopes.extend(apart);
        for meeting in self.meetings(s) {
            let place = hopes.partition_point(|hope| hope.gain >= meeting.gain);
            if place < HOPES {
                hopes.truncate(HOPES - 1);
                hopes.insert(place, *meeting);
            }
        }
        hopes
    }

    fn meetings(&self, s: Square) -> &[Meeting] {
        let (start, end) = self.spans[usize::from(s)];
        &self.meetings[usize::from(start)..usize::from(end)]
    }

    fn list_meetings(&mut self) {
        let mut total = 0;
        for s in self.empty {
            self.spans[usize::from(s)] = (total, total);
            total += self.own(s).perimeter as u16;
        }
        self.meetings = vec![Meeting::default(); usize::from(total)];
        for s in self.empty {
            for t in self.own(s).liberties {
                if t > s {
                    let (area, gain) = self.meet(s, t);
                    for (from, square) in [(s, t), (t, s)] {
                        let end = &mut self.spans[usize::from(from)].1;
                        self.meetings[usize::from(*end)] = Meeting { square, area, gain };
                        *end += 1;
                    }
                }
            }
        }
    }

    /// Area of the isle that stones at `s` and `t` make together, and by how
    /// much they improve the evaluation.
    fn meet(&self, s: Square, t: Square) -> (u8, i32) {
        let (one, two) = (self.own(s), self.own(t));
        let mut area = one.area + two.area;
        let mut cost = one.cost + two.cost;
        for &root in two.own.iter() {
            let isle = self.outlook.board().isle(root);
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

    fn list_short(&mut self) {
        for square in self.empty {
            let gain = self.own(square).gain;
            let place = self.short.partition_point(|&t| self.own(t).gain >= gain);
            if place < SHORT {
                self.short.insert(place, square);
                self.short.truncate(SHORT);
            }
        }
    }

    /// What a stone of the server would do.
    fn own(&self, square: Square) -> &'a Join {
        self.outlook.join(Player::Server, square)
    }

    /// What a stone of the contestant would do.
    fn their(&self, square: Square) -> &'a Join {
        self.outlook.join(Player::Contestant, square)
    }
}
