//! The judge of Sample from outside.

use testing::Judge;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_sample-judge"));

#[test]
fn our_solver_plays_by_the_rules() {
    for record in JUDGE.records(&["--seed", "1-20"], 0) {
        assert_eq!(record["verdict"], "OK", "{record}");
        assert!(record["score"].as_f64() > Some(0.0), "{record}");
    }
}

#[test]
fn a_wrong_answer_is_named() {
    let said = JUDGE.stdout(&["--seed", "1", "--exec", "echo x"], 1);
    assert!(said.contains("`x` is not a "), "{said}");
}
