//! Forms in which plays are shown: a page, or boards as text.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};

use super::LETTERS;
use crate::runs::{ScoredPlay, record_replay, title};
use game::Game;
use records::{UserError, check_free, first_bytes, has_colour, print, write};
use scene::page::{PageLinks, is_titled, page};
use scene::{Scene, TextLegend, printable, text};

/// Options of the form in which plays are shown.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub(super) struct PictureArgs {
    /// Print the board in the terminal instead of writing a page
    #[arg(long, conflicts_with_all = ["out", "force"])]
    text: bool,
    /// Print this turn, or open the page there; `all`, with --text, prints every turn
    #[arg(long, value_name = "T|all", value_parser = asked_turns, requires_if("all", "text"))]
    turn: Option<AskedTurns>,
    /// The round to print, where a case has several
    #[arg(long, value_name = "K", default_value = "1", requires = "text", value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// Write the page to FILE; without it, to <game>-<seed>.html, in place of a page of the same case
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite a page that exists
    #[arg(long)]
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

impl PictureArgs {
    /// Returns the file of the page, by default `automatic`; `None` for text. Fails if it exists and
    /// may not be replaced: a page with an automatic name is replaced by one of the same `title`.
    pub fn check(
        &self,
        automatic: PathBuf,
        title: impl FnOnce() -> String,
    ) -> Result<Option<PathBuf>> {
        if self.text {
            return Ok(None);
        }
        let page = self.out.clone().unwrap_or(automatic);
        let is_own = || self.out.is_none() && is_titled(&first_bytes(&page), &title());
        if !self.force && !is_own() {
            check_free([&page])?;
        }
        Ok(Some(page))
    }

    /// Writes a page of these plays, and prints its address.
    pub fn write<G: Game>(&self, path: &Path, plays: &[ScoredPlay<G>]) -> Result<()> {
        if let (Some(_), Some(last)) = (self.turn, plays.last()) {
            self.scenes(last)?;
        }
        let replays: Vec<_> = plays.iter().map(record_replay).collect::<Result<_>>()?;
        let title = title::<G>(&plays[0].record.case);
        let page = page(&title, &replays, G::RULES, &PageLinks::default());
        write(path, self.force || self.out.is_none(), page)?;
        let turn = match self.turn {
            Some(AskedTurns::One(turn)) => format!("#turn={turn}"),
            _ => String::new(),
        };
        let path = printable(&path.display().to_string());
        print(&format!("{path}{turn}\n"))
    }

    /// Prints the requested boards, one play after the other, and a legend of their signs.
    pub fn print<G: Game>(&self, plays: &[ScoredPlay<G>]) -> Result<()> {
        let mut out = io::stdout().lock();
        let colour = has_colour(&out);
        let layout = plays[0].judged.case.layout();
        let mut legend = TextLegend::default();
        let mut printed = String::new();
        for (letter, play) in LETTERS.iter().zip(plays) {
            if plays.len() > 1 {
                let command = printable(&play.record.origin.command);
                printed += &format!("{letter} = {command}\n");
            }
            let scenes = self.scenes(play)?;
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

    /// Returns the requested scenes of a play: one turn, all turns, or the last scene of the round.
    /// Fails if the play lacks the round or turn.
    fn scenes<G: Game>(&self, play: &ScoredPlay<G>) -> Result<Vec<Scene>> {
        let (mut scenes, mut rounds, mut end): (Vec<Scene>, _, _) = (Vec::new(), 0, 0);
        let shown = play.judged.show(play.losses.as_ref(), |scene| {
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
        let problem = match self.turn {
            _ if rounds < round => format!("--round {round}: the run ends in round {rounds}"),
            Some(AskedTurns::One(turn)) if scenes.is_empty() => {
                format!("--turn {turn}: round {round} ends at turn {end}")
            }
            _ => return Ok(scenes),
        };
        bail!(UserError(problem))
    }
}
