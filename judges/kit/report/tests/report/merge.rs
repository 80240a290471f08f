//! Shards merged into one run.

use crate::folder::{Folder, record};

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
