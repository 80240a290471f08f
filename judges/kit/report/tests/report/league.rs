//! Leagues of runs.

use crate::folder::{Folder, record};

/// A run of the seeds from 1 with these scores; a negative one is a failure.
fn run(folder: &Folder, name: &str, scores: &[f64]) {
    let lines = scores.iter().zip(1..).map(|(score, seed)| {
        let verdict = if *score < 0.0 { "WA" } else { "OK" };
        let share = score.max(0.0) / 20.0;
        record(&format!(
            r#""seed":{seed},"score":{score:?},"verdict":"{verdict}","bound_kind":"limit","bound":20.0,"share":{share}"#
        ))
    });
    folder.write(name, &lines.collect::<String>());
}

#[test]
fn places_ranks_and_what_is_proven() {
    let folder = Folder::new();
    run(&folder, "good.jsonl", &[10.0; 40]);
    run(&folder, "weak.jsonl", &[2.0; 40]);
    let mut uneven = vec![9.0; 39];
    uneven.push(20.0);
    run(&folder, "uneven.jsonl", &uneven);
    let mut failing = vec![2.0; 38];
    failing.extend([-1.0; 2]);
    run(&folder, "failing.jsonl", &failing);
    let runs = ["weak", "uneven", "failing", "good"].map(|run| format!("{run}.jsonl"));
    let runs: Vec<&str> = runs.iter().map(String::as_str).collect();
    let text = folder.stdout(&[&["league"], &runs[..]].concat(), 0);
    let expected = "\
a: 40 cases, 4 runs

| place | rank   | run           | relative score | 95 % interval    | share of bound | wins | alone | failed | better than places |
|-------|--------|---------------|----------------|------------------|----------------|------|-------|--------|--------------------|
|     1 | 1 to 2 | good.jsonl    |         0.9875 | 0.8756 to 1.0000 |        50.00 % |   39 |    39 |      0 | 3-4                |
|     2 | 1 to 2 | uneven.jsonl  |         0.9025 | 0.7927 to 0.9124 |        46.37 % |    1 |     1 |      0 | 3-4                |
|     3 | 3 to 4 | weak.jsonl    |         0.1975 | 0.1751 to 0.2952 |        10.00 % |    0 |     0 |      0 |                    |
|     4 | 3 to 4 | failing.jsonl |         0.1900 | 0.1745 to 0.2893 |         9.50 % |    0 |     0 |      2 |                    |

proven: 4 of 6 pairs, with a chance of at most 0.05 that any is wrong
";
    assert_eq!(text, expected);
}

#[test]
fn fifty_runs_and_two() {
    let folder = Folder::new();
    let names: Vec<String> = (10..60).map(|number| format!("{number}.jsonl")).collect();
    for (name, score) in names.iter().zip(1..) {
        run(&folder, name, &[f64::from(score); 30]);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = folder.stdout(&[&["league"], &names[..]].concat(), 0);
    let first = text.lines().find(|line| line.contains("| 59.jsonl"));
    let first = first.unwrap();
    assert!(first.starts_with("|     1 | 1 to "), "{first}");
    assert!(
        first.trim_end_matches([' ', '|']).ends_with("-50"),
        "{first}"
    );
    assert_eq!(
        text.lines().filter(|line| line.contains(".jsonl")).count(),
        50
    );
    let text = folder.stdout(&["league", "10.jsonl", "59.jsonl"], 0);
    assert!(text.contains("proven: 1 of 1 pairs"), "{text}");
}

/// Further seeds never take back what is proven.
#[test]
fn what_is_proven_stays() {
    let folder = Folder::new();
    let mut before = 0;
    for cases in [5, 20, 80] {
        run(&folder, "a.jsonl", &vec![10.0; cases]);
        run(&folder, "b.jsonl", &vec![6.0; cases]);
        run(&folder, "c.jsonl", &vec![5.5; cases]);
        let text = folder.stdout(&["league", "a.jsonl", "b.jsonl", "c.jsonl"], 0);
        let (_, proven) = text.split_once("proven: ").unwrap();
        let proven = proven.split(' ').next().unwrap().parse().unwrap();
        assert!(before <= proven, "{text}");
        before = proven;
    }
    assert_eq!(before, 2);
}
