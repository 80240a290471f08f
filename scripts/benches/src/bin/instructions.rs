//! Counts the instructions of the solvers' inner loops with valgrind. The count is the same on a
//! busy and on an idle machine. `make bench-instructions` compares it with `data/instructions.csv`.
//!
//! Without arguments, the program runs itself under valgrind once for each kernel and prints
//! lines `kernel,instructions`.

use std::env;
use std::hint::black_box;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use benches::{any_dice, lucky_case, rolls, slider_case, text};
use common::clock::Budget;
use common::lucky::{Symbol, TURNS};
use common::rng::Rng;
use common::tonga::Side;
use lucky::player::CasePlayer;
use tonga::position::Position;
use tonga::tree::Tree;

/// Kernels by name.
const KERNELS: [(&str, fn()); 4] = [
    ("lucky_1000_turns", lucky_1000_turns),
    ("slider_3000_states", slider_3000_states),
    ("tonga_200_simulations", tonga_200_simulations),
    ("yahtzee_5000_games", yahtzee_5000_games),
];

fn main() -> Result<()> {
    match env::args().nth(1) {
        None => KERNELS.iter().try_for_each(|(name, _)| print(name)),
        Some(name) => {
            let found = KERNELS.iter().find(|(kernel, _)| *kernel == name);
            let (_, run) = found.with_context(|| format!("there is no kernel {name:?}"))?;
            run();
            Ok(())
        }
    }
}

/// Counts the instructions of a kernel, and prints its line.
fn print(kernel: &str) -> Result<()> {
    let ended = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--toggle-collect=instructions::counted*"])
        .arg(env::current_exe()?)
        .arg(kernel)
        .output()
        .context("valgrind (Debian's valgrind)")?;
    let report = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "{kernel}: {report}");
    let mut words = report.lines().filter_map(|line| line.split_once("Collected : "));
    let (_, count) = words.next().with_context(|| format!("{kernel}: no count in {report}"))?;
    println!("{kernel},{count}");
    Ok(())
}

/// Runs the measured code; valgrind finds this function by its name. The caller drops the output,
/// so that freeing it is not counted.
#[inline(never)]
fn counted<Input, Output>(input: Input, kernel: impl FnOnce(Input) -> Output) -> Output {
    black_box(kernel(black_box(input)))
}

/// Plays a round of 1000 turns by bid prices. The player has learnt from simulated rounds and has
/// played one round before.
fn lucky_1000_turns() {
    let mut player = CasePlayer::new(&lucky_case(1000, 5000), Budget::Work(1_000_000));
    lucky_round(&mut player, 4);
    counted(player, |mut player| {
        lucky_round(&mut player, 5);
        player
    });
}

fn lucky_round(player: &mut CasePlayer, seed: u64) {
    let mut rng = Rng::new(seed);
    player.new_round();
    for _ in 0..TURNS {
        black_box(player.play_turn(Symbol::new(rng.below(1000) as u16)));
    }
}

/// Expands 3000 states of Slider's search.
fn slider_3000_states() {
    counted(slider_case(7), |case| case.search(3000));
}

/// Runs 200 simulations of PseudoTonga's search on an empty board of side 10, after 200 others.
fn tonga_200_simulations() {
    let side = Side::new(10).expect("a legal side");
    let position = Position::new(side);
    let mut tree = Tree::for_side(side);
    let simulate = |tree: &mut Tree| {
        for _ in 0..200 {
            tree.simulate(black_box(&position));
        }
    };
    simulate(&mut tree);
    counted(tree, |mut tree| {
        simulate(&mut tree);
        tree
    });
}

/// Answers 5000 games of Yahtzee, tables included.
fn yahtzee_5000_games() {
    counted(text(&rolls(5000, |rng, _| any_dice(rng))), |input| {
        let mut output = Vec::new();
        yahtzee::run(input.as_bytes(), &mut output).expect("well-formed games");
        output
    });
}
