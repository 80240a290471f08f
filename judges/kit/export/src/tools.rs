//! Tools by which contestants try their programs at home, as AtCoder's long contests hand them
//! out: `gen` draws cases, `tester` plays, `vis` scores and draws what was played.
//!
//! Of a game in turns, the file of a case ends with its secret, which draws the judge's messages.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use std::{env, fs};

use game::{Batch, CasePlay, Draws, Fault, Game, Live, Referee, Ruling, Viewed, read_case};

use crate::picture::svg;
use crate::pipes::ContestantPipes;
use crate::{arguments, at, finished, input, scaled, text, write};

/// The folder that `gen` writes to by default.
const FOLDER: &str = "in";

/// Time for a contestant whose time is not limited.
const UNLIMITED: Duration = Duration::from_secs(u32::MAX as u64);

/// The file that `vis` writes.
const PICTURE: &str = "vis.html";

/// Draws the cases of a file of seeds, one a line: `gen SEEDS [--dir DIR]` writes `DIR/0000.txt` and
/// so on. The seed selects one of several variants. `secrets` is true for a game in turns.
pub fn generate<G: Game>(secrets: bool) -> ExitCode {
    finished(|| {
        // The option in front of the folder may be left out.
        let is_option = |word: &String| matches!(&word[..], "-d" | "--dir");
        let mut paths = env::args().skip(1).filter(|word| !is_option(word));
        let usage = "usage: gen SEEDS [--dir DIR]";
        let seeds = paths.next().ok_or(usage)?;
        let folder = PathBuf::from(paths.next().unwrap_or(FOLDER.into()));
        at(&folder, fs::create_dir_all(&folder))?;
        let variants = G::default().variants();
        for (index, line) in text(Path::new(&seeds))?.lines().enumerate() {
            let number = index + 1;
            let seed: u64 = line
                .trim()
                .parse()
                .map_err(|_| format!("{seeds}: line {number}: `{line}` is not a seed"))?;
            let game = variants[seed as usize % variants.len()].clone();
            let play = CasePlay::new(game, seed);
            let mut case = play.case().to_string();
            if secrets {
                case += &play.draws().to_string();
            }
            write(&folder.join(format!("{index:04}.txt")), case)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Plays a case on standard input with a contestant, and copies its output to standard output:
/// `tester COMMAND… < CASE > OUTPUT`. The score goes to standard error.
pub fn test<G: Referee + Default>() -> ExitCode {
    finished(|| {
        let (case, draws) = parsed::<G>(&input()?)?;
        let command: Vec<String> = env::args().skip(1).collect();
        let (program, args) = command
            .split_first()
            .ok_or("usage: tester COMMAND... < CASE > OUTPUT")?;
        let mut contestant = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let pipes = contestant.stdin.take().zip(contestant.stdout.take());
        let (input, output) = pipes.ok_or("no pipes to it")?;
        let (input, output) = (OwnedFd::from(input).into(), OwnedFd::from(output).into());
        let mut pipes = ContestantPipes::new(input, output, io::stdout(), u64::MAX, UNLIMITED);
        played::<G>(&case, |play| {
            Live::new(&mut pipes, draws).play(&G::default(), &case, play)
        });
        drop(pipes);
        // After a broken rule, it may wait for ever.
        let _ = contestant.kill();
        contestant.wait().map_err(|error| error.to_string())?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Scores an output, and draws the last position into `vis.html`: `vis CASE OUTPUT`.
pub fn show<G: Referee + Default>() -> ExitCode {
    finished(|| {
        let [input, output] = arguments("usage: vis CASE OUTPUT")?;
        let (case, draws) = parsed::<G>(&text(&input)?)?;
        let answers = at(&output, fs::read(&output))?;
        let game = G::default();
        let mut last = None;
        let mut show = |scene| last = Some(scene);
        played::<G>(&case, |play| {
            let mut batch = Batch::new(&answers, draws);
            Viewed::play(&game, &case, &mut batch, &mut show, play)?;
            batch.finish()
        });
        let picture = last.map_or(String::new(), |scene| svg(&game.layout(&case), &scene));
        let page = format!("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n{picture}");
        write(Path::new(PICTURE), page)?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Plays, and prints the score to standard error; for a broken rule, 0 and the reason.
fn played<G: Referee + Default>(
    case: &G::Case,
    play: impl FnOnce(&mut G::Play) -> Result<(), Fault>,
) {
    let mut state = G::Play::default();
    let ruling = Ruling::of(play(&mut state));
    let scored = G::default().score(case, &state, ruling.verdict);
    let score = match ruling.reason {
        None => scaled::<G>(&scored, scored.score).round() as u64,
        Some(_) => {
            eprintln!("{ruling}");
            0
        }
    };
    eprintln!("Score = {score}");
}

/// Reads a case, and the secret if that follows it.
fn parsed<G: Referee + Default>(input: &str) -> Result<(G::Case, Option<Draws>), String> {
    let (case, rest) = read_case(&G::default(), input).map_err(|error| error.to_string())?;
    let draws = match rest.trim() {
        "" => None,
        secret => Some(secret.parse()?),
    };
    Ok((case, draws))
}
