//! Runs every contestant against the judges, as the present user and as an
//! ordinary one, and prints the verdicts. `table [REPEATS] [GAME]…`; verdict
//! and reason must be the same every time.

use std::process::ExitCode;
use std::time::Instant;

use comfy_table::{Table, presets};
use harness::hostile::{GameManifest, Trial, TrialPlace, User, contestants, games};

fn main() -> ExitCode {
    let mut wanted: Vec<String> = std::env::args().skip(1).collect();
    let repeats = match wanted.first().map(|word| word.parse::<usize>()) {
        Some(Ok(repeats)) => {
            wanted.remove(0);
            repeats.max(1)
        }
        _ => 1,
    };
    let is_wanted = |game: &&GameManifest| wanted.is_empty() || wanted.contains(&game.name);
    let games: Vec<&GameManifest> = games::all().iter().filter(is_wanted).collect();
    if games.is_empty() {
        eprintln!("no game of these names");
        return ExitCode::from(2);
    }
    let started = Instant::now();
    let places = User::ALL.map(TrialPlace::of);
    let columns = places
        .iter()
        .flat_map(|place| games.iter().map(move |&game| (place, game)));
    let columns: Vec<(&TrialPlace, &GameManifest)> = columns.collect();
    let contestants = contestants();
    let trials = contestants.iter().flat_map(|&contestant| {
        let columns = columns.iter();
        columns.map(move |&(place, game)| Trial {
            place,
            game,
            contestant,
        })
    });
    let trials: Vec<Trial> = trials.collect();
    let results = Trial::run_all(&trials, repeats);

    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    let names = columns.iter().map(|(place, game)| match place.user {
        User::Present => game.name.clone(),
        User::Ordinary => format!("{} (user)", game.name),
    });
    table.set_header(["contestant".to_string()].into_iter().chain(names));
    for (contestant, row) in contestants.iter().zip(results.chunks(columns.len())) {
        let verdicts = row.iter().map(|result| match result {
            Ok(Some(verdict)) => verdict.to_string(),
            Ok(None) => "skipped".into(),
            Err(_) => "-".into(),
        });
        table.add_row([contestant.name.to_string()].into_iter().chain(verdicts));
    }
    println!("{table}");
    let complaints: Vec<&String> = results
        .iter()
        .filter_map(|result| result.as_ref().err())
        .collect();
    for complaint in &complaints {
        println!("{complaint}");
    }
    println!(
        "{} trials, {} not as expected, {:.0} s",
        results.len() * repeats,
        complaints.len(),
        started.elapsed().as_secs_f64()
    );
    ExitCode::from(u8::from(!complaints.is_empty()))
}
