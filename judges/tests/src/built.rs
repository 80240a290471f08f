//! Programs that tests run.

use std::fs;
use std::path::Path;
use std::process::Child;

use anyhow::{Context, Result, ensure};

/// Checks that a program is as new as its sources, which Cargo lists in a file beside the program.
///
/// # Errors
/// The program is not built, or older than a source.
pub fn ensure_current(program: &Path) -> Result<()> {
    let name = program.display();
    let time = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let advice = "run `cargo build --workspace --tests --bins`";
    let built = time(program).with_context(|| format!("{name} is not built: {advice}"))?;
    let sources = fs::read_to_string(program.with_extension("d"))?;
    // Blanks within a path have a backslash.
    for source in sources.replace("\\ ", "\0").split_whitespace() {
        let source = source.replace('\0', " ");
        let is_newer = time(Path::new(&source)).is_ok_and(|time| time > built);
        ensure!(!is_newer, "{name} is older than {source}: {advice}");
    }
    Ok(())
}

/// A process that does not outlive its test: it is killed when dropped.
pub struct KilledOnDrop(pub Child);

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
