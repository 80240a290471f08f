//! Instructions that the solvers' inner loops execute, counted by valgrind: the same
//! number on a busy machine as on an idle one. `make bench-instructions` compares them
//! with those of `data/instructions.csv`.

// gungraun's macros write public items without documents.
#![allow(missing_docs)]

use std::hint::black_box;

use benches::{any_dice, lucky_case, rolls, slider_case, text};
use common::clock::Budget;
use common::lucky::{Symbol, TURNS};
use common::rng::Rng;
use common::tonga::Side;
use gungraun::Callgrind;
use gungraun::prelude::*;
use lucky::player::CasePlayer;
use slider::benchmark::Benchmark;
use tonga::fitted;
use tonga::position::Position;
use tonga::tree::Tree;

// Expands 3000 states of Slider's search.
#[library_benchmark]
#[bench::case_7(slider_case(7))]
fn slider_3000_states(case: Benchmark) -> usize {
    black_box(&case).search(3000)
}

/// An empty board of side 10 and a tree with 200 simulations of it.
fn tonga_tree() -> (Position, Tree) {
    let side = Side::new(10).expect("a legal side");
    let position = Position::new(side);
    let mut tree = Tree::new(fitted::policy(side), fitted::value(side));
    for _ in 0..200 {
        tree.simulate(&position, None);
    }
    (position, tree)
}

// Runs 200 simulations of PseudoTonga's search.
#[library_benchmark]
#[bench::side_10(tonga_tree())]
fn tonga_200_simulations((position, mut tree): (Position, Tree)) -> Tree {
    for _ in 0..200 {
        tree.simulate(black_box(&position), None);
    }
    tree
}

/// A player by bid prices who has learnt from simulated rounds and played one.
fn lucky_player() -> CasePlayer {
    let mut player = CasePlayer::new(lucky_case(1000, 5000), Budget::Work(10_000));
    lucky_round(&mut player, 4);
    player
}

fn lucky_round(player: &mut CasePlayer, seed: u64) {
    let mut rng = Rng::new(seed);
    player.new_round();
    for _ in 0..TURNS {
        black_box(player.play_turn(Symbol::new(rng.below(1000) as u16)));
    }
}

// Plays a round of 1000 turns by bid prices.
#[library_benchmark]
#[bench::symbols_1000(lucky_player())]
fn lucky_1000_turns(mut player: CasePlayer) -> CasePlayer {
    lucky_round(&mut player, 5);
    player
}

/// The lines of 5000 games of random dice.
fn yahtzee_games() -> String {
    text(&rolls(5000, |rng, _| any_dice(rng)))
}

// Answers 5000 games of Yahtzee, tables included.
#[library_benchmark]
#[bench::random_dice(yahtzee_games())]
fn yahtzee_5000_games(input: String) -> Vec<u8> {
    let mut output = Vec::new();
    yahtzee::run(black_box(input.as_bytes()), &mut output).expect("well-formed games");
    output
}

library_benchmark_group!(
    name = kernels,
    benchmarks = [
        slider_3000_states,
        tonga_200_simulations,
        lucky_1000_turns,
        yahtzee_5000_games
    ]
);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = kernels
);
