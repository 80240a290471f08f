//! False statements about equal programs, in per cent of 4,000 trials, and the median number of cases
//! to a verdict about unequal ones.

#[path = "../../../judges/kit/records/tests/records/verdicts.rs"]
mod verdicts;

use verdicts::{ErrorRate, median_cases, rates};

/// Number of trials of every rate.
const TRIALS: u64 = 4_000;

fn main() {
    let rates = rates(TRIALS);
    let kinds = rates.chunk_by(|one, next| one.procedure == next.procedure);
    for (row, of_procedure) in kinds.enumerate() {
        if row == 0 {
            let names: Vec<&str> = of_procedure.iter().map(|rate| rate.kind).collect();
            println!("| false statements, % | {} |", names.join(" | "));
            println!("|---{}|", "|---".repeat(names.len()));
        }
        let cells = of_procedure.iter().map(|ErrorRate { rate, claim, .. }| match claim {
            Some(_) => format!("{:.1}", 100.0 * rate),
            None => format!("({:.1})", 100.0 * rate),
        });
        let cells: Vec<String> = cells.collect();
        println!("| {} | {} |", of_procedure[0].procedure, cells.join(" | "));
    }
    println!(
        "In parentheses: outside what the procedure assumes; elsewhere at most 5 are claimed.\n"
    );
    for (name, cases) in median_cases() {
        println!("median cases to a verdict, {name}: {cases}");
    }
}
