//! Saved transcripts, spoilt: a file that no judge wrote is the user's fault, never the judge's.
//! Each judge's own tests referee 100,000 of them; here are programs and exit statuses.

use std::fs;

use harness::Mutations;
use harness::hostile::games::all;
use harness::hostile::{Arena, DialogueKind, GameManifest};

const ALPHABET: &[u8] = b"0123456789 -\n\r\tnewRoundplaydisc\0\xff";

/// Returns how many of `count` spoilt transcripts of a game were refused.
fn refused(game: &GameManifest, count: usize) -> usize {
    let arena = Arena::here().unwrap();
    let path = |name: &str| arena.folder().join(name).display().to_string();
    let solver = arena.program(&game.name);
    let mut played = arena.judge(game);
    played.args(&game.short);
    played.args(["--exec", &format!("env SOLVER_WORK=20 '{solver}'")]);
    played.args(["--saveAll", &path("saved"), "-ns"]);
    assert!(played.output().unwrap().status.success(), "{}", game.name);
    let files = fs::read_dir(path("saved")).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_none_or(|ending| ending != "err"));
    files.sort();
    let [input, output] = [0, 1].map(|stream| fs::read(&files[stream]).unwrap());

    let (case, answers) = (path("spoilt.in"), path("spoilt.out"));
    let mut mutations = Mutations::new(4, ALPHABET);
    let mut refused = 0;
    for number in 0..count {
        let mut streams = [input.clone(), output.clone()];
        for _ in 0..=mutations.below(3) {
            let stream = mutations.below(streams.len());
            mutations.mutate(&mut streams[stream]);
        }
        let [spoilt_input, spoilt_output] = &streams;
        fs::write(&case, spoilt_input).unwrap();
        fs::write(&answers, spoilt_output).unwrap();
        let mut judge = arena.judge(game);
        match number % 8 {
            0 => judge.args(["show", "--text"]),
            _ => judge.arg("score"),
        };
        let scored = judge.args([&case, &answers]).output().unwrap();
        let said = String::from_utf8(scored.stderr).unwrap();
        let shown = || {
            format!(
                "{}: {said}{}",
                game.name,
                String::from_utf8_lossy(spoilt_input)
            )
        };
        match scored.status.code() {
            Some(0 | 1) => assert!(said.is_empty(), "{}", shown()),
            Some(2) => {
                let rest = said.strip_prefix(&format!("error: {case}:"));
                let (line, problem) = rest.and_then(|rest| rest.split_once(": ")).unwrap();
                let lines = 1 + spoilt_input.split(|&byte| byte == b'\n').count();
                assert!((1..=lines).contains(&line.parse().unwrap()), "{}", shown());
                assert!(problem.trim_end().lines().count() == 1, "{}", shown());
                refused += 1;
            }
            _ => panic!("{:?}: {}", scored.status, shown()),
        }
    }
    refused
}

#[test]
fn a_spoilt_transcript_is_the_users_fault() {
    let mut games = all().iter();
    let interactive = games
        .by_ref()
        .filter(|game| game.kind == DialogueKind::Interactive);
    for game in interactive {
        let count = oracles::test_size(15, 40);
        let refused = refused(game, count);
        assert!(refused > count / 10, "{}: {refused}", game.name);
    }
}
