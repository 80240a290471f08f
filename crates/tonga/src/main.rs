//! Plays one game of PseudoTonga through standard input and output.
//!
//! Exit status: 0 after a game, even if the server ends it early. A malformed input gives 2 and one
//! line on standard error.

use std::io;
use std::process::ExitCode;

use common::answers;
use common::clock::Budget;
use common::exit;

fn main() -> ExitCode {
    let budget = Budget::from_env(tonga::TIME);
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let run = match answers::given() {
        None => tonga::play(input, output, budget),
        Some(given) => tonga::resume(input, output, budget, &given),
    };
    exit::status("tonga", run)
}
