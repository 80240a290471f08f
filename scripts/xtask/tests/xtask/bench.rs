//! Tables of benches.

use std::fs;
use std::path::Path;

use xtask::bench::instructions::{has_risen, word};
use xtask::bench::results;
use xtask::last_values::LastValues;

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
    rows.map(|row| row.split('|').map(str::trim).collect()).collect()
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

/// Returns a file of counts, each of a kernel.
fn counts(rows: &str) -> LastValues {
    let text = format!("kernel,count\n{rows}");
    LastValues::parse("counts.csv".into(), "kernel,count", &text).unwrap()
}

#[test]
fn values_that_are_written_are_read_back() {
    let some = counts("a,1000\nb,7.5\n");
    assert_eq!(some.to_string(), "kernel,count\na,1000\nb,7.5\n");
    for row in ["a,x", "a", "a,rustc,5"] {
        let text = format!("kernel,count\na,1\n{row}\n");
        let error = LastValues::parse("counts.csv".into(), "kernel,count", &text);
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("counts.csv: line 3: "), "{error}");
    }
    assert!(LastValues::parse("counts.csv".into(), "kernel,count", "").is_err());
}

#[test]
fn a_rise_of_more_than_two_per_cent_is_named_and_of_five_fails() {
    let last = counts("a,1000\nb,1000\nc,1000\nd,1000\nf,0\n");
    let now = counts("a,1019\nb,1030\nc,1060\nd,900\ne,5\nf,5\n");
    let table = last.compared(&now, word).to_string();
    let cells: Vec<[&str; 3]> = rows(&table).iter().map(|row| [row[2], row[4], row[5]]).collect();
    let expected = [
        ["1000", "+1.900 %", ""],
        ["1000", "+3.000 %", "risen"],
        ["1000", "+6.000 %", "risen: fails"],
        ["1000", "-10.000 %", "fallen: --write keeps it"],
        ["new", "", ""],
        ["0", "", ""],
    ];
    assert_eq!(cells, expected);
    assert!(has_risen(&last, &now));
    assert!(!has_risen(&last, &counts("b,1030\n")));
}
