//! Whatever a case file, a transcript or a contestant holds, the judge says
//! what the slow rules say.

use game::{Fault, Game, Referee, Verdict, read_case, replay};
use harness::talk::{Answers, talk};
use harness::{INPUTS, Mutations, inputs};
use oracles::tonga::{self, CONTESTANT, PlainBoard, SERVER};
use oracles::{lines, numbers};
use runner::referee;
use tonga_judge::Tonga;

const ALPHABET: &[u8] = b"0123456789 \t\r\n+-.x\0\xff";

/// The empty board, or with the server's opening, that the first three words of
/// `text` say.
fn beginning(text: &str) -> Option<PlainBoard> {
    let words: Vec<&str> = text.split_ascii_whitespace().take(3).collect();
    let [n, row, col] = numbers(&words.join(" "))?;
    if n % 2 != 0 || !(6..=16).contains(&n) {
        return None;
    }
    let mut plain = PlainBoard::new(n as usize);
    if [row, col] != [-1, -1] {
        let middle = n / 2 - 1..=n / 2;
        if !middle.contains(&row) || !middle.contains(&col) {
            return None;
        }
        let square = plain.square(row, col)?;
        plain.cells[square] = SERVER;
    }
    Some(plain)
}

#[test]
fn case_files() {
    let samples = ["6 -1 -1\n", "8 3 4", "16 7 8\n1 2\n", "10 5 5\r\n"];
    let game = Tonga::default();
    let mut accepted = 0;
    inputs(1, ALPHABET, &samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match (read_case(&game, &text), beginning(&text)) {
            (Ok((case, rest)), Some(plain)) => {
                assert_eq!(beginning(&case.to_string()), Some(plain), "{text:?}");
                let words = |text: &str| text.split_ascii_whitespace().count();
                assert!(text.ends_with(rest), "{text:?}: {rest:?}");
                assert_eq!(words(rest), words(&text) - 3, "{text:?}: {rest:?}");
                accepted += 1;
            }
            (Err(malformed), None) => {
                assert!((1..=text.split('\n').count()).contains(&malformed.line));
            }
            (read, slow) => panic!("{text:?}: {read:?}, but {slow:?}"),
        }
    });
    assert!(accepted > INPUTS / 10, "{accepted}");
}

/// Random stones of a contestant against the judge, as its two streams: the
/// judge's with the case, and the contestant's.
fn game(seed: u64) -> (String, String) {
    let game = Tonga::default();
    let mut mutations = Mutations::new(seed, ALPHABET);
    let text = ["6 -1 -1\n", "6 2 3\n"][seed as usize % 2];
    let (case, _) = read_case(&game, text).unwrap();
    let contestant = |wire: &mut Answers| {
        let (mut board, mut heard) = (PlainBoard::new(6), String::new());
        while let Some(line) = wire.read() {
            let opening: Option<[i64; 3]> = numbers(&line);
            let theirs = numbers(&line).or(opening.map(|[_, row, col]| [row, col]));
            if let Some([row, col]) = theirs
                && let Some(at) = board.square(row, col)
            {
                board.cells[at] = SERVER;
            }
            heard += &line;
            if let Some(&at) = board
                .empty()
                .get(mutations.below(board.empty().len().max(1)))
            {
                board.cells[at] = CONTESTANT;
                let answer = format!("{} {}\n", at / 6, at % 6);
                wire.say(answer.as_bytes());
            }
        }
        (heard, wire.said().to_string())
    };
    let (judged, streams) = talk(game.limits(), contestant, |wire| {
        referee(&game, &case, seed, None, wire, &mut Default::default())
    });
    assert_eq!(judged, Ok(()), "{streams:?}");
    streams
}

