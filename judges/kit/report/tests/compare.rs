//! Comparisons, pages and the history.

mod report;

use report::{Folder, record};
use serde_json::Value;

/// The recorded scores that the statistics are tested with: slider, 40 seeds.
fn recorded() -> (Vec<f64>, Vec<f64>, Value) {
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let name = "slider: seeds 1-40, SOLVER_WORK 150 and 300";
    let scores = &read(include_str!("../../records/tests/data/scores.json"))[name];
    let expected = read(include_str!("../../records/tests/data/expected.json"))[name].clone();
    let run = |run: &str| {
        let scores = scores[run].as_array().unwrap();
        scores.iter().map(|score| score.as_f64().unwrap()).collect()
    };
    (run("a"), run("b"), expected)
}

fn write_run(folder: &Folder, name: &str, command: &str, scores: &[f64]) {
    let lines = scores.iter().zip(1..).map(|(score, seed)| {
        record(&format!(
            r#""seed":{seed},"score":{score},"command":"{command}","parameters":{{"N":{}}},
            "data":{{"depth":{}}}"#,
            10 + seed % 3,
            seed % 2
        ))
    });
    folder.write(name, &lines.collect::<String>());
}

fn two_runs() -> (Folder, Value) {
    let (a, b, expected) = recorded();
    let folder = Folder::new();
    write_run(&folder, "a.jsonl", "a", &a);
    write_run(&folder, "b.jsonl", "b", &b);
    (folder, expected)
}

#[track_caller]
fn json(folder: &Folder, args: &[&str]) -> Value {
    let text = folder.stdout(&[args, &["--json"]].concat(), 0);
    serde_json::from_str(&text).unwrap()
}

#[track_caller]
fn assert_close(actual: &Value, expected: f64) {
    let actual = actual.as_f64().unwrap();
    assert!(
        (actual - expected).abs() <= 1e-9 * expected.abs(),
        "{actual}, not {expected}"
    );
}

#[test]
fn a_name_that_no_case_has_is_refused_with_those_there_are() {
    let folder = Folder::new();
    let fields = r#""parameters":{"N":3},"data":{"turns":4},"command":"#;
    for name in ["a", "b"] {
        folder.write(name, &record(&format!("{fields}\"{name}\"")));
    }
    let refusals = [
        &["compare", "a", "b", "--by", "N,Z"][..],
        &["html", "a", "b", "--out", "page.html", "--by", "Z"],
        &["losses", "a", "--by", "Z"],
    ];
    for args in refusals {
        let told = folder.stderr(args, 2);
        assert_eq!(
            told, "error: --by Z: expected one of N, turns\n",
            "{args:?}"
        );
    }
    folder.stdout(&["compare", "a", "b", "--by", "N,turns"], 0);
}

#[test]
fn numbers_are_those_of_scipy() {
    let (folder, expected) = two_runs();
    let pair = &json(&folder, &["compare", "a.jsonl", "b.jsonl"])[0]["pairs"][0];
    let score = &pair["measures"][0];
    // The recorded differences are A − B.
    assert_close(&score["difference"], -expected["mean"].as_f64().unwrap());
    assert_close(
        &score["standard_error"],
        expected["standard_error"].as_f64().unwrap(),
    );
    assert_close(
        &score["t_interval"][0],
        -expected["t_interval"][1].as_f64().unwrap(),
    );
    assert_close(
        &score["t_interval"][1],
        -expected["t_interval"][0].as_f64().unwrap(),
    );
    assert_eq!(
        (&pair["wins"], &pair["losses"]),
        (&expected["losses"], &expected["wins"])
    );
}

