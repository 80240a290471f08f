//! Whatever a case file, a transcript or a contestant holds, the judge says
//! what the slow rules say.

use game::{Fault, Game, Referee, Verdict, read_case};
use harness::slow_rules::{EARLY, check_cases, referee, saved};
use harness::talk::{Answers, talk};
use harness::{Mutations, input_count, inputs};
use lucky_judge::Lucky;
use oracles::lines;
use oracles::lucky::{PlainCase, ROUNDS, TURNS};

const ALPHABET: &[u8] = b"0123456789 \t\r\n+-.placedisrx\0\xff";

fn lucky() -> Lucky {
    Lucky::with(&[]).unwrap()
}

const CASES: [&str; 4] = [
    "3 4 4 4\n20 50 10 100\n90 0 1\n70 0 2\n30 0 3\n100 3 3\n",
    "1 1 1 0\n7\n",
    "2 2 3 1\n0 0 1000000\n1 1 2\n",
    "1 6 2 2\n1 2\n5 0 0\n6 1 1\n",
];

#[test]
fn case_files() {
    check_cases(&lucky(), ALPHABET, &CASES, |text| {
        let mut plain = PlainCase::read(text)?;
        plain.pairs.sort_unstable_by_key(|&[_, x, y]| [x, y]);
        Some(plain)
    });
}

/// The end of the messages of a transcript.
#[derive(Debug, PartialEq)]
enum Messages {
    /// With a message of this judge's, or before the first.
    Short,
    /// With one that this judge does not send, or one too many.
    Foreign,
    /// When the last round is over.
    Whole,
}

/// The symbols offered in the messages after a case, up to the first message
/// that this judge cannot have sent.
fn offered(text: &str, kinds: usize) -> (Vec<usize>, Messages) {
    let mut lines = lines(text);
    let mut symbols = Vec::new();
    while symbols.len() < ROUNDS * TURNS {
        if symbols.len() % TURNS == 0 {
            match lines.next().map(str::trim_ascii) {
                None => return (symbols, Messages::Short),
                Some("newRound") => {}
                Some(_) => return (symbols, Messages::Foreign),
            }
        }
        let Some(line) = lines.next().map(str::trim_ascii) else {
            return (symbols, Messages::Short);
        };
        match (0..kinds).find(|symbol| line == format!("playTurn {symbol}")) {
            Some(symbol) => symbols.push(symbol),
            None => return (symbols, Messages::Foreign),
        }
    }
    let blank = lines.all(|line| line.trim_ascii().is_empty());
    let end = if blank {
        Messages::Whole
    } else {
        Messages::Foreign
    };
    (symbols, end)
}

/// Where a fault happened, as turns before it.
fn turns_before(reason: &str) -> Option<usize> {
    let rest = reason.strip_prefix("round ")?;
    let (round, rest) = rest.split_once(", turn ")?;
    let (turn, _) = rest.split_once(": ")?;
    let [round, turn] = [round, turn].map(|word| word.parse::<usize>().unwrap());
    Some((round - 1) * TURNS + turn - 1)
}

/// A transcript and its case against the slow referee; whether it is accepted.
fn check(lucky: &Lucky, text: &str, input: &str, output: &[u8]) -> bool {
    let plain = PlainCase::read(text).unwrap();
    let (case, _) = read_case(lucky, text).unwrap();
    let (judged, play) = saved(lucky, &case, input, output);
    let (symbols, end) = offered(input, plain.values.len());
    let slow = plain.referee(&symbols, &String::from_utf8_lossy(output));
    let shown = || format!("{input:.200?} | {judged:?}, but {slow:?}, {end:?}");
    match (&judged, &slow) {
        (Ok(()), Ok([value, equal, different])) => {
            assert_eq!(end, Messages::Whole, "{}", shown());
            let scored = lucky.score(&case, &play, Verdict::Ok);
            for (name, points) in [
                ("value", *value),
                ("equal_pairs", *equal),
                ("different_pairs", *different),
                ("once", value + equal + different),
                ("twice", value + 2 * equal + 2 * different),
            ] {
                let mean = points as f64 / ROUNDS as f64;
                assert_eq!(scored.details.number(name), Some(mean), "{name}");
            }
            assert_eq!(scored.details.number("once"), Some(scored.score));
        }
        // A whole game, and more of it in one of the streams.
        (Err(Fault::Transcript { .. }), Ok(_) | Err(None)) => {
            assert_eq!(end, Messages::Foreign, "{}", shown());
        }
        (Err(Fault::Verdict(Verdict::Wa, reason)), Err(None)) => {
            assert!(
                end == Messages::Whole && turns_before(reason).is_none(),
                "{}",
                shown()
            );
        }
        (Err(Fault::Transcript { problem, .. }), &Err(Some(turn))) => {
            let due = turn == symbols.len() && (end == Messages::Foreign || turn == 0);
            assert!(due && turns_before(problem) == Some(turn), "{}", shown());
        }
        (Err(Fault::Verdict(Verdict::Wa, reason) | Fault::Ended(reason)), &Err(Some(turn))) => {
            let due = turn < symbols.len() || end == Messages::Short;
            assert!(due && turns_before(reason) == Some(turn), "{}", shown());
        }
        _ => panic!("{}", shown()),
    }
    judged.is_ok()
}

