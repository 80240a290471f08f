//! Records and what is said of them.

use records::stats::Alpha;
use records::{Record, conclusion};
use serde_json::Value;

/// A record in which no field is absent.
const WHOLE: &str = r#"{"game":"a","variant":"v","seed":1,"salt":"s","file":"f","repetition":2,"parameters":{"N":1},
"verdict":"RE","reason":"r","score":1,"normalised":1,"bound_kind":"words of the game","bound":1,"share":0,"gap":0,
"best_known":1,"of_best":0,"cpu_ms":1,"wall_ms":1,"memory_kib":1,"cpu_source":"counter",
"memory_source":"resident","error_output":["e"],"command":"c",
"machine":{"host":"h","cpu":"p","load":0,"rate":1},
"limits":{"cpu_ms":1,"wall_ms":1,"memory_kib":1,"output_bytes":1},"data":{"d":1},"details":{"x":1}}"#;

#[test]
fn the_readme_documents_every_field() {
    let record: Record = serde_json::from_str(WHOLE).unwrap();
    let written = serde_json::to_value(&record).unwrap();
    let readme = include_str!("../../../README.md");
    let (_, section) = readme.split_once("## What a record holds").unwrap();
    let fields = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let read: Value = serde_json::from_str(WHOLE).unwrap();
    assert_eq!(fields(&written), fields(&read));
    for field in [
        fields(&written),
        fields(&written["machine"]),
        fields(&written["limits"]),
    ]
    .concat()
    {
        assert!(section.contains(&format!("`{field}`")), "{field}");
    }
}

#[test]
fn a_comparison_ends_in_one_sentence() {
    let said = |differences: &[f64]| conclusion("B", differences, Alpha::default());
    for (differences, sentence) in [
        (vec![], "not decided: no two cases that both have solved"),
        (vec![0.5], "not decided: no two cases that both have solved"),
        (vec![0.0; 4], "B scores the same in all 4 cases"),
        (
            vec![0.01, 0.02, 0.01, 0.02, 0.01, 0.02, -0.001, 0.02],
            "B is better: +1.36 % on average (+0.72 to +2.01), better in 7 of 8 cases",
        ),
        (
            vec![-0.01, -0.02, -0.01, -0.02, -0.01, -0.02, 0.001, -0.02],
            "B is worse: -1.36 % on average (-2.01 to -0.72), worse in 7 of 8 cases",
        ),
    ] {
        assert_eq!(said(&differences), sentence);
    }
    let undecided = said(&[0.01, -0.01, 0.02, -0.015]);
    let start = "not decided: B is +0.13 % on average (-2.50 to +2.75)";
    assert!(undecided.starts_with(start), "{undecided}");
    assert!(undecided.contains("; about 1367 more"), "{undecided}");
    assert!(undecided.ends_with(" more cases would show a difference of this size"));
}
