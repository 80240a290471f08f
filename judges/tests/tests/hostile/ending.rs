//! Every contestant ends, soon and for the reason that is true.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use game::Verdict;
use harness::hostile::games::first;
use harness::hostile::{Arena, DialogueKind, SandboxLevel, User, games, trials};
use records::Record;

const USERS: [User; 2] = [User::Present, User::Ordinary];

/// High limits of time.
const PATIENT: [&str; 4] = ["--time-limit", "60000", "--wall-limit", "120000"];

/// A contestant that gives its standard error to a process outside does not
/// keep the judge: what the other end still holds is not waited for.
#[test]
fn standard_error_in_foreign_hands() {
    for user in USERS {
        let arena = Arena::of(user).unwrap();
        let path = arena.folder().join("socket");
        let listener = UnixListener::bind(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        // It never reads, so that the descriptor passed on stays open.
        let holder = thread::spawn(move || listener.accept().map(|(stream, _)| stream));
        let text = format!(
            "#!/usr/bin/env python3\nimport socket, sys\n\
             s = socket.socket(socket.AF_UNIX)\ns.connect('{}')\n\
             socket.send_fds(s, [b'x'], [2])\nprint('said', file=sys.stderr)\nsys.exit(3)\n",
            path.display()
        );
        let exec = arena.script("gives-away", &text).unwrap();
        let errors = arena.folder().join("errors").display().to_string();
        let started = Instant::now();
        let args = [
            &["--exec", &exec, "-ns", "-saveSolError", &errors],
            &PATIENT[..],
        ]
        .concat();
        let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
        let record = outcome.record().unwrap();
        assert_eq!(
            record.ruling.reason.as_deref(),
            Some("exit status 3"),
            "{user:?} user"
        );
        assert!(started.elapsed() < Duration::from_secs(60));
        let saved = fs::read_to_string(format!("{errors}/1.err")).unwrap();
        assert_eq!(saved, "said\n");
        assert!(outcome.left.is_empty(), "{:?}", outcome.left);
        drop(holder.join());
    }
}

/// A chain of processes of which each starts the next one, leaves the session and ends.
#[test]
fn a_chain_that_runs_away() {
    let text = "#!/usr/bin/env python3\nimport os\n\
        while True:\n    if os.fork(): os._exit(0)\n    os.setsid()\n";
    for user in USERS {
        let arena = Arena::of(user).unwrap();
        let exec = arena.script("chain", text).unwrap();
        let args = [
            "--exec",
            &exec,
            "-ns",
            "--time-limit",
            "1000",
            "--seed",
            "1-3",
        ];
        let started = Instant::now();
        let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
        assert_eq!(outcome.records.len(), 3, "{user:?} user");
        for record in &outcome.records {
            // Its first process exits with status 0: the others have a second, and give no answer.
            assert!(
                matches!(record.ruling.verdict, Verdict::Wa | Verdict::Tle),
                "{record:?}"
            );
            let namespaces =
                arena.level(first(DialogueKind::Interactive)).unwrap() != SandboxLevel::Session;
            assert!(!namespaces || record.cost.cpu_ms < 3000.0, "{record:?}");
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{user:?} user");
        assert!(outcome.left.is_empty(), "{:?}", outcome.left);
    }
}

/// The first process exits at once, and a child plays: it has a second for that.
#[test]
fn a_child_that_answers() {
    for user in USERS {
        let arena = Arena::of(user).unwrap();
        let solver = arena.program("ioiwari");
        let text = format!("#!/bin/sh\nexec 3<&0\n'{solver}' <&3 &\n");
        let exec = arena.script("child", &text).unwrap();
        let args = [&["--exec", &exec, "-ns", "--seed", "1-60"], &PATIENT[..]].concat();
        let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
        let verdicts: Vec<Verdict> = outcome
            .records
            .iter()
            .map(|record| record.ruling.verdict)
            .collect();
        assert_eq!(verdicts, [Verdict::Ok; 60], "{user:?} user");
    }
}

/// A child that does not answer in that second is too late, and is stopped.
#[test]
fn a_child_that_says_nothing() {
    let arena = Arena::here().unwrap();
    let exec = arena.script("child", "#!/bin/sh\nsleep 500 &\n").unwrap();
    let args = [&["--exec", &exec, "-ns"], &PATIENT[..]].concat();
    let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
    let record = outcome.record().unwrap();
    assert_eq!(record.ruling.verdict, Verdict::Wa);
    assert!(
        record
            .ruling
            .reason
            .as_deref()
            .unwrap()
            .contains("the output ended after 0 lines")
    );
    assert!(
        (900.0..20000.0).contains(&record.cost.wall_ms),
        "{record:?}"
    );
    assert!(outcome.left.is_empty(), "{:?}", outcome.left);
}

/// Every answer is given, but the contestant does not exit: the reason says so.
#[test]
fn no_exit_after_the_last_answer() {
    let arena = Arena::here().unwrap();
    let solver = arena.program("ioiwari");
    let text = format!("#!/bin/sh\n'{solver}'\nexec sleep 500\n");
    let exec = arena.script("stays", &text).unwrap();
    let args = ["--exec", &exec, "-ns", "--wall-limit", "5000"];
    let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
    let ruling = &outcome.record().unwrap().ruling;
    let expected = "every answer was given, but it did not exit within the wall limit of 5000 ms";
    let reason = ruling.reason.as_deref().unwrap();
    assert!(reason.starts_with(expected), "{reason}");
    assert!(reason.ends_with(" ms of CPU time used)"), "{reason}");
}

/// The commonest fault in a game in turns: an answer that stays in the contestant's buffer. The
/// interpreter's start takes more than a hundredth of the game's own wall limit.
#[test]
fn an_output_that_is_not_flushed() {
    let arena = Arena::here().unwrap();
    let text = "#!/usr/bin/env python3\nimport sys\nfor line in sys.stdin: print(1)\n";
    let exec = arena.script("unflushed", text).unwrap();
    let args = [
        "--exec",
        &exec,
        "-ns",
        "--time-limit",
        "60000",
        "--wall-limit",
        "1000",
    ];
    let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
    let ruling = &outcome.record().unwrap().ruling;
    let reason = ruling.reason.as_deref().unwrap();
    assert_eq!(ruling.verdict, Verdict::Tle, "{reason}");
    let hint = "nothing was written after 1 question: is the output flushed, or does it wait for \
        the end of its input?)";
    assert!(reason.ends_with(hint), "{reason}");
}

/// A contestant that answers and then waits has flushed something.
#[test]
fn an_output_that_is_flushed_once() {
    let arena = Arena::here().unwrap();
    let text = "#!/bin/sh\nread -r case; echo 4; read -r one; read -r two; sleep 500\n";
    let exec = arena.script("once", text).unwrap();
    let args = ["--exec", &exec, "-ns", "--seed", "5"];
    let outcome = arena.play(first(DialogueKind::Interactive), &args).unwrap();
    let ruling = &outcome.record().unwrap().ruling;
    let reason = ruling.reason.as_deref().unwrap();
    assert_eq!(ruling.verdict, Verdict::Tle, "{reason}");
    let hint = "nothing more was written after 2 questions: is the output flushed";
    assert!(reason.contains(hint), "{reason}");
}

/// An interpreter that is too slow for so many exchanges: the reason names what one cost.
#[test]
fn exchanges_that_take_the_time() {
    let arena = Arena::here().unwrap();
    let lucky = games::all()
        .iter()
        .find(|game| game.name == "lucky")
        .unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples/lucky.py");
    let exec = format!("python3 '{example}'");
    let args = [
        "--exec",
        &exec,
        "-ns",
        "--subtask",
        "2",
        "--wall-limit",
        "600000",
    ];
    let args = [&args[..], &["--time-limit", "300"]].concat();
    let outcome = arena.play(lucky, &args).unwrap();
    let ruling = &outcome.record().unwrap().ruling;
    let reason = ruling.reason.as_deref().unwrap();
    assert_eq!(ruling.verdict, Verdict::Tle, "{reason}");
    let words: Vec<&str> = reason.split(['(', ' ']).collect();
    let at = words.iter().position(|word| *word == "exchanges").unwrap();
    let exchanges: f64 = words[at - 1].parse().unwrap();
    let each: f64 = words[at + 2].parse().unwrap();
    assert!(
        reason.starts_with("more than 300 ms of CPU time ("),
        "{reason}"
    );
    assert!(
        exchanges >= 1000.0 && (250.0..1000.0).contains(&(exchanges * each)),
        "{reason}"
    );
}

/// A judge started by `nohup` passes no ignored signal on.
#[test]
fn signals_that_the_judge_ignores() {
    let arena = Arena::here().unwrap();
    let exec = "sh -c 'kill -HUP $$; kill -INT $$; kill -TERM $$; kill -USR1 $$'";
    let output = Command::new("sh")
        .args(["-c", "trap '' HUP INT TERM USR1; exec \"$0\" \"$@\""])
        .arg(arena.judge(first(DialogueKind::Interactive)).get_program())
        .args(["--exec", exec, "-ns"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("RE: killed by SIGHUP"), "{said}");
}

/// A host without processes to spare is not the fault of a contestant: whatever
/// the limit, the verdict is `OK` or `IE`, or the judge does not start.
#[test]
fn a_host_without_processes() {
    let arena = Arena::of(User::Ordinary).unwrap();
    let judge = arena.program("ioiwari-judge");
    let solver = arena.program("ioiwari");
    let mut refused = 0;
    for limit in 1..=12 {
        let text = format!("#!/bin/bash\nulimit -u {limit}\nexec '{judge}' \"$@\"\n");
        let limited = arena.script("limited", &text).unwrap();
        let output = arena
            .command(&limited)
            .args(["--exec", &solver, "--seed", "1", "-ns"])
            .args(PATIENT)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{said}");
        match output.status.code() {
            Some(0) => {}
            Some(3) => refused += 1,
            other => panic!("limit {limit}: {other:?}: {output:?}"),
        }
    }
    // Root is held to no such limit.
    assert!(refused > 0);
}

/// More cases at a time than the soft limit of descriptors has room for.
#[test]
fn a_low_limit_of_descriptors() {
    let arena = Arena::here().unwrap();
    let program = arena
        .judge(first(DialogueKind::Interactive))
        .get_program()
        .to_owned();
    let run = |limits: &str, exec: &str| {
        let output = Command::new("sh")
            .args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")])
            .arg(&program)
            .args(["--threads", "100", "--seed", "1-200", "--exec", exec])
            .args(PATIENT)
            .output()
            .unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), out, err)
    };
    // Contestants get the limit as it was.
    let (status, out, _) = run("ulimit -Sn 256", "sh -c '[ $(ulimit -n) = 256 ] && exit 3'");
    assert_eq!(status, Some(1));
    assert_eq!(out.matches("RE: exit status 3").count(), 200, "{out}");
    let (status, out, err) = run("ulimit -n 256", "true");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        err.starts_with("error: --threads: 100 cases at a time need "),
        "{err}"
    );
}

