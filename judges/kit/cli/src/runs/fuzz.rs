//! Random and mutated inputs for every reader, against slow obvious ones.

use std::io::Write;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use harness::inputs;

use super::output::scores;
use game::{Dialogue, Fault, Limits, Line, Lines, Live, Seeds};
use records::Record;
use runner::{Pipes, Wire};

#[test]
fn seeds() {
    let samples = ["5", "1,100", "1-100", "1+50", "{3,7,9}", "{3,7}*2", "1-3*4"];
    inputs(1, b"0123,-+{}* x", &samples, |bytes| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        let Ok(seeds) = text.parse::<Seeds>() else {
            return;
        };
        assert!(seeds.len() > 0, "{text}");
        let ends = (seeds.get(0), seeds.get(seeds.len() - 1));
        // From and to are the first and the last, and nothing lies outside.
        if let (Some((from, to)), false) = (text.split_once('-'), text.contains('*')) {
            let bound = |text: &str| text.trim().parse::<u64>();
            assert_eq!((Ok(ends.0), Ok(ends.1)), (bound(from), bound(to)));
            assert_eq!((ends.1 - ends.0) as usize, seeds.len() - 1, "{text}");
        }
    });
}

#[test]
fn numbers() {
    let samples = [
        "3 -4",
        "+3\t-0 \r",
        "9223372036854775807 -9223372036854775808",
        "1e9 0",
    ];
    inputs(2, b"0123456789+- \t\r.ex\0\xff", &samples, |bytes| {
        let slow = String::from_utf8(bytes.to_vec()).ok().and_then(|text| {
            let values: Option<Vec<i64>> =
                text.split_ascii_whitespace().map(oracles::number).collect();
            <[i64; 2]>::try_from(values?).ok()
        });
        assert_eq!(
            Line::new(1, bytes).numbers::<2>("x").ok(),
            slow,
            "{bytes:?}"
        );
    });
}

#[test]
fn best_scores() {
    let samples = ["case,score\n1,2.5\n", "a,b,3\n", "7.subtask-3,-1e300"];
    inputs(3, b"0123456789.,-einf\n\r xa", &samples, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match scores(&text) {
            Ok(scores) => assert!(
                scores.by_case.values().all(|score| score.is_finite()),
                "{text}"
            ),
            Err(malformed) => assert!((1..=text.lines().count()).contains(&malformed.line)),
        }
    });
}

#[test]
fn records() {
    let sample = r#"{"game":"a","seed":1,"parameters":{"N":3},"verdict":"WA","reason":"late","score":-1.0,"cpu_ms":0.5,"wall_ms":2,"memory_kib":1024,"command":"x"}"#;
    inputs(4, b"0123456789{}[]\",:.-eNaOKW\\u", &[sample], |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let Ok(record) = serde_json::from_str::<Record>(&text) else {
            return;
        };
        assert!(
            record.score.is_finite() && record.cost.cpu_ms.is_finite(),
            "{text}"
        );
        let again = serde_json::to_string(&record).unwrap();
        let read: Record = serde_json::from_str(&again).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), again);
    });
}

/// Whatever a contestant writes, a wire gives the lines it consists of, then its end.
#[test]
fn the_wire() {
    let samples = ["place 1 2\ndiscard\n", "1\r\n2", "\n\n\n", "\0\n"];
    let mut limits = Limits::new(Duration::from_secs(20), 1);
    limits.output_bytes = 16;
    let interrupted = AtomicBool::new(false);
    inputs(5, b"01 -\n\r\0\xff", &samples, |bytes| {
        let (output, mut writer) = std::io::pipe().unwrap();
        let (reader, input) = std::io::pipe().unwrap();
        let (ended, _) = UnixStream::pair().unwrap();
        writer.write_all(bytes).unwrap();
        drop((writer, reader));
        let pipes = Pipes::new(input, output).unwrap();
        let mut wire = Wire::new(pipes, ended.as_fd(), limits, &interrupted, None);
        let mut live = Live::new(&mut wire, None);
        let mut expected = Lines::new(bytes);
        loop {
            match live.receive() {
                Ok(line) => {
                    let slow = expected.next().map(|line| line.shown());
                    assert_eq!(Some(line.shown()), slow, "{bytes:?}");
                }
                Err(Fault::Ended(_)) => break assert!(expected.next().is_none(), "{bytes:?}"),
                Err(fault) => break assert!(bytes.len() > 16, "{bytes:?}: {fault:?}"),
            }
        }
    });
}
