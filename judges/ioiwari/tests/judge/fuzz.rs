//! Whatever a case file, a transcript or a contestant holds, the judge says
//! what the slow rules say.

use std::collections::HashMap;

use game::{Fault, Game, Verdict, read_case, replay};
use harness::talk::{Answers, talk};
use harness::{INPUTS, Mutations, inputs};
use ioiwari_judge::Ioiwari;
use oracles::ioiwari::{self, PITS, gains, sow};
use oracles::{lines, number};
use runner::referee;

const ALPHABET: &[u8] = b"012345678 \t\r\n+-.x\0\xff";

fn game() -> Ioiwari {
    Ioiwari::default()
}

/// The pits that the first seven words of `text` say.
fn pits(text: &str) -> Option<[u8; PITS]> {
    let words = text.split_ascii_whitespace().take(PITS);
    let counts: Option<Vec<i64>> = words.map(number).collect();
    let counts: [i64; PITS] = counts?.try_into().ok()?;
    let pits = counts.map(|count| u8::try_from(count).unwrap_or(u8::MAX));
    let right = pits.iter().all(|&count| count <= 5) && pits != [0; PITS];
    right.then_some(pits)
}

#[test]
fn case_files() {
    let samples = ["4 3 2 4 2 3 2\n", "0 0 0 0 0 0 1", "5 5 5 5 5 5 5\n1\n2\n"];
    let mut accepted = 0;
    inputs(1, ALPHABET, &samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match (read_case(&game(), &text), pits(&text)) {
            (Ok((board, rest)), Some(pits)) => {
                assert_eq!(board.beads(), pits);
                let words = |text: &str| text.split_ascii_whitespace().count();
                assert!(text.ends_with(rest), "{text:?}: {rest:?}");
                assert_eq!(words(rest), words(&text) - PITS, "{text:?}: {rest:?}");
                accepted += 1;
            }
            (Err(malformed), None) => {
                assert!((1..=text.split('\n').count()).contains(&malformed.line));
            }
            // Naught may be written with a minus where numbers are signed; beads are not.
            (Err(_), Some(_)) if text.contains('-') => {}
            (read, slow) => panic!("{text:?}: {read:?}, but {slow:?}"),
        }
    });
    assert!(accepted > INPUTS / 10, "{accepted}");
}

const BOARDS: [&str; 4] = [
    "1 0 0 0 1 0 0\n",
    "2 0 1 0 0 1 0\n",
    "0 5 0 0 0 0 2\n",
    "1 1 1 1 1 1 1\n",
];

/// Whole games from every board, as transcripts: input behind the case, a `|`, output.
fn transcripts(text: &str, known: &mut HashMap<[u8; PITS], i32>) -> Vec<String> {
    fn extend(
        pits: [u8; PITS],
        game: (String, String),
        found: &mut Vec<String>,
        known: &mut HashMap<[u8; PITS], i32>,
    ) {
        for (chosen, _) in gains(pits, known) {
            let (input, output) = (game.0.clone(), format!("{}{}\n", game.1, chosen + 1));
            let (after, _, _) = sow(pits, chosen);
            let gains = gains(after, known);
            let Some(&(reply, _)) = gains.iter().max_by_key(|&&(_, gain)| gain) else {
                found.push(format!("{input}|{output}"));
                continue;
            };
            let input = format!("{input}{}\n", reply + 1);
            let (after, _, _) = sow(after, reply);
            if after == [0; PITS] {
                found.push(format!("{input}|{output}"));
            } else {
                extend(after, (input, output), found, known);
            }
        }
    }
    let mut found = Vec::new();
    extend(pits(text).unwrap(), Default::default(), &mut found, known);
    found.truncate(20);
    found
}

#[test]
fn transcripts_of_games() {
    let mut known = HashMap::new();
    let samples: Vec<String> = BOARDS
        .iter()
        .flat_map(|board| {
            transcripts(board, &mut known)
                .into_iter()
                .map(move |game| format!("{board}|{game}"))
        })
        .collect();
    let mut accepted = 0;
    inputs(2, b"1234567 \r\n+-x\0\xff", &samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut parts = text.splitn(3, '|');
        let mut part = || parts.next().unwrap_or("");
        let (case, input, output) = (part(), part(), part());
        let Ok((board, "")) = read_case(&game(), case) else {
            return;
        };
        let mut play = Default::default();
        let judged = replay(&game(), &board, input, output.as_bytes(), &mut play);
        let slow = ioiwari::referee(pits(case).unwrap(), lines(output), lines(input), &mut known);
        assert!(
            !matches!(judged, Err(Fault::Verdict(Verdict::Ie, _))),
            "{text:?}: {judged:?}"
        );
        assert_eq!(judged.is_ok(), slow.over, "{text:?}: {judged:?}");
        assert_eq!(
            (play.own_bank, play.other_bank, play.turns),
            (slow.own, slow.other, slow.turns),
            "{text:?}"
        );
        accepted += usize::from(slow.over);
    });
    assert!(accepted > INPUTS / 10, "{accepted}");
}

const EARLY: &str = "was written before it was asked for";

/// Answers of a contestant that mostly knows a pit, and what comes of them.
#[test]
fn answers() {
    let mut known = HashMap::new();
    let mut mutations = Mutations::new(3, ALPHABET);
    let (mut answered, mut played) = (0, 0);
    while answered < INPUTS {
        let text = mutations.choose(&BOARDS);
        let start = pits(text).unwrap();
        let (board, _) = read_case(&game(), text).unwrap();
        let mut play = Default::default();
        let seed = answered as u64;
        let contestant = |wire: &mut Answers| {
            let mut heard = Vec::new();
            while let Some(line) = wire.read() {
                heard.push(line.trim_end().to_string());
                let so_far = ioiwari::referee(
                    start,
                    lines(wire.said()),
                    heard[1..].iter().map(String::as_str),
                    &mut known,
                );
                if so_far.over {
                    return (so_far, wire.said().to_string());
                }
                let mut answer = format!("{}\n", 1 + mutations.below(PITS)).into_bytes();
                if mutations.below(4) == 0 {
                    mutations.mutate(&mut answer);
                }
                answered += 1;
                if !wire.say(&answer) {
                    break;
                }
            }
            heard.extend(wire.close().iter().map(|line| line.trim_end().to_string()));
            let replies = heard.iter().skip(1).map(String::as_str);
            let said = wire.said().to_string();
            (
                ioiwari::referee(start, lines(&said), replies, &mut known),
                said,
            )
        };
        let (judged, (slow, said)) = talk(game().limits(), contestant, |wire| {
            referee(&game(), &board, seed, None, wire, &mut play)
        });
        let count = |turns| (play.own_bank, play.other_bank, play.turns) == turns;
        let agree = count((slow.own, slow.other, slow.turns));
        match &judged {
            Ok(()) => {
                assert!(slow.over && agree, "{said:?}: {play:?}, but {slow:?}");
                played += 1;
            }
            Err(Fault::Verdict(Verdict::Wa, reason)) if reason.contains(EARLY) => {}
            Err(Fault::Verdict(Verdict::Wa, _) | Fault::Ended(_)) => {
                assert!(
                    !slow.over && agree,
                    "{said:?}: {judged:?}, {play:?}, but {slow:?}"
                );
            }
            Err(fault) => panic!("{said:?}: {fault:?}"),
        }
    }
    assert!(played > 1000, "{played}");
}
