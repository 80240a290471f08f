//! The judge of Slider on the command line, or behind its page.

use std::process::ExitCode;

#[cfg(feature = "judge")]
use judge_kit::main as program;
#[cfg(not(feature = "judge"))]
use page::main as program;

fn main() -> ExitCode {
    program::<slider_judge::Slider>()
}
