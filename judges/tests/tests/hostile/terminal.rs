//! Output to a standard error that is a terminal.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind};
use nix::pty::openpty;

#[test]
fn progress_is_on_standard_error() {
    let arena = Arena::here().unwrap();
    let terminal = openpty(None, None).unwrap();
    let game = first(DialogueKind::Interactive);
    let solver = arena.program(&game.name);
    let mut judge = arena.judge(game);
    judge.args(["--seed", "1-9", "--exec", &solver]);
    // The last copies of the terminal's end go with the command.
    let mut child = judge.stderr(terminal.slave).spawn().unwrap();
    drop(judge);
    let mut shown = Vec::new();
    // The end of a terminal is an error.
    let _ = File::from(terminal.master).read_to_end(&mut shown);
    assert!(child.wait().unwrap().success());
    let shown = String::from_utf8_lossy(&shown);
    assert!(
        shown.contains("share 100.00") && shown.contains("/9"),
        "{shown}"
    );
    assert!(
        shown.contains(" ± ") && shown.contains("mean score"),
        "{shown}"
    );
}

#[test]
fn a_terminal_shows_that_a_contestant_is_silent() {
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let shown = |exec: &str| {
        let terminal = openpty(None, None).unwrap();
        let args = ["--exec", exec, "--wall-limit", "4s", "--time-limit", "4s"];
        let mut judge = arena.judge(game);
        judge.args(args);
        judge.stdout(Stdio::null()).stderr(terminal.slave);
        let mut child = judge.spawn().unwrap();
        drop(judge);
        let mut shown = Vec::new();
        let _ = File::from(terminal.master).read_to_end(&mut shown);
        assert_eq!(child.wait().unwrap().code(), Some(1));
        String::from_utf8(shown).unwrap()
    };
    let notice = "No answer for 2 s, and little CPU time used: the input stays open";
    assert_eq!(shown("cat").matches(notice).count(), 0);
    assert_eq!(shown("sleep 100").matches(notice).count(), 1);
    assert_eq!(
        shown("sh -c 'while :; do :; done'").matches(notice).count(),
        0
    );
}
