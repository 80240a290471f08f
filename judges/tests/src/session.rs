//! Command-line sessions, kept as text: input of a user and output of the programs.
//!
//! Prose begins at the margin; the rest is indented by two spaces. A command begins with `$ `, its
//! further lines with `> `. Then follow its output (both streams) and its exit status as `[N]`,
//! unless it is 0. One shell runs all commands in an empty folder. The programs are on `PATH`, and
//! the folder `examples` has the workspace's example players.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::{env, fs};

use crate::hostile::{Arena, User, in_parallel, processors};

/// Environment variable that makes the tests rewrite the sessions.
const UPDATE: &str = "UPDATE";

/// Folder of the workspace's example players.
pub(crate) const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/examples");

/// Shell functions for all sessions. `refuses JUDGE CASE...` plays and scores malformed cases, and
/// checks that both print the same message; CASE is a format of `printf`. `positions` joins the
/// lines of each position of a game shown as text. `records FILE` writes the records on its
/// standard input to FILE, and adds missing standard fields.
const FUNCTIONS: &str = r#"
refuses() {
    judge=$1; shift
    for case; do
        printf "$case" > case.in
        $judge --case case.in --exec true > played 2>&1; status=$?
        $judge score case.in /dev/null > scored 2>&1 && echo scored without a complaint
        cat played; cmp played scored; [ $status = 2 ] || echo "played with status $status"
    done
    return $status
}
positions() {
    awk -v RS= '{ gsub(/ *\n */, " / "); print }'
}
records() {
    mkdir -p "$(dirname "$1")"
    awk -v usual='"game":"a" "seed":1 "parameters":{} "verdict":"OK" "score":1.0 "cpu_ms":1.5 "wall_ms":2.0 "memory_kib":2048 "command":"x"' '{
        own = substr($0, 2)
        while (gsub(/[{][^{}]*[}]/, "", own)) continue
        for (number = split(usual, fields, " "); number > 0; number--) {
            name = substr(fields[number], 1, index(fields[number], ":"))
            if (!index(own, name)) $0 = "{" fields[number] "," substr($0, 2)
        }
        print
    }' > "$1"
}
"#;

/// Line in the shell's output that introduces the exit status of a command.
const MARK: &str = "--- end of a command: ";

/// Runs the commands of the session in `file` and compares their output with the text.
///
/// # Panics
/// An output differs. With `UPDATE=1`, the file is rewritten instead.
#[track_caller]
pub fn check_session(file: impl AsRef<Path>) {
    let file = file.as_ref();
    let expected = fs::read_to_string(file).unwrap();
    let actual = replayed(&expected);
    if env::var_os(UPDATE).is_some() {
        fs::write(file, &actual).unwrap();
    }
    let both = expected.lines().zip(actual.lines()).zip(1..);
    let differs = both
        .filter(|((one, other), _)| one != other)
        .map(|((_, line), number)| format!("{number}: now `{line}`"))
        .next();
    assert!(
        env::var_os(UPDATE).is_some() || expected == actual,
        "{}:{}; UPDATE=1 writes what is printed now: read the difference",
        file.display(),
        differs.unwrap_or_else(|| "another length".into())
    );
}

/// Checks all sessions in the folder `sessions`.
///
/// # Panics
/// An output of a session differs.
pub fn check_sessions(sessions: &str) {
    let files: Vec<_> = fs::read_dir(sessions).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 6, "{files:?}");
    in_parallel(&files, processors(), |file| check_session(file));
}

/// Returns the session with the present output of its commands.
fn replayed(session: &str) -> String {
    let arena = Arena::new(User::Present);
    symlink(fs::canonicalize(EXAMPLES).unwrap(), arena.path("examples")).unwrap();
    let commands = commands(session);
    let mut script = format!("exec 2>&1\n{FUNCTIONS}");
    for Command { lines, .. } in &commands {
        let typed: Vec<&str> = lines.iter().map(|line| &line[4..]).collect();
        script += &format!("{}\nprintf '\\n{MARK}%s\\n' $?\n", typed.join("\n"));
    }
    let output = arena.command("sh -c").arg(script).env("LC_ALL", "C").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout)
        .replace(&arena.folder().display().to_string(), "$PWD");
    // Only some users may make control groups.
    let printed = printed.replace(&format!("{}\n", runner::NO_GROUP), "");
    let mut rest = &printed[..];
    let mut text = String::new();
    for Command { prose, lines } in commands {
        let end = format!("\n{MARK}");
        let (output, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{text}{rest}"));
        let (status, after) = after.split_once('\n').unwrap();
        if !prose.is_empty() {
            let before = if text.is_empty() { "" } else { "\n" };
            text += &format!("{before}{}\n\n", prose.join("\n"));
        }
        text += &format!("{}\n{}", lines.join("\n"), indented(&settled(output)));
        if status != "0" {
            text += &format!("  [{status}]\n");
        }
        rest = after;
    }
    assert_eq!(rest, "", "after the last command");
    text
}

/// A command of a session, with the prose before it.
#[derive(Default)]
struct Command<'a> {
    prose: Vec<&'a str>,
    lines: Vec<&'a str>,
}

fn commands(session: &str) -> Vec<Command<'_>> {
    let mut commands = Vec::new();
    let mut next = Command::default();
    let mut lines = session.lines().filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("  $ ") {
            next.lines.push(line);
            while let Some(more) = lines.next_if(|line| line.starts_with("  > ")) {
                next.lines.push(more);
            }
            commands.push(std::mem::take(&mut next));
        } else if !line.starts_with("  ") {
            next.prose.push(line);
        }
    }
    commands
}

/// Removes measured times and memory from output, notes on slow contestants and on what the user's
/// rights change, and the usage lines after wrong usage.
fn settled(output: &str) -> String {
    const TIME: &str = "RunTime = ";
    let mut text = String::new();
    for line in output.split_inclusive('\n') {
        let (before, after) = line.split_once(TIME).unwrap_or((line, ""));
        let is_note =
            line.ends_with("(Ctrl-C stops it)\n") || line.starts_with("memory counts only where ");
        if is_note || line.starts_with("CPU      ") || line.starts_with("memory   ") {
            continue;
        }
        if before.starts_with("built in ") {
            text += "built in T s\n";
            continue;
        }
        text += before;
        if let Some((_, rest)) = after.split_once(" ms") {
            text += &format!("{TIME}T ms{rest}");
        }
    }
    let help = "\n\nFor more information, try '--help'.\n";
    while let Some(end) = text.find(help) {
        let error = text[..end].rfind("error: ").unwrap_or(0);
        let usage = text[error..end].find("\n\nUsage: ");
        let start = usage.map_or(end, |usage| error + usage);
        text.replace_range(start + 1..end + help.len(), "");
    }
    text
}

fn indented(output: &str) -> String {
    let line = |line: &str| match line.strip_suffix('\n') {
        Some("") => "\n".to_string(),
        Some(_) => format!("  {line}"),
        None => format!("  {line} (no end of line)\n"),
    };
    output.split_inclusive('\n').map(line).collect()
}
