//! The judge of a game that breaks its promise: a contestant's number is its score, whatever the
//! range of scores; and a test of what becomes of such a record.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fmt};

use common::tokens::{Malformed, Tokens};
use game::{
    CaseScore, Details, Dialogue, Fault, Game, Limits, MeanTotal, Referee, ScoreRanges, Verdict,
};
use harness::tool_test;
use scene::SceneLayout;
use serde_json::Value;

#[derive(Clone, Default)]
struct Outside;

/// There is one case, without content.
#[derive(Clone)]
struct OnlyCase;

impl fmt::Display for OnlyCase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("go\n")
    }
}

impl Referee for Outside {
    const NAME: &'static str = "outside";
    type Case = OnlyCase;
    type Play = i64;

    fn read_case<R: Read>(&self, _tokens: &mut Tokens<R>) -> Result<OnlyCase, Malformed> {
        Ok(OnlyCase)
    }

    fn layout(&self, _case: &OnlyCase) -> SceneLayout {
        SceneLayout::default()
    }

    fn play(
        &self,
        _case: &OnlyCase,
        dialogue: &mut dyn Dialogue,
        play: &mut i64,
    ) -> Result<(), Fault> {
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
    type Total = MeanTotal;

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(60), 1024)
    }

    fn generate(&self, _seed: u64) -> OnlyCase {
        OnlyCase
    }

    fn parameters(&self, _case: &OnlyCase) -> Details {
        Details::default()
    }

    fn ranges(&self, _case: &OnlyCase) -> ScoreRanges {
        ScoreRanges::new(0.0..=1.0)
    }
}

/// Variable of the environment that makes this program the judge, where it is the test otherwise.
const JUDGE: &str = "OUTSIDE_JUDGE";

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    // A supervisor has no such variable.
    match runner::started_again(&args) {
        Some(status) => status,
        None if env::var_os(JUDGE).is_some() => cli::main::<Outside>(),
        None => harness::run(vec![tool_test(&[], "a_record_outside_its_range", test)]),
    }
}

/// It is the judge's fault; a score on an end of the range is not.
fn test() {
    let judged = |score: &str| {
        let mut judge = Command::new(env::current_exe().unwrap());
        let exec = format!("echo {score}");
        let args = ["--exec", &exec, "--json", "-", "-ns"];
        let output = judge.args(args).env(JUDGE, "1").output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let record = printed.lines().find(|line| line.starts_with('{'));
        let record: Value = serde_json::from_str(record.unwrap()).unwrap();
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_string();
        (output.status.code(), text("verdict"), text("reason"))
    };
    for score in ["0", "1"] {
        assert_eq!(judged(score), (Some(0), "OK".into(), String::new()));
    }
    for score in ["2", "-1"] {
        let reason = format!("the score {score} is outside the range of the game, 0 to 1");
        assert_eq!(judged(score), (Some(3), "IE".into(), reason));
    }
}
