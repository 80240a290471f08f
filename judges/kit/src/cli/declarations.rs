//! Declarations of a game's options, checked before any argument is read.

use anyhow::anyhow;
use clap::{Arg, Command};

use game::{Game, GameOption, OptionValues, misdeclared};
use record::Failure;

/// Names that every command knows besides its arguments.
const BUILT_IN: [&str; 4] = ["help", "version", "h", "V"];

/// Checks that the game's options fit each other, the values that they have by hand, the linked
/// form, and what else `command` takes.
///
/// # Errors
/// The fault in an option's declaration: the judge's own.
pub(super) fn check<G: Game>(command: &Command) -> Result<(), Failure> {
    let excluded = G::LINKED.map_or(&[][..], |linked| linked.excludes);
    let wrong = misdeclared(G::OPTIONS)
        .or_else(|| OptionValues::parse(G::OPTIONS, G::BY_HAND).err())
        .or_else(|| unknown(G::OPTIONS, excluded))
        .or_else(|| clash(G::OPTIONS, command));
    match wrong {
        Some(wrong) => Err(Failure::Own(anyhow!("the game {}: {wrong}", G::NAME))),
        None => Ok(()),
    }
}

/// Returns what is wrong with a name that the linked form excludes.
fn unknown(options: &'static [GameOption], excluded: &[&str]) -> Option<String> {
    let is_known = |name: &str| options.iter().any(|option| option.name == name);
    let name = excluded.iter().find(|name| !is_known(name))?;
    Some(format!(
        "the linked form excludes `{name}`, which is no option"
    ))
}

/// Returns what is wrong with an option whose name is not its own in `command`, which has all
/// options, or in one of its subcommands.
fn clash(options: &[GameOption], command: &Command) -> Option<String> {
    let is_shared = |name: &str, command: &Command| {
        let args = command.get_arguments();
        args.filter(|arg| has_name(arg, name)).count() > 1
    };
    let clashes = |name: &str| {
        let mut commands = command.get_subcommands();
        BUILT_IN.contains(&name)
            || is_shared(name, command)
            || commands.any(|command| is_shared(name, command))
    };
    let option = options.iter().find(|option| clashes(option.name))?;
    let typed = option.typed();
    Some(format!(
        "option `{}`: the judge takes {typed} for another option",
        option.name
    ))
}

/// Returns true if `name` stands for this argument, within the program or as a user types it.
fn has_name(arg: &Arg, name: &str) -> bool {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    let mut words = arg.get_long().into_iter().chain(aliases);
    let letter = arg.get_short().map(String::from);
    arg.get_id() == name
        || letter.as_deref() == Some(name)
        || name.len() > 1 && words.any(|word| word.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::super::game_args::arg;
    use super::*;
    use game::OptionUse;

    const fn flag(name: &'static str) -> GameOption {
        GameOption::flag(name, OptionUse::Case, "A flag")
    }

    /// Returns what is wrong with an option beside those of a judge.
    fn told(option: &GameOption) -> Option<String> {
        let seed = Arg::new("seed").long("seed").visible_alias("sd");
        let load = Arg::new("load").long("loadSolOutput");
        let margin = Arg::new("margin").long("margin");
        let judge = Command::new("judge").arg(seed).arg(load).arg(arg(option));
        let duel = Command::new("duel").arg(margin).arg(arg(option));
        clash(&[*option], &judge.subcommand(duel))
    }

    #[test]
    fn an_option_has_a_name_of_its_own() {
        for free in [&flag("rounds"), &flag("N"), &flag("s"), &flag("see")] {
            assert_eq!(told(free), None);
        }
        for (taken, typed) in [
            (&flag("seed"), "--seed"),
            (&flag("sd"), "--sd"),
            (&flag("LoadSolOutput"), "--LoadSolOutput"),
            (&flag("load"), "--load"),
            (&flag("margin"), "--margin"),
            (&flag("help"), "--help"),
            (&flag("h"), "-h"),
        ] {
            let expected = format!(
                "option `{}`: the judge takes {typed} for another option",
                taken.name
            );
            assert_eq!(told(taken), Some(expected));
        }
    }

    #[test]
    fn the_linked_form_excludes_options() {
        const OPTIONS: &[GameOption] = &[flag("rounds")];
        assert_eq!(unknown(OPTIONS, &["rounds"]), None);
        let told = unknown(OPTIONS, &["turns"]).unwrap();
        assert_eq!(told, "the linked form excludes `turns`, which is no option");
    }
}
