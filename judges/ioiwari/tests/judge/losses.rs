//! Losses of random games add up and agree with plain recursion.

use std::collections::HashMap;

use common::ioiwari::{Board, Table};
use common::rng::Rng;
use game::{Game, referee_transcript};
use ioiwari_judge::{Ioiwari, IoiwariPlay, instances};
use oracles::ioiwari::{PITS, gains, sow};

/// Plays random moves. The contestant errs in `errs` of ten turns. Returns the two streams of the
/// transcript, and the loss of every own move by the oracle.
pub fn game(
    rng: &mut Rng,
    board: Board,
    errs: u32,
    known: &mut HashMap<[u8; PITS], i32>,
) -> (String, String, Vec<i64>) {
    let (mut input, mut output, mut lost) = (String::new(), String::new(), Vec::new());
    let (mut pits, mut own) = (board.beads(), true);
    while pits != [0; PITS] {
        let options = gains(pits, known);
        let best = options.iter().map(|&(_, gain)| gain).max().unwrap();
        let errs = own && rng.below(10) < errs;
        let allowed: Vec<_> = options.iter().filter(|o| errs || o.1 == best).collect();
        let &&(pit, gain) = &allowed[rng.below(allowed.len() as u32) as usize];
        let stream = if own { &mut output } else { &mut input };
        *stream += &format!("{}\n", pit + 1);
        if own {
            lost.push(i64::from(best - gain));
        }
        pits = sow(pits, pit).0;
        own = !own;
    }
    (input, output, lost)
}

#[test]
fn losses_are_those_of_plain_recursion() {
    let (mut rng, mut known) = (Rng::new(1), HashMap::new());
    let all = instances::all();
    let mut costly = 0;
    for round in 0..1000 {
        let board = all[rng.below(all.len() as u32) as usize];
        let (input, output, expected) = game(&mut rng, board, round % 11, &mut known);
        let mut play = IoiwariPlay::default();
        let ioiwari = Ioiwari::default();
        referee_transcript(&ioiwari, &board, &input, output.as_bytes(), &mut play).unwrap();
        let losses = ioiwari.losses(&board, &play).unwrap();
        assert!(losses.add_up(), "{board}: {losses:?}");
        let mut found = vec![0; expected.len()];
        for loss in &losses.each {
            assert!(loss.units > 0);
            found[loss.turn.unwrap() as usize - 1] += loss.units;
        }
        assert_eq!(found, expected, "{board}");
        assert_eq!(losses.best, i64::from(Table::new().value(board)));
        let lead = i64::from(play.own_bank) - i64::from(play.other_bank);
        assert_eq!(losses.reached, lead);
        costly += usize::from(!losses.each.is_empty());
    }
    assert!(costly > 500, "{costly}");
}

#[test]
fn a_game_that_is_not_over_has_no_account() {
    let board = instances::all()[0];
    let mut play = IoiwariPlay::default();
    assert!(referee_transcript(&Ioiwari::default(), &board, "", b"1\n", &mut play).is_err());
    assert_eq!(Ioiwari::default().losses(&board, &play), None);
}
