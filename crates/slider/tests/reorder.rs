//! Better orders and other ways of random plays, scored by the judge's rules,
//! and what a search learns from them.

use common::clock::{Budget, Clock};
use common::grid::Direction;
use common::rng::Rng;
use common::slider::answer::score;
use common::slider::{Case, Kind, Turn};
use common::tokens::Tokens;
use proptest::prelude::*;
use slider::beam;
use slider::guide::Guide;
use slider::layout::Layout;
use slider::path::{self, Landing, TURNS};
use slider::play::Play;
use slider::position::{BlockId, Position, LINES};
use slider::reorder;
use slider::reroute;
use slider::schedule::{self, Job, TURN};

fn case(side: usize, cells: &[i32]) -> Case {
    let holes = cells.iter().filter(|&&cell| cell == -1).count();
    let mut text = format!("{side} 9 {holes}\n");
    for cell in cells {
        text += &format!("{cell}\n");
    }
    Case::read(&mut Tokens::new(text.as_bytes())).unwrap()
}

fn random_case(rng: &mut Rng) -> Case {
    let side = 10 + rng.below(6) as usize;
    let fill = 0.2 + 0.7 * rng.unit();
    let cell = |rng: &mut Rng| match rng.unit() < fill {
        true => 1 + rng.below(9) as i32,
        false => 0,
    };
    let mut cells: Vec<i32> = (0..side * side).map(|_| cell(rng)).collect();
    for _ in 0..4 {
        cells[rng.below((side * side) as u32) as usize] = -1;
    }
    case(side, &cells)
}

/// Turns of random blocks in random directions, all of which move something.
fn random_turns(layout: &Layout, start: &Position, count: usize, rng: &mut Rng) -> Vec<Turn> {
    let mut position = start.clone();
    let mut turns = Vec::new();
    for _ in 0..count {
        let squares: Vec<usize> = position.squares().collect();
        if squares.is_empty() {
            break;
        }
        let from = squares[rng.below(squares.len() as u32) as usize];
        let (kind, direction) = TURNS[rng.below(8) as usize];
        let turn = Turn {
            row: from / LINES,
            col: from % LINES,
            kind,
            direction,
        };
        if path::play(layout, &mut position, turn) != Landing::Blocked {
            turns.push(turn);
        }
    }
    turns
}

/// A random case, as the solver sees it too, and a random play of it.
fn random_play(seed: u64, most: usize) -> (Case, Layout, Position, Vec<Turn>) {
    let mut rng = Rng::new(seed);
    let case = random_case(&mut rng);
    let (layout, start) = Layout::new(&case);
    let turns = random_turns(&layout, &start, most, &mut rng);
    (case, layout, start, turns)
}

fn answer(turns: &[Turn]) -> String {
    let lines = turns.iter().map(|turn| format!("{turn}\n"));
    format!("{}\n{}", turns.len(), lines.collect::<String>())
}

fn sorted(turns: &[Turn]) -> Vec<String> {
    let mut lines: Vec<String> = turns.iter().map(Turn::to_string).collect();
    lines.sort();
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_better_order_has_the_same_turns_and_the_same_blocks_fall(seed in any::<u64>()) {
        let (case, layout, start, turns) = random_play(seed, 100);
        let before = score(&case, &answer(&turns)).unwrap();
        for reach in [10, usize::MAX] {
            let better = reorder::improve(&layout, &start, &turns, reach);
            let after = score(&case, &answer(&better)).unwrap();
            prop_assert_eq!(sorted(&turns), sorted(&better));
            prop_assert_eq!((after.fallen, after.wasted), (before.fallen, 0));
            prop_assert!(after.points >= before.points);
        }
    }

    #[test]
    fn other_ways_are_legal_and_score_no_less(seed in any::<u64>()) {
        let (case, layout, start, turns) = random_play(seed, 80);
        let mut clock = Clock::start(Budget::Work(4000));
        let better = reroute::improve(&layout, &start, &turns, 1.0, &mut clock);
        let before = score(&case, &answer(&turns)).unwrap();
        let better_turns: Vec<Turn> = better.turns(better.last_fall()).collect();
        let after = score(&case, &answer(&better_turns)).unwrap();
        prop_assert_eq!(after.points as i64, better.points);
        prop_assert!(after.points >= before.points);
    }

    #[test]
    fn a_play_can_be_left_for_a_search_at_any_turn(seed in any::<u64>(), part in 0.0..=1.0) {
        let (case, layout, start, turns) = random_play(seed, 99);
        let play = Play::new(&layout, &start, &turns);
        let kept = (part * turns.len() as f64) as usize;
        let mut position = start.clone();
        for &turn in &turns[..kept] {
            path::play(&layout, &mut position, turn);
        }
        let entered = play.position(&layout, kept);
        prop_assert_eq!((entered.values, entered.hash), (position.values, position.hash));
        let mut clock = Clock::start(Budget::Work(100));
        let guide = Guide::from_play(&play);
        let rest = beam::search(&layout, &entered, kept, Some(&guide), 1.0, &mut clock);
        let whole: Vec<Turn> = play.turns(kept).chain(rest).collect();
        let scored = score(&case, &answer(&whole)).unwrap();
        prop_assert_eq!(scored.wasted, 0);
        prop_assert_eq!(scored.points as i64, Play::new(&layout, &start, &whole).points);
    }

    #[test]
    fn a_guide_is_the_falling_fit_to_what_turns_brought(seed in any::<u64>()) {
        let (_, layout, start, turns) = random_play(seed, 60);
        let play = Play::new(&layout, &start, &turns);
        let guide = Guide::from_play(&play);
        let blocks = by_last_turn(&play);
        for (index, &(block, _, turns)) in blocks.iter().enumerate() {
            let fit = falling_fit(&blocks, index);
            prop_assert_eq!(key_in(&guide, block), fit.max(1));
            let worthless = guide.adjust(Job { worth: 0, duration: TURN, priority: 0 }, block);
            prop_assert_eq!((worthless.priority, worthless.duration), (fit.max(1), turns * TURN));
        }
        for square in start.squares() {
            let block = square as BlockId;
            if blocks.iter().all(|&(moved, _, _)| moved != block) {
                let worthless = Job { worth: 0, duration: TURN, priority: 5 };
                prop_assert_eq!(key_in(&guide, block), 1);
                prop_assert_eq!(guide.adjust(worthless, block), worthless);
            }
        }
    }
}

