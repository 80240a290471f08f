//! The cases of the game: options, random draws, limits, totals, and entries by hand.

mod losses;
mod scenes;

use common::ioiwari::{Board, Pit};
use game::{
    Details, EntryForm, Game, GameOption, Limits, Losses, Move, Opponent, OptionEffect,
    OptionValues, ScoreRanges, Seeds, Totals,
};
use scene::{Place, Scene, SceneLayout};

use crate::{Ioiwari, IoiwariPlay, TABLE, WIN, instances};
use scenes::place;

const ALL: GameOption =
    GameOption::flag("all", OptionEffect::Seeds, "Play all 357 instances: seeds 1 to 357");

impl Game for Ioiwari {
    const TITLE: &'static str = "Ioiwari";
    const PROTOCOL: &'static str = "\
A contestant reads a line with the beads of the pits 1 to 7, then the opponent's pits,
and writes a line with the pit that it empties, 1 to 7, whenever it is its turn.";
    const RULES: &'static str = include_str!("../../../crates/ioiwari/README.md");
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[
        ("pits", "beads in pits 1 to 7 at the start"),
        ("opponent", "a weaker opponent, for practice"),
    ];
    const OPTIONS: &'static [GameOption] = &[ALL, Opponent::OPTION];
    const ENTRIES: EntryForm<Board> = EntryForm::lines("a pit that is not empty, 1 to 7");
    const HAS_LOSSES: bool = true;

    fn new(options: OptionValues) -> Ioiwari {
        Ioiwari { options }
    }

    fn options(&self) -> &OptionValues {
        &self.options
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(1000, 64);
        limits.output_bytes = 1 << 12;
        limits
    }

    fn seeds(&self) -> Option<Seeds> {
        Seeds::range(1..=instances::all().len() as u64).filter(|_| self.options.flag(&ALL))
    }

    fn first_seed(&self, seed: u64) -> u64 {
        let count = instances::all().len() as u64;
        1 + (seed % count + count - 1) % count
    }

    fn generate(&self, seed: u64) -> Board {
        instances::all()[self.first_seed(seed) as usize - 1]
    }

    fn ranges(&self, _case: &Board) -> ScoreRanges {
        ScoreRanges::new(0.0..=WIN)
    }

    fn parameters(&self, case: &Board) -> Details {
        let pits = Details::new([("pits", case.beads().to_vec().into())]);
        pits.with("opponent", Opponent::of(&self.options).parameter())
    }

    fn total(totals: &Totals) -> String {
        totals.of_bound("points")
    }

    fn layout(&self, _case: &Board) -> SceneLayout {
        scenes::layout()
    }

    fn scenes(&self, case: &Board, play: &IoiwariPlay, show: &mut dyn FnMut(Scene)) {
        TABLE.with_borrow_mut(|table| scenes::show(*case, &play.moves, table, show));
    }

    fn fault_place(&self, play: &IoiwariPlay) -> Option<Place> {
        play.wrong.map(place)
    }

    fn losses(&self, case: &Board, play: &IoiwariPlay) -> Option<Losses> {
        TABLE.with_borrow_mut(|table| losses::losses(*case, &play.moves, table))
    }

    fn moves(&self, _case: &Board, _entries: &[String], play: &IoiwariPlay) -> Vec<Move> {
        let pit = |pit: Pit| {
            let empty = "This pit is empty: choose one with beads.";
            let is_empty = play.board.sow(pit).is_none();
            Move::at(place(pit), pit.to_string())
                .labelled(format!("pit {pit}"))
                .refused_if(is_empty, empty)
        };
        let bank = "This is a bank: choose a pit with beads.";
        let banks = [0, 1].map(|tray| Move::never(Place::Tray(tray), bank));
        Pit::all().map(pit).chain(banks).collect()
    }
}
