//! Plays ordinary and extreme cases.

use common::clock::{Budget, Clock};
use common::rng::Rng;
use common::slider::answer::{score, AnswerScore};
use common::slider::bound::upper_bound;
use common::slider::Case;
use common::tokens::Tokens;

/// Plays a case. Returns the score of the answer, which must be legal, and the upper bound.
fn play(cells: &[i32], colours: u32) -> (AnswerScore, u64) {
    let side = (1..).find(|n| n * n >= cells.len()).unwrap();
    let holes = cells.iter().filter(|&&cell| cell == -1).count();
    let mut text = format!("{side}\n{colours}\n{holes}\n");
    for cell in cells {
        text += &format!("{cell}\n");
    }
    let case = Case::read(&mut Tokens::new(text.as_bytes())).unwrap();
    let turns = slider::solve(&case, &mut Clock::start(Budget::Work(2000)));
    let score = score(&case, &slider::answer(&turns)).unwrap();
    assert!(score.wasted == 0, "{score:?}");
    (score, upper_bound(case.board()))
}

fn random_cells(side: usize, colours: u32, holes: usize, fill: f64, seed: u64) -> Vec<i32> {
    let mut rng = Rng::new(seed);
    let mut cells: Vec<i32> = (0..side * side)
        .map(|_| {
            if rng.unit() < fill {
                rng.below(colours) as i32 + 1
            } else {
                0
            }
        })
        .collect();
    let mut squares: Vec<usize> = (0..side * side).collect();
    rng.shuffle(&mut squares);
    for &square in &squares[..holes] {
        cells[square] = -1;
    }
    cells
}

#[test]
fn ordinary_cases_are_played_well() {
    for seed in 0..6 {
        let side = 10 + 4 * seed as usize;
        let (score, bound) = play(&random_cells(side, 6, 5, 0.5, seed), 6);
        assert!(score.points * 100 >= bound * 88, "{score:?} of {bound}");
    }
}

#[test]
fn a_small_full_board_with_many_holes() {
    let (score, bound) = play(&random_cells(10, 9, 10, 0.8, 7), 9);
    assert!(score.points * 100 >= bound * 90, "{score:?} of {bound}");
}

#[test]
fn nothing_to_gain() {
    let ones = random_cells(12, 1, 5, 0.6, 3);
    assert_eq!(play(&ones, 2).0.points, 0);
    let empty = random_cells(30, 2, 1, 0.0, 3);
    assert_eq!(play(&empty, 2).0, AnswerScore::default());
}

#[test]
fn no_empty_square_at_all() {
    let (score, _) = play(&random_cells(10, 9, 1, 1.0, 5), 9);
    assert!(score.points > 0);
    let (score, _) = play(&random_cells(30, 2, 1, 1.0, 5), 2);
    assert!(score.points > 0);
}

#[test]
fn a_block_walled_in_by_worthless_ones_gets_out() {
    let mut cells = vec![0; 100];
    cells[99] = -1;
    for wall in [0, 1, 2, 10, 12, 20, 21, 22] {
        cells[wall] = 1;
    }
    cells[11] = 9;
    let (score, _) = play(&cells, 9);
    assert!(score.points >= 8 * 95, "{score:?}");
}

#[test]
fn a_lone_block_far_from_everything() {
    let mut cells = vec![0; 900];
    cells[4 * 30 + 7] = -1;
    cells[15 * 30 + 15] = 2;
    // The block goes up to the border, four squares down, then left.
    assert_eq!(play(&cells, 2).0.points, 895);
    cells[4 * 30 + 7] = 0;
    cells[15 * 30 + 14] = -1;
    cells[15 * 30 + 15] = 0;
    cells[0] = 2;
    // The block goes fourteen squares along the border, then down the column.
    assert_eq!(play(&cells, 2).0.points, 886);
}

#[test]
fn the_very_last_turn_is_played() {
    // The board has far more blocks than turns, so every turn up to the last scores.
    let (score, bound) = play(&random_cells(10, 2, 1, 1.0, 9), 2);
    assert!(score.turns <= 100 && score.points <= bound, "{score:?}");
    let mut cells = random_cells(30, 9, 10, 0.95, 11);
    cells
        .iter_mut()
        .filter(|cell| **cell == 1)
        .for_each(|cell| *cell = 9);
    let (score, _) = play(&cells, 9);
    assert!((899..=900).contains(&score.turns), "{score:?}");
}