/// A flood up to the limit in four cases at a time costs the judge little memory, also where the
/// bytes are not UTF-8, and where they are saved and read back for a page.
#[test]
fn a_flood_that_is_no_text() {
    let arena = Arena::here().unwrap();
    let text = "#!/usr/bin/env python3\nimport sys\n\
        for _ in range(127): sys.stdout.buffer.write(b'\\xff' * 65536)\n";
    let exec = arena.script("flood", text).unwrap();
    for game in games::all() {
        let path = |name| arena.folder().join(format!("{}-{name}", game.name));
        let [saved, pages] = ["saved", "pages"].map(|name| path(name).display().to_string());
        for more in [&[][..], &["--saveAll", &saved], &["--html", &pages]] {
            let four = ["--exec", &exec, "--seed", "1-4", "--threads", "4", "-ns"];
            let args = [&four, &PATIENT[..], more].concat();
            let outcome = arena.play(game, &args).unwrap();
            let records = &outcome.records;
            let failed =
                |record: &Record| [Verdict::Wa, Verdict::Ole].contains(&record.ruling.verdict);
            assert!(
                records.len() >= 4 && records.iter().all(failed),
                "{records:?}"
            );
            let memory = outcome.watch.memory_kib;
            let what = format!("{} {more:?}", game.name);
            assert!(
                memory < harness::hostile::MEMORY_KIB,
                "{what}: {memory} KiB"
            );
        }
    }
}

