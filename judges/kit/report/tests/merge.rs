//! Shards merged into one run.

mod report;

use report::{Folder, record};

/// The records of a run over files or seeds, in its order.
fn run(variants: &[&str], seeds: std::ops::RangeInclusive<u64>, times: u64) -> Vec<String> {
    let mut lines = Vec::new();
    for time in 0..times {
        for seed in seeds.clone() {
            for variant in variants {
                let variant = match *variant {
                    "" => String::new(),
                    name => format!(r#""variant":"{name}","#),
                };
                lines.push(record(&format!(
                    r#"{variant}"seed":{seed},"score":{},"wall_ms":{time}"#,
                    seed * seed
                )));
            }
        }
    }
    lines
}

/// `lines` dealt to `count` shards, and these written.
fn deal(folder: &Folder, lines: &[String], count: usize) {
    for shard in 0..count {
        let part: Vec<&str> = lines
            .iter()
            .skip(shard)
            .step_by(count)
            .map(String::as_str)
            .collect();
        folder.write(&format!("shards/{}.jsonl", shard + 1), &part.concat());
    }
}

#[test]
fn shards_give_the_whole_run_to_the_byte() {
    for (variants, times) in [(&[""][..], 1), (&["b", "a", "c"], 1), (&["b", "a"], 3)] {
        for count in [1, 2, 7, 11] {
            let folder = Folder::new();
            let lines = run(variants, 1..=40, times);
            deal(&folder, &lines, count);
            folder.stdout(&["merge", "shards", "--out", "whole.jsonl"], 0);
            let merged = folder.read("whole.jsonl");
            assert!(
                merged == lines.concat(),
                "{variants:?}, {times} times, {count} shards"
            );
        }
    }
}

#[test]
fn pieces_of_a_run_can_be_merged_too() {
    for count in [2, 3, 5] {
        let folder = Folder::new();
        let lines = run(&["b", "a", "c"], 1..=7, 1);
        for (shard, piece) in lines.chunks(lines.len().div_ceil(count)).enumerate() {
            folder.write(&format!("shards/{shard}.jsonl"), &piece.concat());
        }
        folder.stdout(&["merge", "shards", "--out", "whole.jsonl"], 0);
        assert_eq!(folder.read("whole.jsonl"), lines.concat(), "{count} pieces");
    }
}

#[test]
fn files_keep_their_order() {
    let folder = Folder::new();
    let lines: Vec<String> = ["z.in", "a.in", "m.in"]
        .iter()
        .flat_map(|file| {
            (1..=4).map(move |seed| record(&format!(r#""file":"{file}","seed":{seed}"#)))
        })
        .collect();
    folder.write("1.jsonl", &lines[..5].concat());
    folder.write("2.jsonl", &lines[5..].concat());
    folder.stdout(&["merge", "1.jsonl", "2.jsonl", "--out", "whole.jsonl"], 0);
    assert_eq!(folder.read("whole.jsonl"), lines.concat());
}

#[test]
fn missing_and_doubled_cases_are_named() {
    let folder = Folder::new();
    let lines = run(&[""], 1..=20, 1);
    let again = record(r#""seed":3,"score":9,"wall_ms":77"#);
    let without: Vec<&str> = lines
        .iter()
        .enumerate()
        .filter(|(index, _)| ![6, 12].contains(index))
        .map(|(_, line)| line.as_str())
        .collect();
    folder.write("1.jsonl", &without.concat());
    folder.write("2.jsonl", &(again + &lines[4]));
    let told = folder.stderr(&["merge", "1.jsonl", "2.jsonl", "--out", "whole.jsonl"], 1);
    let expected = "warning: missing: seed 7, seed 13\n\
        warning: too often, left out: seed 3, seed 5\n18 records merged\n";
    assert_eq!(told, expected);
    assert_eq!(folder.read("whole.jsonl"), without.concat());
}

#[test]
fn seeds_tell_what_is_missing_at_the_ends() {
    let folder = Folder::new();
    folder.write("1.jsonl", &run(&[""], 2..=4, 1).concat());
    let merge = ["merge", "1.jsonl", "--out", "whole.jsonl", "--seed", "1-5"];
    let told = folder.stderr(&merge, 1);
    assert!(told.contains("missing: seed 1, seed 5\n"), "{told}");
    let merge = ["merge", "1.jsonl", "--out", "other.jsonl", "--seed", "2-3"];
    let told = folder.stderr(&merge, 1);
    assert!(told.contains("too often, left out: seed 4\n"), "{told}");
}

#[test]
fn shards_of_other_settings_are_refused() {
    let folder = Folder::new();
    let limits = |cpu: u32| {
        format!(r#""limits":{{"cpu_ms":{cpu},"wall_ms":1,"memory_kib":1,"output_bytes":1}}"#)
    };
    let known = limits(5);
    folder.write("1.jsonl", &record(&format!(r#""seed":1,{known}"#)));
    for (name, other) in [
        ("game", format!(r#""game":"b",{known}"#)),
        ("command", format!(r#""command":"y",{known}"#)),
        ("limits", limits(6)),
        ("options", format!(r#"{known},"options":"-N 10""#)),
        ("salt", format!(r#"{known},"salt":"x""#)),
    ] {
        folder.write("2.jsonl", &record(&format!(r#""seed":2,{other}"#)));
        let told = folder.stderr(&["merge", "1.jsonl", "2.jsonl", "--out", "whole.jsonl"], 2);
        let expected = format!("error: 2.jsonl:1: other {name} than in 1.jsonl: ");
        assert!(told.starts_with(&expected), "{told}");
        assert!(!folder.path("whole.jsonl").exists());
    }
}

#[test]
fn a_file_that_exists_is_kept() {
    let folder = Folder::new();
    folder.write("1.jsonl", &record(r#""seed":1"#));
    let merge = ["merge", "1.jsonl", "--out", "1.jsonl"];
    let told = folder.stderr(&merge, 2);
    assert!(
        told.contains("1.jsonl: exists already; --force replaces it"),
        "{told}"
    );
    assert_eq!(folder.read("1.jsonl"), record(r#""seed":1"#));
    folder.write("old.jsonl", "old");
    folder.stderr(&["merge", "1.jsonl", "--out", "old.jsonl", "--force"], 0);
    assert_eq!(folder.read("old.jsonl"), record(r#""seed":1"#));
}

#[test]
fn a_run_larger_than_the_memory_for_records() {
    let folder = Folder::new();
    let long = "x".repeat(1 << 20);
    let lines: Vec<String> = (1..=40)
        .map(|seed| record(&format!(r#""seed":{seed},"reason":"{long}""#)))
        .collect();
    deal(&folder, &lines, 3);
    folder.stdout(&["merge", "shards", "--out", "whole.jsonl"], 0);
    assert!(folder.read("whole.jsonl") == lines.concat());
}
