//! Plays one game of PseudoTonga through standard input and output.
//!
//! Exit status: 0 after a game, even if the server ends it early; 2 with one line on standard error
//! if the input is malformed.

use std::io;
use std::process::ExitCode;

use common::answers;
use common::clock::Budget;
use common::exit;

fn main() -> ExitCode {
    let budget = Budget::from_env(tonga::TIME);
    let given = answers::given();
    let run = tonga::play(io::stdin().lock(), io::stdout().lock(), budget, given);
    exit::status("tonga", run)
}