/// Time that runs out after the last answer leaves nothing of the score.
#[test]
fn no_score_is_left_of_a_run_that_ends_in_tle() {
    let arena = Arena::here().unwrap();
    let hostile = arena.program("hostile");
    trials::in_parallel(
        games::all(),
        |_| false,
        |game| {
            let solver = format!("SOLVER_WORK=50 '{}'", arena.program(&game.name));
            let text = format!("#!/bin/sh\n{solver}\nexec '{hostile}' busy\n");
            let burns = arena.script(&game.name, &text).unwrap();
            let score = |exec: &str, verdict| {
                let limits = ["--time-limit", "1500", "--wall-limit", "120000"];
                let args = [&game.short_options(), &limits[..], &["--exec", exec]].concat();
                let outcome = arena.play(game, &args).unwrap();
                let record = outcome.record().unwrap();
                assert_eq!(record.ruling.verdict, verdict, "{record:?}");
                assert_eq!(record.share.unwrap_or(0.0), 0.0, "{record:?}");
                record.score
            };
            let (late, failed) = (score(&burns, Verdict::Tle), score("false", Verdict::Re));
            assert_eq!(late, failed, "{}", game.name);
        },
    );
}

/// A supervisor whose judge does not ask for it stops its contestant by itself, in whatever
/// state that is.
#[test]
fn the_wall_limit_of_a_supervisor() {
    let behaviours = ["sleeps", "busy", "vforks-a-sibling", "vforks-a-thread"];
    trials::in_parallel(
        &behaviours,
        |_| true,
        |behaviour| ends_at_its_wall_limit(behaviour),
    );
}

