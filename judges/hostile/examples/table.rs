//! Runs every contestant against the judges, and prints the verdicts.
//! `table [REPEATS] [GAME]…`; verdict and reason must be the same every time.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};
use comfy_table::{Table, presets};
use hostile::{Arena, Contestant, Manifest, contestants, games, trials};
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
    let games: Vec<&Manifest> = games::all()
        .iter()
        .filter(|game| wanted.is_empty() || wanted.contains(&game.name))
        .collect();
    let contestants = contestants();
    let arena = Arena::here()?;
    let started = Instant::now();
    let pairs: Vec<(&Contestant, &Manifest)> = contestants
        .iter()
        .flat_map(|contestant| games.iter().map(move |&game| (contestant, game)))
        .collect();
    let cells = trials::in_parallel(&pairs, |(contestant, game)| {
        cell(&arena, game, contestant, repeats)
    });

    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let names = games.iter().map(|game| game.name.as_str());
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

fn cell(
    arena: &Arena,
    game: &Manifest,
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
fn judge(
    arena: &Arena,
    game: &Manifest,
    contestant: &Contestant,
    repeats: usize,
) -> Result<Verdict> {
    let once = || {
        let outcome = arena.run(game, contestant)?;
        outcome.check(&games::expected(game, contestant))?;
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
