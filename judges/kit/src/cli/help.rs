//! The help: what the game is, examples, and what an option is by default.

use clap::{Arg, ArgAction, Command};

use super::{checks, limits};
use game::{Game, OptionValues};
use usage::{Example, with_examples};

/// Notes that belong to no single option.
const NOTES: &str = "\
Options may have one dash or two, in any case: -sd 5, --seed 5, -SEED=5. Times are 10s, 500ms or a
number of ms. Ranges are 1-3 or 1,3.

The contestant's command is split as a shell would do it, but no shell runs it. It gets PATH, HOME
and TMPDIR of this environment, LANG=C.UTF-8, and no other variable: --exec \"env NAME=value CMD\"
sets one. A file named - is standard input or output.

Exit status: 0 all cases were OK, 1 some contestant failed, 2 wrong usage or a malformed file, 3 the
judge itself failed, 130 or 143 stopped by a signal.";

/// Examples by subcommand: the arguments, and what they do.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "run",
        &[
            (r#"--exec "python3 mine.py" --seed 1-10"#, "play ten cases"),
            (
                r#"--exec ./mine --seed 1-100 --threads 4 --json a.jsonl"#,
                "keep a record of each",
            ),
            (
                r#"--exec ./mine --seed 3 --html pages"#,
                "write a page to watch",
            ),
        ],
    ),
    (
        "watch",
        &[
            ("watch", "with exec and seed in judge.toml"),
            ("watch --exec ./mine --seed 1-10", "the same, typed"),
        ],
    ),
    (
        "gen",
        &[
            ("gen --seed 5", "print a case"),
            ("gen --seed 1-100 --out cases", "write cases/1.in to 100.in"),
            (
                "gen --seed 1-9 --out cases --name %04d.txt",
                "write 0001.txt to 0009.txt",
            ),
        ],
    ),
    (
        "duel",
        &[
            (
                "duel --exec ./new --against ./old",
                "play until it is clear",
            ),
            (
                "duel --exec ./new --against ./old --margin 0.01 --threads 4",
                "stop if they are alike, too",
            ),
            (
                "duel --exec ./new --against ./old --case cases/*.in",
                "play these cases",
            ),
        ],
    ),
    (
        "score",
        &[
            ("score 1.in 1.out", "score an answer"),
            ("score --case 1.in 1.out", "the same"),
            (
                "score --checker testlib 1.in 1.out 1.ans",
                "serve as a checker",
            ),
        ],
    ),
    (
        "show",
        &[
            ("show --seed 3 --exec ./mine", "play, and write a page"),
            ("show 1.in 1.out --text", "print the boards of a saved run"),
            (
                "show --seed 3 --exec ./new --against ./old",
                "show two runs side by side",
            ),
        ],
    ),
    (
        "play",
        &[
            ("play --seed 5", "play a case"),
            ("play --case 1.in --json a.jsonl", "keep a record of it"),
            (
                "play --seed 5 --continue half.txt",
                "go on with a saved game",
            ),
        ],
    ),
];

/// Options that the short help shows, besides those of the game.
const COMMON: [&str; 14] = [
    "seed",
    "case",
    "exec",
    "against",
    "threads",
    "time_limit",
    "json",
    "bests",
    "html",
    "out",
    "text",
    "saveAll",
    "force",
    "help",
];

/// The command of a judge, with what its game is, examples, the game's limits, and what a person
/// plays.
pub(super) fn described<G: Game>(command: Command) -> Command {
    let limits = G::new(&OptionValues::default()).limits();
    let command = command
        .mut_subcommands(|command| match command.get_name() {
            "run" | "watch" | "duel" => limits::with_defaults(command, &limits),
            // An operand may follow the one file.
            "show" => {
                limits::with_defaults(command, &limits).mut_arg("case", |arg| arg.num_args(1))
            }
            "play" => by_hand::<G>(command),
            _ => command,
        })
        .mut_subcommands(|command| {
            let name = command.get_name().to_string();
            explained::<G>(command, &name)
        });
    explained::<G>(limits::with_defaults(command, &limits), "run")
}

/// Gives options the values that they have where a person plays.
fn by_hand<G: Game>(command: Command) -> Command {
    let options = G::BY_HAND.iter();
    options.fold(command, |command, &(option, value)| {
        command.mut_arg(option, |arg| arg.default_value(value))
    })
}

/// Adds game, examples and notes to a subcommand.
fn explained<G: Game>(command: Command, name: &str) -> Command {
    let title = G::TITLE;
    let rules = format!("Rules: crates/{}/README.md", G::NAME);
    let examples = EXAMPLES.iter().find(|(command, _)| *command == name);
    let examples = examples.map_or(&[][..], |(_, examples)| examples);
    let notes = match command.get_after_help() {
        Some(own) => own.to_string(),
        None => NOTES.to_string(),
    };
    let command = negative_values(checks::hide_unused::<G>(command, name))
        .before_long_help(format!("{title}. {}\n{rules}", G::PROTOCOL))
        .before_help(format!("{title}. {rules}"));
    let program = format!("{}-judge", G::NAME);
    let command = with_examples(command, &program, examples, &notes);
    command.mut_args(|arg| {
        let id = arg.get_id().as_str();
        let is_common = COMMON.contains(&id)
            || arg.is_positional()
            || G::OPTIONS.iter().any(|option| option.name == id);
        arg.hide_short_help(!is_common)
    })
}

/// Lets every value be a negative number: what is wrong with it is said by the
/// option that gets it.
fn negative_values(command: Command) -> Command {
    command.mut_args(|arg: Arg| {
        let takes_value = ArgAction::takes_values(arg.get_action());
        arg.allow_negative_numbers(takes_value)
    })
}
