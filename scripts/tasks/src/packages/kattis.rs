//! The format that Kattis installs, now called legacy.

use anyhow::Result;

use super::folder::PackageFolder;
use super::parts::PackageParts;
use super::statement;

/// Name of the folder of its packages.
pub const FORMAT: &str = "kattis";

/// Languages of a host without PyPy, with which `verifyproblem` runs Python by default: its file
/// `languages.yaml` next to the packages.
pub const LANGUAGES: &str = "\
python3:
  name: 'Python 3'
  compile: 'python3 -m py_compile {mainfile}'
  run: 'python3 {mainfile}'
";

/// Writes the package into a folder.
pub fn write(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let facts = &parts.facts;
    let name = &facts.game.name;
    let title = &facts.submission.manifest.title;
    let kind = facts.if_interactive(" interactive");
    let code = parts.code_kib();
    folder.file(
        "problem.yaml",
        &format!(
            "name: {title}\nuuid: {}\ntype: scoring\nlicense: unknown\nvalidation: custom{kind} score\n\
             limits:\n  memory: {}\n  output: 8\n  code: {code}\n  time_multiplier: 1\n\
             grading:\n  objective: max\n  show_test_data_groups: true\n",
            facts.package.uuid, facts.memory()
        ),
    )?;
    let rules = parts.statement(&facts.package.scoring);
    folder.file(
        "problem_statement/problem.tex",
        &statement::tex(title, &rules),
    )?;
    folder
        .folder(&format!("input_validators/{name}"))
        .program(&parts.programs.input_validator)?;
    folder
        .folder(&format!("output_validators/{name}"))
        .program(&parts.programs.score_validator)?;
    let example = match facts.package.example_is_best {
        true => "accepted",
        false => "partially_accepted",
    };
    let as_here = |verdict: &str, _: &str| verdict.to_string();
    parts.write_submissions(&folder.folder("submissions"), example, as_here)?;
    data(parts, &folder.folder("data"))
}

/// Writes the cases and the rules for their scores.
fn data(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let groups = &parts.facts.package.groups;
    let most = |group: Option<u32>| group.map_or("+inf".to_string(), |most| most.to_string());
    let sum = groups.iter().map(|group| group.most).sum::<Option<u32>>();
    let all = format!("range: 0 {}\n", most(sum));
    folder.file(
        "testdata.yaml",
        &format!("on_reject: continue\ngrader_flags: ignore_sample\n{all}"),
    )?;
    folder.file(
        "sample/testdata.yaml",
        "on_reject: break\ngrader_flags: ''\nrange: 0 +inf\n",
    )?;
    folder.file(
        "secret/testdata.yaml",
        &format!("on_reject: continue\ngrader_flags: ''\n{all}"),
    )?;
    parts.write_cases(folder, |group| {
        let rules = format!("on_reject: break\nrange: 0 {}\n", most(group.most));
        Some(("testdata.yaml", rules))
    })
}
