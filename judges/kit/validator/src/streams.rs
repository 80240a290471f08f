//! Both streams of a game, for those who draw it afterwards.

use std::fs;
use std::path::Path;

use crate::{text, write};

/// Messages of the judge after the case, and all that the contestant wrote.
#[derive(Debug, Default)]
pub struct GameStreams {
    /// The messages.
    pub input: String,
    /// The contestant's output.
    pub output: Vec<u8>,
}

/// File of the messages in a feedback folder.
const INPUT: &str = "messages.txt";
/// File of the output in a feedback folder.
const OUTPUT: &str = "answers.txt";

impl GameStreams {
    /// Writes both into a feedback folder.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        write(&folder.join(INPUT), self.input.as_bytes())?;
        // Systems take feedback for text; what is no text breaks a rule as well afterwards.
        write(
            &folder.join(OUTPUT),
            String::from_utf8_lossy(&self.output).as_bytes(),
        )
    }

    /// Reads both from a feedback folder.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(folder: &Path) -> Result<GameStreams, String> {
        let path = folder.join(OUTPUT);
        let output = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let input = text(&folder.join(INPUT))?;
        Ok(GameStreams { input, output })
    }
}
