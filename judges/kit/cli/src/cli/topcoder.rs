//! Options of TopCoder's tester that are accepted without effect, so that its command lines work.

use clap::{Arg, Command};

const HEADING: &str = "Accepted as TopCoder's tester has them, without effect";

/// Names of options without a value, and with one.
const FLAGS: [&[&str]; 5] = [
    &["novis", "nv"],
    &["printRuntime", "pr"],
    &["debug", "db"],
    &["pause"],
    &["noAntialiasing"],
];
const VALUES: [&[&str]; 3] = [&["delay"], &["size"], &["windowPos"]];

pub(super) fn accepting(command: Command) -> Command {
    let arg = |names: &'static [&str]| {
        Arg::new(names[0])
            .long(names[0])
            .visible_aliases(names[1..].iter())
            .help("No window opens; `--html` and `show` write pages")
    };
    let command = command.next_help_heading(HEADING);
    let command = command.args(FLAGS.map(|names| arg(names).action(clap::ArgAction::SetTrue)));
    let command = command.args(VALUES.map(arg));
    command.arg(arg(&["saveVis"]).num_args(0..=1))
}
