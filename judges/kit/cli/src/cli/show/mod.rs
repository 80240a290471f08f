//! `show`: what happened in a run, as a page or as text.

mod picture;

use std::cell::OnceCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};

use super::case_args::{OneCaseArgs, drawing_one, of_contestant};
use super::config::Config;
use super::contestant_args::{ContestantArgs, program_against};
use crate::runs::{
    CaseFile, CaseJob, Cases, Program, ScoredPlay, claim_streams, in_order, load, past_program,
    read_scored, run_named, status, stream, title,
};
use crate::signals::Signals;
use game::{Game, read_whole_case};
use picture::PictureArgs;
use records::{Origin, Record, Run, RunHistory, UserError, at, file_stem, place_of_last, print};
use runner::Surroundings;
use scene::{decimal, printable};

/// Shows a run.
#[derive(clap::Args)]
pub(crate) struct ShowArgs<G: Game> {
    /// The case, or all that the contestant was sent; without it, the case of --case or --seed
    #[arg(value_name = "CASE", conflicts_with_all = drawing_one::<G>())]
    first: Option<PathBuf>,
    /// The contestant's output; without it, the case is played now
    #[arg(value_name = "OUTPUT", conflicts_with = "case", conflicts_with_all = of_contestant::<G>())]
    second: Option<PathBuf>,
    #[command(flatten)]
    cases: OneCaseArgs<G>,
    /// The variant to show, where a seed stands for several
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    contestant: ContestantArgs<G>,
    /// Show a run of the history, such as slider-3 or `last`: its saved plays, or its program as it was; `show RUN` stands for
    /// `show --run RUN`
    #[arg(help_heading = "Output", long, value_name = "RUN", conflicts_with_all = ["first", "second", "exec"])]
    run: Option<String>,
    /// Folder of the history; without it, the variable JUDGE_RUNS names it
    #[arg(help_heading = "Output", long, value_name = "DIR")]
    runs: Option<PathBuf>,
    /// Show another run of the case before it, as A: a run of the history, a folder of saved streams,
    /// or the command of a contestant that plays now
    #[arg(long, value_name = "RUN|DIR|CMD", help_heading = "Output")]
    against: Option<String>,
    #[command(flatten)]
    picture: PictureArgs,
    /// Surroundings of the contestants that play now, the same for both.
    #[arg(skip)]
    surroundings: OnceCell<Surroundings>,
}

/// Source of a play to show.
enum Source {
    /// Files of the case (with or without messages) and of the output.
    Files(PathBuf, PathBuf),
    /// A folder of saved streams.
    Folder(PathBuf),
    /// A run of the history.
    Run(Box<Run>),
    /// A program that plays now.
    Program(Box<Program>),
}

/// Names of two runs, which precede lines about them.
const LETTERS: [char; 2] = ['A', 'B'];

impl<G: Game> ShowArgs<G> {
    pub fn execute(mut self, config: &Config, signals: &Signals) -> Result<ExitCode> {
        let mut claims = config.claims();
        let run =
            self.run.as_deref().map(|name| self.open(name)).transpose().map_err(UserError::of)?;
        let job = match &run {
            Some(run) => self.job_of(run).with_context(|| run.name.clone()),
            None => self.job(),
        };
        let mut job = job.map_err(UserError::of)?;
        job.losses = self.cases.game.losses;
        let page = self.picture.check(self.page(&job, run.as_ref()), || self.title(&job))?;
        let is_saved = self.files()[1].is_some();
        // A contestant may have to play now.
        if !is_saved || self.against.is_some() {
            signals.listen()?;
        }
        let mut sources = vec![match (run, self.files()) {
            (Some(run), _) => Source::Run(Box::new(run)),
            (None, [Some(case), Some(output)]) => Source::Files(case.clone(), output.clone()),
            _ => {
                let (cpp, rule) = (&self.cases.game.sources, config.source_rule()?);
                Source::Program(Box::new(self.contestant.program(cpp, rule, signals)?))
            }
        }];
        let against = self.against.as_deref().map(|against| self.source(against));
        sources.extend(against.transpose()?);
        if let Some(page) = &page {
            if let Some(case) = self.files()[0] {
                claims.input(case, "the case");
            }
            for source in &sources {
                match source {
                    Source::Files(_, output) => claims.input(output, "the output"),
                    Source::Folder(folder) => claim_streams(&mut claims, folder, &job.stem),
                    Source::Run(run) => claims.input(&run.path, "the records of the run"),
                    Source::Program(program) => program.claim(&mut claims),
                }
            }
            claims.output(page, "--out")?;
        }
        let mut plays: Vec<ScoredPlay<G>> = Vec::new();
        for source in &sources {
            let play = self.play_of(source, &job, signals)?;
            let case = play.judged.case.case();
            if let Some(first) = plays.first() {
                let is_same = case.to_string() == first.judged.case.case().to_string();
                let against = self.against.as_deref().unwrap_or_default();
                let problem = || format!("--against {against}: that is a run of another case");
                ensure!(is_same, UserError(problem()));
            } else if let Some(file) = &play.record.case.file {
                let file = CaseFile::new(Path::new(file), Arc::clone(case));
                job.set_file(Some(file.into()));
            }
            plays.push(play);
        }
        // A is the other run, B the requested run.
        plays.reverse();
        match &page {
            Some(page) => self.picture.write(page, &plays)?,
            None => self.picture.print(&plays)?,
        }
        for (letter, play) in LETTERS.iter().zip(&plays) {
            let Record { ruling, score, origin, .. } = &play.record;
            let name = match (plays.len(), &page) {
                (1, _) => String::new(),
                // The text names the run above its boards.
                (_, None) => format!("{letter}: "),
                (_, Some(_)) => format!("{letter} = {}: ", printable(&origin.command)),
            };
            print(&format!("{name}{ruling}; score {}\n", decimal(score.raw)))?;
        }
        let statuses = plays.iter().map(|play| status(play.record.ruling.verdict));
        Ok(ExitCode::from(statuses.max().unwrap_or(0)))
    }

