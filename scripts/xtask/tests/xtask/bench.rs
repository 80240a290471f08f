//! Tables of benches.

use std::fs;
use std::path::Path;

use xtask::bench::instructions::{InstructionCounts, compare, read, written};
use xtask::bench::results;

/// Writes the files that criterion would write for one function.
fn criterion(folder: &Path, name: &str, bench: &str, estimates: &str) {
    let folder = folder.join(name).join("new");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("benchmark.json"), bench).unwrap();
    fs::write(folder.join("estimates.json"), estimates).unwrap();
}

/// Returns the cells of a table's rows.
fn rows(table: &str) -> Vec<Vec<&str>> {
    let rows = table.lines().skip(2);
    rows.map(|row| row.split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn results_are_compared_with_the_baseline_of_their_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    criterion(
        path,
        "a/ours",
        r#"{"group_id":"a","function_id":"ours","throughput":{"Elements":1000}}"#,
        r#"{"mean":{"point_estimate":9e9},"slope":{"point_estimate":1.5e6}}"#,
    );
    criterion(
        path,
        "a/baseline",
        r#"{"group_id":"a","function_id":"baseline: plain","throughput":null}"#,
        r#"{"mean":{"point_estimate":3e6},"slope":null}"#,
    );
    criterion(
        path,
        "b",
        r#"{"group_id":"b","function_id":null,"throughput":{"Bytes":7}}"#,
        r#"{"mean":{"point_estimate":10.0},"slope":null}"#,
    );
    let table = results::table(path).unwrap().to_string();
    let expected = [
        ["a", "baseline: plain", "3.000ms", "1.00 ×"],
        ["a", "ours", "1.500µs", "2000 ×"],
        ["b", "", "10.000ns", ""],
    ];
    for (row, expected) in rows(&table).iter().zip(expected) {
        assert_eq!(row[1..5], expected, "{table}");
    }
    criterion(path, "d", "{}", r#"{"mean":1}"#);
    assert!(results::table(path).is_err());
}

fn counts(pairs: &[(&str, u64)]) -> InstructionCounts {
    let pairs = pairs.iter();
    pairs
        .map(|&(name, count)| (name.to_string(), count))
        .collect()
}

#[test]
fn counts_that_are_written_are_read_back() {
    let some = counts(&[("a", 1000), ("b", 7)]);
    let text = written("rustc 1.95.0", &some);
    assert_eq!(read(&text).unwrap(), ("rustc 1.95.0".to_string(), some));
    let error = read("kernel,instructions,compiler\na,x,rustc\n").unwrap_err();
    assert!(error.to_string().contains("line 2"), "{error}");
}

#[test]
fn a_rise_of_more_than_two_per_cent_is_named_and_of_five_fails() {
    let last = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("d", 1000)]);
    let now = counts(&[("a", 1019), ("b", 1030), ("c", 1060), ("d", 900), ("e", 5)]);
    let (table, has_failed) = compare(&last, &now);
    let table = table.to_string();
    let words: Vec<&str> = rows(&table).iter().map(|row| row[5]).collect();
    let fallen = "fallen: --write keeps it";
    assert_eq!(words, ["", "risen", "risen: fails", fallen, ""]);
    assert!(has_failed);
    assert!(!compare(&last, &counts(&[("b", 1030)])).1);
}
