//! The texts around a command line: the spelling of options, help with the game and examples, and errors
//! with a hint at what the user meant.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgAction, Command, Error};

use game::{Game, Seeds};
use records::quoted;
use records::usage::{
    display_name, error_of, examples_of, has_option, is_similar, option_name, owners,
    similar_option, spellings, with_examples,
};

const NOTES: &str = "\
Options may have one dash or two, in any case: -sd 5, --seed 5, -SEED=5. Times are 10s, 500ms or a
number of ms. Ranges are 1-3 or 1,3. A file named - is standard input or output.

The printed RunTime is the wall time of the contestant's turns, CPU its processor time.";

/// Note of the subcommands that start a contestant.
const CONTESTANTS: &str = "\
The contestant's command is split as a shell would do it, but no shell runs it. It gets PATH, HOME
and TMPDIR of this environment, LANG=C.UTF-8, and no other variable: --exec \"env NAME=value CMD\"
sets one.";

const EXIT_STATUS: &str = "\
Exit status: 0 all cases were OK, 1 some contestant failed, 2 wrong usage or a malformed file, 3 the
judge itself failed, 130 or 143 stopped by a signal.";

const EXAMPLES: &str = r#"
--exec "python3 mine.py" --seed 1-10  # play ten cases
--exec ./mine --seed 1-100 --threads 4 --json a.jsonl  # keep a record of each
--exec ./mine --seed 3 --html pages  # write a page to watch
watch  # with exec and seed in judge.toml
watch --exec ./mine --seed 1-10  # the same, typed
gen --seed 5  # print a case
gen --seed 1-100 --out cases  # write cases/1.in to 100.in
gen --seed 1-9 --out cases --name %04d.txt  # write 0001.txt to 0009.txt
duel --exec ./new --against ./old  # play until it is clear
duel --exec ./new --against ./old --margin 0.01  # or until they are equivalent
duel --exec ./new --against ./old --case cases/*.in  # play these cases
score 1.in 1.out  # score an answer
show --seed 3 --exec ./mine  # play, and write a page
show RUN --runs runs  # show a run of the history
show 1.in 1.out --text --turn all  # print the boards of a saved run
show --seed 3 --exec ./new --against ./old  # show ./old as A beside ./new as B
play --seed 5  # play a case
play --case 1.in --json a.jsonl  # keep a record of it
play --seed 5 --continue half.txt  # go on with a saved game
"#;

/// Options in the short help, besides those of the game and of the examples.
const COMMON: &str = "seed case exec against threads time_limit json bests html losses out saveAll force run runs note help";

/// Returns the command of a judge with a description of its game, and examples.
pub(super) fn described<G: Game>(command: Command) -> Command {
    let command = command.mut_subcommands(|command| {
        let name = command.get_name().to_string();
        with_help::<G>(command, &name)
    });
    with_help::<G>(command, "run")
}

fn with_help<G: Game>(command: Command, name: &str) -> Command {
    let title = G::TITLE;
    let rules = format!("Rules: crates/{}/README.md", G::NAME);
    let own = command.get_after_help().map(ToString::to_string);
    let plays = command.get_arguments().any(|arg| arg.get_id() == "exec");
    let is_run = ["run", "watch"].contains(&name);
    let end = own.as_deref().unwrap_or(EXIT_STATUS);
    let parts = [Some(NOTES), plays.then_some(CONTESTANTS), is_run.then_some(TOPCODER), Some(end)];
    let notes = parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let command = if is_run { accepting(command) } else { command };
    let command = command
        .before_long_help(format!("{title}. {}\n{rules}", G::PROTOCOL))
        .before_help(format!("{title}. {rules}"));
    let program = format!("{}-judge", G::NAME);
    let examples = examples_of(EXAMPLES, name);
    let command = with_examples(command, &program, &examples, &notes);
    let typed: Vec<&str> = examples.iter().flat_map(|(typed, _)| typed.split(' ')).collect();
    command.mut_args(|arg| {
        let (id, name) = (arg.get_id().as_str(), display_name(&arg));
        let is_common = COMMON.split(' ').any(|common| common == id)
            || arg.is_positional()
            || G::OPTIONS.iter().any(|option| option.name == id)
            || typed.contains(&name.as_str());
        // The option's own parser reports negative numbers.
        let takes_value = arg.get_action().takes_values();
        arg.hide_short_help(!is_common).allow_negative_numbers(takes_value)
    })
}

/// Note on the options of TopCoder's tester, which the help does not list.
const TOPCODER: &str = "\
TopCoder's options for its window are accepted without effect: -novis (-nv), -printRuntime (-pr),
-debug (-db), -pause, -noAntialiasing, -delay N, -size N, -windowPos X,Y, -saveVis [DIR]. No window
opens; `--html` and `show` write pages.";

/// Names of these options without a value, and with one.
const FLAGS: [&[&str]; 5] =
    [&["novis", "nv"], &["printRuntime", "pr"], &["debug", "db"], &["pause"], &["noAntialiasing"]];
const VALUES: [&[&str]; 3] = [&["delay"], &["size"], &["windowPos"]];

/// Adds options of TopCoder's tester that are accepted without effect, so that its command lines work.
fn accepting(command: Command) -> Command {
    let arg = |names: &'static [&str]| {
        Arg::new(names[0]).long(names[0]).visible_aliases(names[1..].iter()).hide(true)
    };
    let command = command.args(FLAGS.map(|names| arg(names).action(ArgAction::SetTrue)));
    command.args(VALUES.map(arg)).arg(arg(&["saveVis"]).num_args(0..=1))
}

/// Rewrites the options in `args` into the spelling that clap expects. They belong to `command`, or
/// to its subcommand that comes first. A word with one dash is a long option.
pub(crate) fn canonical(args: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let first = args.first();
    let command = first.and_then(|first| command.find_subcommand(first)).unwrap_or(command);
    let names = command.get_arguments().flat_map(spellings).filter(|name| name.len() > 1);
    let names: Vec<String> = names.chain(["help", "version"].map(String::from)).collect();
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let spelled = args.into_iter().enumerate().map(|(at, arg)| match arg.to_str() {
        Some(text) if at < end => rewritten(text, &names).into(),
        _ => arg,
    });
    spelled.collect()
}

/// Returns a word with the spelling that clap expects of the long options `names`.
fn rewritten(text: &str, names: &[String]) -> String {
    let Some(rest) = text.strip_prefix('-') else {
        return text.into();
    };
    let option = rest.strip_prefix('-').unwrap_or(rest);
    let (name, value) = option.split_at(option.find('=').unwrap_or(option.len()));
    match names.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(name) => format!("--{name}{value}"),
        None if is_word(rest) => format!("-{text}"),
        None => text.into(),
    }
}

/// Returns false for a number, for a letter with its value, and after a second dash.
fn is_word(rest: &str) -> bool {
    rest.chars().take(2).filter(|char| char.is_alphabetic()).count() == 2
}

/// Options with their names in other programs.
const OTHER_NAMES: [(&str, &str); 10] = [
    ("threads", "j t jobs parallel workers cores procs"),
    ("seed", "s n seeds count games tests num"),
    ("case", "i input file"),
    ("exec", "e x cmd command solver bot player"),
    ("time-limit", "timeout time tl limit cpu"),
    ("memory-limit", "m memory ml"),
    ("json", "o output records results"),
    ("out", "o output"),
    ("quiet", "q silent"),
    ("force", "f overwrite"),
];

/// Subcommands of judge-report.
const REPORTS: [&str; 11] = [
    "table", "reward", "compare", "league", "losses", "html", "merge", "list", "diff", "note",
    "prune",
];

/// Returns an `error` of `command` with the words `args`, and a hint at a correct command line.
pub(super) fn explained(error: Error, command: &mut Command, args: &[OsString]) -> Error {
    let own = args.first().and_then(|name| command.find_subcommand(name)).unwrap_or(command);
    let text = |kind| error.get(kind).map(ToString::to_string);
    let (message, meant) = match (text(ContextKind::InvalidSubcommand), error.kind()) {
        (Some(word), _) if command.find_subcommand(&word).is_some() => {
            let place = "it comes first, before all options";
            (format!("'{word}' is a subcommand: {place}"), None)
        }
        (Some(word), _) => {
            let mut names = command.get_subcommands().map(Command::get_name);
            let similar = names.find(|name| is_similar(name, &word));
            let meant = word_meant(own, &word, args, similar);
            (format!("'{word}' is not a subcommand"), meant)
        }
        (None, ErrorKind::UnknownArgument) => {
            let word = text(ContextKind::InvalidArg).unwrap_or_default();
            let meant = if word.starts_with('-') {
                option_meant(command, own, &word)
            } else {
                word_meant(own, &word, args, None)
            };
            (format!("unexpected argument '{word}' found"), meant)
        }
        _ => return error,
    };
    error_of(command, args.first(), error.kind(), &message, meant)
}

/// Returns a hint for an option that `own` lacks.
fn option_meant(command: &Command, own: &Command, word: &str) -> Option<String> {
    let name = option_name(word);
    if let Some(owners) = owners(command, word) {
        Some(owners)
    } else if command.find_subcommand(name).is_some() {
        Some(format!("{name} is a subcommand and comes first"))
    } else if name.eq_ignore_ascii_case("salt") {
        Some("nothing is random in the play of this game".into())
    } else if ["verbose", "v"].contains(&name) && has_option(own, "--quiet") {
        Some("a run of one case prints all there is, --quiet prints less".into())
    } else if ["debugger", "gdb"].contains(&name) && has_option(own, "--saveAll") {
        Some("--saveAll DIR writes the input with which a debugger can start the program".into())
    } else {
        option_named(own, name).map(|option| format!("did you mean {option}?"))
    }
}

/// Returns the options of `command` that other programs call `name`, or with similar spelling.
pub(super) fn option_named(command: &Command, name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let called = lower.trim_end_matches(|char: char| char.is_ascii_digit());
    let is_called = |names: &str| names.split(' ').any(|name| name == called);
    let others = OTHER_NAMES.iter().filter(|(_, names)| is_called(names));
    let mut meant: Vec<String> = others.map(|(option, _)| format!("--{option}")).collect();
    meant.push(format!("-{}", called.to_uppercase()));
    meant.retain(|option| has_option(command, option));
    if meant.is_empty() { similar_option(command, called) } else { Some(meant.join(" or ")) }
}

/// Returns a hint for a `word` of `args` that `own` does not accept; `similar` is a subcommand with
/// a similar spelling.
fn word_meant(
    own: &Command,
    word: &str,
    args: &[OsString],
    similar: Option<&str>,
) -> Option<String> {
    let words: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into()).collect();
    let (before, rest) = words.split_at(words.iter().position(|other| other == word)?);
    if REPORTS.contains(&word) {
        return Some(format!("type judge-report {}", rest.join(" ")));
    }
    let operands: Vec<&str> =
        rest.iter().take_while(|word| !has_option(own, word)).map(String::as_str).collect();
    if word.parse::<Seeds>().is_ok() && has_option(own, "--seed") {
        let seeds = operands.join(",");
        return Some(match value_at_end(before, "--seed") {
            Some(first) => format!("a list of seeds is written --seed '{{{first},{seeds}}}'"),
            None => format!("seeds are written --seed {word}"),
        });
    }
    if let Some(name) = similar.filter(|_| !Path::new(word).is_file()) {
        return Some(format!("did you mean '{name}'?"));
    }
    let quoted = |words: &[&str]| Some(quoted(&shlex::try_join(words.iter().copied()).ok()?));
    for option in ["--exec", "--against"] {
        if let Some(first) = value_at_end(before, option) {
            let line = quoted(&[&[first], &operands[..]].concat())?;
            return Some(format!("a command is one argument: {option} {line}"));
        }
    }
    let is_typed = |option| before.iter().any(|word| option_name(word) == option);
    if !has_option(own, "--exec") || is_typed("exec") {
        return None;
    }
    match (has_option(own, "--against"), &operands[..]) {
        (true, [first, second]) => {
            let (first, second) = (quoted(&[first])?, quoted(&[second])?);
            Some(format!("type --exec {first} --against {second}"))
        }
        _ => Some(format!("to run a contestant, type --exec {}", quoted(&operands)?)),
    }
}

/// Returns the value of `option` if it is the last option in `words`.
fn value_at_end<'a>(words: &'a [String], option: &str) -> Option<&'a str> {
    match words {
        [.., name, value] if name == option => Some(value),
        [.., last] => last.strip_prefix(option)?.strip_prefix('='),
        [] => None,
    }
}
