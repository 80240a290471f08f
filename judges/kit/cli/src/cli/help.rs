//! The help of a judge: its game, examples, and the options that the short help shows.

use clap::{Arg, ArgAction, Command};

use game::Game;
use records::usage::{display_name, examples_of, with_examples};

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
        explained::<G>(command, &name)
    });
    explained::<G>(command, "run")
}

fn explained<G: Game>(command: Command, name: &str) -> Command {
    let title = G::TITLE;
    let rules = format!("Rules: crates/{}/README.md", G::NAME);
    let own = command.get_after_help().map(ToString::to_string);
    let plays = command.get_arguments().any(|arg| arg.get_id() == "exec");
    let is_run = ["run", "watch"].contains(&name);
    let parts = [NOTES].into_iter().chain(plays.then_some(CONTESTANTS));
    let parts = parts.chain(is_run.then_some(TOPCODER));
    let parts = parts.chain([own.as_deref().unwrap_or(EXIT_STATUS)]);
    let notes = parts.collect::<Vec<_>>().join("\n\n");
    let command = match is_run {
        true => accepting(command),
        false => command,
    };
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