fn ends_at_its_wall_limit(behaviour: &str) {
    let program = "import json, os, socket, subprocess, sys\n\
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n\
        ours.settimeout(60)\n\
        time = lambda ms: {'secs': 0, 'nanos': ms * 1000000}\n\
        settings = {'role': 'Alone', 'cpu': {'secs': 60, 'nanos': 0}, 'wall': time(1000),\n\
            \x20   'memory_kib': 1 << 20, 'open_files': 256, 'group': None, 'bubblewrap': False}\n\
        args = [sys.argv[1], '__supervise', json.dumps(settings)] + sys.argv[2:]\n\
        supervisor = subprocess.Popen(args, stderr=theirs)\n\
        theirs.close()\n\
        assert json.loads(ours.recv(4096)) == 'Ready'\n\
        (stdin, _), (_, stdout) = pipes = os.pipe(), os.pipe()\n\
        socket.send_fds(ours, [b'start'], [stdin, stdout])\n\
        print(json.loads(ours.recv(4096))['Ended']['end'])\n\
        ours.close()\n\
        sys.exit(supervisor.wait())\n";
    let arena = Arena::here().unwrap();
    let game = first(DialogueKind::Interactive);
    let exec = arena.exec(game, behaviour).unwrap();
    let output = Command::new("python3")
        .args(["-c", program])
        .arg(arena.judge(game).get_program())
        .args(shlex::split(&exec).unwrap())
        .env("TMPDIR", arena.folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "OverWall\n");
    assert_eq!(harness::hostile::left(arena.folder()).unwrap(), [""; 0]);
}
