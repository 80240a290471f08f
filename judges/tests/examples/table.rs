//! Runs every contestant against the judges, as the present user and as an
//! ordinary one, and prints the verdicts. `table [REPEATS] [GAME]…`; verdict
//! and reason must be the same every time.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use comfy_table::{Table, presets};
use game::Verdict;
use harness::hostile::{
    Arena, GameManifest, HostileContestant, Limit, SandboxLevel, User, contestants, games, trials,
};

fn main() -> Result<ExitCode> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let repeats = match wanted.first().map(|word| word.parse::<usize>()) {
        Some(Ok(repeats)) => {
            wanted.remove(0);
            repeats.max(1)
        }
        _ => 1,
    };
    let games: Vec<&GameManifest> = games::all()
        .iter()
        .filter(|game| wanted.is_empty() || wanted.contains(&game.name))
        .collect();
    let contestants = contestants();
    let started = Instant::now();
    let first = games.first().context("no game of these names")?;
    let places = [
        Place::of(User::Present, first)?,
        Place::of(User::Ordinary, first)?,
    ];
    let columns: Vec<(&Place, &GameManifest)> = places
        .iter()
        .flat_map(|place| games.iter().map(move |&game| (place, game)))
        .collect();
    let trials: Vec<(&HostileContestant, (&Place, &GameManifest))> = contestants
        .iter()
        .flat_map(|contestant| columns.iter().map(move |&column| (contestant, column)))
        .collect();
    let waits =
        |(contestant, _): &(&HostileContestant, _)| contestant.stopped_by == Some(Limit::Wall);
    let cells = trials::in_parallel(&trials, waits, |(contestant, (place, game))| {
        cell(place, game, contestant, repeats)
    });

    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let names = columns.iter().map(|(place, game)| match place.user {
        User::Present => game.name.clone(),
        User::Ordinary => format!("{} (user)", game.name),
    });
    table.set_header(["contestant".to_string()].into_iter().chain(names));
    for (contestant, row) in contestants.iter().zip(cells.chunks(columns.len().max(1))) {
        let verdicts = row.iter().map(|cell| cell.0.as_str());
        table.add_row([contestant.name].into_iter().chain(verdicts));
    }
    println!("{table}");
    let complaints: Vec<&String> = cells.iter().filter_map(|cell| cell.1.as_ref()).collect();
    for complaint in &complaints {
        println!("{complaint}");
    }
    println!(
        "{} trials, {} not as expected, {:.0} s",
        cells.len() * repeats,
        complaints.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// An arena, and the level that contestants have there.
struct Place {
    arena: Arena,
    user: User,
    level: SandboxLevel,
}

impl Place {
    /// The place of a user; `game` decides the level.
    fn of(user: User, game: &GameManifest) -> Result<Place> {
        let arena = Arena::of(user)?;
        let level = arena.level(game)?;
        Ok(Place { arena, user, level })
    }
}

fn cell(
    place: &Place,
    game: &GameManifest,
    contestant: &HostileContestant,
    repeats: usize,
) -> (String, Option<String>) {
    let at = format!(
        "{} against {}, {:?} user",
        contestant.name, game.name, place.user
    );
    if let Some(reason) = contestant.skipped(game) {
        println!("{reason}");
        return ("skipped".into(), None);
    }
    let started = Instant::now();
    let judged = judge(place, game, contestant, repeats);
    eprintln!("{:6.1} s  {at}", started.elapsed().as_secs_f64());
    match judged {
        Ok(verdict) => (verdict.to_string(), None),
        Err(error) => ("-".into(), Some(format!("{at}: {error:#}"))),
    }
}

/// The verdict on a contestant, the same every time with the same reason.
fn judge(
    place: &Place,
    game: &GameManifest,
    contestant: &HostileContestant,
    repeats: usize,
) -> Result<Verdict> {
    let once = || {
        let outcome = place.arena.run(game, contestant, place.level)?;
        outcome.check(&games::expected(game, contestant, place.level))?;
        let record = outcome.record()?;
        anyhow::Ok((record.ruling.verdict, record.ruling.reason.clone()))
    };
    let first = once()?;
    for _ in 1..repeats {
        let again = once()?;
        ensure!(again == first, "{first:?}, but another time {again:?}");
    }
    Ok(first.0)
}
