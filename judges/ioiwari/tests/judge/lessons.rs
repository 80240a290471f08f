//! Checks the lessons of the page by the slow rules.

use std::collections::HashMap;

use game::CasePlay;
use harness::Course;
use ioiwari_judge::Ioiwari;
use oracles::ioiwari::{gains, sow};
use oracles::numbers;

#[test]
fn a_move_costs_what_trying_everything_finds() {
    let mut known = HashMap::new();
    for lesson in Course::of("ioiwari").lessons {
        let case = CasePlay::new(Ioiwari::default(), lesson.seed);
        let played = case.play_entries(&lesson.entries).unwrap();
        let text = case.case().to_string();
        let mut beads: [u8; 7] = numbers(&text).unwrap().map(|count| count as u8);
        for pit in &played.play.moves {
            let pit: usize = pit.to_string().parse().unwrap();
            beads = sow(beads, pit - 1).0;
        }
        let gains = gains(beads, &mut known).into_iter();
        let gains: HashMap<String, i32> =
            gains.map(|(pit, gain)| ((pit + 1).to_string(), gain)).collect();
        let best = *gains.values().max().unwrap();
        lesson.check(best.into(), |entry| gains[entry].into());
    }
}
