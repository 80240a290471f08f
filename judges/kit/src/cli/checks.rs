//! Options that would be ignored are refused: those that a command has no use for, which its help
//! does not show, and those without effect beside another option.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::game_args::{LINKED, names};
use super::options::shown;
use game::{Game, OptionUse};

/// Options by id, and the reason for which they have no effect.
type Ignored = (Vec<&'static str>, &'static str);

const FROM_FILE: &str = "the case comes from a file";
const NO_CONTESTANT: &str = "no contestant runs";

/// The options that a command has no use for.
fn unused<G: Game>(command: &str) -> Vec<Ignored> {
    let mut unused = match command {
        "gen" => vec![
            (of_contestant::<G>(), NO_CONTESTANT),
            (scoring::<G>(), "nothing is scored"),
        ],
        "score" => vec![
            (drawing::<G>(), FROM_FILE),
            (names::<G>(OptionUse::Seeds), FROM_FILE),
            (of_contestant::<G>(), NO_CONTESTANT),
        ],
        "play" => vec![
            (of_contestant::<G>(), "a person plays"),
            (
                vec!["salt"],
                "a person has no seed to foresee the play from",
            ),
            (names::<G>(OptionUse::Seeds), "a person plays one case"),
            (vec!["saveSolError"], "a person has no standard error"),
            (vec!["no_summary"], "one case has no summary"),
            (
                vec!["runs", "note"],
                "the history keeps runs of contestants",
            ),
        ],
        "watch" => {
            let ids = ["json", "resume", "shard", "load", "show_config"];
            vec![(ids.to_vec(), "it keeps the records of two runs itself")]
        }
        "show" => vec![(names::<G>(OptionUse::Seeds), "one case is shown")],
        "duel" => vec![(vec![LINKED], "both are named by their commands")],
        _ => Vec::new(),
    };
    if !G::TELLS_LOSSES {
        unused.push((
            vec!["losses"],
            "this game does not tell where points are lost",
        ));
    }
    if !G::RANDOM_PLAY {
        unused.push((vec!["salt"], "nothing is random in the play of this game"));
    }
    unused
}

/// Options that say which contestant plays, and how.
const CONTESTANT: [&str; 6] = [
    "exec",
    LINKED,
    "sandbox",
    "time_limit",
    "wall_limit",
    "memory_limit",
];

/// Options that save streams.
const STREAMS: [&str; 4] = ["saveSolInput", "saveSolOutput", "saveSolError", "saveAll"];

/// The options of a command without effect beside another one, which comes first.
fn beside<G: Game>(command: &str) -> Vec<(&'static str, Ignored)> {
    let seeds = || names::<G>(OptionUse::Seeds);
    let own_seeds = ("seed", (seeds(), "it names the seeds itself"));
    let from_file = |case| (case, ([drawing::<G>(), seeds()].concat(), FROM_FILE));
    let linked = ("exec", (vec![LINKED], "that is another contestant"));
    let contestant = [&CONTESTANT, &names::<G>(OptionUse::Contestant)[..]].concat();
    let no_contestant =
        |other, more: &[&'static str]| (other, ([&contestant, more].concat(), NO_CONTESTANT));
    let pages = ("html", (STREAMS.to_vec(), "it saves the streams itself"));
    match command {
        "run" | "watch" => {
            let conditions = ["threads", "shard", "pin", "no_output", "runs", "note"];
            let load = no_contestant("load", &[&conditions[..], &STREAMS].concat());
            vec![from_file("case"), own_seeds, load, linked, pages]
        }
        "duel" => vec![from_file("case"), own_seeds],
        "gen" => vec![own_seeds],
        "score" => {
            let printed = [vec!["format"], names::<G>(OptionUse::Bound)].concat();
            vec![("checker", (printed, "a checker tells the verdict alone"))]
        }
        "show" => vec![
            from_file("case"),
            from_file("first"),
            linked,
            no_contestant("second", &[]),
            no_contestant("load", &["first"]),
            ("text", (vec!["out", "force"], "no page is written")),
        ],
        "play" => vec![from_file("case"), pages],
        _ => Vec::new(),
    }
}

/// The options of a command that have no effect beside those that are `typed`.
pub(super) fn ignored_beside<G: Game>(
    command: &str,
    typed: &dyn Fn(&str) -> bool,
) -> Vec<&'static str> {
    let mut ignored = Vec::new();
    for (other, (ids, _)) in beside::<G>(command) {
        if ids.iter().any(|id| typed(id)) {
            ignored.push(other);
        }
        if typed(other) {
            ignored.extend(ids);
        }
    }
    if typed("case") && !G::RANDOM_PLAY {
        ignored.push("seed");
    }
    ignored
}

