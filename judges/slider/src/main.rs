//! The judge of Slider as a command-line program or as the module of its web page.

use std::process::ExitCode;

#[cfg(feature = "judge")]
use judge_kit as program;
#[cfg(not(feature = "judge"))]
use page as program;

fn main() -> ExitCode {
    program::main::<slider_judge::Slider>()
}
