//! The form of a saved game: a line that names the case, then one entry a line.

use serde_json::{Map, Value};

use super::CasePlay;
use crate::game::{Game, variant_flag};

/// A game by hand that was saved.
pub struct SavedGame {
    /// The first line, which names the case.
    pub heading: String,
    /// The seed of the case.
    pub seed: u64,
    /// The entries so far.
    pub entries: Vec<String>,
    /// The flag that chooses the variant.
    flag: Option<String>,
    parameters: Map<String, Value>,
}

impl SavedGame {
    /// Parses the text of a saved game; `None` if its first line does not name a case of `game`.
    pub fn parse(game: &str, text: &str) -> Option<SavedGame> {
        let (heading, entries) = text.split_once('\n').unwrap_or((text, ""));
        let heading = heading.trim_end();
        let (words, _) = heading.rsplit_once('{')?;
        let mut named = words.strip_prefix(&format!("# {game}: seed "))?.split(' ');
        let seed = named.next()?.parse().ok()?;
        let flag = named.find_map(|word| word.strip_prefix("--"));
        Some(SavedGame {
            heading: heading.into(),
            seed,
            entries: entries.lines().map(str::to_string).collect(),
            flag: flag.map(str::to_string),
            parameters: serde_json::from_str(&heading[words.len()..]).ok()?,
        })
    }

    /// Returns the options in the heading, with their values: the variant's flag alone, or each
    /// option with a parameter of its name.
    pub fn options<G: Game>(&self) -> Vec<(String, String)> {
        if let Some(flag) = &self.flag {
            return vec![(flag.clone(), String::new())];
        }
        let named = G::OPTIONS.iter().filter_map(|option| {
            let value = self.parameters.get(option.name)?;
            let text = value.as_str().map_or(value.to_string(), str::to_string);
            Some((option.name.into(), text))
        });
        named.collect()
    }
}

impl<G: Game> CasePlay<G> {
    /// Returns the first line of a saved game of this case.
    pub fn heading(&self) -> String {
        let parameters = self.game.parameters(self.case());
        let parameters = serde_json::to_value(parameters).unwrap_or(Value::Null);
        let file = self.file.as_ref().map(|name| format!(" {name}"));
        let flag = variant_flag(&self.game).map(|name| format!(" --{name}"));
        let (file, flag) = (file.unwrap_or_default(), flag.unwrap_or_default());
        format!("# {}: seed {}{file}{flag} {parameters}", G::NAME, self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_every_form_are_read() {
        let case = "# slider: seed 5 {\"N\":10}";
        let saved = SavedGame::parse("slider", &format!("{case}\nS 0 1 0\nM 0 2 3\n")).unwrap();
        assert_eq!((saved.seed, &saved.heading[..]), (5, case));
        assert_eq!(saved.entries, ["S 0 1 0", "M 0 2 3"]);
        let flag = |text: &str| SavedGame::parse("slider", text).map(|saved| saved.flag);
        let official = flag("# slider: seed 5 my.in --official {}");
        assert_eq!(official, Some(Some("official".into())));
        assert_eq!(flag("# slider: seed 5 my.in {}\r\n"), Some(None));
        assert_eq!(flag("# slider: seed 5 my{1}.in {}"), Some(None));
        for other in [
            "",
            "10\n3\n",
            "# tonga: seed 5 {}",
            "# slider: seed x {}",
            "# slider: seed 5 {",
        ] {
            assert_eq!(flag(other), None, "{other}");
        }
    }
}