    /// Returns the automatic name of the page, made of the game or the run, and the case.
    fn page(&self, job: &CaseJob<G>, run: Option<&Run>) -> PathBuf {
        let output = self.files()[1].map(|output| file_stem(&output.display().to_string()));
        let stem = output.as_ref().unwrap_or(&job.stem);
        let name = match (run, &job.play.file) {
            (None, _) => format!("{}-{stem}.html", G::NAME),
            (Some(run), Some(_)) => format!("{}-{stem}.html", run.name),
            (Some(run), None) => format!("{}-seed-{stem}.html", run.name),
        };
        name.into()
    }

    /// Returns the title of the page.
    fn title(&self, job: &CaseJob<G>) -> String {
        let mut case = job.name();
        if let [Some(file), Some(_)] = self.files() {
            case.file = Some(file.display().to_string());
        }
        title::<G>(&case)
    }

    fn history(&self) -> Option<RunHistory> {
        RunHistory::given(self.runs.as_deref())
    }

    /// Reads a run of the history; fails if it is a run of another game.
    fn open(&self, name: &str) -> Result<Run> {
        let unknown = || format!("{name}: give --runs DIR or set the variable JUDGE_RUNS");
        let history = self.history().with_context(unknown)?;
        Run::of(&run_named(&history, name, G::NAME)?)
    }

    /// Returns the case of the run with the typed seed, variant and file, or else its first case. If
    /// the run did not play this case, the options come from a case that it played.
    fn job_of(&mut self, run: &Run) -> Result<CaseJob<G>> {
        let (cases, variant) = (&mut self.cases, &mut self.variant);
        let typed = cases.case.take();
        let name = typed.as_ref().and_then(|path| path.file_name());
        let name = name.map(|name| printable(&name.to_string_lossy()));
        let (seed, asked) = (cases.seed, variant.as_deref());
        let found = run.first(|case| case.has(seed, asked, name.as_deref()));
        let Some(record) = found.or(run.records.first()) else {
            cases.case = typed;
            return self.job();
        };
        if variant.is_none() && cases.game.game.variants().len() > 1 {
            variant.clone_from(&record.case.variant);
        }
        cases.choose(record)?;
        let mut job = self.job()?;
        let game = &job.play.game;
        let file = match typed.as_ref().filter(|_| found.is_none()) {
            Some(path) => Some(CaseFile::read(game, path)?),
            None if record.case.file.is_some() => Some(case_file(game, run, record)?),
            None => None,
        };
        job.set_file(file);
        Ok(job)
    }

    /// Returns the files of the case and of the output: two operands, or `--case` and one operand.
    fn files(&self) -> [Option<&PathBuf>; 2] {
        match &self.cases.case {
            Some(case) => [Some(case), self.first.as_ref()],
            None => [self.first.as_ref(), self.second.as_ref()],
        }
    }

    fn job(&self) -> Result<CaseJob<G>> {
        let game = &self.cases.game;
        game.salts.check(self.files()[1].is_some())?;
        match self.files() {
            [_, Some(_)] => {
                let seed = self.cases.seed.unwrap_or(1);
                Ok(Cases::new(&game.game, seed.into(), &[], game.salts.clone())?.get(0))
            }
            [Some(case), None]
                if !case.exists() && case.to_string_lossy().parse::<u64>().is_ok() =>
            {
                let seed = case.display();
                bail!("{seed}: no such file; --seed {seed} shows the case of this seed")
            }
            [case, None] => self.cases.job(case, self.variant.as_deref()),
        }
    }

    /// Returns the source that `--against` names.
    fn source(&self, against: &str) -> Result<Source> {
        let history = self.history();
        Ok(if Path::new(against).is_dir() {
            Source::Folder(against.into())
        } else if history.is_some_and(|history| history.has(against)) {
            let run = self.open(against).map_err(UserError::of)?;
            Source::Run(Box::new(run))
        } else {
            Source::Program(Box::new(program_against(against)?))
        })
    }

