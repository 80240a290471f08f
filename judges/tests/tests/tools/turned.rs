//! A game in both directions: a score of 2^n is to be high, or a cost of 2^(6 − n) to be low. All
//! ratios are the same, so everything that compares plays has to agree.

use std::process::Command;
use std::{env, fmt};

use common::tokens::{Malformed, Tokens};
use game::{
    Bound, CaseScore, Details, Dialogue, Fault, Game, Limits, LossBasis, Losses, Objective,
    Referee, Reference, Verdict,
};
use harness::hostile::{Arena, Ended};
use scene::{Scene, SceneLayout};
use serde_json::{Value, json};

/// Environment variable that makes this program a judge: of a `cost`, or of a `score`.
pub(super) const JUDGE: &str = "TURNED_JUDGE";

/// Largest exponent.
const MOST: i64 = 6;

/// The game.
#[derive(Clone, Default)]
pub(super) struct Turned<const IS_COST: bool>;

/// A case: its seed.
pub(super) struct SeedCase(u64);

impl fmt::Display for SeedCase {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl<const IS_COST: bool> Referee for Turned<IS_COST> {
    const NAME: &'static str = "turned";
    const END: &'static str = "the exponent is known";
    const OBJECTIVE: Objective = match IS_COST {
        true => Objective::Minimise,
        false => Objective::Maximise,
    };
    type Case = SeedCase;
    type Play = i64;

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<SeedCase, Malformed> {
        tokens.number("a seed").map(SeedCase)
    }

    fn play(&self, _: &SeedCase, dialogue: &mut dyn Dialogue, play: &mut i64) -> Result<(), Fault> {
        let line = dialogue.receive()?;
        [*play] = line.numbers("an exponent")?;
        match (0..=MOST).contains(play) {
            true => Ok(()),
            false => Err(line.not("from 0 to 6")),
        }
    }

    fn score(&self, _case: &SeedCase, play: &i64, verdict: Verdict) -> CaseScore {
        let power = |exponent: i64| 2_f64.powi(exponent as i32);
        let score = match (verdict, IS_COST) {
            (Verdict::Ok, false) => power(*play),
            (Verdict::Ok, true) => power(MOST - play),
            (_, false) => 0.0,
            (_, true) => power(MOST + 1),
        };
        let bound = if IS_COST { 1.0 } else { power(MOST) };
        CaseScore { score, bound: Some(Bound::new("bound", bound)), ..CaseScore::default() }
    }
}

impl<const IS_COST: bool> Game for Turned<IS_COST> {
    const TITLE: &'static str = "Turned";
    const PROTOCOL: &'static str = "A contestant reads a seed,\nand writes an exponent.";
    const HAS_LOSSES: bool = true;

    fn limits(&self) -> Limits {
        Limits::new(60_000, 1024)
    }

    fn generate(&self, seed: u64) -> SeedCase {
        SeedCase(seed)
    }

    fn parameters(&self, _case: &SeedCase) -> Details {
        Details::default()
    }

    fn layout(&self, _case: &SeedCase) -> SceneLayout {
        SceneLayout::default()
    }

    fn scenes(&self, _case: &SeedCase, _play: &i64, show: &mut dyn FnMut(Scene)) {
        show(Scene::default());
    }

    fn losses(&self, case: &SeedCase, play: &i64) -> Option<Losses> {
        let scored = self.score(case, play, Verdict::Ok);
        let mut losses = Losses::new(LossBasis::Exact, ("points", 1), 1);
        if IS_COST {
            losses = losses.of_cost();
        }
        (losses.best, losses.reached) = (scored.bound?.value as i64, scored.score as i64);
        let lost = (losses.best - losses.reached).abs();
        losses.lose((0, Some(1)), "exponent", lost, "too low".into());
        losses.add_up().then_some(losses)
    }

