//! `show`: what happened in a run, as a page or as text.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Error, Result, anyhow};

use super::game_args::GameArgs;
use super::source::{SavedRun, contestant, named, one_case};
use crate::linked::ContestantCommand;
use crate::runs::{
    CaseJob, Cases, Folders, LossCurve, RunContext, SaltOption, Salts, record_replay, title,
};
use crate::signals::Signals;
use contestant::Isolation;
use game::{Game, Losses, Verdict, replay, watch};
use record::{Failure, Machine, Record, check_free, write};
use scene::page::{PageLinks, page};
use scene::text;

/// Shows a run.
#[derive(clap::Args)]
pub(crate) struct ShowArgs<G: Game> {
    /// The case, or all that the contestant was sent; without it, the seed's case
    #[arg(value_name = "CASE")]
    case: Option<PathBuf>,
    /// The contestant's output; without it, the case is played now
    #[arg(value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// The command of a contestant that plays now; without it, our solver
    #[arg(
        long,
        visible_alias = "ex",
        value_name = "CMD",
        conflicts_with = "output"
    )]
    exec: Option<String>,
    /// The seed of the case
    #[arg(long, visible_alias = "sd", default_value = "1")]
    seed: u64,
    /// The variant to show, where a seed stands for several
    #[arg(long, value_name = "NAME", conflicts_with = "case")]
    variant: Option<String>,
    /// Mix TEXT into what is drawn during play, as the record of a run names it; `random` draws one
    #[arg(long, value_name = "random|TEXT")]
    salt: Option<SaltOption>,
    /// Show the run that was saved in DIR
    #[arg(long = "loadSolOutput", visible_alias = "lo", value_name = "DIR", num_args = 0..=1, default_missing_value = ".", conflicts_with_all = ["exec", "case"])]
    load: Option<PathBuf>,
    /// Show another run of the case beside it: a folder of saved streams, or the
    /// command of a contestant that plays now
    #[arg(long, value_name = "DIR|CMD", conflicts_with = "text")]
    against: Option<String>,
    /// Print the board in the terminal instead of writing a page
    #[arg(long)]
    text: bool,
    /// Print this turn only, or open the page there
    #[arg(long, value_name = "T")]
    turn: Option<u32>,
    /// The round to print, where a case has several
    #[arg(long, value_name = "K", default_value = "1", requires = "text", value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// Show where points were lost: a curve, and the turns that lost the most as events
    #[arg(long)]
    losses: bool,
    /// Write the page to FILE; without it, to <game>-<seed>.html
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite a page that exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    game: GameArgs<G>,
}

/// A run with its outcome.
struct Seen<G: Game> {
    run: SavedRun<G>,
    record: Record,
}

impl<G: Game> ShowArgs<G> {
    /// Does what the options say.
    pub fn execute(self, signals: &Signals) -> Result<ExitCode, Failure> {
        let job = self.job().map_err(Failure::Usage)?;
        if !self.text && !self.force {
            check_free([self.page(&job)])?;
        }
        if self.plays() {
            signals.watch()?;
        }
        let seen = self.seen(&job, signals)?;
        if self.text {
            self.print(&job.game, &seen)?;
        } else {
            let other = self.other(&job, &seen, signals)?;
            self.write(&job, &seen, other.as_ref())?;
        }
        // A contestant's failure can be seen as anything else; what the judge failed at cannot.
        Ok(match seen.record.ruling.verdict {
            Verdict::Ie => ExitCode::from(3),
            _ => ExitCode::SUCCESS,
        })
    }

    /// Returns true if a contestant may have to play now.
    fn plays(&self) -> bool {
        self.output.is_none() && self.load.is_none() || self.against.is_some()
    }

    /// The file that the page goes to.
    fn page(&self, job: &CaseJob<G>) -> PathBuf {
        let name = format!("{}-{}.html", G::NAME, job.stem);
        self.out.clone().unwrap_or_else(|| name.into())
    }

    /// The one case to show.
    fn job(&self) -> Result<CaseJob<G>> {
        let salts = match self.output.is_some() || self.load.is_some() {
            true => Salts::of_saved(self.salt.as_ref())?,
            false => Salts::new(self.salt.as_ref()),
        };
        match &self.output {
            Some(_) => Ok(Cases::new(&*self.game, self.seed.into(), &[], salts)?.get(0)),
            None => {
                let variant = self.variant.as_deref();
                one_case(&*self.game, self.seed, self.case.as_slice(), variant, salts)
            }
        }
    }

    fn seen(&self, job: &CaseJob<G>, signals: &Signals) -> Result<Seen<G>, Failure> {
        match (&self.case, &self.output, &self.load) {
            (Some(case), Some(output), _) => saved(job, case, output).map_err(Failure::Usage),
            (_, _, Some(folder)) => load(job, folder).map_err(Failure::Usage),
            _ => play(
                job,
                &contestant::<G>(&self.game.sources, self.exec.as_deref())?,
                signals,
            ),
        }
    }

