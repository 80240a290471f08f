//! Runs every contestant against the judges, and prints the verdicts.
//! `table [GAME]…`

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::Result;
use comfy_table::{Table, presets};
use hostile::{Arena, Contestant, GAMES, Game, contestants};

fn main() -> Result<ExitCode> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let games: Vec<&Game> = GAMES
        .iter()
        .filter(|game| wanted.is_empty() || wanted.iter().any(|name| name == game.name))
        .collect();
    let contestants = contestants();
    let arena = Arena::here()?;
    let started = Instant::now();
    let trials: Vec<(&Contestant, &Game)> = contestants
        .iter()
        .flat_map(|contestant| games.iter().map(move |&game| (contestant, game)))
        .collect();
    let cells = trials_in_parallel(&arena, &trials);

    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let names = games.iter().map(|game| game.name);
    table.set_header(["contestant"].into_iter().chain(names));
    for (contestant, row) in contestants.iter().zip(cells.chunks(games.len().max(1))) {
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
        cells.len(),
        complaints.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// The verdict of every trial, and what is wrong with it.
fn trials_in_parallel(
    arena: &Arena,
    trials: &[(&Contestant, &Game)],
) -> Vec<(String, Option<String>)> {
    let next = AtomicUsize::new(0);
    let cells = Mutex::new(vec![(String::new(), None); trials.len()]);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((contestant, game)) = trials.get(index) else {
                        break;
                    };
                    let cell = cell(arena, game, contestant);
                    if let Ok(mut cells) = cells.lock() {
                        cells[index] = cell;
                    }
                }
            });
        }
    });
    cells.into_inner().unwrap_or_default()
}

fn cell(arena: &Arena, game: &Game, contestant: &Contestant) -> (String, Option<String>) {
    let at = format!("{} against {}", contestant.name, game.name);
    let started = Instant::now();
    let outcome = arena.run(game, contestant);
    eprintln!("{:6.1} s  {at}", started.elapsed().as_secs_f64());
    match outcome {
        Ok(outcome) => {
            let verdict = outcome.record().map(|record| record.verdict.to_string());
            let complaint = outcome.check(&game.expects(contestant)).err();
            (
                verdict.unwrap_or_else(|_| "-".into()),
                complaint.map(|complaint| format!("{at}: {complaint:#}")),
            )
        }
        Err(error) => ("-".into(), Some(format!("{at}: {error:#}"))),
    }
}