#[test]
fn groups_by_parameters_and_data() {
    let (folder, _) = two_runs();
    // Groups go by the values of the later run: a name of the first alone leaves all cases out.
    let first = folder.read("a.jsonl");
    folder.write(
        "a.jsonl",
        &first.replace("\"data\":{", "\"data\":{\"none\":1,"),
    );
    let compare = ["compare", "a.jsonl", "b.jsonl", "--by", "N,depth,none"];
    let pair = &json(&folder, &compare)[0]["pairs"][0];
    let groups = pair["groups"].as_array().unwrap();
    let names: Vec<&str> = groups
        .iter()
        .map(|group| group["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["N = 10", "N = 11", "N = 12", "depth = 0", "depth = 1"]
    );
    let cases: u64 = groups[..3]
        .iter()
        .map(|group| group["cases"].as_u64().unwrap())
        .sum();
    assert_eq!(cases, 40);
    assert_eq!(pair["ungrouped"][0], serde_json::json!(["none", 40]));
    let text = folder.stdout(&compare, 0);
    assert!(
        text.contains("| depth = 1 |") && text.contains("40 cases have no none"),
        "{text}"
    );
}

#[test]
fn failures_and_lone_cases_are_told() {
    let folder = Folder::new();
    let failed = |seed, command| {
        record(&format!(
            r#""seed":{seed},"command":"{command}","verdict":"WA","reason":"r","score":-1"#
        ))
    };
    let ok = |seed, score, command| {
        record(&format!(
            r#""seed":{seed},"score":{score},"command":"{command}""#
        ))
    };
    folder.write(
        "a.jsonl",
        &[
            ok(1, 10, "a"),
            failed(2, "a"),
            failed(3, "a"),
            ok(4, 8, "a"),
        ]
        .concat(),
    );
    folder.write(
        "b.jsonl",
        &[ok(1, 12, "b"), ok(2, 5, "b"), failed(3, "b"), ok(9, 8, "b")].concat(),
    );
    let pair = &json(&folder, &["compare", "a.jsonl", "b.jsonl"])[0]["pairs"][0];
    assert_eq!(pair["failures"]["only_a"], 1);
    assert_eq!(pair["failures"]["only_b"], 0);
    assert_eq!(pair["failures"]["both"], 1);
    assert_eq!(pair["measures"][0]["cases"], 1);
    assert_eq!(pair["measures"][0]["difference"], 2.0);
    assert_eq!(pair["only_a"], serde_json::json!(["seed 4"]));
    assert_eq!(pair["only_b"], serde_json::json!(["seed 9"]));
    let largest = &pair["largest"][0];
    assert_eq!(
        (&largest["case"], &largest["a"]),
        (&"seed 2".into(), &Value::Null)
    );
    assert_eq!(
        largest["command"],
        "a-judge show --seed 2 --exec b --against a"
    );
}

#[test]
fn the_command_shows_the_very_case() {
    let folder = Folder::new();
    let fields = r#""seed":3,"options":"-N 10","variant":"easy","salt":"x""#;
    for (name, score) in [("a", 1.0), ("b", 2.0)] {
        let fields = format!(r#"{fields},"score":{score},"command":"{name}""#);
        folder.write(&format!("{name}.jsonl"), &record(&fields));
    }
    let pair = &json(&folder, &["compare", "a.jsonl", "b.jsonl"])[0]["pairs"][0];
    assert_eq!(
        pair["largest"][0]["command"],
        "a-judge show --seed 3 -N 10 --variant easy --salt x --exec b --against a"
    );
}

#[test]
fn several_runs_are_ranked() {
    let folder = Folder::new();
    for (name, scores) in [
        ("a", [1.0, 3.0, 5.0]),
        ("b", [4.0, 3.0, 10.0]),
        ("c", [2.0, 1.0, 10.0]),
    ] {
        write_run(&folder, &format!("{name}.jsonl"), name, &scores);
    }
    let compare = ["compare", "a.jsonl", "b.jsonl", "c.jsonl"];
    let comparison = &json(&folder, &compare)[0];
    let ranking = comparison["ranking"].as_array().unwrap();
    let runs: Vec<u64> = ranking
        .iter()
        .map(|rank| rank["run"].as_u64().unwrap())
        .collect();
    assert_eq!(runs, [1, 2, 0]);
    assert_eq!(
        (&ranking[0]["bests"], &ranking[0]["uniques"]),
        (&3.into(), &1.into())
    );
    // B − A: 1 − 1/4, 0 and 1 − 1/2.
    assert_close(&comparison["matrix"][1][0], 1.25 / 3.0);
    assert_close(&comparison["matrix"][0][1], -1.25 / 3.0);
    assert_eq!(comparison["matrix"][0][0], Value::Null);
    let text = folder.stdout(&compare, 0);
    assert!(text.contains("3 cases of all runs"), "{text}");
}

#[test]
fn scales_are_not_mixed() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        let line = |variant: &str, score: u32| {
            record(&format!(
                r#""variant":"{variant}","score":{score},"command":"{name}""#
            ))
        };
        folder.write(
            &format!("{name}.jsonl"),
            &(line("small", 1) + &line("large", 1000)),
        );
    }
    let comparisons = json(&folder, &["compare", "a.jsonl", "b.jsonl"]);
    let games: Vec<&str> = comparisons
        .as_array()
        .unwrap()
        .iter()
        .map(|comparison| comparison["game"].as_str().unwrap())
        .collect();
    assert_eq!(games, ["a small", "a large"]);
}