#[test]
fn transcripts() {
    let lucky = lucky();
    let samples = [
        "newRound\nplayTurn 0\nplayTurn 1\nplayTurn 2\n|place 0 0\ndiscard\nplace 1 1\n",
        "newRound\nplayTurn 3\nplayTurn 0\n|place 2 3\nplace 0 1\nplace 2 3\n",
        "newRound\nplayTurn 2\n\nplayTurn 2\r\n|discard\r\n place  1 0\n",
        "newRound\nplayTurn 1\nplayTurn 1\nplayTurn 1\nplayTurn 1\nplayTurn 1\n|place 0 0\nplace 0 1\nplace 1 1\nplace 1 0\nplace 2 2",
    ];
    inputs(2, ALPHABET, &samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (input, output) = text.split_once('|').unwrap_or((&text, ""));
        assert!(!check(&lucky, CASES[0], input, output.as_bytes()));
    });
}

/// Whole games, of which a transcript of the wrong length may be wrong only at
/// its end.
#[test]
fn whole_transcripts() {
    let lucky = lucky();
    let mut mutations = Mutations::new(3, ALPHABET);
    let mut accepted = 0;
    let games = oracles::test_size(20, 60);
    for game in 0..games {
        let text = CASES[game % CASES.len()];
        let plain = PlainCase::read(text).unwrap();
        let [rows, cols] = plain.size;
        let (mut input, mut output) = (String::new(), String::new());
        for turn in 0..ROUNDS * TURNS {
            if turn % TURNS == 0 {
                input += "newRound\n";
            }
            input += &format!("playTurn {}\n", mutations.below(plain.values.len()));
            // The squares in their order, each at some time.
            let square = (turn % TURNS) as i64 / 7;
            if turn % 7 == game % 7 && square < rows * cols {
                output += &format!("place {} {}\n", square / cols, square % cols);
            } else {
                output += "discard\n";
            }
        }
        let mut streams = [input.into_bytes(), output.into_bytes()];
        for _ in 0..game % 3 {
            let stream = mutations.below(2);
            mutations.mutate(&mut streams[stream]);
        }
        let input = String::from_utf8_lossy(&streams[0]);
        accepted += usize::from(check(&lucky, text, &input, &streams[1]));
    }
    assert!((games / 3..games).contains(&accepted), "{accepted}");
}

/// Answers of a contestant that mostly keeps the rules, and what comes of them.
#[test]
fn answers() {
    let lucky = lucky();
    let mut mutations = Mutations::new(4, ALPHABET);
    let mut answered = 0;
    let input_count = input_count();
    while answered < input_count {
        let text = CASES[0];
        let plain = PlainCase::read(text).unwrap();
        let (case, _) = read_case(&lucky, text).unwrap();
        let mut play = Default::default();
        let seed = answered as u64;
        let contestant = |wire: &mut Answers| {
            let (mut symbols, mut free) = (Vec::new(), Vec::new());
            while let Some(line) = wire.read() {
                let Some(symbol) = line.strip_prefix("playTurn ") else {
                    if line == "newRound\n" {
                        free = (0..12).collect();
                    }
                    continue;
                };
                symbols.push(symbol.trim_end().parse::<usize>().unwrap());
                let mut answer = match mutations.below(4) {
                    0 if !free.is_empty() => {
                        let square = free.swap_remove(mutations.below(free.len()));
                        format!("place {} {}\n", square / 4, square % 4)
                    }
                    _ => "discard\n".to_string(),
                }
                .into_bytes();
                if mutations.below(20) == 0 {
                    mutations.mutate(&mut answer);
                }
                answered += 1;
                if !wire.say(&answer) {
                    break;
                }
            }
            let more = wire.close();
            let calls = more
                .iter()
                .filter_map(|line| line.strip_prefix("playTurn "));
            symbols.extend(calls.map(|symbol| symbol.trim_end().parse::<usize>().unwrap()));
            (symbols, wire.said().to_string())
        };
        let (judged, (symbols, said)) = talk(lucky.limits(), contestant, |wire| {
            referee(&lucky, &case, seed, wire, &mut play)
        });
        let played: Vec<usize> = play.symbols.iter().map(|symbol| symbol.index()).collect();
        assert!(played.starts_with(&symbols));
        match &judged {
            Err(Fault::Verdict(Verdict::Wa, reason)) if reason.contains(EARLY) => {}
            Err(Fault::Verdict(Verdict::Wa, reason) | Fault::Ended(reason)) => {
                let expected = plain.referee(&played, &said);
                assert_eq!(Err(turns_before(reason)), expected, "{said:?}: {reason}");
            }
            other => panic!("{said:?}: {other:?}"),
        }
    }
}
