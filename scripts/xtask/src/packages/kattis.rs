//! The format that Kattis installs; its documentation calls it legacy.

use game::Objective;

use super::files::PackageFiles;
use super::parts::PackageParts;
use super::statement;

/// Name of the folder with its packages.
pub const FORMAT: &str = "kattis";

/// The file `languages.yaml` beside the packages. It makes `verifyproblem` run Python with CPython
/// instead of PyPy, its default.
pub const LANGUAGES: &str = "\
python3:
  name: 'Python 3'
  compile: 'python3 -m py_compile {mainfile}'
  run: 'python3 {mainfile}'
";

/// Returns the package.
pub fn files(parts: &PackageParts) -> PackageFiles {
    let facts = &parts.facts;
    let mut files =
        parts.files(if facts.package.example_is_best { "accepted" } else { "partially_accepted" });
    let name = &facts.game.name;
    let title = &facts.submission.manifest.title;
    let kind = facts.if_interactive(" interactive");
    let code = parts.code_kib();
    let objective = match facts.objective {
        Objective::Maximise => "max",
        Objective::Minimise => "min",
    };
    files.add(
        "problem.yaml",
        format!(
            "name: {title}\nuuid: {}\ntype: scoring\nlicense: unknown\nvalidation: custom{kind} score\n\
             limits:\n  memory: {}\n  output: 8\n  code: {code}\n  time_multiplier: 1\n\
             grading:\n  objective: {objective}\n  show_test_data_groups: true\n",
            facts.package.uuid, facts.memory()
        ),
    );
    let rules = parts.statement(&facts.package.scoring);
    let tex = statement::tex(title, &rules);
    files.add("problem_statement/problem.tex", tex);
    let programs = &parts.programs;
    let [input, output] = ["input", "output"].map(|what| format!("{what}_validators/{name}"));
    files.add_program(&input, &programs.input_validator);
    files.add_program(&output, &programs.score_validator);
    let most = |group: Option<u32>| group.map_or("+inf".to_string(), |most| most.to_string());
    let groups = facts.package.groups.iter();
    let sum = most(groups.map(|group| group.most).sum());
    for (folder, reject, flags, most) in [
        ("", "continue", "ignore_sample", &*sum),
        ("sample/", "break", "''", "+inf"),
        ("secret/", "continue", "''", &*sum),
    ] {
        let rules = format!("on_reject: {reject}\ngrader_flags: {flags}\nrange: 0 {most}\n");
        files.add(format!("data/{folder}testdata.yaml"), rules);
    }
    for group in &facts.package.groups {
        let rules = format!("on_reject: break\nrange: 0 {}\n", most(group.most));
        files.add(format!("data/secret/{}/testdata.yaml", group.name), rules);
    }
    files
}
