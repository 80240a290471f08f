//! Files are named when they are whole, and the last line names the one to open.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};

/// Standard error and the other streams have no name before the case is over, however the judge
/// ends; nothing is left of them unless it was killed.
#[test]
fn no_stream_is_named_before_it_is_whole() {
    for (signal, status) in [("-INT", Some(130)), ("-TERM", Some(143)), ("-KILL", None)] {
        let arena = Arena::here().unwrap();
        let folder = arena.folder().display();
        let text = format!("#!/bin/sh\necho half >&2\ntouch '{folder}/hangs'\nexec sleep 500\n");
        let exec = arena.script("stays", &text).unwrap();
        let game = first(DialogueKind::Interactive);
        let mut judge = arena.judge_with_signals(game, "--default-signal");
        judge.args(["--exec", &exec, "--wall-limit", "600000", "--saveAll", "d"]);
        let mut judge = judge.spawn().unwrap();
        arena.wait_for("hangs");
        thread::sleep(Duration::from_millis(300));
        let pid = judge.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        assert_eq!(judge.wait().unwrap().code(), status, "{signal}");
        let left = fs::read_dir(arena.path("d"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name());
        let left: Vec<String> = left.map(|name| name.into_string().unwrap()).collect();
        let is_fine = |name: &String| status.is_none() && name.starts_with(".tmp");
        assert!(left.iter().all(is_fine), "{signal}: {left:?}");
    }
}

/// As much standard error as the disk has no room for: the case has no record, and the stream no
/// name.
#[test]
fn standard_error_that_the_disk_has_no_room_for() {
    let arena = Arena::here().unwrap();
    let solver = arena.program(&first(DialogueKind::Interactive).name);
    let text = format!("#!/bin/sh\nhead -c 100000 /dev/zero >&2\nexec '{solver}'\n");
    let exec = arena.script("talks", &text).unwrap();
    let output = arena
        .command("sh")
        .args(["-c", "ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(arena.interactive(&[]).get_program())
        .args([
            "--exec",
            &exec,
            "--noOutput",
            "--json",
            "r",
            "--saveSolError",
            "d",
        ])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.starts_with("error: d/1.err: File too large"), "{said}");
    assert_eq!(fs::read_dir(arena.path("d")).unwrap().count(), 0);
    assert_eq!(arena.read("r"), "");
}
