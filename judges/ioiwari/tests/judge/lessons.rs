//! Checks the lessons of the page by the slow rules.

use std::collections::HashMap;

use game::CasePlay;
use harness::Lesson;
use ioiwari_judge::Ioiwari;
use oracles::ioiwari::{gains, sow};

#[test]
fn a_move_costs_what_trying_everything_finds() {
    let mut known = HashMap::new();
    for lesson in Lesson::of("ioiwari") {
        let case = CasePlay::new(Ioiwari::default(), lesson.seed);
        let played = case.play_entries(&lesson.entries).unwrap();
        let mut beads = [0; 7];
        let text = case.case().to_string();
        let words = text.split_whitespace().map(|word| word.parse().unwrap());
        beads
            .iter_mut()
            .zip(words)
            .for_each(|(pit, count)| *pit = count);
        for pit in &played.judged.play.moves {
            let pit: usize = pit.to_string().parse().unwrap();
            beads = sow(beads, pit - 1).0;
        }
        let gains: HashMap<String, i32> = gains(beads, &mut known)
            .into_iter()
            .map(|(pit, gain)| ((pit + 1).to_string(), gain))
            .collect();
        let best = *gains.values().max().unwrap();
        lesson.check(best.into(), |entry| gains[entry].into());
    }
}
