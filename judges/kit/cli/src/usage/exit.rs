//! The end of a program whose command line is wrong, or asks for help.

use std::process;

use clap::Error;
use records::note;

/// Prints what is wrong with a command line, or the help that it asks for, and ends the program.
pub fn exit(error: &Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    // A word of the command line may be the name of any file.
    note(error.render().to_string().trim_end());
    process::exit(error.exit_code());
}
