//! Reads a case of Slider from standard input and writes the turns to standard output. Reads
//! nothing after the case, so that the sender may keep its pipe open.
//!
//! Exit status: 0 if the turns were written, 2 if the case is malformed, 1 if the output cannot be
//! written.

use std::io::{stdin, stdout, Write};
use std::process::ExitCode;
use std::time::Duration;

use common::answers;
use common::clock::{Budget, Clock};
use common::slider::answer::turn;
use common::slider::{Case, Turn};
use common::tokens::Tokens;

/// Thinking time. The limit is 10 s per case; the rest is for start-up, the last states and output.
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
    let turns = match answers::given() {
        None => slider::solve(&case, &mut clock),
        Some(given) => {
            // The first line is the number of turns.
            let given = given.iter().skip(1).map_while(|line| turn(line));
            slider::resume(&case, &given.collect::<Vec<Turn>>(), &mut clock)
        }
    };
    let mut out = stdout().lock();
    let written = out.write_all(slider::answer(&turns).as_bytes());
    match written.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("slider: cannot write the answer: {error}");
            ExitCode::FAILURE
        }
    }
}
