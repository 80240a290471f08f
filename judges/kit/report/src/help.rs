//! The help: what a run is, examples, exit status.

use clap::Command;
use cli::usage::{Example, with_examples};

/// Introduction of every subcommand: its runs, and where more is told.
const RUNS: &str = "\
A run is a file of records (--json of a judge), a folder with a records.jsonl, or the name of a run
in the history. Guide: judges/kit/report/README.md";

/// Notes that belong to no single option.
const NOTES: &str = "\
Exit status: 0; 1 if `merge` found cases missing or doubled; 2 if the usage is wrong or a file is
missing or malformed; 3 if a report cannot be written.";

/// Examples of the program, and of its subcommands.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "judge-report",
        &[
            ("table a.jsonl", "a row for every command"),
            ("compare a.jsonl b.jsonl", "which of two runs is better"),
            ("html a.jsonl b.jsonl --out runs.html", "a page about both"),
        ],
    ),
    (
        "table",
        &[
            ("table a.jsonl b.jsonl", "both runs in one table"),
            ("table a.jsonl --csv", "a row for every case"),
            ("table slider-1 --runs runs", "a run of the history"),
        ],
    ),
    (
        "compare",
        &[
            ("compare a.jsonl b.jsonl", "which is better"),
            ("compare a.jsonl b.jsonl --by C,turns", "and where"),
            ("compare a.jsonl b.jsonl --json", "for programs"),
        ],
    ),
    (
        "league",
        &[
            ("league a.jsonl b.jsonl c.jsonl", "rank three"),
            ("league *.jsonl --alpha 0.01", "with fewer errors"),
            (
                "league slider-1 slider-2 --runs runs",
                "runs of the history",
            ),
        ],
    ),
    (
        "losses",
        &[
            ("losses a.jsonl", "where points were lost"),
            ("losses a.jsonl --by C,turns", "in groups of cases"),
            ("losses a.jsonl b.jsonl", "and where the second gained"),
        ],
    ),
    (
        "html",
        &[
            ("html a.jsonl --out a.html", "a page about one run"),
            (
                "html a.jsonl b.jsonl --out ab.html --force",
                "about two, again",
            ),
            ("html a.jsonl b.jsonl --out ab.html --by C", "with groups"),
        ],
    ),
    (
        "merge",
        &[
            (
                "merge 1.jsonl 2.jsonl --out all.jsonl",
                "make two shards one run",
            ),
            ("merge shards --out all.jsonl", "all shards of a folder"),
            (
                "merge shards --out all.jsonl --seed 1-99",
                "and tell what is missing",
            ),
        ],
    ),
    (
        "list",
        &[
            ("list --runs runs", "the runs in a folder"),
            ("list", "those in the folder that JUDGE_RUNS names"),
        ],
    ),
    (
        "completions",
        &[(
            "completions target/completions",
            "for the shells, and manual pages",
        )],
    ),
];

/// The program's command line with notes and examples.
pub fn described(command: Command) -> Command {
    explained(command.mut_subcommands(explained))
}

fn explained(command: Command) -> Command {
    let name = command.get_name();
    let examples = EXAMPLES.iter().find(|(known, _)| *known == name);
    let examples = examples.map_or(&[][..], |(_, examples)| examples);
    with_examples(command.before_help(RUNS), "judge-report", examples, NOTES)
}
