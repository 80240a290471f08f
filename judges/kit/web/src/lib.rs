//! A game's definition as the program behind a page. The program reads one request from standard
//! input, answers it on standard output, and keeps no state. Compiled to WebAssembly, it runs
//! inside the page.

mod answer;
mod description;
#[cfg(not(target_family = "wasm"))]
mod document;
mod hand;
mod replay;
mod request;

use std::io::{Read, Write, stdin, stdout};
use std::process::ExitCode;

use game::Game;

pub use answer::answer;
#[cfg(not(target_family = "wasm"))]
pub use document::{PageProgram, document};
pub use replay::header;

/// Answers the request on standard input.
pub fn main<G: Game>() -> ExitCode {
    let mut request = Vec::new();
    let answered = stdin()
        .read_to_end(&mut request)
        .and_then(|_| stdout().write_all(answer::<G>(&request, None).as_bytes()));
    match answered {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