/// The blocks of a play in the order of their last turns, each with its worth
/// if it fell, else 0, and its turns.
fn by_last_turn(play: &Play) -> Vec<(BlockId, u32, u32)> {
    let mut blocks: Vec<(BlockId, u32, u32)> = Vec::new();
    for step in &play.steps {
        let known = blocks.iter().position(|&(block, _, _)| block == step.block);
        let turns = 1 + known.map_or(0, |known| blocks.remove(known).2);
        let fell = step.end == Landing::Hole;
        blocks.push((
            step.block,
            if fell { u32::from(step.worth) } else { 0 },
            turns,
        ));
    }
    blocks
}

/// The priority at `index` of the best fit of falling priorities: over all stretches around
/// it, the least by their start of the greatest by their end.
fn falling_fit(blocks: &[(BlockId, u32, u32)], index: usize) -> u8 {
    let priority = |from: usize, to: usize| {
        let sum = |part: fn(&(BlockId, u32, u32)) -> u32| blocks[from..=to].iter().map(part).sum();
        schedule::priority(sum(|block| block.1), TURN * sum(|block| block.2))
    };
    let greatest = |from| (index..blocks.len()).map(|to| priority(from, to)).max();
    (0..=index).filter_map(greatest).min().unwrap()
}

/// How urgent a guide finds a block: the mean of two jobs' priorities, each half its own.
fn key_in(guide: &Guide, block: BlockId) -> u8 {
    let revised = |priority| {
        let job = Job {
            worth: 1,
            duration: TURN,
            priority,
        };
        guide.adjust(job, block).priority
    };
    revised(0) + revised(1) - 1
}

/// The columns from which blocks of the top row are played in the best order,
/// given slides of them all in some order.
fn best_order(row: [i32; 10], slides: &[(usize, Direction)]) -> Vec<usize> {
    let mut cells = vec![0; 100];
    cells[..10].copy_from_slice(&row);
    let (layout, start) = Layout::new(&case(10, &cells));
    let slide = |&(col, direction)| Turn {
        row: 0,
        col,
        kind: Kind::Slide,
        direction,
    };
    let turns: Vec<Turn> = slides.iter().map(slide).collect();
    let better = reorder::improve(&layout, &start, &turns, usize::MAX);
    better.iter().map(|turn| turn.col).collect()
}

#[test]
fn the_dearer_block_falls_first() {
    let row = [-1, 2, 0, 0, 9, -1, 0, 0, 0, 0];
    let order = best_order(row, &[(1, Direction::Left), (4, Direction::Right)]);
    assert_eq!(order, [4, 1]);
}

#[test]
fn a_worthless_block_in_the_way_still_leaves_first() {
    let row = [-1, 1, 9, 0, 0, 0, 0, 0, 3, -1];
    let slides = [
        (8, Direction::Right),
        (1, Direction::Left),
        (2, Direction::Left),
    ];
    // Nine in two turns are worth more than three in one.
    assert_eq!(best_order(row, &slides), [1, 2, 8]);
}

#[test]
fn a_stopper_stays_until_it_has_served() {
    // The seven must stop beside the nine, which falls through the hole on its left.
    let row = [-1, 0, 0, 9, 0, 0, 7, 0, 0, 0];
    let slides = [
        (6, Direction::Left),
        (3, Direction::Left),
        (4, Direction::Left),
    ];
    assert_eq!(best_order(row, &slides), [6, 3, 4]);
}
