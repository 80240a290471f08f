//! Format of a saved game: a line that names the case, then one entry per line.

use crate::{CasePlay, Game, OptionEffect, OptionValues};

/// Word before the name of a case file.
const FILE: &str = " case ";

/// A saved game by hand.
pub struct SavedGame {
    /// The first line, which names the case.
    pub heading: String,
    /// The seed of the case.
    pub seed: u64,
    /// Options that draw or score the case, and their values.
    pub options: Vec<(String, String)>,
    /// The entries so far.
    pub entries: Vec<String>,
}

impl SavedGame {
    /// Parses a saved game; `None` if its first line does not name a case of `game`.
    pub fn parse(game: &str, text: &str) -> Option<SavedGame> {
        let (heading, entries) = text.split_once('\n').unwrap_or((text, ""));
        let heading = heading.trim_end();
        let named = heading.strip_prefix(&format!("# {game}: seed "))?;
        let (named, _) = named.split_once(FILE).unwrap_or((named, ""));
        let mut words = named.split(' ').map(str::to_string);
        let seed = words.next()?.parse().ok()?;
        let words: Vec<String> = words.collect();
        words.first().is_none_or(|word| word.starts_with('-')).then(|| SavedGame {
            heading: heading.into(),
            seed,
            options: OptionValues::from_args(words),
            entries: entries.lines().map(str::to_string).collect(),
        })
    }
}

impl<G: Game> CasePlay<G> {
    /// Returns the first line of a saved game of this case: the seed, the options that draw or
    /// score the case, and the case file if there is one.
    pub fn heading(&self) -> String {
        use OptionEffect::{Case, Practice, Score, Variant};
        let options = G::OPTIONS.iter();
        let named =
            options.filter(|option| [Case, Practice, Score, Variant].contains(&option.effect));
        let named = self.game.options().to_args(named);
        let words: String = named.iter().map(|word| format!(" {word}")).collect();
        let file: String = self.file.iter().map(|file| format!("{FILE}{file}")).collect();
        format!("# {}: seed {}{words}{file}", G::NAME, self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_every_form_are_read() {
        let case = "# slider: seed 5 -N 10";
        let saved = SavedGame::parse("slider", &format!("{case}\nS 0 1 0\nM 0 2 3\n")).unwrap();
        assert_eq!((saved.seed, &saved.heading[..]), (5, case));
        assert_eq!(saved.entries, ["S 0 1 0", "M 0 2 3"]);
        let options = |text: &str| {
            let options = SavedGame::parse("slider", text)?.options.into_iter();
            let options = options.map(|(name, value)| format!("{name}={value}"));
            Some(options.collect::<Vec<_>>().join(" "))
        };
        for (heading, expected) in [
            ("# slider: seed 5", ""),
            ("# slider: seed 5 --official case my.in", "official="),
            ("# slider: seed 5 --kind odd -N 10,12", "kind=odd N=10,12"),
            ("# slider: seed 5 case my -N case.in\r\n", ""),
        ] {
            assert_eq!(options(heading).as_deref(), Some(expected), "{heading}");
        }
        for other in
            ["", "10\n3\n", "# tonga: seed 5", "# slider: seed x", "# slider: seed 5 my.in"]
        {
            assert_eq!(options(other), None, "{other}");
        }
    }
}
