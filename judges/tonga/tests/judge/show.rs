//! A page of two runs, from each source: a contestant that plays now, saved streams, a case and
//! an output.

use std::fs;
use std::path::Path;

use harness::Judge;
use serde_json::Value;

const JUDGE: Judge = Judge::new(env!("CARGO_BIN_EXE_tonga-judge"));
const EXAMPLE: &str = "python3 data/examples/tonga.py";
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
            let lines: Vec<&str> = printed.lines().collect();
            assert_eq!(lines[0], page_name);
            for (line, name) in lines[1..].iter().zip(["A", "B"]) {
                assert!(
                    line.starts_with(&format!("{name}: OK; score ")),
                    "{printed}"
                );
            }
            assert_eq!(lines.len(), 3, "{printed}");
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
