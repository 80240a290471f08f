//! The judge of Slider on the command line, or behind its page.

use std::process::ExitCode;

#[cfg(feature = "judge")]
use judge_kit as program;
#[cfg(not(feature = "judge"))]
use page as program;

fn main() -> ExitCode {
    program::main::<slider_judge::Slider>()
}
