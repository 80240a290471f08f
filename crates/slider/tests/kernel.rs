//! The solver's parts against slow, obvious counterparts.

use proptest::prelude::*;
use slider::beam;
use slider::bucket::{Bucket, Candidate};
use slider::chain;
use slider::evaluator::Evaluator;
use slider::guide::Guide;
use slider::history::Action;
use slider::layers;
use slider::layout::{Layout, Segment};
use slider::path::{self, Landing, TURNS};
use slider::play::Play;
use slider::position::{has, Axis, Position, Square, LINES};
use slider::schedule::{self, Job, Schedule, TURN};

use common::clock::{Budget, Clock};
use common::slider::Case;
use common::tokens::Tokens;

/// A random board: side, cells (0, -1 or a value).
fn board() -> impl Strategy<Value = (usize, Vec<i32>)> {
    (10usize..=30, 1u32..=9, 1usize..=10).prop_flat_map(|(side, tenths, holes)| {
        let block = proptest::bool::weighted(f64::from(tenths) / 10.0);
        let cell = (block, 1..=9).prop_map(|(there, value)| if there { value } else { 0 });
        let cells = proptest::collection::vec(cell, side * side);
        let holes = proptest::collection::btree_set(0..side * side, holes);
        (cells, holes).prop_map(move |(mut cells, holes)| {
            for hole in holes {
                cells[hole] = -1;
            }
            (side, cells)
        })
    })
}

fn set_up(side: usize, cells: &[i32]) -> (Layout, Position) {
    let holes = cells.iter().filter(|&&cell| cell == -1).count();
    let mut text = format!("{side} 9 {holes}\n");
    for cell in cells {
        text += &format!("{cell}\n");
    }
    Layout::new(&Case::read(&mut Tokens::new(text.as_bytes())).unwrap())
}

/// A play of a short search.
fn played(layout: &Layout, start: &Position) -> Play {
    let mut clock = Clock::start(Budget::Work(20));
    let turns = beam::search(layout, start, 0, None, 1.0, &mut clock);
    Play::new(layout, start, &turns)
}

