//! Tests of every report with names of files, commands and notes that would change its display.

use std::fs;
use std::path::Path;

use harness::hostile::{Arena, User};
use harness::{assert_printable, unprintable};
use serde_json::{Value, json};

/// Command lines in which `A`, `B` and `NAME` are such names, and their exit status.
const LINES: [(&str, i32); 19] = [
    ("table A B", 0),
    ("table --csv A B", 0),
    ("table A A", 0),
    ("compare A B", 0),
    ("compare A B --json", 0),
    ("compare A B --by N", 0),
    ("compare A B --by NAME", 2),
    ("compare A", 2),
    ("league A B", 0),
    ("losses A B", 0),
    ("list --runs runs", 0),
    ("list --runs runs --json", 0),
    ("merge A B --out merged", 2),
    ("merge A A --out twice", 1),
    ("merge A --out B", 2),
    ("html A B --out page.html", 0),
    ("table bad", 2),
    ("table NAME A", 2),
    ("table --NAME", 2),
];

/// Returns a record in which every text is hostile.
fn hostile_record(seed: u32, command: &str) -> Value {
    let name = unprintable("");
    let losses = json!({
        "basis": "exact", "unit": name, "best": 3.0, "reached": 1.0,
        "sums": [{ "cause": name, "decile": 1, "points": 2.0, "error": 0.0 }],
        "costliest": [{ "round": 1, "turn": 1, "points": 2.0, "cause": name, "note": name }],
    });
    json!({
        "game": name, "variant": name, "file": name, "options": name, "seed": seed,
        "command": command, "score": f64::from(seed) + command.len() as f64, "verdict": "OK",
        "parameters": { &name: name, "N": 3 }, "data": { &name: -3 }, "details": { &name: [1] },
        "bound_kind": name, "bound": 9.0, "bound_ratio": 0.5, "reason": name, "losses": losses,
        "cpu_ms": 1.5, "wall_ms": 2.0, "memory_kib": 2048,
        "machine": { "host": name, "cpu": command, "load": 0.0 }, "error_output": [name],
    })
}

#[test]
fn no_output_of_a_report_holds_a_character_that_changes_others() {
    let programs = Path::new(env!("CARGO_BIN_EXE_judge-report")).parent();
    let arena = Arena::new(programs.unwrap(), User::Present);
    let [a, b, name] = ["a", "b", ""].map(unprintable);
    for run in [&a, &b] {
        let records = (1..9).map(|seed| format!("{}\n", hostile_record(seed, run)));
        let records: String = records.collect();
        let info = json!({
            "name": run, "game": run, "started": run, "commit": run, "command": run, "note": run, "cases": 8,
            "limits": { "cpu_ms": 1, "wall_ms": 1, "memory_kib": 1, "output_bytes": 1 },
        });
        fs::create_dir_all(arena.path(&format!("runs/{run}"))).unwrap();
        arena.write(run, &records);
        arena.write(&format!("runs/{run}/run.json"), &info.to_string());
        arena.write(&format!("runs/{run}/records.jsonl"), &records);
    }
    arena.write("bad", &format!("{{\"{name}\n"));
    for (line, status) in LINES {
        let words = line.split(' ').map(|word| match word {
            "A" => a.clone(),
            "B" => b.clone(),
            _ => word.replace("NAME", &name),
        });
        let output = arena.command("judge-report").args(words).output().unwrap();
        assert_printable(&output.stdout, line);
        assert_printable(&output.stderr, line);
        assert_eq!(output.status.code(), Some(status), "{line}: {output:?}");
        // A line end in a name does not start a new line of output.
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let is_usage = stderr.contains("For more information");
        assert!(
            status != 2 || is_usage || stderr.lines().count() == 1,
            "{line}: {stderr}"
        );
        assert!(
            stdout.lines().all(|line| !line.starts_with("end")),
            "{line}: {stdout}"
        );
    }
    assert_printable(arena.read("page.html").as_bytes(), "page.html");
}
