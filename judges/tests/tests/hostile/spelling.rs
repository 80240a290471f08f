//! One spelling: ranges, times and case files are written alike in every subcommand.

use std::fs;
use std::process::Output;

use harness::hostile::Arena;
use harness::hostile::games::all;

fn run(arena: &Arena, name: &str, args: &str) -> Output {
    let game = all().iter().find(|game| game.name == name).unwrap();
    let mut judge = arena.judge(game);
    judge
        .args(shlex::split(args).unwrap())
        .current_dir(arena.folder());
    judge.output().unwrap()
}

#[track_caller]
fn printed(arena: &Arena, name: &str, args: &str) -> String {
    let output = run(arena, name, args);
    assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Pairs of spellings, which write the same files.
#[test]
fn ranges_have_two_spellings() {
    let arena = Arena::here().unwrap();
    let written = |name: &str, args: &str| {
        let folder = arena.folder().join("out");
        let _ = fs::remove_dir_all(&folder);
        printed(&arena, name, &format!("gen --out out {args}"));
        let files = fs::read_dir(&folder).unwrap();
        let mut files: Vec<(String, String)> = files
            .map(|file| file.unwrap())
            .map(|file| {
                let name = file.file_name().into_string().unwrap();
                (name, fs::read_to_string(file.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    for (name, one, other, files) in [
        ("slider", "--seed 1-3", "--seed 1,3", 3),
        (
            "slider",
            "--seed 1-9 -N 10-12 -F 0.5-0.6",
            "--seed 1-9 -N 10,12 -F 0.5,0.6",
            9,
        ),
        ("tonga", "--seed 1-9 -N 6-10", "--seed 1-9 -N 6,10", 9),
        ("lucky", "--subtask 1-3", "--subtask 1,3", 3),
        (
            "lucky",
            "--subtask 2-7 --seed 1-2",
            "--subtask 2,7 --seed 1+2",
            12,
        ),
    ] {
        let written = [written(name, one), written(name, other)];
        assert_eq!(written[0], written[1], "{name} {one}");
        assert_eq!(written[0].len(), files, "{name} {one}");
    }
    let sides = written("slider", "--seed 1-40 -N 10-12");
    let mut sides: Vec<&str> = sides
        .iter()
        .map(|(_, text)| text.lines().next().unwrap())
        .collect();
    sides.sort_unstable();
    sides.dedup();
    assert_eq!(sides, ["10", "11", "12"], "each seed draws one");
}

#[test]
fn a_record_has_one_spelling_of_a_range() {
    let arena = Arena::here().unwrap();
    let args = "--exec 'echo 0' --json - -ns --scoreFormat bare -C 3 -N";
    for range in ["10-12", "10,12"] {
        let text = printed(&arena, "slider", &format!("{args} {range}"));
        assert!(text.contains(r#""options":"-N '10,12' -C 3""#), "{text}");
    }
}

#[test]
fn times_have_units() {
    let arena = Arena::here().unwrap();
    for time in ["1500ms", "1.5s", "1500"] {
        let args = format!("--exec 'echo 0' --json - -tl {time} --wall-limit {time}");
        let text = printed(&arena, "slider", &args);
        let limits = r#""limits":{"cpu_ms":1500,"wall_ms":1500,"#;
        assert!(text.contains(limits), "{text}");
    }
}

/// The case file as an operand and as an option, wherever there is one.
#[test]
fn a_case_file_is_an_option_everywhere() {
    let arena = Arena::here().unwrap();
    printed(&arena, "slider", "gen --out d");
    fs::write(arena.folder().join("d/1.out"), "0\n").unwrap();
    for (one, other) in [
        ("score d/1.in d/1.out", "score --case d/1.in d/1.out"),
        (
            "show --text d/1.in d/1.out",
            "show --text --case d/1.in d/1.out",
        ),
        (
            "show --text --exec 'echo 0' d/1.in",
            "show --text --exec 'echo 0' --case d/1.in",
        ),
    ] {
        let [one, other] = [one, other].map(|args| printed(&arena, "slider", args));
        assert!(!one.is_empty());
        assert_eq!(one, other);
    }
}
