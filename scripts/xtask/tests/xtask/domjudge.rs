//! Checks that packages for DOMjudge have exactly the files and fields that its importer reads.
//!
//! Versions: 8.3.2 (commit 5bc3b34cf49d, July 2025), 9.0.0 (commit d8c018e4c6ec, October 2025) and
//! branch main (commit a023fd3ec375, April 2026). Source, in the repository `DOMjudge/domjudge`:
//! `webapp/src/Service/ImportProblemService.php` (`importZippedProblem`, `parseYaml`,
//! `searchAndAddValidator`), `webapp/src/Entity/ImportedProblem.php` (`setTypes`), and
//! `webapp/src/Service/SubmissionService.php` (`PROBLEM_RESULT_REMAP`: folders of submissions).

use std::collections::BTreeSet;

use game::Limits;
use xtask::games::{DialogueKind, GameManifest, PackageManifest};
use xtask::packages::{Facts, PackageFiles, PackageParts, PackagePrograms, domjudge, statement};
use xtask::submissions::Submission;

/// Limits that differ from those of every game.
const LIMITS: Limits =
    Limits { cpu_ms: 7000, wall_ms: 22000, memory_kib: 65 * 1024, output_bytes: 4096 };

/// Returns the paths of the files of a sample, and of two cases in every group.
fn case_files(package: &PackageManifest) -> Vec<String> {
    let groups = package.groups.iter();
    let secret = groups
        .flat_map(|group| ["01-1", "02-2"].map(|case| format!("secret/{}/{case}", group.name)));
    let cases = secret.chain(["sample/1".into()]);
    let files = cases.flat_map(|case| ["in", "ans"].map(|ending| format!("data/{case}.{ending}")));
    files.collect()
}

/// Returns the parts of a game's packages, with placeholder words for programs and cases: the
/// importer runs none of them.
fn parts(game: GameManifest) -> PackageParts {
    let package = game.package.clone().unwrap();
    let cases = case_files(&package).into_iter();
    PackageParts {
        rules: statement::rules(&game.name).unwrap(),
        cases: PackageFiles(cases.map(|path| (path, "1\n".into())).collect()),
        programs: PackagePrograms {
            input_validator: "input validator".into(),
            score_validator: "validator with scores".into(),
            share_validator: "validator with shares".into(),
            verdict_validator: "validator of verdicts".into(),
        },
        solver: "fn main() {}\n".into(),
        example: "pass\n".into(),
        facts: Facts {
            objective: game::Objective::Maximise,
            submission: Submission::of(&game.name).unwrap(),
            limits: LIMITS,
            game,
            package,
        },
    }
}

/// Checks what every version imports: the validator (interactive for a game in turns), the limits,
/// the statement, all cases, and every submission with the result that its folder expects.
#[test]
fn every_version_imports_every_game() {
    let games = xtask::games::all().unwrap().into_iter();
    for parts in games.filter(|game| game.package.is_some()).map(parts) {
        let facts = &parts.facts;
        let name = &facts.game.name;
        let zip = domjudge::files(&parts).0;
        // In a problem without turns, an empty output has a result of its own
        // (`judge/testcase_run.sh`; in main `determineVerdict` of `judge/judgedaemon.main.php`).
        let (kind, silent) = if facts.is_interactive() {
            (" interactive", "wrong_answer")
        } else {
            ("", "no_output")
        };
        // Only `custom` and `custom interactive` make every version look for a validator. 8.3 looks
        // in `output_validators/`, the others in all folders that begin with `output_validator`.
        // Without `type`, 9.0 and main take the type from `validation`.
        let title = &facts.submission.manifest.title;
        let problem = format!(
            "name: {title}\nvalidation: custom{kind}\nlimits:\n  memory: 65\n  output: 8\n"
        );
        assert_eq!(zip["problem.yaml"], problem);
        assert_eq!(zip["domjudge-problem.ini"], "timelimit='7'\n");
        // All versions refuse a second validator folder; main also refuses a file about groups of
        // cases.
        let files = format!(
            "problem.yaml domjudge-problem.ini problem_statement/problem.html \
             output_validators/{name}/build output_validators/{name}/main.rs \
             submissions/accepted/{name}.py submissions/accepted/{name}.rs \
             submissions/run_time_error/exits_3.py submissions/run_time_error/segfaults.py \
             submissions/time_limit_exceeded/busy.py submissions/wrong_answer/binary.py \
             submissions/{silent}/says_nothing.py"
        );
        let mut files: BTreeSet<String> = files.split(' ').map(str::to_string).collect();
        files.extend(case_files(&facts.package));
        assert_eq!(BTreeSet::from_iter(zip.keys().cloned()), files, "{name}");
        // The validator writes no score: in a problem without scores, main refuses a run that has
        // one (`JudgehostController::addJudgingRun`).
        let source = &zip[&format!("output_validators/{name}/main.rs")];
        assert_eq!(source, "validator of verdicts");
        let ends = zip["problem_statement/problem.html"].contains("it ends after the case");
        assert_eq!(ends, facts.game.kind == DialogueKind::Offline, "{name}");
    }
}
