//! Names that would change how an output is shown: of files, commands and notes, in every report.

use std::fs;

use crate::folder::{Folder, record};
use harness::{assert_printable, unprintable};
use serde_json::json;

/// A record whose every text is hostile.
fn hostile_record(seed: u32, command: &str) -> String {
    let name = unprintable("");
    let losses = json!({
        "basis": "exact", "unit": name, "best": 3.0, "reached": 1.0,
        "sums": [{ "cause": name, "tenth": 1, "points": 2.0, "error": 0.0 }],
        "dearest": [{ "round": 1, "turn": 1, "points": 2.0, "cause": name, "note": name }],
    });
    let fields = json!({
        "game": name, "variant": name, "file": name, "options": name, "seed": seed,
        "command": command, "score": f64::from(seed) + command.len() as f64,
        "parameters": { &name: name, "N": 3 }, "data": { &name: -3 }, "details": { &name: [1] },
        "bound_kind": name, "bound": 9.0, "share": 0.5, "reason": name, "losses": losses,
        "machine": { "host": name, "cpu": command, "load": 0.0 }, "error_output": [name],
    });
    let fields = fields.to_string();
    record(&fields[1..fields.len() - 1])
}

#[test]
fn no_output_of_a_report_holds_a_character_that_changes_others() {
    let folder = Folder::new();
    let [a, b] = ["a", "b"].map(unprintable);
    for run in [&a, &b] {
        let records: Vec<String> = (1..9).map(|seed| hostile_record(seed, run)).collect();
        folder.write(run, &records.concat());
        let info = json!({
            "name": run, "game": run, "started": run, "commit": run, "command": run, "note": run,
            "limits": { "cpu_ms": 1, "wall_ms": 1, "memory_kib": 1, "output_bytes": 1 },
        });
        folder.write(&format!("runs/{run}/run.json"), &info.to_string());
        folder.write(&format!("runs/{run}/records.jsonl"), &records.concat());
    }
    folder.write("bad", &format!("{{\"{}\n", unprintable("")));
    folder.write("out", "");
    let name = unprintable("");
    let lines: [(&[&str], i32); 19] = [
        (&["table", &a, &b], 0),
        (&["table", "--csv", &a, &b], 0),
        (&["table", &a, &a], 0),
        (&["compare", &a, &b], 0),
        (&["compare", &a, &b, "--json"], 0),
        (&["compare", &a, &b, "--by", "N"], 0),
        (&["compare", &a, &b, "--by", &name], 2),
        (&["compare", &a], 2),
        (&["league", &a, &b], 0),
        (&["losses", &a, &b], 0),
        (&["list", "--runs", "runs"], 0),
        (&["list", "--runs", "runs", "--json"], 0),
        (&["export", &a, &b, "--ahc", "ahc"], 0),
        (&["merge", &a, &b, "--out", "merged"], 2),
        (&["merge", &a, &a, "--out", "twice"], 1),
        (&["merge", &a, "--out", &b], 2),
        (&["html", &a, &b, "--out", "page.html"], 0),
        (&["table", "bad"], 2),
        (&["table", &name, &a], 2),
    ];
    for (args, status) in lines {
        let run = folder.report(args).assert().code(status);
        let output = run.get_output();
        let [stdout, stderr] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert_printable(&output.stdout, &format!("{args:?}"));
        assert_printable(&output.stderr, &format!("{args:?}"));
        // A line end in a name makes no line of its own.
        assert!(
            status != 2 || stderr.lines().count() == 1,
            "{args:?}: {stderr}"
        );
        let own = |line: &&str| line.starts_with("end");
        assert_eq!(stdout.lines().find(own), None, "{args:?}: {stdout}");
    }
    for file in ["page.html", "ahc/input.csv", "ahc/result.csv"] {
        assert_printable(folder.read(file).as_bytes(), file);
    }
    let rows = folder.stdout(&["table", &a, &b], 0);
    assert!(rows.lines().all(|line| line.starts_with('|')), "{rows}");
    // A word of the command line that is not an option.
    let word = format!("--{name}");
    let refused = folder.report(&["table", &word]).assert().code(2);
    assert_printable(&refused.get_output().stderr, "an option");
    assert!(fs::read_to_string(folder.path("out")).unwrap().is_empty());
}
