//! Prints tight bounds of Slider cases as CSV.
//!
//! `bounds STEPS PREFIX DIR …` prints one row for each file `N.in` in the directories:
//! `PREFIX/N,bound,steps,fingerprint`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use common::slider::bound::tight_bound;
use common::slider::Case;
use common::tokens::Tokens;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.split_first() {
        Some((steps, groups)) if !groups.is_empty() && groups.len() % 2 == 0 => {
            match print(steps, groups) {
                Ok(()) => ExitCode::SUCCESS,
                Err(problem) => {
                    eprintln!("bounds: {problem}");
                    ExitCode::FAILURE
                }
            }
        }
        _ => {
            eprintln!("usage: bounds STEPS PREFIX DIR [PREFIX DIR …]");
            ExitCode::from(2)
        }
    }
}

fn print(steps: &str, groups: &[String]) -> Result<(), String> {
    let steps: u64 = steps
        .parse()
        .map_err(|_| format!("`{steps}` is not a number of steps"))?;
    println!("case,bound,steps,fingerprint");
    for group in groups.chunks(2) {
        let (prefix, dir) = (&group[0], Path::new(&group[1]));
        for number in numbers(dir)? {
            let path = dir.join(format!("{number}.in"));
            let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let case = Case::read(&mut Tokens::new(&text[..]))
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let bound = tight_bound(case.board(), steps);
            println!(
                "{prefix}/{number},{bound},{steps},{:016x}",
                case.fingerprint()
            );
        }
    }
    Ok(())
}

/// Returns the numbers of the cases in a directory, ascending.
fn numbers(dir: &Path) -> Result<Vec<u32>, String> {
    let entries = fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut numbers: Vec<u32> = names
        .filter_map(|name| name.strip_suffix(".in")?.parse().ok())
        .collect();
    numbers.sort_unstable();
    Ok(numbers)
}
