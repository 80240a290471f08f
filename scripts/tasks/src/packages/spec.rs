//! The problem package format of 2025-09.

use anyhow::Result;

use super::folder::PackageFolder;
use super::parts::PackageParts;

/// Name of the format, and of the folder of its packages.
pub const FORMAT: &str = "2025-09";

/// Languages of a host without PyPy, for BAPCtools: its file `languages.yaml` next to the packages,
/// with plain Python and Rust of an edition of our solvers.
pub const LANGUAGES: &str = "\
python3:
  compile: 'python3 -m py_compile {mainfile}'
  run: 'python3 {mainfile}'
rust:
  compile: 'rustc -o{binary} -O --crate-type bin --edition=2021 {files}'
";

/// The score of a case in this format.
const SCORING: &str = "\
A case scores the share of its points that the play has of the most that is possible or known to be: the bound. The least
that a play by the rules can have is the share 0.";

/// Writes the package into a folder.
pub fn write(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let facts = &parts.facts;
    let name = &facts.game.name;
    let kind = facts.if_interactive(", interactive");
    let code = parts.code_kib();
    folder.file(
        "problem.yaml",
        &format!(
            "problem_format_version: {FORMAT}\nname:\n  en: {}\nuuid: {}\ntype: [scoring{kind}]\n\
             license: unknown\nlimits:\n  time_limit: {}\n  time_multipliers:\n    ac_to_time_limit: 1\n  \
             memory: {}\n  output: 8\n  code: {code}\n",
            facts.submission.manifest.title,
            facts.package.uuid,
            facts.seconds(),
            facts.memory(),
        ),
    )?;
    folder.file("statement/problem.en.md", &parts.statement(SCORING))?;
    folder
        .folder(&format!("input_validators/{name}"))
        .program(&parts.programs.input_validator)?;
    folder
        .folder("output_validator")
        .program(&parts.programs.share_validator)?;
    folder
        .folder("output_visualizer")
        .program(&parts.programs.visualizer)?;
    submissions(parts, &folder.folder("submissions"))?;
    data(parts, &folder.folder("data"))
}

/// Writes the contestants, and the scores of legal ones.
fn submissions(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let name = &parts.facts.game.name;
    let as_here = |verdict: &str, _: &str| verdict.to_string();
    parts.write_submissions(folder, "accepted", as_here)?;
    let best = 100 * u32::from(parts.facts.package.example_is_best);
    let expected = format!(
        "# A score is the share of the bound, in points.\n\
         accepted/{name}.rs:\n  model_solution: true\n  score: [1.0, 100.0]\n\
         accepted/{name}.py:\n  use_for_time_limit: false\n  score: [{best}.0, 100.0]\n"
    );
    folder.file("submissions.yaml", &expected)?;
    Ok(())
}

/// Writes the cases and the rules for their scores.
fn data(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let points: u32 = parts
        .facts
        .package
        .groups
        .iter()
        .map(|group| group.points)
        .sum();
    let rules = |points: u32| format!("max_score: {points}\nscore_aggregation: sum\n");
    folder.file("secret/test_group.yaml", &rules(points))?;
    parts.write_cases(folder, |group| {
        Some(("test_group.yaml", rules(group.points)))
    })
}
