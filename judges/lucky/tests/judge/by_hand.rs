//! A person plays a round of Lucky Symbols, through pipes.

use game::{CasePlay, Game, HandGame, Move};
use harness::{ByHand, Judge};
use lucky_judge::Lucky;
use scene::{Figure, Scene};

const GAME: ByHand = ByHand {
    judge: Judge::new(env!("CARGO_BIN_EXE_lucky-judge")),
    case: &[("--subtask", "2"), ("--rounds", "1")],
    contestant: "python3 data/examples/lucky.py",
    entries: |output| output.lines().map(str::to_string).collect(),
    wrong: "place 0 3",
    reason: "round 1, turn 1: `place 0 3`: the square is not on the grid",
    hinted: &["discard", "place 2 2"],
    moves: 25,
};

#[test]
fn a_person_plays() {
    GAME.check::<Lucky>();
}

/// The bonus shown on a square is what the round gains when the symbol is placed there.
#[test]
fn a_square_says_what_it_pays() {
    let game = Lucky::with(&[("subtask", "5"), ("rounds", "1"), ("pairs", "twice")]).unwrap();
    let play = CasePlay::new(game.clone(), 2);
    let (case, hand) = (play.case(), HandGame::new(&play));
    let bonus = |entries: &[String]| {
        let (mut state, end) = hand.play(entries, 0).unwrap();
        let last: Scene = state.scenes.pop().unwrap();
        let is_bonus = |figure: &&Figure| figure.name == "Bonus";
        let found = last.figures.iter().find(is_bonus).unwrap().value.clone();
        (format!("{found:?}"), last, end)
    };
    let mut entries: Vec<String> = Vec::new();
    let mut paying = 0;
    for turn in 0..12 {
        let (before, scene, end) = bonus(&entries);
        let number = |text: &str| -> f64 {
            let digits: String = text
                .chars()
                .filter(|c| c.is_ascii_digit() || *c == '.')
                .collect();
            digits.parse().unwrap()
        };
        let mut moves = game.moves(case, &entries, &end);
        moves.retain(Move::is_legal);
        for one in moves {
            let mut labels = scene.labels.iter();
            let label = labels.find(|(place, _)| *place == one.places[0]);
            let label = label.map(|(_, label)| label.as_str());
            if label.is_none() && turn % 4 > 0 {
                continue;
            }
            let (after, ..) = bonus(&[&entries[..], std::slice::from_ref(&one.entry)].concat());
            let label = label.map_or("0", |label| label.strip_prefix('+').unwrap());
            assert_eq!(
                number(&after) - number(&before),
                label.parse::<f64>().unwrap(),
                "{one:?}"
            );
            paying += usize::from(label != "0");
        }
        entries.push(format!("place {} {}", 5 + turn / 4, 5 + turn % 4));
    }
    assert!(paying > 20, "{paying} squares pay");
}
