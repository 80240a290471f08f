//! Options that would be ignored beside others are refused.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::game_args::{LINKED, names};
use super::options::shown;
use game::{Game, OptionUse};

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
    let [draws, variants, seeds, scores, bounds] = [
        OptionUse::Case,
        OptionUse::Variant,
        OptionUse::Seeds,
        OptionUse::Score,
        OptionUse::Bound,
    ]
    .map(names::<G>);
    let (cases, scores) = ([draws, variants].concat(), [scores, bounds].concat());
    let contestant = vec![LINKED];
    let rules: Vec<(bool, &[&str], String, &str)> = match name {
        "run" => {
            let (case, load) = (typed.has("case"), typed.has("load"));
            let seed = typed.has("seed");
            vec![
                (
                    case,
                    &cases,
                    typed.name("case"),
                    "the case comes from a file",
                ),
                (
                    case,
                    &seeds,
                    typed.name("case"),
                    "the case comes from a file",
                ),
                (
                    seed,
                    &seeds,
                    typed.name("seed"),
                    "it names the seeds itself",
                ),
                (load, &contestant, typed.name("load"), "no contestant runs"),
                (
                    typed.has("exec"),
                    &contestant,
                    typed.name("exec"),
                    "that is another contestant",
                ),
            ]
        }
        "gen" => vec![
            (
                typed.has("seed"),
                &seeds,
                typed.name("seed"),
                "it names the seeds itself",
            ),
            (true, &contestant, "gen".into(), "no contestant runs"),
            (true, &scores, "gen".into(), "nothing is scored"),
        ],
        "score" => vec![
            (true, &cases, "score".into(), "the case comes from a file"),
            (true, &seeds, "score".into(), "the case comes from a file"),
            (true, &contestant, "score".into(), "no contestant runs"),
        ],
        "play" => vec![
            (true, &contestant, "play".into(), "a person plays"),
            (
                true,
                &["saveSolError"],
                "play".into(),
                "a person has no standard error",
            ),
            (true, &seeds, "play".into(), "a person plays one case"),
            (
                typed.has("case"),
                &cases,
                typed.name("case"),
                "the case comes from a file",
            ),
        ],
        "show" => vec![(
            typed.has("case"),
            &cases,
            "CASE".into(),
            "the case comes from a file",
        )],
        _ => Vec::new(),
    };
    let salt = [(
        !G::RANDOM_PLAY,
        &["salt"][..],
        G::NAME.to_string(),
        "nothing is random in its play",
    )];
    for (applies, options, other, reason) in rules.iter().chain(&salt) {
        let mut ignored = options.iter().filter(|option| typed.has(option));
        if let (true, Some(option)) = (applies, ignored.next()) {
            let option = typed.name(option);
            let message = format!("'{option}' cannot be used with '{other}': {reason}");
            return Err(own.clone().error(ErrorKind::ArgumentConflict, message));
        }
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

    /// Returns an option as the user types it.
    fn name(&self, id: &str) -> String {
        let mut args = self.own.get_arguments();
        let arg = args.find(|arg| arg.get_id() == id);
        arg.map_or_else(|| id.to_string(), shown)
    }
}
