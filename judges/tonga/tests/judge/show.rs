//! `show` from each source: a contestant that plays now, saved streams, a case and an output.

use std::fs;
use std::path::Path;

use harness::Judge;
use serde_json::Value;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_tonga-judge"));
const EXAMPLE: &str = "python3 data/examples/tonga.py";
const KNOWN: &str = "a player that knows what is drawn: score ";
const CASE: [&str; 4] = ["--seed", "3", "-N", "6"];

/// Streams of seed 3, saved in a folder.
fn saved(folder: &Path) -> String {
    let folder = folder.join("streams").to_str().unwrap().to_string();
    let run = ["--exec", EXAMPLE, "-saveAll", &folder];
    JUDGE.stdout(&[&CASE[..], &run].concat(), 0);
    folder
}

/// The replays of a page.
fn replays(page: &Path) -> Vec<Value> {
    let page = fs::read_to_string(page).unwrap();
    let start = page.find("application/json").unwrap();
    let data = page[start..].split_once('>').unwrap().1;
    let data = data.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    data["replays"].as_array().unwrap().clone()
}

#[test]
fn a_case_file_is_played_now() {
    let folder = tempfile::tempdir().unwrap();
    let streams = saved(folder.path());
    let case = folder.path().join("3.in").to_str().unwrap().to_string();
    fs::write(&case, JUDGE.stdout(&[&["gen"], &CASE[..]].concat(), 0)).unwrap();
    let text = |args: &[&str]| JUDGE.stdout(&[&["show", "--text"], args].concat(), 0);
    let played = text(&[&case, "--exec", EXAMPLE, "--seed", "3"]);
    assert_eq!(
        played,
        text(&[&CASE[..], &["-loadSolOutput", &streams]].concat())
    );
}

#[test]
fn losses_of_a_run_come_with_what_known_draws_are_worth() {
    let table = include_str!("../../../../data/tonga/foresight.csv");
    let of_case = "3,6,server,64,";
    let row = table.lines().find_map(|line| line.strip_prefix(of_case));
    let expected: f64 = row.unwrap().split(',').next().unwrap().parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let streams = folder.path().to_str().unwrap();
    let case = [&CASE[..], &["--starter", "server"]].concat();
    let run = ["--exec", EXAMPLE, "-saveAll", streams];
    JUDGE.stdout(&[&case[..], &run].concat(), 0);
    let told = |options: &[&str]| {
        let text = JUDGE.stdout(&[&["show", "--text"], &case[..], options].concat(), 0);
        let words = text
            .lines()
            .last()
            .unwrap()
            .strip_prefix(KNOWN)?
            .to_string();
        words.split(',').next()?.parse::<f64>().ok()
    };
    let estimate = told(&["--exec", EXAMPLE, "--losses"]).unwrap();
    assert!((estimate - expected).abs() < 0.001, "{estimate} {expected}");
    assert_eq!(told(&["--exec", EXAMPLE]), None);
    // The draws of a saved run need not be those of the seed.
    assert_eq!(told(&["-loadSolOutput", streams, "--losses"]), None);
}

#[test]
fn text_is_the_same_from_every_source() {
    let folder = tempfile::tempdir().unwrap();
    let streams = saved(folder.path());
    let (input, output) = (format!("{streams}/3.in"), format!("{streams}/3.out"));
    let text = |args: &[&str]| {
        let all = ["show", "--text", "--turn", "all"];
        JUDGE.stdout(&[&all, args].concat(), 0)
    };
    let live = text(&[&CASE[..], &["--exec", EXAMPLE]].concat());
    let loaded = text(&[&CASE[..], &["-loadSolOutput", &streams]].concat());
    let files = text(&[&input, &output]);
    assert_eq!(live, loaded);
    assert_eq!(live, files);
    // The start, and two scenes a turn: own stone and reply; then the verdict.
    let answers = fs::read_to_string(&output).unwrap();
    let scenes: Vec<&str> = live.split("\n\n").collect();
    assert_eq!(scenes.len(), 1 + 2 * answers.lines().count() + 1);
    for (turn, answer) in (1..).zip(answers.lines()) {
        let caption = format!("turn {turn}: own stone {answer}\n");
        assert!(scenes[2 * turn - 1].starts_with(&caption), "{caption}");
    }
    assert!(
        live.lines().last().unwrap().starts_with("OK; score "),
        "{live}"
    );
    assert!(!live.contains('\x1b'), "{live}");
    let one = ["show", "--text", "--turn", "2", &input, &output];
    let one = JUDGE.stdout(&one, 0);
    let expected = format!(
        "{}\n\n{}\n\n{}",
        scenes[3],
        scenes[4],
        scenes.last().unwrap()
    );
    assert_eq!(one, expected);
    // Without a turn: the last position, and how to see others.
    let end = JUDGE.stdout(&["show", "--text", &input, &output], 0);
    let [board, advice, verdict] = end.split("\n\n").collect::<Vec<_>>()[..] else {
        panic!("{end}");
    };
    assert_eq!(board, scenes[scenes.len() - 2]);
    assert!(
        advice.starts_with("the end, turn 18 of 18; --turn T"),
        "{advice}"
    );
    assert!(
        verdict.starts_with("x own stone; o server's stone; "),
        "{verdict}"
    );
    let none = ["show", "--text", "--turn", "19", &input, &output];
    let refused = JUDGE.command(&none).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert_eq!(error, "error: --turn 19: round 1 ends at turn 18\n");
}

