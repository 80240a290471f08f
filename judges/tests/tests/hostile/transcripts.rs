//! Mutated transcripts: the verdict blames the user's file, never the judge. Each judge's own tests
//! referee thousands of transcripts; these tests check programs and exit statuses.

use std::fs;

use harness::Mutations;
use harness::hostile::games::all;
use harness::hostile::{Arena, DialogueKind, Ended, GameManifest};

const ALPHABET: &[u8] = b"0123456789 -\n\r\tnewRoundplaydisc\0\xff";

/// Returns how many of `count` mutated transcripts of a game are refused.
fn refused(game: &GameManifest, count: usize) -> usize {
    let arena = Arena::here();
    let run = format!(
        "--exec 'env SOLVER_WORK=20 {}' --saveAll saved -ns",
        game.name
    );
    let mut played = arena.judge(game, &run);
    let played = played.args(&game.short).output().unwrap();
    assert!(played.status.success(), "{}", game.name);
    let mut files = arena.listing("saved");
    files.retain(|file| file.extension().is_none_or(|ending| ending != "err"));
    let streams = [0, 1].map(|stream| fs::read(&files[stream]).unwrap());

    let mut mutations = Mutations::new(4, ALPHABET);
    let mut refused = 0;
    for number in 0..count {
        let mut streams = streams.clone();
        for _ in 0..=mutations.below(3) {
            let stream = mutations.below(streams.len());
            mutations.mutate(&mut streams[stream]);
        }
        let [input, output] = &streams;
        fs::write(arena.path("spoilt.in"), input).unwrap();
        fs::write(arena.path("spoilt.out"), output).unwrap();
        let command = if number % 8 == 0 {
            "show --text"
        } else {
            "score"
        };
        let mut judge = arena.judge(game, &format!("{command} spoilt.in spoilt.out"));
        let ended = Ended::of(judge.output().unwrap());
        let shown = || format!("{}: {ended:?}{}", game.name, String::from_utf8_lossy(input));
        match ended.status {
            0 | 1 => assert!(ended.err.is_empty(), "{}", shown()),
            2 => {
                let rest = ended.err.strip_prefix("error: spoilt.in:");
                let (line, problem) = rest.and_then(|rest| rest.split_once(": ")).unwrap();
                let lines = 1 + input.split(|&byte| byte == b'\n').count();
                assert!((1..=lines).contains(&line.parse().unwrap()), "{}", shown());
                assert_eq!(problem.trim_end().lines().count(), 1, "{}", shown());
                refused += 1;
            }
            _ => panic!("{}", shown()),
        }
    }
    refused
}

#[test]
fn a_spoilt_transcript_is_the_users_fault() {
    for game in all()
        .iter()
        .filter(|game| game.kind == DialogueKind::Interactive)
    {
        let count = oracles::test_size(15, 40);
        let refused = refused(game, count);
        assert!(refused > count / 10, "{}: {refused}", game.name);
    }
}