/// Games and beginnings of games, spoilt in either stream.
#[test]
fn transcripts() {
    let judge = Tonga::default();
    let mut samples = Vec::new();
    for seed in 0..8 {
        let (input, output) = game(seed);
        let start =
            |text: &str, count: usize| text.split_inclusive('\n').take(count).collect::<String>();
        // A whole game takes the judge longer than the others together.
        for turns in [1, 1, 1, 1, 2, 2, 2, 3, 18] {
            samples.push(format!(
                "{}|{}",
                start(&input, turns),
                start(&output, turns)
            ));
        }
    }
    let mut accepted = 0;
    inputs(2, ALPHABET, &samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (input, output) = text.split_once('|').unwrap_or((&text, ""));
        let Ok((case, rest)) = read_case(&judge, input) else {
            return;
        };
        let mut play = Default::default();
        let judged = replay(&judge, &case, rest, output.as_bytes(), &mut play);
        let slow = tonga::referee(beginning(input).unwrap(), lines(output), lines(rest));
        let marks = judge.score(&case, &play, Verdict::Ok);
        for verdict in [Verdict::Ok, Verdict::Re] {
            let score = judge.score(&case, &play, verdict).score;
            assert_eq!(judge.ranges(&case).violated(score, None), None, "{text:?}");
        }
        assert!(
            !matches!(judged, Err(Fault::Verdict(Verdict::Ie, _))),
            "{text:?}: {judged:?}"
        );
        let foreign = matches!(&judged, Err(Fault::Transcript { .. }));
        if foreign && (play.turns < slow.turns || slow.over) {
            // The judge knows more than whether the server's squares are empty,
            // and which way it writes them.
            return;
        }
        assert_eq!(
            marks.details.number("turns"),
            Some(slow.turns.into()),
            "{text:?}: {judged:?}"
        );
        assert_eq!(
            marks.details.number("points"),
            Some(slow.board.forfeited() as f64),
            "{text:?}: {judged:?}"
        );
        assert_eq!(judged.is_ok(), slow.over, "{text:?}: {judged:?}");
        accepted += usize::from(slow.over);
    });
    assert!(accepted > INPUTS / 100, "{accepted}");
}

const EARLY: &str = "was written before it was asked for";

/// Answers of a contestant that mostly knows an empty square, and what comes of them.
#[test]
fn answers() {
    let judge = Tonga::default();
    let mut mutations = Mutations::new(3, ALPHABET);
    let (mut answered, mut played) = (0, 0);
    while answered < INPUTS {
        let text = mutations.choose(&["6 -1 -1\n", "6 2 2\n", "6 3 3\n"]);
        let (case, _) = read_case(&judge, text).unwrap();
        let start = beginning(text).unwrap();
        // Few games get far: those that do take the judge longest.
        let spoilt = 1 + mutations.below(6);
        let mut play = Default::default();
        let seed = answered as u64;
        let contestant = |wire: &mut Answers| {
            let mut heard = Vec::new();
            while let Some(line) = wire.read() {
                heard.push(line.trim_end().to_string());
                let so_far = tonga::referee(
                    start.clone(),
                    lines(wire.said()),
                    heard[1..].iter().map(String::as_str),
                );
                if so_far.over {
                    return (so_far, wire.said().to_string());
                }
                let empty = so_far.board.empty();
                let at = empty[mutations.below(empty.len())];
                let mut answer = format!("{} {}\n", at / 6, at % 6).into_bytes();
                if mutations.below(6) < spoilt {
                    mutations.mutate(&mut answer);
                }
                answered += 1;
                if !wire.say(&answer) {
                    break;
                }
            }
            heard.extend(wire.close().iter().map(|line| line.trim_end().to_string()));
            let stones = heard.iter().skip(1).map(String::as_str);
            let said = wire.said().to_string();
            (tonga::referee(start.clone(), lines(&said), stones), said)
        };
        let (judged, (slow, said)) = talk(judge.limits(), contestant, |wire| {
            referee(&judge, &case, seed, None, wire, &mut play)
        });
        let marks = judge.score(&case, &play, Verdict::Ok);
        match &judged {
            Err(Fault::Verdict(Verdict::Wa, reason)) if reason.contains(EARLY) => continue,
            Ok(()) => played += 1,
            Err(Fault::Verdict(Verdict::Wa, _) | Fault::Ended(_)) => {}
            Err(fault) => panic!("{said:?}: {fault:?}"),
        }
        assert_eq!(
            judged.is_ok(),
            slow.over,
            "{said:?}: {judged:?}, but {slow:?}"
        );
        assert_eq!(
            marks.details.number("turns"),
            Some(slow.turns.into()),
            "{said:?}"
        );
        assert_eq!(
            marks.details.number("points"),
            Some(slow.board.forfeited() as f64),
            "{said:?}"
        );
    }
    assert!(played > 100, "{played}");
}
