//! Options as marathon competitors type them: one dash or two, any case, short
//! names of two letters.

use std::ffi::OsString;

use clap::Command;

/// Rewrites every option in `args` that `command` or one of its subcommands
/// knows into the spelling clap expects.
pub(crate) fn canonical(args: impl Iterator<Item = OsString>, command: &Command) -> Vec<OsString> {
    let names = names(command);
    args.map(|arg| match arg.to_str() {
        Some(text) => rewritten(text, &names).unwrap_or(arg),
        None => arg,
    })
    .collect()
}

fn names(command: &Command) -> Vec<String> {
    let mut names = vec!["help".to_string(), "version".to_string()];
    for arg in command.get_arguments() {
        names.extend(arg.get_long().map(String::from));
        names.extend(
            arg.get_all_aliases()
                .unwrap_or_default()
                .into_iter()
                .map(String::from),
        );
    }
    names.extend(command.get_subcommands().flat_map(self::names));
    names
}

fn rewritten(text: &str, names: &[String]) -> Option<OsString> {
    let rest = text.strip_prefix('-')?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (rest, None),
    };
    let name = names
        .iter()
        .find(|known| known.len() > 1 && known.eq_ignore_ascii_case(name))?;
    Some(match value {
        Some(value) => format!("--{name}={value}").into(),
        None => format!("--{name}").into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    #[test]
    fn one_dash_or_two_and_any_case() {
        let command = Command::new("test")
            .arg(
                Arg::new("limit")
                    .long("time-limit")
                    .aliases(["timeLimit", "tl"]),
            )
            .arg(Arg::new("size").short('N'));
        let canonical = |args: &[&str]| {
            let args = canonical(args.iter().map(OsString::from), &command);
            args.iter()
                .map(|arg| arg.to_str().unwrap().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(canonical(&["-timelimit", "5"]), ["--timeLimit", "5"]);
        assert_eq!(
            canonical(&["-tl", "5", "-N", "3"]),
            ["--tl", "5", "-N", "3"]
        );
        assert_eq!(canonical(&["--TIME-LIMIT=5"]), ["--time-limit=5"]);
        assert_eq!(
            canonical(&["-x", "-1", "a-tl", "-"]),
            ["-x", "-1", "a-tl", "-"]
        );
    }
}
