//! Cases as the statement draws them, and the published ones.

use std::fs;

use game::Game;
use harness::Judge;
use records::{Fields, fields};
use slider_judge::Slider;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_slider-judge"));

const EXAMPLE: &str = "python3 data/examples/slider.py";

/// Cases of many seeds reach both ends of every range and no further.
#[test]
fn cases_are_as_the_statement_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    JUDGE.stdout(&["gen", "--seed", "1-400", "--out", path], 0);
    let (mut sides, mut colours, mut holes) = ([0; 31], [0; 10], [0; 11]);
    for seed in 1..=400 {
        let text = fs::read_to_string(folder.path().join(format!("{seed}.in"))).unwrap();
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

/// The published cases have the published bounds, and our weak player stays
/// below the best scores reached on them.
#[test]
fn published_cases() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("records.jsonl");
    let files: Vec<String> = (1..=24)
        .map(|case| format!("data/slider/{case}.in"))
        .collect();
    let mut args = vec![
        "--exec",
        EXAMPLE,
        "--threads",
        "2",
        "--json",
        json.to_str().unwrap(),
    ];
    args.extend(files.iter().flat_map(|file| ["--case", file]));
    JUDGE.stdout(&args, 0);
    let table = include_str!("../../../../data/slider/best-known.csv");
    let played = Judge::read_records(&json);
    assert_eq!(played.len(), 24);
    for (record, row) in played.iter().zip(table.lines().skip(1)) {
        let row: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
        assert_eq!(record["file"], format!("data/slider/{}.in", row[0]));
        for (name, column) in [("N", 1), ("C", 2), ("H", 3)] {
            assert_eq!(record["parameters"][name].as_f64(), Some(row[column]));
        }
        // The tight bound is between the best score and the quick bound.
        let bound = record["bound"].as_f64().unwrap();
        assert!(row[7] <= bound && bound <= row[5], "{record}");
        let score = record["score"].as_f64().unwrap();
        assert!(0.0 < score && score <= row[7], "{record}");
    }
}
