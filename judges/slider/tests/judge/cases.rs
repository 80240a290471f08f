//! Cases as the statement draws them.

use game::Game;
use records::{Fields, fields};
use slider_judge::Slider;

/// Cases of many seeds reach both ends of every range and no further.
#[test]
fn cases_are_as_the_statement_says() {
    let game = Slider::default();
    let (mut sides, mut colours, mut holes) = ([0; 31], [0; 10], [0; 11]);
    for seed in 1..=400 {
        let text = game.generate(seed).to_string();
        let numbers: Vec<i64> = text.lines().map(|line| line.parse().unwrap()).collect();
        let (side, top) = (numbers[0] as usize, numbers[1]);
        let cells = &numbers[3..];
        assert_eq!(cells.len(), side * side);
        assert_eq!(
            cells.iter().filter(|&&cell| cell == -1).count() as i64,
            numbers[2]
        );
        assert!(cells.iter().all(|cell| (-1..=top).contains(cell)));
        sides[side] += 1;
        colours[top as usize] += 1;
        holes[numbers[2] as usize] += 1;
    }
    assert!(sides[10..].iter().all(|&count| count > 0), "{sides:?}");
    assert!(colours[2..].iter().all(|&count| count > 20), "{colours:?}");
    assert!(holes[1..].iter().all(|&count| count > 15), "{holes:?}");
}

/// A record keeps the parameters to the last bit: the chance of a block is any double.
#[test]
fn parameters_are_read_back_to_the_last_bit() {
    let game = Slider::default();
    for seed in 1..=10_000 {
        let parameters = fields(game.parameters(&game.generate(seed)));
        let text = serde_json::to_string(&parameters).unwrap();
        let read: Fields = serde_json::from_str(&text).unwrap();
        assert_eq!(read, parameters, "seed {seed}: {text}");
    }
}
