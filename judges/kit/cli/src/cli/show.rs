//! `show`: what happened in a run, as a page or as text.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, bail, ensure};

use super::case_args::{OneCaseArgs, drawing_one};
use super::contestant_args::ContestantArgs;
use super::game_args::of_contestant;
use super::recorded::{RecordedRun, find, is_last};
use super::source::{contestant, program_named};
use crate::runs::{
    CaseJob, Cases, Folders, Program, ScoredPlay, SourceRule, claim_streams, load, read_scored,
    record_replay, status, stream, title,
};
use crate::signals::Signals;
use game::{Game, Losses};
use records::{Claims, Record, UserError, check_free, file_stem, history, print, write};
use scene::page::{PageLinks, page};
use scene::{Scene, TextLegend, decimal, escaped, printable, text};

/// Shows a run.
#[derive(clap::Args)]
pub(crate) struct ShowArgs<G: Game> {
    /// The case, or all that the contestant was sent; without it, the case of --case or --seed
    #[arg(value_name = "CASE", conflicts_with_all = drawing_one::<G>())]
    first: Option<PathBuf>,
    /// The contestant's output; without it, the case is played now
    #[arg(value_name = "OUTPUT", conflicts_with = "case", conflicts_with_all = of_contestant::<G, ContestantArgs<G>>())]
    second: Option<PathBuf>,
    #[command(flatten)]
    cases: OneCaseArgs<G>,
    /// The variant to show, where a seed stands for several
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    pub contestant: ContestantArgs<G>,
    /// Show a run of the history, such as slider-3 or `last`: its saved streams, or its program as it was; `show RUN` stands for
    /// `show --run RUN`
    #[arg(help_heading = "Output", long, value_name = "RUN", conflicts_with_all = ["first", "second", "exec", "load"])]
    run: Option<String>,
    /// Folder of the history; without it, the variable JUDGE_RUNS names it
    #[arg(help_heading = "Output", long, value_name = "DIR")]
    runs: Option<PathBuf>,
    /// Show the run that was saved in DIR
    #[arg(help_heading = "Output", long = "loadSolOutput", visible_alias = "lo", value_name = "DIR", num_args = 0..=1, default_missing_value = ".", conflicts_with = "first", conflicts_with_all = of_contestant::<G, ContestantArgs<G>>())]
    load: Option<PathBuf>,
    /// Show another run of the case beside it: a run of the history, a folder of saved streams, or
    /// the command of a contestant that plays now
    #[arg(long, value_name = "RUN|DIR|CMD", help_heading = "Output")]
    against: Option<String>,
    /// Print the board in the terminal instead of writing a page
    #[arg(long, help_heading = "Output", conflicts_with_all = ["out", "force"])]
    text: bool,
    /// Print this turn, or open the page there; `all` prints every turn
    #[arg(long, value_name = "T|all", help_heading = "Output", value_parser = asked_turns)]
    turn: Option<AskedTurns>,
    /// The round to print, where a case has several
    #[arg(long, value_name = "K", help_heading = "Output", default_value = "1", requires = "text", value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// Write the page to FILE; without it, to <game>-<seed>.html, in place of a page of the same case
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Overwrite a page that exists
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Turns to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedTurns {
    All,
    One(u32),
}

fn asked_turns(text: &str) -> Result<AskedTurns, String> {
    match text.parse() {
        Ok(turn) => Ok(AskedTurns::One(turn)),
        Err(_) if text == "all" => Ok(AskedTurns::All),
        Err(_) => Err("expected the number of a turn, or `all`".into()),
    }
}

/// Source of a play to show.
enum Source {
    /// Files of the case (with or without messages) and of the output.
    Files(PathBuf, PathBuf),
    /// A folder of saved streams.
    Folder(PathBuf),
    /// A run of the history.
    Run(Box<RecordedRun>),
    /// A program that plays now.
    Program(Box<Program>),
}

impl Source {
    /// Claims the files that this source reads.
    fn claim(&self, stem: &str, claims: &mut Claims) {
        match self {
            Source::Files(case, output) => {
                claims.input(case, "the case");
                claims.input(output, "the output");
            }
            Source::Folder(folder) => claim_streams(claims, folder, stem),
            Source::Run(run) => claims.input(&run.folder.records(), "the records of the run"),
            Source::Program(program) => program.claim(claims),
        }
    }
}

impl<G: Game> ShowArgs<G> {
    pub fn execute(mut self, mut claims: Claims, signals: &Signals) -> Result<ExitCode> {
        let run = self.run.as_deref();
        let run = run.map(|name| RecordedRun::open(self.runs.as_deref(), G::NAME, name));
        let run = run.transpose().map_err(UserError::of)?;
        if let Some(run) = &run {
            let chosen = self.choose(run).context(run.info.name.clone());
            chosen.map_err(UserError::of)?;
        }
        let mut job = self.job().map_err(UserError::of)?;
        let page = self.page(&job, run.as_ref());
        if !self.text && !self.force && !self.is_own(&page, &job) {
            check_free([&page])?;
        }
        // A contestant may have to play now.
        if !self.is_saved() || self.against.is_some() {
            signals.listen()?;
        }
        let of_text = "--turn all needs --text: a page contains every turn anyway";
        let is_all = self.turn == Some(AskedTurns::All);
        ensure!(self.text || !is_all, UserError(of_text.into()));
        let mut sources = vec![match (self.files(), &self.load, run) {
            (_, _, Some(run)) => Source::Run(Box::new(run)),
            ([Some(case), Some(output)], ..) => Source::Files(case.clone(), output.clone()),
            (_, Some(folder), _) => Source::Folder(folder.clone()),
            _ => {
                let (cpp, exec) = (&self.cases.game.sources, self.contestant.exec.as_deref());
                let program = contestant::<G>(cpp, exec, SourceRule::here()?, signals)?;
                Source::Program(Box::new(program))
            }
        }];
        if let Some(against) = &self.against {
            sources.push(self.source(against)?);
        }
        if !self.text {
            let case = self.files()[0].into_iter();
            case.for_each(|case| claims.input(case, "the case"));
            let sources = sources.iter();
            sources.for_each(|source| source.claim(&job.stem, &mut claims));
            claims.output(&page, "--out")?;
        }
        let mut seen: Vec<ScoredPlay<G>> = Vec::new();
        for source in &sources {
            let play = self.seen(&job, source, signals)?;
            let case = play.judged.case.case();
            if let Some(first) = seen.first() {
                let is_same = case.to_string() == first.judged.case.case().to_string();
                let against = self.against.as_deref().unwrap_or_default();
                let problem = || format!("--against {against}: that is a run of another case");
                ensure!(is_same, UserError(problem()));
            } else if let Some(file) = &play.record.key.source.file {
                job.play = job.play.of_file(file, case);
            }
            seen.push(play);
        }
        if self.text {
            self.print(&seen)?;
        } else {
            self.write(&page, &seen)?;
        }
        for (name, seen) in names(seen.len()).zip(&seen) {
            let Record { ruling, score, .. } = &seen.record;
            print(&format!("{name}{ruling}; score {}\n", decimal(*score)))?;
        }
        let statuses = seen.iter().map(|seen| status(seen.record.ruling.verdict));
        Ok(ExitCode::from(statuses.max().unwrap_or(0)))
    }