#[test]
fn two_runs_are_printed_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let streams = saved(folder.path());
    let fails = "sh -c 'read case; echo 0 0; read reply; echo 0 0'";
    let fixed = ["show", "--text", "--exec", fails, "--against", &streams];
    let printed = JUDGE.stdout(&[&fixed, &CASE[..]].concat(), 1);
    let [first, second] = [
        format!("A: {fails}\nturn 1: "),
        format!("B: {streams}\nturn 18: "),
    ];
    assert!(printed.starts_with(&first), "{printed}");
    assert!(printed.contains(&second), "{printed}");
    let lines: Vec<&str> = printed.lines().rev().collect();
    assert!(lines[0].starts_with("B: OK; score "), "{printed}");
    let wrong = "A: WA: turn 2: 0 0 is taken; score -";
    assert!(lines[1].starts_with(wrong), "{printed}");
}

#[test]
fn two_runs_of_a_case_go_into_one_page() {
    let folder = tempfile::tempdir().unwrap();
    let streams = saved(folder.path());
    let (input, output) = (format!("{streams}/3.in"), format!("{streams}/3.out"));
    let page = folder.path().join("page.html");
    let page_name = page.to_str().unwrap();
    let sources: [&[&str]; 3] = [
        &["--exec", EXAMPLE, "--seed", "3", "-N", "6"],
        &["-loadSolOutput", &streams, "--seed", "3", "-N", "6"],
        &[&input, &output, "--seed", "3"],
    ];
    let mut pages = Vec::new();
    for source in sources {
        for against in [streams.as_str(), EXAMPLE] {
            let fixed = ["show", "--force", "--out", page_name, "--against", against];
            let printed = JUDGE.stdout(&[&fixed, source].concat(), 0);
            let told: Vec<&str> = printed.lines().collect();
            assert_eq!(told[0], page_name);
            for (line, name) in told[1..].iter().zip(["A", "B"]) {
                assert!(
                    line.starts_with(&format!("{name}: OK; score ")),
                    "{printed}"
                );
            }
            assert_eq!(told.len(), 3, "{printed}");
            let replays = replays(&page);
            assert_eq!(replays.len(), 2, "{source:?}");
            // The same play, whatever it was taken from.
            assert_eq!(replays[0]["rounds"], replays[1]["rounds"], "{source:?}");
            assert_eq!(replays[1]["header"]["contestant"], against);
            pages.push(replays[0]["rounds"].clone());
        }
    }
    assert!(pages.iter().all(|page| *page == pages[0]));
}

#[test]
fn a_run_of_another_case_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let streams = saved(folder.path());
    fs::write(format!("{streams}/4.in"), "8 -1 -1\n").unwrap();
    fs::write(format!("{streams}/4.out"), "0 0\n").unwrap();
    let fixed = [
        "show",
        "--exec",
        EXAMPLE,
        "--seed",
        "4",
        "-N",
        "6",
        "--against",
        &streams,
    ];
    let refused = JUDGE.command(&fixed).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert_eq!(
        error,
        format!("error: --against {streams}: that is a run of another case\n")
    );
}
