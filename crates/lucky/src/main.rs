//! Plays one case in wire form: reads the case and the calls from standard input and writes one
//! answer per turn to standard output.

use std::io;
use std::process::ExitCode;

use common::answers;
use common::clock::Budget;
use common::exit;
use lucky::{player, wire};

fn main() -> ExitCode {
    let budget = Budget::from_env(player::CPU_TIME);
    let given = answers::given().unwrap_or_default();
    let run = wire::serve(io::stdin(), io::stdout().lock(), budget, &given);
    exit::status("lucky", run)
}
