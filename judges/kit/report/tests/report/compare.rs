//! Comparisons, pages and the history.

use crate::folder::{Folder, record};
use serde_json::Value;

/// The recorded scores that the statistics are tested with: slider, 40 seeds.
fn recorded() -> (Vec<f64>, Vec<f64>, Value) {
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let name = "slider: seeds 1-40, SOLVER_WORK 150 and 300";
    let scores = &read(include_str!(
        "../../../records/tests/records/data/scores.json"
    ))[name];
    let expected = read(include_str!(
        "../../../records/tests/records/data/expected.json"
    ))[name]
        .clone();
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
    // Groups are formed by the values of the later run: a name that only the first run has leaves
    // out every case.
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
fn a_page_holds_every_play_and_needs_no_other_file() {
    let (folder, _) = two_runs();
    folder.stdout(&["html", "a.jsonl", "b.jsonl", "--out", "page.html"], 0);
    let page = folder.read("page.html");
    assert!(!page.contains("src=") && !page.contains("https:"));
    let data = page.split("id=\"data\">").nth(1).unwrap();
    let data = data.split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let game = &data["games"][0];
    let [cases, runs] = ["cases", "runs"].map(|name| game[name].as_array().unwrap());
    assert_eq!((cases.len(), runs.len()), (40, 2));
    assert_eq!(cases[0]["label"], "seed 1");
    let show = game["show"].as_str().unwrap();
    assert!(show.ends_with("judge show"), "{show}");
    assert_eq!(cases[0]["case"], "--seed 1");
    // Values that do not differ between runs are stored once.
    let names: Vec<&Value> = game["values"].as_array().unwrap().iter().collect();
    assert_eq!([&names[0][0], &names[1][0]], ["N", "depth"]);
    assert_eq!(runs[1]["score"].as_array().unwrap().len(), 40);
    assert_eq!(
        game["text"],
        folder
            .stdout(&["compare", "a.jsonl", "b.jsonl"], 0)
            .as_str()
    );
    let message = folder.stderr(&["html", "a.jsonl", "--out", "page.html"], 2);
    assert!(message.contains("exists already"), "{message}");
    let compare = ["compare", "a.jsonl", "b.jsonl", "--html", "other.html"];
    folder.stdout(&compare, 0);
    assert_eq!(folder.read("other.html"), page);
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

/// The variable JUDGE_RUNS names the history where `--runs` does not.
#[test]
fn a_variable_names_the_history() {
    let folder = Folder::new();
    folder.write("runs/a-2/records.jsonl", &record(""));
    let mut table = folder.report(&["table", "a-2"]);
    table.env("JUDGE_RUNS", "runs").assert().code(0);
}

/// A command names the present file: two runs with kept sources show both programs, others the
/// present one once.
#[test]
fn two_runs_of_one_command_show_their_own_programs() {
    let folder = Folder::new();
    for (run, score) in [("a-1", 1), ("a-2", 2)] {
        let fields = format!(r#""score":{score}.0,"command":"python3 player.py""#);
        folder.write(&format!("runs/{run}/records.jsonl"), &record(&fields));
    }
    let compare = ["compare", "a-1", "a-2", "--runs", "runs"];
    let shown = folder.stdout(&compare, 0);
    assert!(
        shown.contains("show --seed 1 --exec 'python3 player.py' "),
        "{shown}"
    );
    assert!(!shown.contains("--against"), "{shown}");
    for run in ["a-1", "a-2"] {
        folder.write(&format!("runs/{run}/sources/player.py"), "");
    }
    let expected = "--exec 'python3 runs/a-2/sources/player.py' --against 'python3 runs/a-1/sources/player.py'";
    let shown = folder.stdout(&compare, 0);
    assert!(shown.contains(expected), "{shown}");
}
