//! The history: what a run keeps, and what is changed afterwards.

use std::fs;
use std::os::unix::fs::MetadataExt;

use crate::folder::Folder;
use serde_json::Value;

/// The programs of two runs are kept, one file for one content, and start as they were.
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
