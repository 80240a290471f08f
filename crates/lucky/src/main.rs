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
    let (input, output) = (io::stdin(), io::stdout().lock());
    let run = match answers::given() {
        None => wire::serve(input, output, budget),
        Some(given) => wire::resume(input, output, budget, &given),
    };
    exit::status("lucky", run)
}