    /// The run to show beside the first one: of the same case.
    fn other(
        &self,
        job: &CaseJob<G>,
        seen: &Seen<G>,
        signals: &Signals,
    ) -> Result<Option<Seen<G>>, Failure> {
        let Some(source) = &self.against else {
            return Ok(None);
        };
        let folder = Path::new(source);
        let other = if folder.is_dir() {
            load(job, folder).map_err(Failure::Usage)?
        } else {
            let contestant = named(source).context("--against").map_err(Failure::Usage)?;
            let file = seen.record.file.clone();
            let job = CaseJob {
                game: job.game.clone(),
                seed: job.seed,
                options: job.options.clone(),
                salt: job.salt.clone(),
                losses: false,
                repetition: 1,
                file: file.map(|file| (file, Arc::clone(&seen.run.case))),
                stem: job.stem.clone(),
            };
            play(&job, &contestant, signals)?
        };
        if other.run.case.to_string() != seen.run.case.to_string() {
            let error = anyhow!("--against {source}: that is a run of another case");
            return Err(Failure::Usage(error));
        }
        Ok(Some(other))
    }

    fn write(
        &self,
        job: &CaseJob<G>,
        seen: &Seen<G>,
        other: Option<&Seen<G>>,
    ) -> Result<(), Failure> {
        let replays: Result<Vec<_>> = [Some(seen), other]
            .into_iter()
            .flatten()
            .map(|seen| {
                let losses = self.lost(&job.game, seen);
                let (run, record) = (&seen.run, &seen.record);
                record_replay(&job.game, &run.case, &run.streams, record, losses.as_ref())
            })
            .collect();
        let title = title::<G>(&seen.record);
        let path = self.page(job);
        let page = page(&title, &replays?, G::RULES, &PageLinks::default());
        write(&path, self.force, page)?;
        let turn = self
            .turn
            .map_or(String::new(), |turn| format!("#turn={turn}"));
        writeln!(io::stdout(), "{}{turn}", path.display()).context("standard output")?;
        Ok(())
    }

    fn print(&self, game: &G, seen: &Seen<G>) -> Result<()> {
        let mut out = io::stdout().lock();
        let colour = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let layout = game.layout(&seen.run.case);
        let mut written = Ok(());
        let streams = &seen.run.streams;
        let losses = self.lost(game, seen);
        let mut curve = losses.as_ref().map(LossCurve::new);
        watch(
            game,
            &seen.run.case,
            &streams.input,
            &streams.output,
            |mut scene| {
                curve.iter_mut().for_each(|curve| curve.add_to(&mut scene));
                let is_asked = self.turn.is_none_or(|turn| scene.turn == turn);
                if is_asked && scene.round + 1 == self.round && written.is_ok() {
                    written = writeln!(out, "{}", text(&layout, &scene, colour));
                }
            },
        )
        .map_err(Error::msg)?;
        written.context("standard output")?;
        let reason = seen.record.ruling.reason.as_deref();
        let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
        let (verdict, score) = (seen.record.ruling.verdict, seen.record.score);
        writeln!(out, "{verdict}{reason}; score {score}").context("standard output")
    }
}

impl<G: Game> ShowArgs<G> {
    /// The losses of a run, if they are to be shown.
    fn lost(&self, game: &G, seen: &Seen<G>) -> Option<Losses> {
        if !self.losses {
            return None;
        }
        let (case, streams) = (&seen.run.case, &seen.run.streams);
        let mut play = G::Play::default();
        // The record says how the game ended, and why.
        let _ = replay(game, case, &streams.input, &streams.output, &mut play);
        game.losses(case, &play)
    }
}

fn load<G: Game>(job: &CaseJob<G>, folder: &Path) -> Result<Seen<G>> {
    let run = SavedRun::load(job, folder)?;
    let mut record = run.record(job)?;
    record.command = folder.display().to_string();
    Ok(Seen { run, record })
}

/// The run whose streams are in two files.
fn saved<G: Game>(job: &CaseJob<G>, case: &Path, output: &Path) -> Result<Seen<G>> {
    let name = || output.display().to_string();
    let bytes = fs::read(output).with_context(name)?;
    let run = SavedRun::read(&job.game, case, bytes)?;
    let mut record = run.record(job)?;
    record.file = Some(case.display().to_string());
    record.command = name();
    Ok(Seen { run, record })
}

/// Plays the case now.
fn play<G: Game>(
    job: &CaseJob<G>,
    contestant: &ContestantCommand,
    signals: &Signals,
) -> Result<Seen<G>, Failure> {
    let streams = tempfile::tempdir().context("no folder for the streams")?;
    let context = RunContext {
        command: contestant.command.clone(),
        linked: contestant.linked,
        limits: job.game.limits(),
        isolation: Isolation::default(),
        pin: false,
        machine: Machine::here(G::NAME),
        show_errors: false,
        folders: &Folders::all(streams.path()),
        interrupted: signals.interrupted(),
    };
    let record = job.run(&context, &mut context.worker(0)?)?;
    let record = record.context("interrupted")?;
    let run = SavedRun::load(job, streams.path())?;
    Ok(Seen { run, record })
}
