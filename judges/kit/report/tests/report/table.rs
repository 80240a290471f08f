//! Tables of files that are not text, and outputs that fail.

use std::fs;

use crate::folder::{Folder, record};

#[test]
fn a_file_that_is_not_text_is_named() {
    let folder = Folder::new();
    fs::write(folder.path("binary.jsonl"), b"\xff\n").unwrap();
    let error = folder.stderr(&["table", "binary.jsonl"], 2);
    let expected = "error: binary.jsonl:1: not UTF-8";
    assert!(error.starts_with(expected), "{error}");
}

/// A row for every play, under its run, with the values that game and contestant reported.
#[test]
fn two_runs_of_one_command_are_rows_of_their_own() {
    let folder = Folder::new();
    for (run, score) in [("a", 1.5), ("b", 2.5)] {
        let fields = format!(
            r#""score":{score},"parameters":{{"N":7}},"data":{{"depth":3}},"details":{{"turns":9}}"#
        );
        folder.write(run, &record(&fields));
    }
    let csv = folder.stdout(&["table", "a", "b", "--csv"], 0);
    let rows: Vec<&str> = csv.lines().collect();
    let header =
        "run,seed,variant,N,depth,turns,verdict,score,bound,share,cpu_ms,wall_ms,memory_kib";
    assert_eq!(rows[..2], [header, "a,1,,7,3,9,OK,1.5,,,2,2,2048"]);
    assert_eq!(rows[2], "b,1,,7,3,9,OK,2.5,,,2,2,2048");
}

/// The files of the standings of heuristic contests: whole numbers, -1 where a score is missing.
#[test]
fn runs_are_exported_as_contest_standings() {
    let folder = Folder::new();
    let line = |seed: u32, score: f64, verdict: &str| {
        record(&format!(
            r#""seed":{seed},"score":{score},"verdict":"{verdict}","parameters":{{"N":{},"kind":"odd"}}"#,
            10 * seed
        ))
    };
    folder.write("a,b", &(line(2, 5.0, "OK") + &line(3, 0.0, "RE")));
    folder.write("c", &(line(1, 7.0, "OK") + &line(2, 6.0, "OK")));
    let export = [
        "export",
        "a,b",
        "c",
        "--ahc",
        "ahc",
        "--visualiser",
        "https://example.org/",
    ];
    folder.stdout(&export, 0);
    assert_eq!(
        folder.read("ahc/input.csv"),
        "file,seed,N\n1,1,10\n2,2,20\n3,3,30\n"
    );
    let result = "raw,1,https://example.org/\na b,-1,5,-1\nc,7,6,-1\n";
    assert_eq!(folder.read("ahc/result.csv"), result);
    assert!(folder.stderr(&export, 2).contains("exists already"));
    folder.write("d", &line(1, 0.25, "OK"));
    folder.stdout(&["export", "d", "--ahc", "d-files"], 0);
    assert_eq!(folder.read("d-files/result.csv"), "raw,10000,\nd,2500\n");
}

#[test]
fn closed_and_full_outputs_give_no_panic() {
    let folder = Folder::new();
    folder.write("records.jsonl", &record(""));
    let shell = |script: &str| folder.shell(script).assert();
    shell("judge-report table records.jsonl > /dev/full").code(3);
    // The runtime opens /dev/null in place of a closed stream.
    shell("judge-report table records.jsonl >&-").code(0);
    shell("judge-report table none 2> /dev/full").code(2);
    shell("judge-report table none 2>&-").code(2);
    let broken = "(sleep 0.2; judge-report table records.jsonl; echo $? >&2) | true";
    let run = shell(broken).code(0);
    assert_eq!(run.get_output().stderr, b"141\n");
}
