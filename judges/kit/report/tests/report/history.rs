//! The history: what a run keeps, and what is changed afterwards.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::folder::Folder;
use serde_json::Value;

/// The programs of two runs are kept, equal files once, and start as they were.
#[test]
fn a_run_can_be_had_again() {
    let folder = Folder::new();
    folder.write("solvers/player.sh", "echo 0\n");
    folder.write("helper.txt", "same\n");
    let play = "slider-judge --seed 1-2 --runs runs --exec 'sh solvers/player.sh helper.txt'";
    folder.shell(play).assert().code(0);
    folder.write("solvers/player.sh", "echo 0 # again\n");
    folder.shell(play).assert().code(0);
    fs::remove_dir_all(folder.path("solvers")).unwrap();
    let kept = |run: u32, file: &str| format!("runs/slider-{run}/sources/{file}");
    assert_eq!(folder.read(&kept(1, "solvers/player.sh")), "echo 0\n");
    let inode = |run| {
        fs::metadata(folder.path(&kept(run, "helper.txt")))
            .unwrap()
            .ino()
    };
    assert_eq!(inode(1), inode(2));
    let json = folder.stdout(&["list", "--runs", "runs", "--json"], 0);
    let rows: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&rows[1]["run"], &rows[1]["whole"]),
        (&"slider-1".into(), &true.into())
    );
    let difference = folder.stdout(&["diff", "slider-1", "slider-2", "--runs", "runs"], 0);
    let expected = "--- slider-1/solvers/player.sh\n+++ slider-2/solvers/player.sh\n@@ -1 +1 @@\n-echo 0\n+echo 0 # again\n";
    assert_eq!(difference, expected);
    // The judge shows both without the files of today.
    let show = "slider-judge show slider-2 --against slider-1 --runs runs --seed 2 --out both.html";
    folder.shell(show).assert().code(0);
    let page = folder.read("both.html");
    for run in ["slider-1", "slider-2"] {
        assert!(
            page.contains(&format!("{run}: sh solvers/player.sh helper.txt")),
            "{run}"
        );
    }
    let unknown = folder.shell("slider-judge show slider-9 --runs runs --seed 2");
    let unknown = { unknown }.assert().code(2);
    let message = String::from_utf8_lossy(&unknown.get_output().stderr).into_owned();
    assert!(message.contains("slider-9: no run in runs"), "{message}");
}