    /// Returns the play of a case from this source; a program plays it now.
    fn play_of(
        &self,
        source: &Source,
        job: &CaseJob<G>,
        signals: &Signals,
    ) -> Result<ScoredPlay<G>> {
        match source {
            Source::Files(case, output) => {
                let mut play = read_scored(job, case, output).map_err(UserError::of)?;
                play.record.origin.command = output.display().to_string();
                play.record.case.file = Some(case.display().to_string());
                Ok(play)
            }
            Source::Folder(folder) => {
                let mut play = load(job, folder).map_err(UserError::of)?;
                play.record.origin.command = folder.display().to_string();
                Ok(play)
            }
            Source::Run(run) => self.recorded(job, run, signals),
            Source::Program(program) => self.play_now(job, program, signals),
        }
    }

    /// Returns the play of a case in a run of the history, as the run kept it. If the run did not keep
    /// this play, its program plays now.
    fn recorded(&self, job: &CaseJob<G>, run: &Run, signals: &Signals) -> Result<ScoredPlay<G>> {
        let name = &run.name;
        let problem = || format!("{name}: no run of a history");
        let kept = run.kept.as_ref().with_context(problem)?;
        let play_again = |problem: &str| {
            print(&format!("{name} {problem}: its program plays it now\n"))?;
            self.play_now(job, &past_program::<G>(kept, signals)?, signals)
        };
        let case = job.name();
        let Some(record) = run.first(|known| *known == case) else {
            return play_again(&format!("did not play {}", case.label()));
        };
        let streams = kept.path.join("streams");
        let output = record.output.as_deref().map(|digest| kept.kept(digest));
        let mut play = if let Some(output) = output.transpose()?.flatten() {
            let (answers, ruling) = (record.answers, record.ruling.clone());
            job.scored(job.play.repeat(&output, answers, ruling), Origin::default())
        } else if stream(&streams, &job.stem, "out").exists() {
            load(job, &streams).map_err(UserError::of)?
        } else {
            play_again(&format!("did not keep its play of {}", case.label()))?
        };
        let now = &play.record;
        if record.score.raw != now.score.raw || record.ruling.verdict != now.ruling.verdict {
            print(&format!(
                "{name} differs from its record: {}; score {} then, {}; score {} now\n",
                record.ruling,
                decimal(record.score.raw),
                now.ruling,
                decimal(now.score.raw)
            ))?;
        }
        play.record = record.clone();
        play.record.origin.command = format!("{name}: {}", kept.command);
        Ok(play)
    }

    fn play_now(
        &self,
        job: &CaseJob<G>,
        program: &Program,
        signals: &Signals,
    ) -> Result<ScoredPlay<G>> {
        let surroundings = match self.surroundings.get() {
            Some(found) => found.clone(),
            None => self.contestant.prepare_host(None)?,
        };
        let surroundings = self.surroundings.get_or_init(|| surroundings).clone();
        let history = self.history();
        let (game, stopped) = (&job.play.game, &signals.interrupted);
        let context =
            self.contestant.context(game, program, surroundings, history.as_ref(), stopped);
        let mut played = None;
        in_order(
            &context,
            1,
            1,
            |number| context.worker(number),
            |supervisor, _| job.run(&context, supervisor),
            |play| {
                played = Some(play);
                Ok(())
            },
        )?;
        played.context("interrupted")
    }
}

/// Returns the case that `record` names: the text that the run kept, or else the file.
fn case_file<G: Game>(game: &G, run: &Run, record: &Record) -> Result<Arc<CaseFile<G>>> {
    let case = &record.case;
    let kept = run.kept.as_ref().zip(case.file_digest.as_ref());
    let text = kept.map(|(kept, digest)| kept.kept(digest)).transpose()?;
    let path = record.origin.case_path.as_deref().or(case.file.as_deref().map(Path::new));
    let path = path.unwrap_or(Path::new("-"));
    match (text.flatten(), &case.file) {
        (Some(text), Some(name)) => {
            let read = read_whole_case(game, &String::from_utf8_lossy(&text))
                .map_err(|malformed| at(path, &malformed))?;
            let mut file = CaseFile::new(path, read.into());
            file.name.clone_from(name);
            Ok(file.into())
        }
        _ => CaseFile::read(game, path),
    }
}

/// Rewrites `show RUN` as `show --run RUN`. A run can stand where a file could, but unlike a file
/// it can be combined with options that draw a case.
pub(super) fn with_run(mut args: Vec<OsString>) -> Vec<OsString> {
    let is_run = |word: &OsString| {
        let word = word.to_str().unwrap_or_default();
        let (game, number) = word.rsplit_once('-').unwrap_or_default();
        let is_numbered = number.parse::<u64>().is_ok() && game.chars().all(char::is_alphanumeric);
        let is_named = is_numbered && !game.is_empty() || place_of_last(word).is_some();
        is_named && !Path::new(word).is_file()
    };
    if args.first().is_some_and(|word| word == "show") && args.get(1).is_some_and(is_run) {
        args.insert(1, "--run".into());
    }
    args
}
