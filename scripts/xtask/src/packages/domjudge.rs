//! Packages for DOMjudge 8.3, 9.0 and the main branch of April 2026. Its importer reads the fields
//! of the legacy format, but does not accept all of their values.

use super::files::PackageFiles;
use super::parts::PackageParts;
use super::statement;

/// Name of the folder with its packages.
pub const FORMAT: &str = "domjudge";

/// Sentences on the score of a case. Versions 8.3 and 9.0 do not accept a score, later ones only in
/// contests with points.
const SCORING: &str = "\
A play that keeps the rules is correct, whatever it scores. This system gives no points: the jury is shown the score.";

/// Returns the package.
pub fn files(parts: &PackageParts) -> PackageFiles {
    let mut files = parts.files("accepted");
    let facts = &parts.facts;
    let title = &facts.submission.manifest.title;
    // Only `custom` and `custom interactive` name a validator in every version.
    let kind = facts.if_interactive(" interactive");
    let memory = facts.memory();
    let problem = format!(
        "name: {title}\nvalidation: custom{kind}\nlimits:\n  memory: {memory}\n  output: 8\n"
    );
    files.add("problem.yaml", problem);
    let limit = format!("timelimit='{}'\n", facts.seconds());
    files.add("domjudge-problem.ini", limit);
    let page = statement::html(title, &parts.statement(SCORING));
    files.add("problem_statement/problem.html", page);
    let validator = format!("output_validators/{}", facts.game.name);
    files.add_program(&validator, &parts.programs.verdict_validator);
    if !facts.is_interactive() {
        // DOMjudge has a verdict of its own for an empty output.
        let silent = |verdict: &str| format!("submissions/{verdict}/says_nothing.py");
        let source = files.0.remove(&silent("wrong_answer"));
        files.add(silent("no_output"), source.unwrap_or_default());
    }
    files
}
