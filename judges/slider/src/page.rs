//! The program behind the page of Slider.

use std::process::ExitCode;

fn main() -> ExitCode {
    page::main::<slider_judge::Slider>()
}
