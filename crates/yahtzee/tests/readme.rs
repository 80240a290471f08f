//! Checks the worked example in `README.md`: the rules by the kernel, the best totals by the
//! published method, and the solver's own answer.

mod published;

use common::yahtzee::{Card, Category, Roll, ROUNDS};
use published::Published;

const README: &str = include_str!("../README.md");

/// Returns the lines of the only fenced block marked `kind`.
fn block<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let open = format!("```{kind}");
    assert_eq!(text.lines().filter(|line| **line == open).count(), 1);
    let lines = text.lines().skip_while(|line| *line != open).skip(1);
    lines.take_while(|line| *line != "```").collect()
}

/// Returns true if the scores from `category` on come from different rolls.
fn is_assignment(rolls: &[Roll], card: &Card, category: usize, used: u16) -> bool {
    category == ROUNDS
        || (0..ROUNDS).any(|round| {
            used >> round & 1 == 0
                && rolls[round].score(Category::ALL[category]) == card.scores[category]
                && is_assignment(rolls, card, category + 1, used | 1 << round)
        })
}

#[test]
fn the_worked_games_have_best_cards_and_their_score() {
    let (case, answer) = (block(README, "text case"), block(README, "text answer"));
    let rolls: Vec<Roll> = case
        .iter()
        .map(|line| Roll::parse(line.as_bytes()).unwrap())
        .collect();
    let games = rolls.chunks(ROUNDS);
    assert_eq!(games.len(), answer.len());
    let mut published = Published::new();
    for (game, line) in games.zip(&answer) {
        let numbers: Vec<u16> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.len(), ROUNDS + 2);
        let card = Card {
            scores: std::array::from_fn(|category| numbers[category] as u8),
        };
        assert!(is_assignment(game, &card, 0, 0), "{line}");
        assert_eq!([card.bonus(), card.total()], numbers[ROUNDS..]);
        let best = published.solve(game.try_into().expect("a game has 13 rolls"));
        assert_eq!(card.total(), best.total());
    }
    let score = format!("Score = {}", answer.len());
    assert!(README.lines().any(|line| line == score));

    let mut output = Vec::new();
    yahtzee::run((case.join("\n") + "\n").as_bytes(), &mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), answer.join("\n") + "\n");
}
