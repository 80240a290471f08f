//! Plays ordinary and extreme cases.

use common::clock::{Budget, Clock};
use common::rng::Rng;
use common::slider::answer::{score, AnswerScore};
use common::slider::Case;
use common::tokens::Tokens;
use oracles::slider::{draw_cells, PlainCase};

/// Plays a case. Returns the score of the answer, which must be legal.
fn play(cells: &[i8], colours: u32) -> AnswerScore {
    let plain = PlainCase {
        side: (1..).find(|n| n * n >= cells.len()).unwrap(),
        colours: colours.into(),
        cells: cells.iter().map(|&cell| cell.into()).collect(),
    };
    let case = Case::read(&mut Tokens::new(plain.text().as_bytes())).unwrap();
    let turns = slider::solve(&case, &mut Clock::start(Budget::Work(2000)));
    let score = score(&case, &slider::answer(&turns)).unwrap();
    assert!(score.wasted == 0, "{score:?}");
    score
}

fn random_cells(side: usize, colours: u32, holes: usize, filled: u32, seed: u64) -> Vec<i8> {
    let mut rng = Rng::new(seed);
    draw_cells([side, holes], colours, filled, |below| rng.below(below))
}

#[test]
fn no_turn_of_an_ordinary_case_is_wasted() {
    let usual = (0..6).map(|seed| (random_cells(10 + 4 * seed as usize, 6, 5, 50, seed), 6));
    let small_and_full = (random_cells(10, 9, 10, 80, 7), 9);
    for (cells, colours) in usual.chain([small_and_full]) {
        assert!(play(&cells, colours).points > 0);
    }
}

#[test]
fn nothing_to_gain() {
    let ones = random_cells(12, 1, 5, 60, 3);
    assert_eq!(play(&ones, 2).points, 0);
    let empty = random_cells(30, 2, 1, 0, 3);
    assert_eq!(play(&empty, 2), AnswerScore::default());
}

#[test]
fn no_empty_square_at_all() {
    for (side, colours) in [(10, 9), (30, 2)] {
        let score = play(&random_cells(side, colours, 1, 100, 5), colours);
        assert!(score.points > 0);
    }
}

#[test]
fn a_block_walled_in_by_worthless_ones_gets_out() {
    let mut cells = vec![0; 100];
    cells[99] = -1;
    for wall in [0, 1, 2, 10, 12, 20, 21, 22] {
        cells[wall] = 1;
    }
    cells[11] = 9;
    let score = play(&cells, 9);
    assert!(score.points >= 8 * 95, "{score:?}");
}

#[test]
fn a_lone_block_far_from_everything() {
    let mut cells = vec![0; 900];
    cells[4 * 30 + 7] = -1;
    cells[15 * 30 + 15] = 2;
    // The block goes up to the border, four squares down, then left.
    assert_eq!(play(&cells, 2).points, 895);
    cells[4 * 30 + 7] = 0;
    cells[15 * 30 + 14] = -1;
    cells[15 * 30 + 15] = 0;
    cells[0] = 2;
    // The block goes fourteen squares along the border, then down the column.
    assert_eq!(play(&cells, 2).points, 886);
}

#[test]
fn the_very_last_turn_is_played() {
    // The board has far more blocks than turns, so every turn up to the last scores.
    let score = play(&random_cells(10, 2, 1, 100, 9), 2);
    assert!(score.turns <= 100, "{score:?}");
    let mut cells = random_cells(30, 9, 10, 95, 11);
    let ones = cells.iter_mut().filter(|cell| **cell == 1);
    ones.for_each(|cell| *cell = 9);
    let score = play(&cells, 9);
    assert!((899..=900).contains(&score.turns), "{score:?}");
}