#[test]
fn runs_on_different_processors_are_told() {
    let folder = Folder::new();
    let write = |name: &str, models: [&str; 3]| {
        let lines = models.iter().zip(1..).map(|(model, seed)| {
            let machine = format!(r#"{{"host":"h{seed}","cpu":"{model}","load":0.5}}"#);
            record(&format!(r#""seed":{seed},"machine":{machine}"#))
        });
        folder.write(name, &lines.collect::<String>());
    };
    write("a", ["old", "old", "old"]);
    write("same", ["old", "old", ""]);
    write("b", ["new", "old", "newer"]);
    let told = folder.stderr(&["compare", "a", "same"], 0);
    assert_eq!(told, "");
    let told = folder.stderr(&["compare", "a", "b"], 0);
    assert_eq!(
        told,
        "warning: 2 cases were measured on `old` in a, on `new`, `newer` in b: \
         times differ, and so do scores that depend on time\n"
    );
}

#[test]
fn runs_at_different_work_rates_are_told() {
    let folder = Folder::new();
    let write = |name: &str, rates: [&str; 3]| {
        let lines = rates.iter().zip(1..).map(|(rate, seed)| {
            let machine = format!(r#"{{"host":"h","cpu":"p","load":0.5{rate}}}"#);
            record(&format!(r#""seed":{seed},"machine":{machine}"#))
        });
        folder.write(name, &lines.collect::<String>());
    };
    write("a", [r#","rate":1000"#; 3]);
    write(
        "near",
        [r#","rate":1049"#, r#","rate":953"#, r#","rate":1000"#],
    );
    write("unknown", [""; 3]);
    write("far", [r#","rate":1100"#, r#","rate":1000"#, ""]);
    for alike in ["near", "unknown"] {
        assert_eq!(folder.stderr(&["compare", "a", alike], 0), "", "{alike}");
    }
    let told = |a: &str, b: &str| folder.stderr(&["compare", a, b], 0);
    assert_eq!(
        told("a", "far"),
        "warning: 1 cases were measured on hosts of unlike speed, 1000 units of work a second in a, \
         1100 in far: scores that depend on time differ\n"
    );
    assert!(told("far", "a").contains("1100 units of work a second in far, 1000 in a"));
}

#[test]
fn nothing_to_compare_is_an_error() {
    let folder = Folder::new();
    folder.write("a.jsonl", &record(""));
    let told = folder.stderr(&["compare", "a.jsonl"], 2);
    assert!(told.starts_with("error: nothing to compare"), "{told}");
}

#[test]
fn a_page_has_every_plot_and_leads_to_cases() {
    let (folder, _) = two_runs();
    folder.stdout(&["html", "a.jsonl", "b.jsonl", "--out", "page.html"], 0);
    let page = folder.read("page.html");
    // A distribution, a plot against N and one against depth, two of the pair.
    assert_eq!(page.matches("<svg").count(), 5);
    assert!(!page.contains("src=") && !page.contains("http-equiv") && !page.contains("<script"));
    let link = page.split("<a href=\"#").nth(1).unwrap();
    let anchor = link.split('"').next().unwrap();
    assert!(page.contains(&format!("<tr id=\"{anchor}\"><td>seed 1</td>")));
    let command = "judge show --seed 1 --exec ";
    assert!(
        page.contains(command) && page.contains(" --against "),
        "{page}"
    );
    assert!(page.contains("<td>N ") && !page.contains("{&quot;"));
    // Every case in two runs, against two values, and as a pair.
    assert_eq!(page.matches("<a href=\"#case-").count(), 40 * 5);
    let told = folder.stderr(&["html", "a.jsonl", "--out", "page.html"], 2);
    assert!(told.contains("exists already"), "{told}");
    let compare = ["compare", "a.jsonl", "b.jsonl", "--html", "other.html"];
    folder.stdout(&compare, 0);
    assert_eq!(folder.read("other.html"), page);
}

#[test]
fn the_history_is_listed_newest_first_and_names_runs() {
    let folder = Folder::new();
    for (number, score) in [(2, 10.0), (10, 20.0)] {
        let name = format!("runs/a-{number}/records.jsonl");
        write_run(&folder, &name, "x", &[score; 3]);
        folder.write(
            &format!("runs/a-{number}/run.json"),
            &format!(
                r#"{{"name":"a-{number}","game":"a","started":"2026-01-{number:02}T00:00:00.000Z",
                "commit":"0123456789abcdef","dirty":true,"command":"x",
                "limits":{{"cpu_ms":1,"wall_ms":2,"memory_kib":3,"output_bytes":4}},"note":"try {number}"}}"#
            ),
        );
    }
    let list = folder.stdout(&["list", "--runs", "runs"], 0);
    let rows: Vec<&str> = list.lines().skip(2).collect();
    assert!(
        rows[0].starts_with("| a-10 ") && rows[0].contains("0123456789+"),
        "{list}"
    );
    assert!(
        rows[0].contains("+50.000 ± 0.000 %") && rows[0].contains("try 10"),
        "{list}"
    );
    assert!(rows[1].starts_with("| a-2 "), "{list}");
    let compare = ["compare", "a-2", "a-10", "--runs", "runs"];
    let pair = &json(&folder, &compare)[0]["pairs"][0];
    assert_eq!(pair["measures"][0]["difference"], 10.0);
    let mut named = folder.report(&["table", "a-2"]);
    named.env("JUDGE_RUNS", "runs").assert().code(0);
    let told = folder.stderr(&["table", "a-3", "--runs", "runs"], 2);
    assert!(
        told.contains("a-3: no such file, and no run in runs"),
        "{told}"
    );
    folder.stderr(&["list"], 2);
}

/// A run that was interrupted, or goes on, has fewer games than it was to play: other cases than
/// the runs around it.
#[test]
fn an_unfinished_run_is_marked_and_not_compared() {
    let folder = Folder::new();
    let run = |number: usize, scores: &[f64], cases: &str| {
        let name = format!("a-{number}");
        write_run(&folder, &format!("runs/{name}/records.jsonl"), "x", scores);
        let info = format!(
            r#"{{"name":"{name}","game":"a","started":"2026-01-0{number}T00:00:00.000Z","command":"x",
            {cases}"limits":{{"cpu_ms":1,"wall_ms":2,"memory_kib":3,"output_bytes":4}}}}"#
        );
        folder.write(&format!("runs/{name}/run.json"), &info);
    };
    // The description of an earlier judge.
    run(1, &[10.0; 3], "");
    run(2, &[10.0; 3], r#""cases":3,"#);
    run(3, &[40.0; 2], r#""cases":3,"#);
    run(4, &[20.0; 3], r#""cases":3,"#);
    let list = folder.stdout(&["list", "--runs", "runs"], 0);
    let rows: Vec<&str> = list.lines().skip(2).collect();
    assert!(
        rows[0].contains("| 3 ") && rows[0].contains("+50.000"),
        "{list}"
    );
    assert!(rows[1].contains("| 2, unfinished |"), "{list}");
    assert!(!rows[1].contains(" ± "), "{list}");
    for row in &rows[2..] {
        assert!(row.contains("| 3 "), "{list}");
    }
}

/// Equal scores are equal, however often and in whatever order the cases were played.
#[test]
fn identical_contestants_neither_win_nor_lose() {
    let folder = Folder::new();
    let line = |command: &str, seed: usize| {
        let score = 0.1 + (seed * seed) as f64 / 7.0;
        record(&format!(
            r#""seed":{seed},"score":{score},"bound_kind":"maximum","bound":1e4,
            "share":{},"command":"{command}""#,
            score / 1e4
        ))
    };
    let once: String = (1..=40).map(|seed| line("a", seed)).collect();
    folder.write("a.jsonl", &once);
    for times in [3, 7, 10, 19] {
        let mut lines: Vec<String> = (1..=40)
            .flat_map(|seed| vec![line("b", seed); 1 + seed % times])
            .zip(0..)
            .map(|(line, number)| line.replacen("1.5", &format!("1.{number}"), 1))
            .collect();
        let count = lines.len();
        (0..count).for_each(|index| lines.swap(index, index * 7919 % count));
        folder.write("b.jsonl", &lines.concat());
        let pair = &json(&folder, &["compare", "a.jsonl", "b.jsonl"])[0]["pairs"][0];
        let outcomes = ["wins", "ties", "losses"].map(|name| pair[name].as_u64().unwrap());
        assert_eq!(outcomes, [0, 40, 0], "up to {times} times");
        for measure in pair["measures"].as_array().unwrap() {
            assert_eq!(measure["difference"], 0.0, "{}", measure["name"]);
        }
    }
}

#[test]
fn it_ends_with_one_sentence() {
    let (folder, _) = two_runs();
    let last = |args: &[&str]| {
        let text = folder.stdout(args, 0);
        text.lines().last().unwrap().to_string()
    };
    let better = last(&["compare", "a.jsonl", "b.jsonl"]);
    assert!(better.starts_with("B is better: +"), "{better}");
    assert!(better.ends_with(" of 40 cases."), "{better}");
    let worse = last(&["compare", "b.jsonl", "a.jsonl"]);
    assert!(worse.starts_with("B is worse: -"), "{worse}");
    write_run(&folder, "few.jsonl", "c", &[1.0, 1.0]);
    let three = last(&["compare", "a.jsonl", "b.jsonl", "few.jsonl"]);
    assert!(three.starts_with("B = few.jsonl: "), "{three}");
}