    /// Returns the file of the page: `--out`, or a name made of the game or the run, and the case.
    fn page(&self, job: &CaseJob<G>, run: Option<&RecordedRun>) -> PathBuf {
        let output = self.files()[1].map(|output| file_stem(&output.display().to_string()));
        let stem = output.as_ref().unwrap_or(&job.stem);
        let name = match (run, &job.play.file) {
            (None, _) => format!("{}-{stem}.html", G::NAME),
            (Some(run), Some(_)) => format!("{}-{stem}.html", run.info.name),
            (Some(run), None) => format!("{}-seed-{stem}.html", run.info.name),
        };
        self.out.clone().unwrap_or_else(|| name.into())
    }

    /// Returns true if a page with an automatic name shows this case: it can be replaced.
    fn is_own(&self, page: &Path, job: &CaseJob<G>) -> bool {
        let mut key = job.key();
        if let [Some(case), Some(_)] = self.files() {
            key.source.file = Some(case.display().to_string());
        }
        let title = format!("<title>{}</title>", escaped(&title::<G>(&key)));
        let is_shown = || fs::read_to_string(page).is_ok_and(|text| text.contains(&title));
        self.out.is_none() && is_shown()
    }

    /// Returns the source that `--against` names.
    fn source(&self, against: &str) -> Result<Source> {
        let runs = self.runs.as_deref();
        if Path::new(against).is_dir() {
            return Ok(Source::Folder(against.into()));
        }
        let found = history(runs).map(|runs| find(&runs, G::NAME, against));
        if found.transpose()?.flatten().is_some() {
            let run = RecordedRun::open(runs, G::NAME, against).map_err(UserError::of)?;
            return Ok(Source::Run(Box::new(run)));
        }
        let program = program_named(against, SourceRule::here()?).context("--against")?;
        Ok(Source::Program(Box::new(program)))
    }

