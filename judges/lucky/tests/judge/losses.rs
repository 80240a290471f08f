//! Losses of good and bad rounds add up to the bound minus the score; only luck can be negative. A
//! scene shows on each square the bonus that the square pays.

use common::lucky::round::Round;
use common::lucky::{Action, Case, Symbol, TURNS};
use common::rng::Rng;
use game::{CasePlay, Game, LUCK, LossBasis, Referee, Verdict, show_scenes};
use lucky_judge::{Lucky, LuckyPlay};
use scene::FigureValue;

/// A round. Each symbol of value `least` or more is placed on the best of some random squares, if
/// one of these is empty.
fn play(rng: &mut Rng, case: &Case, least: u32, squares: usize) -> LuckyPlay {
    let shape = case.shape();
    let mut round = Round::new(case);
    let mut play = LuckyPlay::default();
    for _ in 0..TURNS {
        let symbol = Symbol::new(rng.below(case.values().len() as u32) as u16);
        let drawn: Vec<usize> = (0..squares)
            .map(|_| rng.below(shape.area() as u32) as usize)
            .filter(|&square| round.squares()[square].is_none())
            .collect();
        let pays = |&square: &usize| -> u32 {
            let nearby = shape.neighbours(square);
            let nearby = nearby.filter_map(|other| round.squares()[other]);
            nearby.map(|other| case.bonus(symbol, other)).sum()
        };
        let best = drawn.into_iter().max_by_key(pays);
        let action = match best.filter(|_| case.value(symbol) >= least && rng.below(3) > 0) {
            Some(square) => {
                let (row, col) = shape.position(square);
                Action::Place { row, col }
            }
            None => Action::Discard,
        };
        round.play(symbol, action).unwrap();
        play.symbols.push(symbol);
        play.actions.push(action);
    }
    play.rounds = 1;
    play.total = round.score();
    play
}

#[test]
fn losses_of_rounds_are_bound_less_score() {
    let mut rng = Rng::new(1);
    for number in 0..oracles::test_size(70, 350_u64) {
        let subtask = (number % 7 + 1).to_string();
        let pairs = ["once", "twice"][number as usize / 7 % 2];
        let options = [("subtask", subtask.as_str()), ("pairs", pairs), ("rounds", "1")];
        let lucky = Lucky::with(&options).unwrap();
        let case = lucky.generate(number / 14);
        let most = case.values().iter().copied().max().unwrap();
        let least = rng.below(most + 1);
        let play = play(&mut rng, &case, least, [2, 8, 8][number as usize % 3]);
        let losses = lucky.losses(&case, &play).unwrap();
        assert!(losses.add_up(), "{options:?}");
        let is_exact = losses.basis == LossBasis::Exact;
        assert_eq!(is_exact, number % 7 < 2);
        for loss in &losses.each {
            let may_be_negative = is_exact && loss.cause == LUCK;
            assert!(loss.units > 0 || may_be_negative, "{options:?}: {loss:?}");
        }
        let scored = lucky.score(&case, &play, Verdict::Ok);
        assert_eq!(losses.in_points(losses.reached), scored.score);
        assert_eq!(lucky.ranges(&case).violated(scored.score, None), None);
        if is_exact {
            let optimum = scored.bound.unwrap().value;
            assert!((losses.in_points(losses.best) - optimum).abs() < 0.01);
        }
    }
}

/// Discards every symbol of a seed's rounds. The record has the bound of the table.
#[test]
fn losses_count_from_the_bound_of_the_record() {
    for (seed, subtask) in [(1, "5"), (2, "7")] {
        let lucky = Lucky::with(&[("subtask", subtask), ("bound", "2")]).unwrap();
        let case = lucky.generate(seed);
        let mut rng = CasePlay::new(lucky.clone(), seed).rng();
        let mut play = LuckyPlay::default();
        for _ in 0..100 * TURNS {
            let number = rng.draw(case.values().len()).unwrap();
            play.symbols.push(case.symbol(number).unwrap());
            play.actions.push(Action::Discard);
        }
        play.rounds = 100;
        let losses = lucky.losses(&case, &play).unwrap();
        let bound = lucky.score(&case, &play, Verdict::Ok).bound.unwrap();
        assert_eq!(bound.kind, "perfect-information bound");
        assert_eq!(losses.in_points(losses.best), bound.value);
        assert!(losses.add_up(), "{seed}/{subtask}");
    }
}

/// The bonus shown on a square is the gain of the round when the symbol is placed there.
#[test]
fn a_square_says_what_it_pays() {
    let options = [("subtask", "5"), ("rounds", "1"), ("pairs", "twice")];
    let lucky = Lucky::with(&options).unwrap();
    let case = lucky.generate(2);
    let round = play(&mut Rng::new(2), &case, 0, 8);
    let (mut labels, mut before, mut paying) = (Vec::new(), 0.0, 0);
    show_scenes(&lucky, &case, &round, |scene| {
        let mut figures = scene.figures.iter();
        let bonus = &figures.find(|figure| figure.name == "Bonus").unwrap().value;
        let &FigureValue::Number(bonus) = bonus else {
            panic!("{bonus:?}");
        };
        if let Some((placed, _)) = scene.marks.first() {
            let mut labels = labels.iter();
            let label = labels.find(|(place, _): &&(_, String)| place == placed);
            let pays = label.map_or(0.0, |(_, label)| label[1..].parse().unwrap());
            assert_eq!(bonus - before, pays, "{}", scene.caption);
            paying += usize::from(pays > 0.0);
        }
        (labels, before) = (scene.labels, bonus);
    })
    .unwrap();
    assert!(paying > 20, "{paying} squares pay");
}
