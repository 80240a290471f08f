//! Parts of problem packages: facts, worked dialogues, statements.

use std::path::Path;

use harness::hostile::Arena;
use xtask::games::{self, DialogueKind};
use xtask::packages::sample::{WorkedDialogue, compiled_checker};
use xtask::packages::{Facts, statement};
use xtask::submissions::Submission;

#[test]
fn what_a_game_lacks_is_named() {
    let error = Submission::of("common").unwrap_err().to_string();
    let lacks = "crates/common/Cargo.toml has no table [package.metadata.submission]";
    assert_eq!(error, lacks);
    let mut game = games::chosen(&["slider".into()]).unwrap().remove(0);
    game.package = None;
    let error = Facts::gather(game, Path::new("")).map(|_| ()).unwrap_err();
    let lacks = "judges/slider/Cargo.toml has no table [package.metadata.game.package]";
    assert_eq!(error.to_string(), lacks);
    let error = WorkedDialogue::read("slider").map(|_| ()).unwrap_err();
    let lacks = "crates/slider/README.md has no worked dialogue: a block that begins with";
    assert_eq!(error.to_string(), format!("{lacks} ```text dialogue"));
}

#[test]
fn a_contestant_that_would_read_a_secret_gets_no_package() {
    let arena = Arena::here();
    let facts = r#"{"limits":null,"objective":"maximise","random_play":false,"secret":true}"#;
    arena.script("slider-judge", &format!("#!/bin/sh\necho '{facts}'\n"));
    let game = games::chosen(&["slider".into()]).unwrap().remove(0);
    let error = Facts::gather(game, arena.folder()).map(|_| ()).unwrap_err();
    let reason = "slider: in a package, an offline contestant reads the whole case file";
    assert!(error.to_string().starts_with(reason), "{error}");
}

/// Dialogues by game, with a slash between lines. The last part is the expected report, a line and
/// a rule; it is empty if the dialogue is legal.
const DIALOGUES: [(&str, &[&str]); 3] = [
    (
        "ioiwari",
        &[
            "> 2 4 2 2 4 2 4/< 3 3 0 0/4: `3 3 0 0` is not a pit, 1 to 7",
            "> 2 4 2 2 4 2 4/< 5/< 5/5: a line of the other side is due",
            "> 2 4 2 2 4 2 4/> 3/< 5/4: a line of the other side is due",
            "> 2 4 2 2 4 2 4/< 5/> nonsense/5: expected one of `3`, `6`, found `nonsense`",
            "> 2 4 2 2 4 2 4/< 5/> 3/5: the dialogue ends here, but the game goes on",
            "> 2 4 2 2 4 2 4/< 5/> 3/[and so on]/< 9/",
            "> 2 4 2 2 4 2 4/<5/4: `<5` begins with none of",
            "> 2 4 2 2 4 2/4: the input ends where",
            "> 1 0 0 0 0 0 19/3: ",
        ],
    ),
    (
        "lucky",
        &[
            "> 1 1 1 0/> 3/> newRound/> playTurn 1/[…]/6: expected `playTurn 0`, found `playTurn 1`",
            "> 1 1 1 0/> 3/> playTurn 0/[…]/5: expected `newRound`, found `playTurn 0`",
        ],
    ),
    ("tonga", &["> 6 -1 -1/< 3 4/> 0 0/[…]/5: expected one of "]),
];

/// Checks that a broken rule is reported with its line, whichever side breaks it.
#[test]
fn a_worked_dialogue_is_replayed_by_the_referee() {
    let folder = tempfile::tempdir().unwrap();
    for (game, dialogues) in DIALOGUES {
        let checker = compiled_checker(game, folder.path()).unwrap();
        let dialogue = WorkedDialogue::read(game).unwrap();
        let case = dialogue.check(&checker).unwrap();
        assert!(!case.is_empty() && dialogue.interaction.replace("<", "").starts_with(&case));
        for (lines, expected) in dialogues.iter().filter_map(|all| all.rsplit_once('/')) {
            let text = format!("```text dialogue\n{}\n```\n", lines.replace('/', "\n"));
            let dialogue = WorkedDialogue::parse("README.md".into(), &format!("# Game\n{text}"));
            let played = dialogue.and_then(|dialogue| dialogue.check(&checker));
            let error = played.map_or_else(|error| error.to_string(), |_| String::new());
            let found = error.strip_prefix("README.md:").unwrap_or(&error);
            assert!(found.starts_with(expected), "{lines}: {error}");
            let shown = error.lines().count();
            assert_eq!(shown, usize::from(!expected.is_empty()), "{error}");
        }
    }
}

/// Checks that a statement suits the system that shows it: it describes the end of the input there,
/// and names neither an option of our judge nor this project. In TeX, every opened environment is
/// closed, and every row has the number of cells of its table.
#[test]
fn statements_of_every_game_are_whole_and_independent_of_our_judge() {
    for game in games::all().unwrap() {
        let name = &game.name;
        let rules = statement::rules(name).unwrap();
        let foreign = "ur judge|judges/|-judge|`--|make |stays open|](|Click";
        let found = foreign.split('|').find(|foreign| rules.contains(foreign));
        assert_eq!(found, None, "{name}");
        let statement = statement::markdown(&rules, game.kind, "A sentence.");
        let ends = statement.contains("it ends after the case");
        assert_eq!(ends, game.kind == DialogueKind::Offline, "{name}");
        for kept in ["## Rules", "```text", "Limits"] {
            assert!(statement.contains(kept), "{name}: {kept}");
        }
        let tex = statement::tex("Name_1", &statement);
        assert!(tex.starts_with("\\problemname{Name\\_1}"));
        for kind in ["verbatim", "itemize", "enumerate", "tabular"] {
            let count = |word: &str| tex.matches(&format!("\\{word}{{{kind}}}")).count();
            assert_eq!(count("begin"), count("end"), "{name}: {kind}");
        }
        for table in tex.split("\\begin{tabular}").skip(1) {
            let columns = table.lines().next().unwrap().matches("|p").count();
            let rows = table.split("\\end").next().unwrap().lines().skip(2);
            for row in rows.filter(|row| row.ends_with("\\hline")) {
                assert_eq!(row.matches(" & ").count() + 1, columns, "{name}: {row}");
            }
        }
    }
}

#[test]
fn what_tex_reads_as_a_command_is_text() {
    let text = "5 % of $a_1$ & `x^2 {y} ~ #`: **a** *b* < \\ end";
    let expected = "\\problemname{N}\n\n5 \\% of \\$a\\_1\\$ \\& \\texttt{x\\textasciicircum{}2 \\{y\\} \\textasciitilde{} \\#}: \
                    \\textbf{a} \\emph{b} $<$ \\textbackslash{} end\n\n";
    assert_eq!(statement::tex("N", text), expected);
}
