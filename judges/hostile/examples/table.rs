//! Runs every contestant against the judges, and prints the verdicts.
//! `table [REPEATS] [GAME]…`; verdict and reason must be the same every time.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Result, ensure};
use comfy_table::{Table, presets};
use hostile::{Arena, Contestant, GAMES, Game, contestants};
use judge_kit::Verdict;

fn main() -> Result<ExitCode> {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let repeats = match wanted.first().map(|word| word.parse::<usize>()) {
        Some(Ok(repeats)) => {
            wanted.remove(0);
            repeats.max(1)
        }
        _ => 1,
    };
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
    let cells = trials_in_parallel(&arena, &trials, repeats);

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
        cells.len() * repeats,
        complaints.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// The verdict of every trial, and what is wrong with it.
fn trials_in_parallel(
    arena: &Arena,
    trials: &[(&Contestant, &Game)],
    repeats: usize,
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
                    let cell = cell(arena, game, contestant, repeats);
                    if let Ok(mut cells) = cells.lock() {
                        cells[index] = cell;
                    }
                }
            });
        }
    });
    cells.into_inner().unwrap_or_default()
}

fn cell(
    arena: &Arena,
    game: &Game,
    contestant: &Contestant,
    repeats: usize,
) -> (String, Option<String>) {
    let at = format!("{} against {}", contestant.name, game.name);
    let started = Instant::now();
    let judged = judge(arena, game, contestant, repeats);
    eprintln!("{:6.1} s  {at}", started.elapsed().as_secs_f64());
    match judged {
        Ok(verdict) => (verdict.to_string(), None),
        Err(error) => ("-".into(), Some(format!("{at}: {error:#}"))),
    }
}

/// The verdict on a contestant, the same every time with the same reason.
fn judge(arena: &Arena, game: &Game, contestant: &Contestant, repeats: usize) -> Result<Verdict> {
    let once = || {
        let outcome = arena.run(game, contestant)?;
        outcome.check(&game.expects(contestant))?;
        let record = outcome.record()?;
        anyhow::Ok((record.verdict, record.reason.clone()))
    };
    let first = once()?;
    for _ in 1..repeats {
        let again = once()?;
        ensure!(again == first, "{first:?}, but another time {again:?}");
    }
    Ok(first.0)
}
