//! The problem package format of 2025-09.

use super::files::PackageFiles;
use super::parts::PackageParts;
use super::statement;

/// Name of the format, and of the folder with its packages.
pub const FORMAT: &str = "2025-09";

/// The file `languages.yaml` beside the packages, for BAPCtools on a host without PyPy: it selects
/// plain Python, and Rust with an edition of our solvers.
pub const LANGUAGES: &str = "\
python3:
  compile: 'python3 -m py_compile {mainfile}'
  run: 'python3 {mainfile}'
rust:
  compile: 'rustc -o{binary} -O --crate-type bin --edition=2021 {files}'
";

/// Returns the package.
pub fn files(parts: &PackageParts) -> PackageFiles {
    let mut files = parts.files("accepted");
    let facts = &parts.facts;
    let name = &facts.game.name;
    let kind = facts.if_interactive(", interactive");
    let code = parts.code_kib();
    files.add(
        "problem.yaml",
        format!(
            "problem_format_version: {FORMAT}\nname:\n  en: {}\nuuid: {}\ntype: [scoring{kind}]\n\
             license: unknown\nlimits:\n  time_limit: {}\n  time_multipliers:\n    ac_to_time_limit: 1\n  \
             memory: {}\n  output: 8\n  code: {code}\n",
            facts.submission.manifest.title,
            facts.package.uuid,
            facts.seconds(),
            facts.memory(),
        ),
    );
    let share = statement::share(facts.objective);
    let scoring = format!("A case scores its points times {share}. A share is at least 0.");
    files.add("statement/problem.en.md", parts.statement(&scoring));
    let programs = &parts.programs;
    let input = format!("input_validators/{name}");
    files.add_program(&input, &programs.input_validator);
    files.add_program("output_validator", &programs.share_validator);
    let best = 100 * u32::from(facts.package.example_is_best);
    files.add(
        "submissions/submissions.yaml",
        format!(
            "# A score is the share of the bound, in points.\n\
             accepted/{name}.rs:\n  model_solution: true\n  score: [1.0, 100.0]\n\
             accepted/{name}.py:\n  use_for_time_limit: false\n  score: [{best}.0, 100.0]\n"
        ),
    );
    let rules = |points: u32| format!("max_score: {points}\nscore_aggregation: sum\n");
    let points = facts.package.groups.iter().map(|group| group.points).sum();
    files.add("data/secret/test_group.yaml", rules(points));
    for group in &facts.package.groups {
        let path = format!("data/secret/{}/test_group.yaml", group.name);
        files.add(path, rules(group.points));
    }
    files
}
