//! Reads a case of Slider, thinks, prints the turns.

use std::io::{stdin, stdout, BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use common::clock::{Budget, Clock};
use common::slider::{Case, Turn};
use common::tokens::Tokens;

/// Of the 10 s a case may take; the rest is for starting up and the last states.
const THINKING: Duration = Duration::from_millis(9300);

fn main() -> ExitCode {
    let mut clock = Clock::start(Budget::from_env(THINKING));
    let case = match Case::read(&mut Tokens::new(stdin().lock())) {
        Ok(case) => case,
        Err(error) => {
            eprintln!("slider: {error}");
            return ExitCode::from(2);
        }
    };
    match print(&slider::solve(&case, &mut clock)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("slider: cannot write the answer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(turns: &[Turn]) -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    writeln!(out, "{}", turns.len())?;
    for turn in turns {
        writeln!(out, "{turn}")?;
    }
    out.flush()
}
