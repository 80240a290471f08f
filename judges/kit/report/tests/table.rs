//! Tables and CSV of records.

mod report;

use std::fs;

use report::{Folder, record};

/// Two games, a variant, a failure.
fn records() -> String {
    let limit = r#""bound_kind":"N*N/2 limit","bound":4.0"#;
    [
        record(&format!(
            r#""game":"a","seed":1,"score":3.0,{limit},"share":0.75"#
        )),
        record(&format!(
            r#""game":"a","seed":2,"verdict":"WA","reason":"late","score":-1.0,{limit},"share":0.0"#
        )),
        record(r#""game":"b","variant":"big","seed":1,"score":1e6"#),
    ]
    .concat()
}

#[test]
fn a_row_for_every_game() {
    let folder = Folder::new();
    folder.write("records.jsonl", &records());
    let table = folder.stdout(&["table", "records.jsonl"], 0);
    let expected = "\
| game  | cases | mean score | bound           |   share | verdicts   | CPU mean | CPU max |  memory |
|-------|-------|------------|-----------------|---------|------------|----------|---------|---------|
| a     |     2 |        1.0 | 4.0 N*N/2 limit | 37.50 % | 1 OK, 1 WA |   1.5 ms |  1.5 ms | 2.0 MiB |
| b big |     1 |  1000000.0 |                 |         | 1 OK       |   1.5 ms |  1.5 ms | 2.0 MiB |
";
    assert_eq!(table, expected);
}

#[test]
fn a_row_for_every_command_if_there_are_several() {
    let folder = Folder::new();
    let other = record(r#""game":"a","seed":1,"score":7.0,"command":"y z""#);
    folder.write("records.jsonl", &(records() + &other));
    let table = folder.stdout(&["table", "records.jsonl"], 0);
    let rows: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| a "))
        .collect();
    assert_eq!(rows.len(), 2);
    assert!(
        rows[0].ends_with("| x       |") && rows[1].ends_with("| y z     |"),
        "{table}"
    );
    assert!(rows[1].contains(" 7.0 "), "{table}");
}

#[test]
fn a_record_that_is_twice_in_a_file_counts_once_and_is_named() {
    let folder = Folder::new();
    folder.write("1.jsonl", &records());
    folder.write("2.jsonl", &records().repeat(2));
    let once = folder.stdout(&["table", "1.jsonl"], 0);
    let run = folder.report(&["table", "2.jsonl"]).assert().code(0);
    let output = run.get_output();
    assert_eq!(String::from_utf8_lossy(&output.stdout), once);
    let warning = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        warning,
        "warning: 2.jsonl: 3 of 6 records were read before and count once\n"
    );
}

/// Two versions of a program have one command: two runs are two rows, of tables and of CSV, even
/// where their records are the same.
#[test]
fn two_runs_with_one_command_are_two_rows() {
    let folder = Folder::new();
    let [a, b] = [3.0, 7.0].map(|score| {
        let seeds = [1, 2].map(|seed| record(&format!(r#""seed":{seed},"score":{score}"#)));
        seeds.concat()
    });
    folder.write("a.jsonl", &a);
    folder.write("b.jsonl", &b);
    let table = folder.stdout(&["table", "a.jsonl", "b.jsonl"], 0);
    for row in [
        "| run     | game | cases | mean score |",
        "| a.jsonl | a    |     2 |        3.0 |",
        "| b.jsonl | a    |     2 |        7.0 |",
    ] {
        let found = table.lines().filter(|line| line.starts_with(row)).count();
        assert_eq!(found, 1, "{row}: {table}");
    }
    let csv = folder.stdout(&["table", "--csv", "a.jsonl", "b.jsonl"], 0);
    for row in [
        "run,seed,variant,verdict,score,",
        "a.jsonl,1,,OK,3,",
        "b.jsonl,2,,OK,7,",
        "a.jsonl,mean,,,3.00000,",
        "b.jsonl,mean,,,7.00000,",
    ] {
        let found = csv.lines().filter(|line| line.starts_with(row)).count();
        assert_eq!(found, 1, "{row}: {csv}");
    }
    let same = folder.stdout(&["table", "a.jsonl", "a.jsonl"], 0);
    let rows = same
        .lines()
        .filter(|line| line.starts_with("| a.jsonl | a    |     2 |"));
    assert_eq!(rows.count(), 2, "{same}");
}

#[test]
fn repeats_are_averaged_within_their_case() {
    let folder = Folder::new();
    let scores = [(1, 3.0), (2, 9.0), (1, 6.0), (1, 6.0)];
    let lines: Vec<String> = scores
        .iter()
        .enumerate()
        .map(|(index, (seed, score))| {
            record(&format!(
                r#""game":"a","seed":{seed},"score":{score},"wall_ms":{index}"#
            ))
        })
        .collect();
    folder.write("records.jsonl", &lines.concat());
    let table = folder.stdout(&["table", "records.jsonl"], 0);
    assert!(table.contains("| a    |     2 |        7.0 |"), "{table}");
    assert!(table.contains("| 4 OK     |"), "{table}");
}

#[test]
fn csv_has_a_row_for_every_case_and_means_for_every_scale() {
    let folder = Folder::new();
    folder.write("records.jsonl", &records());
    let expected = "\
game,seed,variant,verdict,score,bound,share,cpu_ms,wall_ms,memory_kib
a,1,,OK,3,4,0.75000,2,2,2048
a,2,,WA,-1,4,0.00000,2,2,2048
b,1,big,OK,1000000,,,2,2,2048
a,mean,,,1.00000,,0.37500,,,
a,standard error,,,2.00000,,0.37500,,,
b,mean,big,,1000000.00000,,,,,
b,standard error,big,,,,,,,
";
    assert_eq!(
        folder.stdout(&["table", "--csv", "records.jsonl"], 0),
        expected
    );
}

#[test]
fn csv_names_files_and_quotes_commands() {
    let folder = Folder::new();
    let records = [
        record(
            r#""game":"a","seed":1,"score":1,"file":"c/1.in","command":"x,\"y\"","parameters":{"N":3}"#,
        ),
        record(r#""game":"a","seed":1,"score":2,"file":"c/2.in","command":"z""#),
    ];
    folder.write("records.jsonl", &records.concat());
    let csv = folder.stdout(&["table", "--csv", "records.jsonl"], 0);
    let rows: Vec<&str> = csv.lines().take(3).collect();
    assert_eq!(
        rows[0],
        "command,file,seed,variant,N,verdict,score,bound,share,cpu_ms,wall_ms,memory_kib"
    );
    assert_eq!(rows[1], r#""x,""y""",c/1.in,1,,3,OK,1,,,2,2,2048"#);
    assert_eq!(rows[2], "z,c/2.in,1,,,OK,2,,,2,2,2048");
}

#[test]
fn anything_else_is_named() {
    let folder = Folder::new();
    folder.write("records.jsonl", &(records() + "x\n"));
    fs::write(folder.path("binary.jsonl"), b"\xff\n").unwrap();
    let error = folder.stderr(&["table", "records.jsonl"], 2);
    assert!(
        error.starts_with("error: records.jsonl:4: not a record: "),
        "{error}"
    );
    let error = folder.stderr(&["table", "binary.jsonl"], 2);
    assert!(
        error.starts_with("error: binary.jsonl:1: not UTF-8"),
        "{error}"
    );
    let error = folder.stderr(&["table", "none"], 2);
    assert!(error.starts_with("error: none: no such file"), "{error}");
    folder.stderr(&["table"], 2);
}

#[test]
fn closed_and_full_outputs_give_no_panic() {
    let folder = Folder::new();
    folder.write("records.jsonl", &records());
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
