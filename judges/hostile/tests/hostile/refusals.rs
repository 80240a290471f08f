//! Options without effect: each is refused, in every subcommand of every judge.

use std::collections::BTreeSet;
use std::process::Output;

use hostile::games::all;
use hostile::{Arena, GameManifest};

const SUBCOMMANDS: [&str; 6] = ["run", "gen", "score", "show", "play", "duel"];

/// Commands, in each an option without effect, and the one beside which it has none.
const BESIDE: &str = "\
slider --case F -N 12 | -N | --case
slider --case F --seed 5 | --seed | --case
slider --case F --official | --official | --case
slider --salt a | --salt | run
ioiwari --all --seed 5 | --all | --seed
ioiwari --all --case F | --all | --case
yahtzee --all --case F | --all | --case
lucky --subtask 2 --case F | --subtask | --case
lucky --exec x --cpp a.cpp | --cpp | --exec
lucky --cpp a.cpp --loadSolOutput d | --cpp | --loadSolOutput
ioiwari --loadSolOutput d --shard 1/2 | --shard | --loadSolOutput
ioiwari --loadSolOutput d --pin | --pin | --loadSolOutput
ioiwari --loadSolOutput d --sandbox=none | --sandbox | --loadSolOutput
ioiwari --loadSolOutput d -no | --noOutput | --loadSolOutput
ioiwari --loadSolOutput d --note a | --note | --loadSolOutput
lucky gen --cpp a.cpp | --cpp | gen
lucky gen --bound 5 | --bound | gen
ioiwari gen --all --seed 5 | --all | --seed
slider score -N 12 F G | -N | score
slider score --checker testlib --scoreFormat bare F G | --scoreFormat | --checker
slider score --checker testlib --bound 5 F G | --bound | --checker
ioiwari show --all | --all | show
slider show F -N 12 | -N | CASE
slider show F --seed 5 | --seed | CASE
lucky show F G --cpp a.cpp | --cpp | OUTPUT
lucky show --exec x --cpp a.cpp | --cpp | --exec
lucky show --loadSolOutput d --cpp a.cpp | --cpp | --loadSolOutput
tonga show --text --out a | --out | --text
tonga show --text --force | --force | --text
tonga play --saveSolError d | --saveSolError | play
tonga play --noSummary | --noSummary | play
tonga play --runs d | --runs | play
tonga play --case F -N 6 | -N | --case
slider play --case F --seed 5 | --seed | --case
ioiwari play --all | --all | play
tonga duel --exec x --against x --case F -N 6 | -N | --case
ioiwari duel --exec x --against x --all --seed 5 | --all | --seed
slider duel --exec x --against x --case F --seed 5 | --seed | --case
lucky duel --exec x --against x --cpp a.cpp | --cpp | duel
";

fn run(arena: &Arena, game: &GameManifest, args: &[&str]) -> Output {
    let mut judge = arena.judge(game);
    judge.args(args).current_dir(arena.folder());
    judge.output().unwrap()
}

/// An option as it is typed, with a value that it may have if it takes one.
type Typed = Vec<String>;

/// A value that an option may have: 1, or the first that the refusal of 1 names.
fn value(arena: &Arena, game: &GameManifest, subcommand: &str, option: &str) -> String {
    let said = run(arena, game, &[subcommand, option, "1", "--help"]).stderr;
    let said = String::from_utf8(said).unwrap();
    let starts = ["[possible values: ", "is not a number from "];
    let named = starts.iter().find_map(|start| said.split_once(start));
    let first = named.and_then(|(_, values)| values.split([',', ']', ' ']).next());
    first.unwrap_or("1").into()
}

/// The options in the help of a subcommand.
fn options(arena: &Arena, game: &GameManifest, subcommand: &str) -> BTreeSet<Typed> {
    let help = run(arena, game, &[subcommand, "--help"]).stdout;
    let help = String::from_utf8(help).unwrap();
    let lines = help
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('-') && !line.starts_with("- "));
    let value_of = |option: &str| value(arena, game, subcommand, option);
    let options = lines.map(|line| {
        // `-N <SIDE>  Meaning`, `--sandbox[=<LEVEL>]`, `-h, --help`
        let line = line.split("  ").next().unwrap();
        let line = line.rsplit(", ").next().unwrap();
        let (option, value) = line.split_once([' ', '[']).unwrap_or((line, ""));
        match value.is_empty() || value.starts_with('=') || line.contains(" [") {
            true => vec![option.to_string()],
            false => vec![option.into(), value_of(option)],
        }
    });
    options.collect()
}

/// Refused is all that the help of a subcommand does not show.
#[test]
fn an_option_is_in_the_help_or_refused() {
    let arena = Arena::here().unwrap();
    for game in all() {
        let known = SUBCOMMANDS.map(|subcommand| options(&arena, game, subcommand));
        let every: BTreeSet<Typed> = known.iter().flatten().cloned().collect();
        assert!(every.len() > 50, "{}: {every:?}", game.name);
        for (subcommand, known) in SUBCOMMANDS.iter().zip(&known) {
            let operands: &[&str] = match *subcommand {
                "score" => &["c", "o"],
                "duel" => &["--exec", "false", "--against", "false"],
                _ => &[],
            };
            let names: BTreeSet<&String> = known.iter().map(|typed| &typed[0]).collect();
            for typed in every.iter().filter(|typed| !names.contains(&typed[0])) {
                let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
                let args = [&[*subcommand], operands, &typed].concat();
                let output = run(&arena, game, &args);
                let said = String::from_utf8(output.stderr).unwrap();
                let shown = format!("{} {args:?}: {said}", game.name);
                assert_eq!(output.status.code(), Some(2), "{shown}");
                let refused = ["unexpected argument '", "cannot be used with '"];
                assert!(refused.iter().any(|words| said.contains(words)), "{shown}");
                assert!(said.contains(&format!("'{}", typed[0])), "{shown}");
            }
        }
    }
}

#[test]
fn an_option_without_effect_beside_another_is_refused() {
    let arena = Arena::here().unwrap();
    for line in BESIDE.lines() {
        let [typed, ignored, beside] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (game, args) = typed.split_once(' ').unwrap();
        let game_of = all().iter().find(|known| known.name == game).unwrap();
        let args: Vec<&str> = args.split(' ').collect();
        let output = run(&arena, game_of, &args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{game} {args:?}: {said}");
        assert!(output.stdout.is_empty(), "{game} {args:?}");
        let start = format!("error: '{ignored}' cannot be used with '{beside}': ");
        assert!(said.starts_with(&start), "{game} {args:?}: {said}");
    }
    // Without the other option, it has one.
    let game = all().iter().find(|game| game.name == "slider").unwrap();
    let round = run(&arena, game, &["show", "--round", "2"]);
    assert_eq!(round.status.code(), Some(2));
    assert!(String::from_utf8(round.stderr).unwrap().contains("--text"));
}
