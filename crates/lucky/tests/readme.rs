//! Plays the whole worked dialogue of `README.md` by the rules of the kernel.

use common::lucky::round::{parse_action, Round, ScoreParts};
use common::lucky::{Case, Symbol, ROUNDS, TURNS};
use common::tokens::Tokens;

const README: &str = include_str!("../README.md");
const FENCE: &str = "```text dialogue\n";

/// Returns the printed lines of the dialogue before and after the omission, and its score.
fn printed() -> (Vec<&'static str>, Vec<&'static str>, f64) {
    let (_, rest) = README.split_once(FENCE).expect("a worked dialogue");
    let (block, _) = rest.split_once("```").expect("the end of the dialogue");
    let mut parts = vec![vec![]];
    let mut score = None;
    for line in block.lines() {
        if let Some(number) = line.strip_prefix("Score = ") {
            assert_eq!(score.replace(number.parse().unwrap()), None);
        } else if line.starts_with('[') {
            parts.push(vec![]);
        } else {
            parts.last_mut().unwrap().push(line);
        }
    }
    let [beginning, end] = &parts[..] else {
        panic!("one line in brackets, found {}", parts.len() - 1);
    };
    (beginning.clone(), end.clone(), score.expect("a score"))
}

/// Returns the whole dialogue, by the rule in the text.
fn whole(case: &str) -> Vec<String> {
    let mut lines: Vec<String> = case.lines().map(|line| format!("> {line}")).collect();
    for _ in 0..ROUNDS {
        lines.push("> newRound".into());
        for turn in 1..=TURNS {
            lines.push(format!("> playTurn {}", turn % 2));
            lines.push(match turn {
                1 | 2 => format!("< place 0 {}", turn - 1),
                _ => "< discard".into(),
            });
        }
    }
    lines
}

#[test]
fn the_worked_dialogue_scores_what_it_says() {
    let (beginning, end, score) = printed();
    let case_lines = beginning.iter().take_while(|line| **line != "> newRound");
    let text: String = case_lines
        .map(|line| line.strip_prefix("> ").unwrap().to_owned() + "\n")
        .collect();
    let case = Case::read(&mut Tokens::new(text.as_bytes())).unwrap();
    assert_eq!(case.to_string(), text);

    let lines = whole(&text);
    assert!(lines
        .iter()
        .zip(&beginning)
        .all(|(line, shown)| line == shown));
    assert!(lines
        .iter()
        .rev()
        .zip(end.iter().rev())
        .all(|(line, shown)| line == shown));

    let mut total = ScoreParts::default();
    let mut round = Round::new(&case);
    let mut offered = None;
    for line in lines.iter().skip(text.lines().count()) {
        if line == "> newRound" {
            round = Round::new(&case);
        } else if let Some(symbol) = line.strip_prefix("> playTurn ") {
            assert_eq!(offered.replace(Symbol::new(symbol.parse().unwrap())), None);
        } else {
            let action = parse_action(line.strip_prefix("< ").unwrap()).unwrap();
            round.play(offered.take().unwrap(), action).unwrap();
            if round.turns() == TURNS {
                total += round.score();
            }
        }
    }
    assert_eq!(total.once() as f64 / ROUNDS as f64, score);
    let twice = total.twice() as f64 / ROUNDS as f64;
    let words: Vec<&str> = README.split_whitespace().collect();
    let expected = format!("pairs counted twice it would be {twice}.");
    assert!(words.join(" ").contains(&expected));
}
