//! The format that Kattis installs, by now called legacy.

use std::fmt::Write;

use anyhow::Result;

use super::cases::PackagedCase;
use super::folder::PackageFolder;
use super::parts::PackageParts;
use super::statement;

/// Name of the folder of its packages.
pub const FORMAT: &str = "kattis";

/// Languages of a host that has no PyPy, which `verifyproblem` runs Python with of itself. It reads
/// the file `languages.yaml` beside the packages.
pub const LANGUAGES: &str = "\
python3:
  name: 'Python 3'
  compile: 'python3 -m py_compile {mainfile}'
  run: 'python3 {mainfile}'
";

/// Writes the package into a folder.
///
/// # Errors
/// A file cannot be written.
pub fn write(parts: &PackageParts, folder: &PackageFolder) -> Result<()> {
    let facts = &parts.facts;
    let name = &facts.game.name;
    let title = &facts.submission.manifest.title;
    let kind = if facts.is_interactive() {
        " interactive"
    } else {
        ""
    };
    let code = parts.solver.len().div_ceil(1024).max(128);
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
    let submissions = folder.folder("submissions");
    submissions.file(&format!("accepted/{name}.rs"), &parts.solver)?;
    let example = match facts.package.example_is_best {
        true => "accepted",
        false => "partially_accepted",
    };
    submissions.file(&format!("{example}/{name}.py"), &parts.example)?;
    submissions.failing_contestants()?;
    data(parts, &folder.folder("data"))
}

/// Writes the cases, and how their scores add up.
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
    case(&folder.folder("sample"), &parts.cases.sample)?;
    let secret = folder.folder("secret");
    secret.file(
        "testdata.yaml",
        &format!("on_reject: continue\ngrader_flags: ''\n{all}"),
    )?;
    for (group, cases) in groups.iter().zip(&parts.cases.groups) {
        let folder = secret.folder(&group.name);
        let mut rules = String::from("on_reject: break\n");
        writeln!(rules, "range: 0 {}", most(group.most))?;
        folder.file("testdata.yaml", &rules)?;
        for one in cases {
            case(&folder, one)?;
        }
    }
    Ok(())
}

/// Writes the files of a case.
pub(crate) fn case(folder: &PackageFolder, case: &PackagedCase) -> Result<()> {
    let PackagedCase {
        name,
        input,
        answer,
        interaction,
    } = case;
    folder.file(&format!("{name}.in"), input)?;
    folder.file(&format!("{name}.ans"), answer)?;
    if let Some(interaction) = interaction {
        folder.file(&format!("{name}.interaction"), interaction)?;
    }
    Ok(())
}
