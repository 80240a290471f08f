//! The judge of Slider.

use std::process::ExitCode;

fn main() -> ExitCode {
    judge_kit::main::<slider_judge::Slider>()
}