/// Turns the block that was taken off `from` needs, by searching forwards.
fn turns_by_search(layout: &Layout, without: &Position, from: Square) -> Option<usize> {
    let mut seen = vec![from];
    let mut front = vec![from];
    for turns in 1..=layers::MAX_TURNS {
        let mut next = Vec::new();
        for square in front {
            for (kind, direction) in TURNS {
                match path::landing(layout, without, square, kind, direction) {
                    Landing::Hole => return Some(turns),
                    Landing::Square(to) if !seen.contains(&to) => {
                        seen.push(to);
                        next.push(to);
                    }
                    _ => {}
                }
            }
        }
        front = next;
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn levels_are_exact_up_to_two_turns_and_never_too_long((side, cells) in board()) {
        let (layout, position) = set_up(side, &cells);
        let layers = layers::layers(&layout, &position, |_, _| false);
        for square in position.squares() {
            let mut without = position.clone();
            without.take(square);
            let by_search = turns_by_search(&layout, &without, square);
            let by_levels = (1..).zip(&layers).find(|(_, layer)| has(layer, square));
            let by_levels = by_levels.map(|(turns, _)| turns);
            if by_search.is_some_and(|turns| turns <= 2) || by_levels.is_some_and(|turns| turns <= 2) {
                prop_assert_eq!(by_levels, by_search);
            } else if let Some(turns) = by_search {
                prop_assert!(by_levels.is_some_and(|layer| layer <= turns));
            }
            if let Some(turns) = by_levels {
                if let Some(way) = path::find_delivery(&layout, &without, &layers, square, turns, &path::TURNS) {
                    prop_assert_eq!(way.len(), turns);
                }
            }
        }
    }

    #[test]
    fn a_scene_kept_up_to_date_is_a_fresh_scene(
        (side, cells) in board(),
        picks in proptest::collection::vec(any::<(u16, u16)>(), 1..30),
        guided in any::<bool>(),
    ) {
        let (layout, position) = set_up(side, &cells);
        let guide = guided.then(|| Guide::from_play(&played(&layout, &position)));
        let mut evaluator = Evaluator::new(&layout, &position, guide.as_ref());
        let mut plain = position;
        for (pick, place) in picks {
            let blocks: Vec<Square> = plain.squares().collect();
            if blocks.is_empty() {
                break;
            }
            let from = blocks[usize::from(pick) % blocks.len()];
            let piece = evaluator.take(from);
            prop_assert_eq!(plain.take(from), piece);
            let (row, col) = (usize::from(place) % side, usize::from(place / 32) % side);
            let to = row * LINES + col;
            let hole = layout.holes[Axis::Row as usize][row] >> col & 1 == 1;
            if !hole && plain.values[to] == 0 {
                evaluator.put(to, piece);
                plain.put(to, piece);
            }
            let fresh = Evaluator::new(&layout, &plain, guide.as_ref());
            for square in plain.squares() {
                prop_assert_eq!(evaluator.job(square), fresh.job(square));
            }
            let multiplier = (side * side) as u32;
            let estimate = [&evaluator, &fresh].map(|s| s.schedule().estimate(multiplier).points);
            prop_assert_eq!(estimate[0], estimate[1]);
        }
    }

    #[test]
    fn a_schedule_promises_what_its_jobs_bring_one_by_one(
        jobs in proptest::collection::vec((0u32..=8, prop_oneof![Just(8u32), Just(16), Just(24)]), 0..40),
    ) {
        let mut schedule = Schedule::EMPTY;
        let mut list: Vec<Job> = jobs
            .iter()
            .map(|&(worth, duration)| Job::new(worth, duration))
            .collect();
        list.iter().for_each(|&job| schedule.add(job));
        list.sort_by(|a, b| (b.worth * a.duration).cmp(&(a.worth * b.duration)));
        let (mut points, mut left) = (0, 900);
        for job in list.iter().filter(|job| job.worth > 0) {
            left -= job.duration / TURN;
            points += i64::from(job.worth * (left + 1));
        }
        let estimate = schedule.estimate(900);
        // Equal priorities of unequal density are mixed: 24 units do not divide every worth.
        let slack = 40 * 40;
        prop_assert!((estimate.points - points).abs() <= slack, "{} {}", estimate.points, points);
        if jobs.iter().all(|&(_, duration)| duration != 24) {
            prop_assert_eq!(estimate.points, points);
        }
    }

    #[test]
    fn a_chain_is_cut_into_its_densest_prefixes(worths in proptest::collection::vec(0u8..=8, 1..30)) {
        let segment = Segment { mask: !0, hole_below: true, hole_above: false };
        let priorities = chain::priorities(&segment, &worths);
        let mut start = 0;
        while start < worths.len() {
            let density = |end: usize| {
                let worth: u32 = worths[start..end].iter().map(|&w| u32::from(w)).sum();
                (worth, (end - start) as u32)
            };
            // The longest of the densest prefixes of what is left.
            let end = (start + 1..=worths.len())
                .reduce(|a, b| {
                    let (wa, la) = density(a);
                    let (wb, lb) = density(b);
                    if wb * la > wa * lb { b } else { a }
                })
                .unwrap();
            let (worth, length) = density(end);
            for priority in &priorities[start..end] {
                prop_assert_eq!(*priority, schedule::priority(worth, length * TURN));
            }
            start = end;
        }
    }

    #[test]
    fn a_bucket_remembers_the_best(scores in proptest::collection::vec(0i64..500, 0..300), room in 1usize..20) {
        let mut bucket = Bucket::default();
        for (index, &score) in scores.iter().enumerate() {
            let action = Action::deliver(0, 1);
            let hash = index as u64;
            bucket.push(Candidate { score, hash, parent: 0, scored: 0, action }, room);
        }
        let kept: Vec<i64> = bucket.into_best(room).iter().map(|c| c.score).collect();
        let mut sorted = scores;
        sorted.sort_by_key(|score| -score);
        sorted.truncate(room);
        prop_assert_eq!(kept, sorted);
    }
}