/// A run is shown by its name alone: its options and salt come from its records, its streams from the
/// run, and modules and packages that a Python program imports are those of the run.
#[test]
fn a_run_is_shown_by_its_name() {
    let folder = Folder::new();
    let program = "import sys, helper\nfrom deeper import x\nprint(helper.N)\nprint('turn', x, file=sys.stderr)\n";
    folder.write("player.py", program);
    folder.write(
        "helper.py",
        "import deeper, strategy.greedy\nN = strategy.greedy.N\n",
    );
    folder.write("deeper.py", "from strategy import slow\nx = slow.x\n");
    folder.write("unused.py", "");
    let package = [
        ("__init__", ""),
        ("greedy", "from .parts.none import N"),
        ("parts/none", "import constants\nN = constants.N"),
        ("slow", "x = 1"),
    ];
    for (name, text) in package {
        folder.write(&format!("strategy/{name}.py"), text);
    }
    folder.write("constants.py", "N = 0\n");
    let play = "slider-judge -N 12 --seed 3-4 --runs runs --exec 'python3 player.py'";
    let kept = folder
        .shell(&format!("{play} --runs-streams -saveSolError errors"))
        .assert()
        .code(0);
    let said = String::from_utf8_lossy(&kept.get_output().stderr).into_owned();
    assert!(
        said.contains("streams of 2 cases kept: 0.0 MiB of at most 1024 MiB"),
        "{said}"
    );
    let listed = |name: &str| {
        let entries = fs::read_dir(folder.path(name)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(
        listed("runs/slider-1/streams"),
        ["3.in.gz", "3.out.gz", "4.in.gz", "4.out.gz"]
    );
    assert_eq!(
        listed("runs/slider-1/sources"),
        [
            "constants.py",
            "deeper.py",
            "helper.py",
            "player.py",
            "strategy"
        ]
    );
    for (name, text) in package {
        let kept = format!("runs/slider-1/sources/strategy/{name}.py");
        assert_eq!(folder.read(&kept), text);
    }
    assert_eq!(listed("errors"), ["3.err", "4.err"]);
    folder.shell(play).assert().code(0);
    for module in ["helper.py", "deeper.py", "player.py"] {
        folder.write(module, "raise SystemExit(3)\n");
    }
    fs::remove_dir_all(folder.path("strategy")).unwrap();
    // The kept streams are shown without a contestant, the other run plays its own sources.
    let show = |line: &str| {
        let shown = folder
            .shell(&format!("slider-judge show {line} --runs runs"))
            .assert()
            .code(0);
        String::from_utf8_lossy(&shown.get_output().stdout).into_owned()
    };
    let both = show("slider-1 --against slider-2 --seed 4 --text");
    assert!(both.contains("A: slider-1: python3 player.py"), "{both}");
    assert!(both.ends_with("A: OK; score 0\nB: OK; score 0\n"), "{both}");
    // A case that the run did not play has its options.
    show("slider-2 --seed 9 --out nine.html");
    let page = folder.read("nine.html");
    assert!(page.contains("<title>Slider, seed 9 -N 12</title>"));
    fs::remove_dir_all(folder.path("runs/slider-1/sources")).unwrap();
    fs::remove_file(folder.path("player.py")).unwrap();
    assert!(show("slider-1 --text").ends_with("OK; score 0\n"));
    let other = "slider-judge show slider-1 --seed 4 -N 10 --runs runs --text";
    let other = folder.shell(other).assert().code(2);
    let message = String::from_utf8_lossy(&other.get_output().stderr).into_owned();
    assert!(
        message.contains("slider-1 played seed 4 -N 12; expected its options"),
        "{message}"
    );
    let strange = folder
        .shell("tonga-judge show slider-1 --runs runs")
        .assert()
        .code(2);
    let message = String::from_utf8_lossy(&strange.get_output().stderr).into_owned();
    assert!(
        message.contains("slider-1 is a run of slider: slider-judge shows it"),
        "{message}"
    );
}

/// The salt of a case is drawn, so recorded; that of `--salt TEXT` has to be given.
#[test]
fn a_salted_run_is_shown() {
    let folder = Folder::new();
    let example = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../data/examples/tonga.py"
    );
    folder.write("player.py", &fs::read_to_string(example).unwrap());
    let play = "tonga-judge -N 6 --seed 2 --runs runs --exec 'python3 player.py'";
    for salt in ["random", "secret"] {
        let played = folder.shell(&format!("{play} --salt {salt}"));
        { played }.assert().code(0);
    }
    let show = |line: &str, status| {
        let shown = folder
            .shell(&format!("tonga-judge show {line} --runs runs --text"))
            .assert()
            .code(status);
        let output = shown.get_output();
        String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
    };
    for (run, line) in [(1, "tonga-1"), (2, "tonga-2 --salt secret")] {
        let recorded = folder.read(&format!("runs/tonga-{run}/records.jsonl"));
        let record: Value = serde_json::from_str(&recorded).unwrap();
        let points = format!("{:.4}", record["score"].as_f64().unwrap());
        let points = points.trim_end_matches('0').trim_end_matches('.');
        let text = show(line, 0);
        assert_eq!(
            text.lines().last(),
            Some(&*format!("OK; score {points}")),
            "{text}"
        );
    }
    let message = show("tonga-2", 2);
    assert!(
        message.contains("tonga-2: expected the text of its --salt"),
        "{message}"
    );
}

#[test]
fn notes_tags_and_deletion() {
    let folder = Folder::new();
    folder.write("player.sh", "echo 0\n");
    let play = "slider-judge --seed 1 --runs runs --exec 'sh player.sh'";
    (0..4).for_each(|_| drop(folder.shell(play).assert().code(0)));
    let own = |args: &[&str]| folder.stdout(&[args, &["--runs", "runs"]].concat(), 0);
    own(&["note", "slider-1", "first, \"quoted\""]);
    own(&["tag", "slider-2", "good", "old"]);
    own(&["tag", "slider-2", "--remove", "old"]);
    let tagged = own(&["list", "--tag", "good"]);
    assert!(
        tagged.contains("slider-2") && !tagged.contains("slider-1"),
        "{tagged}"
    );
    assert!(own(&["list"]).contains("first, \"quoted\""));
    let prune = ["prune", "--keep", "1"];
    assert_eq!(own(&prune), "slider-3 would be deleted by --yes\n");
    assert_eq!(
        own(&[&prune[..], &["--yes"]].concat()),
        "slider-3 deleted\n"
    );
    let left = fs::read_dir(folder.path("runs")).unwrap().count();
    assert_eq!(left, 3);
    assert_eq!(own(&prune), "");
    assert_eq!(folder.read("runs/slider-4/sources/player.sh"), "echo 0\n");
    folder.stderr(&["note", "slider-3", "x", "--runs", "runs"], 2);
}
