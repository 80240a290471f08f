//! Checks that the worked dialogue of the README is a valid case and a legal answer with the stated
//! score.

use common::slider::answer::score;
use common::slider::Case;
use common::tokens::Tokens;

const README: &str = include_str!("../README.md");

/// Returns the contents of the fenced block whose opening line is "```" and `label`.
fn block(label: &str) -> String {
    let mut lines = README.lines();
    let opening = format!("```{label}");
    assert!(lines.any(|line| line == opening), "no block `{label}`");
    let contents = lines.take_while(|line| *line != "```");
    contents.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_dialogue_scores_what_the_text_says() {
    let text = block("text case");
    let case = Case::read(&mut Tokens::new(text.as_bytes())).unwrap();
    // The block is exactly the text that the judge sends: one number per line.
    let numbers = text.split_ascii_whitespace();
    let sent: String = numbers.map(|number| format!("{number}\n")).collect();
    assert_eq!(sent, case.to_string());

    let answer = block("text answer");
    let score = score(&case, &answer).unwrap();
    assert_eq!((answer.lines().count(), score.wasted), (1 + score.turns, 0));
    let stated = README
        .lines()
        .find_map(|line| line.strip_prefix("Score = "));
    assert_eq!(stated, Some(score.points.to_string().as_str()));
}
