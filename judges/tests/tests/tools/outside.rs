//! A judge that breaks its promises: the contestant's number is its score and a cell of its board,
//! even outside the range of scores and beyond the board.

use std::process::{Command, Output};
use std::{env, fmt};

use common::tokens::{Malformed, Tokens};
use game::{
    CaseScore, Details, Dialogue, Fault, Game, Limits, LossBasis, Losses, Referee, ScoreRanges,
    Verdict,
};
use records::Record;
use scene::{Arrangement, Form, Piece, PieceKind, Place, Scene, SceneLayout};

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

    fn read_case(&self, _tokens: &mut Tokens<&[u8]>) -> Result<OnlyCase, Malformed> {
        Ok(OnlyCase)
    }

    /// Prints a line to show that it is called.
    fn play(&self, _: &OnlyCase, dialogue: &mut dyn Dialogue, play: &mut i64) -> Result<(), Fault> {
        eprintln!("{REFEREED}");
        [*play] = dialogue.receive()?.numbers("a number")?;
        Ok(())
    }

    fn score(&self, _case: &OnlyCase, play: &i64, _verdict: Verdict) -> CaseScore {
        CaseScore { score: *play as f64, ..CaseScore::default() }
    }
}

impl Game for Outside {
    const TITLE: &'static str = "Outside";
    const PROTOCOL: &'static str = "A contestant reads a word,\nand writes its score.";
    const HAS_LOSSES: bool = true;

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
        SceneLayout {
            shape: Arrangement::grid(1, 2),
            kinds: vec![PieceKind::new("score", Form::Stone)],
            ..SceneLayout::default()
        }
    }

    /// Shows the start, and a stone on the cell of the score.
    fn scenes(&self, _case: &OnlyCase, play: &i64, show: &mut dyn FnMut(Scene)) {
        show(Scene::default());
        let place = Place::cell(*play as usize);
        let (id, kind) = (0, 0);
        show(Scene { turn: 1, pieces: vec![Piece { id, place, kind }], ..Scene::default() });
    }

    fn losses(&self, _case: &OnlyCase, _play: &i64) -> Option<Losses> {
        Some(Losses::new(LossBasis::Exact, ("points", 1), 1))
    }

    fn ranges(&self, _case: &OnlyCase) -> ScoreRanges {
        ScoreRanges::new(0.0..=1.0)
    }
}

/// Runs this program as the judge.
fn judge(line: &str) -> Output {
    let mut judge = Command::new(env::current_exe().unwrap());
    judge.args(shlex::split(line).unwrap()).env(JUDGE, "1");
    judge.output().unwrap()
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
        let output = judge(&format!("--exec 'echo {score}' --json - -ns"));
        let printed = String::from_utf8(output.stdout).unwrap();
        let record = printed.lines().find(|line| line.starts_with('{'));
        let record: Record = serde_json::from_str(record.unwrap()).unwrap();
        let reason = format!("the score {score} is outside the range of the game, 0 to 1");
        assert_eq!(output.status.code(), Some(status), "{printed}");
        assert_eq!(record.ruling.verdict, verdict, "{printed}");
        assert_eq!(record.ruling.reason, (status != 0).then_some(reason));
    }
}

/// Checks that a scene beyond the board is the judge's fault, and one on the board is shown.
pub(super) fn a_scene_beyond_its_board() {
    for (score, status) in [("1", 0), ("2", 3)] {
        let output = judge(&format!("show --exec 'echo {score}' --text --turn all"));
        let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(status), "{texts:?}");
        assert_eq!(texts[0].contains("turn 1: "), status == 0, "{texts:?}");
        let fault = "outside: turn 1: piece 0 is on cell 2; cells are 0 to 1";
        assert_eq!(texts[1].contains(fault), status != 0, "{texts:?}");
    }
}

/// Checks this for a run with records, losses and pages.
pub(super) fn a_case_is_refereed_once() {
    let pages = tempfile::tempdir().unwrap();
    let folder = pages.path().display();
    let files = format!("--json - --losses --html {folder}/pages");
    let output = judge(&format!("--exec 'echo 1' --seed 1-3 {files}"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert_eq!(told.matches(REFEREED).count(), 3, "{told}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("\"losses\""), "{printed}");
    assert!(pages.path().join("pages/1.html").exists());
}
