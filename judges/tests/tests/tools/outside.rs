//! A judge that breaks its promise: the contestant's number is its score, even outside the range of
//! scores. The test checks the record.

use std::io::Read;
use std::process::Command;
use std::{env, fmt};

use common::tokens::{Malformed, Tokens};
use game::{
    CaseScore, Details, Dialogue, Fault, Game, Limits, LossBasis, Losses, MeanTotal, Referee,
    ScoreRanges, Verdict,
};
use records::Record;
use scene::{Scene, SceneLayout};

/// Environment variable that makes this program the judge.
pub(super) const JUDGE: &str = "OUTSIDE_JUDGE";

/// Line on standard error that is printed whenever a case is refereed.
const REFEREED: &str = "refereed";

#[derive(Clone, Default)]
pub(super) struct Outside;

/// The only case, without content.
#[derive(Clone)]
pub(super) struct OnlyCase;

impl fmt::Display for OnlyCase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("go\n")
    }
}

impl Referee for Outside {
    const NAME: &'static str = "outside";
    const END: &'static str = "the number is known";
    type Case = OnlyCase;
    type Play = i64;

    fn read_case<R: Read>(&self, _tokens: &mut Tokens<R>) -> Result<OnlyCase, Malformed> {
        Ok(OnlyCase)
    }

    /// Prints a line to show that it is called.
    fn play(&self, _: &OnlyCase, dialogue: &mut dyn Dialogue, play: &mut i64) -> Result<(), Fault> {
        eprintln!("{REFEREED}");
        [*play] = dialogue.receive()?.numbers("a number")?;
        Ok(())
    }

    fn score(&self, _case: &OnlyCase, play: &i64, _verdict: Verdict) -> CaseScore {
        CaseScore {
            score: *play as f64,
            ..CaseScore::default()
        }
    }
}

impl Game for Outside {
    const TITLE: &'static str = "Outside";
    const PROTOCOL: &'static str = "A contestant reads a word,\nand writes its score.";
    const HAS_LOSSES: bool = true;
    type Total = MeanTotal;

    fn limits(&self) -> Limits {
        Limits::new(60_000, 1024)
    }

    fn generate(&self, _seed: u64) -> OnlyCase {
        OnlyCase
    }

    fn parameters(&self, _case: &OnlyCase) -> Details {
        Details::default()
    }

    fn layout(&self, _case: &OnlyCase) -> SceneLayout {
        SceneLayout::default()
    }

    fn scenes(&self, _: &OnlyCase, _: &i64, _: &mut dyn FnMut(Scene)) {}

    fn losses(&self, _case: &OnlyCase, _play: &i64) -> Option<Losses> {
        Some(Losses::new(LossBasis::Exact, ("points", 1), 1))
    }

    fn ranges(&self, _case: &OnlyCase) -> ScoreRanges {
        ScoreRanges::new(0.0..=1.0)
    }
}

/// Checks that a score outside the range is the judge's fault, and that one at an end of the range
/// is not.
pub(super) fn a_record_outside_its_range() {
    for (score, status, verdict) in [
        ("0", 0, Verdict::Ok),
        ("1", 0, Verdict::Ok),
        ("2", 3, Verdict::Ie),
        ("-1", 3, Verdict::Ie),
    ] {
        let mut judge = Command::new(env::current_exe().unwrap());
        judge.args(["--exec", &format!("echo {score}"), "--json", "-", "-ns"]);
        let output = judge.env(JUDGE, "1").output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let record = printed.lines().find(|line| line.starts_with('{'));
        let record: Record = serde_json::from_str(record.unwrap()).unwrap();
        let reason = format!("the score {score} is outside the range of the game, 0 to 1");
        assert_eq!(output.status.code(), Some(status), "{printed}");
        assert_eq!(record.ruling.verdict, verdict, "{printed}");
        assert_eq!(record.ruling.reason, (status != 0).then_some(reason));
    }
}

/// Checks this for a run with records, losses and pages.
pub(super) fn a_case_is_refereed_once() {
    let pages = tempfile::tempdir().unwrap();
    let mut judge = Command::new(env::current_exe().unwrap());
    judge.args([
        "--exec", "echo 1", "--seed", "1-3", "--json", "-", "--losses",
    ]);
    judge.arg("--html").arg(pages.path().join("pages"));
    let output = judge.env(JUDGE, "1").output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert_eq!(told.matches(REFEREED).count(), 3, "{told}");
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("\"losses\"")
    );
    assert!(pages.path().join("pages/1.html").exists());
}
