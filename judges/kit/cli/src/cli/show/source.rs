//! Sources of a play to show: saved streams, a run of the history, or a program that plays now.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::super::source::program_against;
use super::ShowArgs;
use crate::runs::{
    CaseJob, Program, ScoredPlay, claim_streams, in_order, load, past_program, read_scored, stream,
};
use crate::signals::Signals;
use game::Game;
use records::{Claims, Origin, Run, UserError, print};
use scene::decimal;

/// Source of a play to show.
pub(super) enum Source {
    /// Files of the case (with or without messages) and of the output.
    Files(PathBuf, PathBuf),
    /// A folder of saved streams.
    Folder(PathBuf),
    /// A run of the history.
    Run(Box<Run>),
    /// A program that plays now.
    Program(Box<Program>),
}

impl Source {
    /// Claims the files that this source reads.
    pub fn claim(&self, stem: &str, claims: &mut Claims) {
        match self {
            Source::Files(case, output) => {
                claims.input(case, "the case");
                claims.input(output, "the output");
            }
            Source::Folder(folder) => claim_streams(claims, folder, stem),
            Source::Run(run) => claims.input(&run.path, "the records of the run"),
            Source::Program(program) => program.claim(claims),
        }
    }

    /// Returns the play of a case; a program plays it now as the options say.
    pub fn play<G: Game>(
        &self,
        job: &CaseJob<G>,
        options: &ShowArgs<G>,
        signals: &Signals,
    ) -> Result<ScoredPlay<G>> {
        match self {
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
            Source::Run(run) => options.recorded(job, run, signals),
            Source::Program(program) => options.play(job, program, signals),
        }
    }
}

impl<G: Game> ShowArgs<G> {
    /// Returns the source that `--against` names.
    pub(super) fn source(&self, against: &str) -> Result<Source> {
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

    /// Returns the play of a case in a run of the history, as the run kept it. If the run did not keep
    /// this play, its program plays now.
    fn recorded(&self, job: &CaseJob<G>, run: &Run, signals: &Signals) -> Result<ScoredPlay<G>> {
        let name = &run.name;
        let problem = || format!("{name}: no run of a history");
        let kept = run.kept.as_ref().with_context(problem)?;
        let play_now = |problem: &str| {
            print(&format!("{name} {problem}: its program plays it now\n"))?;
            self.play(job, &past_program::<G>(kept, signals)?, signals)
        };
        let case = job.name();
        let Some(record) = run.first(|known| *known == case) else {
            return play_now(&format!("did not play {}", case.label()));
        };
        let streams = kept.path.join("streams");
        let output = record.output.as_deref().map(|digest| kept.kept(digest));
        let mut play = if let Some(output) = output.transpose()?.flatten() {
            let (answers, ruling) = (record.answers, record.ruling.clone());
            job.scored(job.play.repeat(&output, answers, ruling), Origin::default())
        } else if stream(&streams, &job.stem, "out").exists() {
            load(job, &streams).map_err(UserError::of)?
        } else {
            play_now(&format!("did not keep its play of {}", case.label()))?
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

    fn play(
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
