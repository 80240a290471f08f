//! Losses of good and bad answers add up to the bound of the record minus the score. Only the slack
//! can be negative.

use common::grid::Direction;
use common::rng::Rng;
use common::slider::TurnKind;
use common::slider::board::Landing;
use common::slider::board::{Board, Cell, Turn};
use game::{Game, LossCurve, Referee, Verdict, referee_transcript, show_scenes};
use slider_judge::{Slider, SliderPlay};

/// An answer of at most `turns` turns. In `greedy` of ten turns it plays the most valuable block
/// that falls at once, else any turn of any block.
fn answer(rng: &mut Rng, board: &Board, turns: usize, greedy: u32) -> String {
    let mut board = board.clone();
    let mut lines = Vec::new();
    while lines.len() < turns {
        let side = board.shape().rows;
        let all = (0..side * side).flat_map(|at| Direction::ALL.map(|direction| (at, direction)));
        let legal = all.filter(|&(at, _)| matches!(board.cells()[at], Cell::Block(_)));
        let kind = TurnKind::Slide;
        let slide = |(at, direction)| {
            let (row, col) = board.shape().position(at);
            Turn { row, col, kind, direction }
        };
        let turns: Vec<Turn> = legal.map(slide).collect();
        let falls = turns.iter().filter_map(|&turn| {
            let played = board.clone().play(turn).ok()?;
            matches!(played.landing, Landing::Hole(_)).then_some((played.value, turn))
        });
        let costliest = falls.max_by_key(|&(value, _)| value).map(|(_, turn)| turn);
        let turn = match costliest.filter(|_| rng.below(10) < greedy) {
            Some(turn) => turn,
            None if turns.is_empty() => break,
            None => turns[rng.below(turns.len() as u32) as usize],
        };
        board.play(turn).unwrap();
        lines.push(turn.to_string());
    }
    format!("{}\n{}\n", lines.len(), lines.join("\n"))
}

#[test]
fn losses_of_random_answers_are_bound_less_score() {
    let mut rng = Rng::new(1);
    let options = [("N", "10,12"), ("bound", "3")];
    let slider = Slider::with(&options).unwrap();
    for seed in 0..oracles::test_size(100, 1000) {
        let case = slider.generate(seed);
        let turns = rng.below(60) as usize;
        let text = answer(&mut rng, case.case.board(), turns, seed as u32 % 11);
        let mut play = SliderPlay::default();
        referee_transcript(&slider, &case, "", text.as_bytes(), &mut play).unwrap();
        let losses = slider.losses(&case, &play).unwrap();
        assert!(losses.add_up(), "seed {seed}");
        let is_charge = |loss: &&game::Loss| loss.cause != "slack";
        let mut charges = losses.each.iter().filter(is_charge);
        assert!(charges.all(|loss| loss.units > 0), "seed {seed}");
        let scored = slider.score(&case, &play, Verdict::Ok);
        let found = losses.in_points(losses.reached);
        assert_eq!(found, scored.score, "seed {seed}");
        let found = losses.in_points(losses.best);
        assert_eq!(found, scored.bound.unwrap().value, "seed {seed}");
    }
}

/// Cases whose bound is from the table, computed, or the quick one. At the last scene, the loss is
/// the bound minus the score; in a failed run it is the whole bound.
#[test]
fn record_losses_and_scenes_have_one_bound() {
    for (seed, options) in [
        (1, vec![]),
        (7, vec![("official", "")]),
        (101, vec![]),
        (102, vec![("bound", "5")]),
        (103, vec![("N", "10"), ("bound", "5")]),
    ] {
        let slider = Slider::with(&options).unwrap();
        let case = slider.generate(seed);
        let text = answer(&mut Rng::new(seed), case.case.board(), 30, 10);
        let mut play = SliderPlay::default();
        referee_transcript(&slider, &case, "", text.as_bytes(), &mut play).unwrap();
        let scored = slider.score(&case, &play, Verdict::Ok);
        let bound = scored.bound.unwrap();
        let of_the_play = slider.losses(&case, &play).unwrap();
        let mut scenes = Vec::new();
        show_scenes(&slider, &case, &play, |scene| scenes.push(scene)).unwrap();
        for (verdict, score) in [(Verdict::Ok, scored.score), (Verdict::Re, 0.0)] {
            let losses = of_the_play.clone().ruled(verdict);
            assert_eq!(losses.in_points(losses.best), bound.value, "seed {seed}");
            assert!(losses.add_up(), "seed {seed}");
            let mut curve = LossCurve::new(&losses);
            let mut scenes = scenes.clone();
            scenes.iter_mut().for_each(|scene| curve.add_to(scene));
            let last = scenes.last().unwrap();
            let lost = bound.value - score;
            let share = 100.0 * (scored.score / bound.value);
            for (name, expected) in [("Share", share), ("Lost so far", lost)] {
                let mut figures = last.figures.iter();
                let figure = figures.find(|figure| figure.name.contains(name)).unwrap();
                assert_eq!(figure.value, expected.into(), "seed {seed}");
            }
            let mut events = last.events.iter();
            let end = events.find(|event| event.ends_with(", at the end"));
            assert!(end.is_some(), "seed {seed}: {:?}", last.events);
        }
    }
}
