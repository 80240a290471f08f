//! Weaker opponents, for practice on a page.

use crate::{GameOption, OptionEffect, OptionForm, OptionValues};

/// Strategy of the opponent. All runs of a judge use the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// The judge's own strategy.
    #[default]
    Judge,
    /// Takes the most points in each move.
    Greedy,
    /// Makes a random legal move.
    Random,
}

impl Opponent {
    /// Option of a game with weaker opponents.
    pub const OPTION: GameOption = GameOption::new(
        "opponent",
        "LEVEL",
        OptionForm::Word(&[
            ("judge", "The judge's own opponent"),
            ("greedy", "For practice: takes the most points at once"),
            ("random", "For practice: plays any legal move"),
        ]),
        OptionEffect::Practice,
        "Opponent: the judge's own, or a weaker one for practice",
    )
    .by_default("judge");

    /// Returns the opponent that the options name.
    pub fn of(options: &OptionValues) -> Opponent {
        let word = options.get(&Opponent::OPTION);
        let weaker = [Opponent::Greedy, Opponent::Random];
        weaker.into_iter().find(|opponent| opponent.parameter() == word).unwrap_or_default()
    }

    /// Returns the moves from which a weaker opponent chooses at random, given the points that each
    /// gains; `None` for the judge's own strategy.
    pub fn weaker_moves<M, P: Ord>(
        self,
        moves: impl Iterator<Item = M>,
        gain: impl Fn(&M) -> P,
    ) -> Option<Vec<M>> {
        let mut moves: Vec<M> = moves.collect();
        match self {
            Opponent::Judge => return None,
            Opponent::Greedy => {
                let most = moves.iter().map(&gain).max();
                moves.retain(|one| Some(gain(one)) == most);
            }
            Opponent::Random => {}
        }
        Some(moves)
    }

    /// Returns the case parameter of a weaker opponent; `None` for the judge's own strategy.
    pub fn parameter(self) -> Option<&'static str> {
        match self {
            Opponent::Judge => None,
            Opponent::Greedy => Some("greedy"),
            Opponent::Random => Some("random"),
        }
    }
}