/// Names of the options that draw cases.
fn drawing<G: Game>() -> Vec<&'static str> {
    [OptionUse::Case, OptionUse::Variant]
        .map(names::<G>)
        .concat()
}

/// Names of the game's options that need a contestant's process.
fn of_contestant<G: Game>() -> Vec<&'static str> {
    [vec![LINKED], names::<G>(OptionUse::Contestant)].concat()
}

/// Names of the options that matter where cases are scored.
fn scoring<G: Game>() -> Vec<&'static str> {
    [OptionUse::Score, OptionUse::Bound]
        .map(names::<G>)
        .concat()
}

/// Leaves the options that the command of this name has no use for out of its help.
pub(super) fn hide_unused<G: Game>(command: Command, name: &str) -> Command {
    let unused = unused::<G>(name);
    let unused: Vec<&str> = unused.into_iter().flat_map(|(ids, _)| ids).collect();
    command.mut_args(|arg| {
        let is_unused = unused.contains(&arg.get_id().as_str());
        if is_unused { arg.hide(true) } else { arg }
    })
}

/// Checks that every option that was typed has an effect.
///
/// # Errors
/// One has none; the message names it and what it is ignored beside.
pub(super) fn check<G: Game>(command: &Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let (name, matches) = matches.subcommand().unwrap_or(("run", matches));
    let Some(own) = command.find_subcommand(name) else {
        return Ok(());
    };
    let typed = Typed { own, matches };
    let refuse = |(ids, reason): Ignored, other: &str| {
        let Some(option) = ids.into_iter().find(|id| typed.has(id)) else {
            return Ok(());
        };
        let option = typed.name(option);
        let message = format!("'{option}' cannot be used with '{other}': {reason}");
        Err(own.clone().error(ErrorKind::ArgumentConflict, message))
    };
    for ignored in unused::<G>(name) {
        refuse(ignored, name)?;
    }
    let beside = beside::<G>(name).into_iter();
    for (other, ignored) in beside.filter(|(other, _)| typed.has(other)) {
        refuse(ignored, &typed.name(other))?;
    }
    let case = ["case", "first"].into_iter().find(|id| typed.has(id));
    if let Some(case) = case
        && typed.has("seed")
        && !G::RANDOM_PLAY
        && !typed.repeats()
    {
        let reason = "nothing is random in the play of this game, so a case is the same for every seed; \
                      1*3 in a run plays it three times";
        refuse((vec!["seed"], reason), &typed.name(case))?;
    }
    Ok(())
}

/// The options of a command, and which of them were typed.
struct Typed<'a> {
    own: &'a Command,
    matches: &'a ArgMatches,
}

impl Typed<'_> {
    fn has(&self, id: &str) -> bool {
        let is_known = self.own.get_arguments().any(|arg| arg.get_id() == id);
        is_known && self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Returns true if the seeds stand for repetitions.
    fn repeats(&self) -> bool {
        let seeds = self.matches.get_raw("seed").into_iter().flatten();
        seeds
            .into_iter()
            .any(|seeds| seeds.to_string_lossy().contains('*'))
    }

    /// Returns an option as the user types it.
    fn name(&self, id: &str) -> String {
        let mut args = self.own.get_arguments();
        let arg = args.find(|arg| arg.get_id() == id);
        arg.map_or_else(|| id.to_string(), shown)
    }
}