    /// Chooses the case of the run with the typed seed and variant, or else its first case. If the
    /// run did not play this case, the options come from a case that it played.
    fn choose(&mut self, run: &RecordedRun) -> Result<()> {
        let (cases, variant) = (&mut self.cases, &mut self.variant);
        let file = cases.case.as_deref();
        let record = run.first(cases.seed, variant.as_deref(), file);
        let mut others = run.records.iter();
        let other = || others.find(|record| file.is_none() || record.key.source.file.is_some());
        let Some(record) = record.or_else(other) else {
            return Ok(());
        };
        if variant.is_none() && cases.game.game.variants().len() > 1 {
            variant.clone_from(&record.key.source.variant);
        }
        cases.choose(record)
    }

    /// Returns the files of the case and of the output: two operands, or `--case` and one operand.
    fn files(&self) -> [Option<&PathBuf>; 2] {
        match &self.cases.case {
            Some(case) => [Some(case), self.first.as_ref()],
            None => [self.first.as_ref(), self.second.as_ref()],
        }
    }

    /// Returns true if the command line names saved streams.
    fn is_saved(&self) -> bool {
        self.files()[1].is_some() || self.load.is_some()
    }

    fn job(&self) -> Result<CaseJob<G>> {
        let game = &self.cases.game;
        game.salts.check(self.is_saved())?;
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

    fn seen(&self, job: &CaseJob<G>, source: &Source, signals: &Signals) -> Result<ScoredPlay<G>> {
        match source {
            Source::Files(case, output) => {
                let mut seen = read_scored(job, case, output).map_err(UserError::of)?;
                seen.record.command = output.display().to_string();
                seen.record.key.source.file = Some(case.display().to_string());
                Ok(seen)
            }
            Source::Folder(folder) => {
                let mut seen = load(job, folder).map_err(UserError::of)?;
                seen.record.command = folder.display().to_string();
                Ok(seen)
            }
            Source::Run(run) => self.recorded(job, run, signals),
            Source::Program(program) => self.play(job, program, signals),
        }
    }

    /// Returns the play of a case in a run of the history, from its streams. Without streams, the
    /// run's own program plays again, and the result is compared with the record.
    fn recorded(
        &self,
        job: &CaseJob<G>,
        run: &RecordedRun,
        signals: &Signals,
    ) -> Result<ScoredPlay<G>> {
        let name = &run.info.name;
        let record = run.record(&job.key()).map_err(UserError::of)?;
        let streams = run.folder.streams();
        let mut seen = match record {
            Some(record) if stream(&streams, &job.stem, "out").exists() => {
                let loaded = load(job, &streams).map_err(UserError::of)?;
                let record = record.clone();
                ScoredPlay { record, ..loaded }
            }
            _ => self.play(job, &run.contestant::<G>(signals)?, signals)?,
        };
        let Record { ruling, score, .. } = &seen.record;
        match record {
            None => print(&format!(
                "{name} did not play {}: its program plays it now\n",
                job.key().label()
            ))?,
            Some(record) if record.score != *score || record.ruling.verdict != ruling.verdict => {
                print(&format!(
                    "{name} differs from its record: {}; score {} then, {ruling}; score {} now\n",
                    record.ruling,
                    decimal(record.score),
                    decimal(*score)
                ))?;
            }
            Some(_) => {}
        }
        seen.record.command = format!("{name}: {}", run.info.command);
        Ok(seen)
    }

    fn play(
        &self,
        job: &CaseJob<G>,
        program: &Program,
        signals: &Signals,
    ) -> Result<ScoredPlay<G>> {
        let surroundings = self.contestant.prepare_host(1)?;
        let (conditions, folders) = (&self.contestant, Folders::default());
        let context = conditions.context(&job.play.game, program, surroundings, folders, signals);
        let played = job.run(&context, &mut context.worker(0)?)?;
        played.context("interrupted")
    }

    fn write(&self, path: &Path, seen: &[ScoredPlay<G>]) -> Result<()> {
        if self.turn.is_some() {
            self.scenes(&seen[0])?;
        }
        let replays = seen.iter().map(|seen| {
            let losses = self.losses(seen);
            record_replay(seen, losses.as_ref())
        });
        let replays: Vec<_> = replays.collect::<Result<_>>()?;
        let title = title::<G>(&seen[0].record.key);
        let page = page(&title, &replays, G::RULES, &PageLinks::default());
        write(path, self.force || self.out.is_none(), page)?;
        let turn = match self.turn {
            Some(AskedTurns::One(turn)) => format!("#turn={turn}"),
            _ => String::new(),
        };
        let path = printable(&path.display().to_string());
        print(&format!("{path}{turn}\n"))
    }

    /// Prints the requested boards, one run after the other, and a legend of their signs.
    fn print(&self, seen: &[ScoredPlay<G>]) -> Result<()> {
        let mut out = io::stdout().lock();
        let colour = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let layout = seen[0].judged.case.layout();
        let mut legend = TextLegend::default();
        let mut printed = String::new();
        for (name, seen) in names(seen.len()).zip(seen) {
            if !name.is_empty() {
                printed += &format!("{name}{}\n", printable(&seen.record.command));
            }
            let scenes = self.scenes(seen)?;
            for scene in &scenes {
                legend.add(scene);
                printed += &format!("{}\n", text(&layout, scene, colour));
            }
            if let (None, [last]) = (self.turn, &scenes[..]) {
                let turn = format!("turn {0} of {0}", last.turn);
                let others = "--turn T prints another, --turn all every one";
                printed += &format!("the end, {turn}; {others}\n\n");
            }
        }
        write!(out, "{printed}{}", legend.text(&layout)).context("standard output")
    }

    /// Returns the requested scenes of a run: one turn, all turns, or the last scene of the round.
    /// Fails if the run lacks the round or turn.
    fn scenes(&self, seen: &ScoredPlay<G>) -> Result<Vec<Scene>> {
        let losses = self.losses(seen);
        let (mut scenes, mut rounds, mut end): (Vec<Scene>, _, _) = (Vec::new(), 0, 0);
        let shown = seen.judged.show(losses.as_ref(), |scene| {
            rounds = scene.round + 1;
            if rounds != self.round {
                return;
            }
            end = scene.turn;
            match self.turn {
                Some(AskedTurns::One(turn)) if turn != scene.turn => {}
                Some(_) => scenes.push(scene),
                None => scenes = vec![scene],
            }
        });
        shown.map_err(Error::msg)?;
        let round = self.round;
        match self.turn {
            _ if rounds < round => {
                let problem = format!("--round {round}: the run ends in round {rounds}");
                bail!(UserError(problem))
            }
            Some(AskedTurns::One(turn)) if scenes.is_empty() => {
                let problem = format!("--turn {turn}: round {round} ends at turn {end}");
                bail!(UserError(problem))
            }
            _ => Ok(scenes),
        }
    }

    fn losses(&self, seen: &ScoredPlay<G>) -> Option<Losses> {
        let is_asked = self.cases.game.losses;
        let losses = is_asked.then(|| seen.judged.losses()).flatten()?;
        Some(losses.ruled(seen.record.ruling.verdict))
    }
}

/// Returns the names of runs, which precede lines about them; a single run has none.
fn names(count: usize) -> impl Iterator<Item = &'static str> {
    let names = if count == 1 { ["", ""] } else { ["A: ", "B: "] };
    names.into_iter()
}

/// Rewrites `show RUN` as `show --run RUN`. A run can stand where a file could, but unlike a file
/// it can be combined with options that draw a case.
pub(super) fn with_run(mut args: Vec<OsString>) -> Vec<OsString> {
    let is_run = |word: &OsString| {
        let word = word.to_str().unwrap_or_default();
        let (game, number) = word.rsplit_once('-').unwrap_or_default();
        let is_numbered = number.parse::<u64>().is_ok() && game.chars().all(char::is_alphanumeric);
        let is_named = is_numbered && !game.is_empty() || is_last(word);
        is_named && !Path::new(word).is_file()
    };
    if args.first().is_some_and(|word| word == "show") && args.get(1).is_some_and(is_run) {
        args.insert(1, "--run".into());
    }
    args
}