    fn reference(&self) -> Option<Reference> {
        Some(Reference { kind: "bound on the mean".into(), value: 4.0 })
    }
}

/// Contestants: B is better in most cases, and one of its plays fails.
const A: &str = "sh -c 'read n; echo $((n % 4))'";
const B: &str = "sh -c 'read n; echo $(((n * 5 + 2) % 8))'";

/// Runs the judge of a direction; returns its output, without scores.
fn judge(arena: &Arena, direction: &str, line: &str, status: i32) -> String {
    let mut judge = Command::new(env::current_exe().unwrap());
    judge.args(shlex::split(line).unwrap()).env(JUDGE, direction);
    let ended = Ended::of(judge.current_dir(arena.folder()).output().unwrap());
    assert_eq!(ended.status, status, "{direction} {line}: {ended:?}");
    let lines = ended.out.lines().map(|line| match line.split_once("Scores = ") {
        Some((case, rest)) => format!("{case}{}", rest.split_once(", ").unwrap().1),
        None => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Everything that compares the plays of A and B.
fn comparisons(direction: &str) -> Vec<Value> {
    let arena = Arena::here();
    for (name, exec) in [("a", A), ("b", B)] {
        let line = format!("--exec \"{exec}\" --seed 1-12 --json {name} --bests bests -ns");
        judge(&arena, direction, &line, i32::from(name == "b"));
    }
    let mut all = Vec::new();
    for name in ["a", "b"] {
        for record in arena.records(name) {
            let score = &record.score;
            let ratio = score.bound_ratio.filter(|_| record.is_ok());
            all.push(json!([ratio, score.of_best, score.reference.is_some()]));
            assert!(score.absolute_gap.unwrap() >= 0.0, "{record:?}");
        }
    }
    let report = |line: &str| {
        let printed = arena.output(&format!("judge-report {line}"), 0);
        printed.replace(" (lower is better)", "")
    };
    let compared: Value = serde_json::from_str(&report("compare a b --json")).unwrap();
    let compared = &compared[0];
    let pair = &compared["pairs"][0];
    all.extend(["ranking", "matrix", "measure"].map(|part| compared[part].clone()));
    all.extend(["wins", "ties", "losses", "conclusion", "p_value"].map(|part| pair[part].clone()));
    let measures = pair["measures"].as_array().unwrap().iter();
    all.extend(measures.filter(|one| one["name"] == "relative score").cloned());
    let league = report("league a b");
    // The share of the bound includes a failed play, whose cost is not infinite.
    let columns = league.lines().map(|line| line.split('|').take(6).collect::<Vec<_>>());
    all.push(json!(columns.collect::<Vec<_>>()));
    let page = report("html a b --out page.html") + &arena.read("page.html");
    for part in ["\"relative\":", "\"rank\":"] {
        let lists = page.split(part).skip(1).map(|rest| rest.split(']').next().unwrap());
        all.push(json!(lists.collect::<Vec<_>>()));
    }
    for measure in ["relative", "wins"] {
        let duel = format!("duel --exec \"{B}\" --against \"{A}\" --measure {measure}");
        let cases = "--seed 1-12 --threads 1 --max 12";
        let line = format!("{duel} {cases}");
        all.push(json!(judge(&arena, direction, &line, 12)));
    }
    let is_empty = |value: &Value| value.is_null() || *value == json!([]);
    assert!(!all.iter().any(is_empty), "{all:?}");
    all
}

/// Checks that a game and the game turned over give the same comparisons.
pub(super) fn every_comparison_is_the_same() {
    let [score, cost] = ["score", "cost"].map(comparisons);
    for (score, cost) in score.iter().zip(&cost) {
        assert_eq!(score, cost);
    }
    assert_eq!(score.len(), cost.len());
}

/// Checks that costs are compared by a difference with its own name, and never with scores.
pub(super) fn directions_are_never_mixed() {
    let arena = Arena::here();
    let duel = format!("duel --exec \"{B}\" --against \"{A}\" --measure score --range 128 --max 4");
    let duels = ["score", "cost"]
        .map(|direction| judge(&arena, direction, &format!("{duel} --seed 1-4"), 12));
    let names = ["B - A", "A - B"];
    for (own, duel) in duels.iter().enumerate() {
        assert!(duel.contains(names[own]) && !duel.contains(names[1 - own]), "{duel}");
    }
    for direction in ["score", "cost"] {
        let line =
            format!("--exec \"{A}\" --seed 1-4 --json {direction} --bests {direction}.bests");
        let printed = judge(&arena, direction, &line, 0);
        assert!(printed.contains("bound on the mean: 4.000"), "{printed}");
    }
    assert!(arena.read("cost.bests").starts_with("case,cost\n"));
    for (direction, mean, most) in [
        ("score", "64.00 points less 3.00 is 61.00 a case", "| 62.00 | 64.00 | seed 1 |"),
        ("cost", "24.00 points less 1.00 is 23.00 a case", "| 31.00 | 32.00 | seed 1 |"),
    ] {
        let line = format!("--exec \"{A}\" --seed 1-2 --losses --json {direction}.losses");
        judge(&arena, direction, &line, 0);
        let printed = arena.output(&format!("judge-report losses {direction}.losses"), 0);
        assert!(printed.contains(mean) && printed.contains(most), "{printed}");
    }
    let line = format!("--exec \"{A}\" --seed 1 --bests cost.bests");
    judge(&arena, "score", &line, 2);
    let ended = arena.run("judge-report compare score cost");
    assert_eq!(ended.status, 2);
    let names = "played by two runs: turned, turned (lower is better)\n";
    assert!(ended.err.ends_with(names), "{ended:?}");
}
