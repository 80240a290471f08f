//! Packages that DOMjudge imports: 8.3, 9.0, and the main branch of April 2026. Its importer takes the
//! fields of the legacy format, but not all of their values.

use anyhow::Result;

use super::folder::PackageFolder;
use super::parts::PackageParts;
use super::statement;

/// Name of the folder of its packages.
pub const FORMAT: &str = "domjudge";

/// The score of a case: 8.3 and 9.0 do not take one, later versions only in contests of points.
const SCORING: &str = "\
A play that keeps the rules is correct, whatever it scores. This system gives no points: the jury is shown the score.";

/// Writes the package into a folder.
pub fn write(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let facts = &parts.facts;
    let name = &facts.game.name;
    let title = &facts.submission.manifest.title;
    // The only two values that name a validator in every version.
    let validation = match facts.is_interactive() {
        true => "custom interactive",
        false => "custom",
    };
    folder.file(
        "problem.yaml",
        &format!(
            "name: {title}\nvalidation: {validation}\nlimits:\n  memory: {}\n  output: 8\n",
            facts.memory()
        ),
    )?;
    folder.file(
        "domjudge-problem.ini",
        &format!("timelimit='{}'\n", facts.seconds()),
    )?;
    folder.file(
        "problem_statement/problem.html",
        &statement::html(title, &parts.statement(SCORING)),
    )?;
    folder
        .folder(&format!("output_validators/{name}"))
        .program(&parts.programs.verdict_validator)?;
    // An empty output has its own verdict there.
    let verdict_of = |verdict: &str, name: &str| match (facts.is_interactive(), name) {
        (false, "says_nothing.py") => "no_output".into(),
        _ => verdict.to_string(),
    };
    parts.write_submissions(&folder.folder("submissions"), "accepted", verdict_of)?;
    parts.write_cases(&folder.folder("data"), |_| None)
}
