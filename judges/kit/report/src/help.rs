//! The help of the program: introduction, examples, exit status.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};
use clap::{Command, Error};
use records::usage::{
    Example, error_of, examples_of, option_name, owners, similar_option, with_examples,
};

/// Introduction to every subcommand: the meaning of a run, and the place of the guide.
const RUNS: &str = "\
A run is a file of records (--json of a judge), a folder with a records.jsonl, or the name of a run
in the history. Guide: judges/kit/report/README.md";

/// Notes that belong to several options.
const NOTES: &str = "\
Exit status: 0; 1 if `merge` found cases missing or doubled; 2 if the usage is wrong or a file is
missing or malformed; 3 if a report cannot be written.";

/// Examples of the subcommands, each with a comment. The program's help contains the first of each.
const EXAMPLES: &str = "\
table a.jsonl  # a row for every command
table a.jsonl b.jsonl  # both runs in one table
table a.jsonl --csv  # a row for every case
table a.jsonl --json  # for programs
table slider-1 --runs runs  # a run of the history
reward a.jsonl  # one number that measures a program
reward a.jsonl --cases 50 --scale 0.2,0.9  # over 50 cases, between a baseline and a reference
compare a.jsonl b.jsonl  # how two runs differ
compare a.jsonl b.jsonl --by C  # and in groups of cases
compare a.jsonl b.jsonl --json  # for programs
league a.jsonl b.jsonl c.jsonl  # rank three
league *.jsonl --alpha 0.01  # with fewer errors
league slider-1 slider-2 --runs runs  # runs of the history
losses a.jsonl  # where points were lost
losses a.jsonl --by C,turns  # in groups of cases
losses a.jsonl b.jsonl  # and where the second gained
html a.jsonl --out a.html  # a page about one run
html a.jsonl b.jsonl --out ab.html --force  # about two, again
html a.jsonl b.jsonl --out ab.html --by C  # with groups
merge 1.jsonl 2.jsonl --out all.jsonl  # make two shards one run
merge shards --out all.jsonl  # all shards of a folder
merge shards --out all.jsonl --seed 1-99  # and name the cases that are missing
list --runs runs  # the runs in a folder
list  # the runs in the folder that JUDGE_RUNS names
list --runs runs --json  # for programs
diff slider-1 slider-2 --runs runs  # how their sources differ
note slider-1 'two slides' --runs runs  # set the note of a run
prune --keep 20 --runs runs  # list runs that could go
prune --keep 20 --runs runs --yes  # and delete them
completions target/completions  # for the shells, and manual pages";

/// Returns the program's command line with notes and examples.
pub fn described(command: Command) -> Command {
    let names = command.get_subcommands().map(Command::get_name);
    let firsts: Vec<Example> =
        names.filter_map(|name| examples_of(EXAMPLES, name).first().copied()).collect();
    let command = command.mut_subcommands(|command| {
        let own = examples_of(EXAMPLES, command.get_name());
        explained(command, &own)
    });
    explained(command, &firsts)
}

fn explained(command: Command, examples: &[Example]) -> Command {
    with_examples(command.before_help(RUNS), "judge-report", examples, NOTES)
}

/// Returns an `error` of `command`; for an unknown option, with a hint at the option that the user
/// meant. The subcommand is `first`.
pub fn hinted(error: Error, mut command: Command, first: Option<&OsString>) -> Error {
    let word = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let Some(word) = word.filter(|_| error.kind() == ErrorKind::UnknownArgument) else {
        return error;
    };
    command.build();
    let own = first.and_then(|name| command.find_subcommand(name));
    let similar = || similar_option(own?, option_name(&word)).filter(|_| word.starts_with('-'));
    let meant = similar().map(|option| format!("did you mean {option}?"));
    let meant = meant.or_else(|| owners(&command, &word));
    let message = format!("unexpected argument '{word}' found");
    error_of(&mut command, first, error.kind(), &message, meant)
}
