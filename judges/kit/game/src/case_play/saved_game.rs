//! The form of a saved game: a line that names the case, then one entry a line.

use serde_json::{Map, Value};

use super::CasePlay;
use crate::game::Game;
use crate::option::{OptionForm, OptionValues};

/// A game by hand that was saved.
pub struct SavedGame {
    /// The first line, which names the case.
    pub heading: String,
    /// The seed of the case.
    pub seed: u64,
    /// The entries so far.
    pub entries: Vec<String>,
    /// The option that chooses the variant, unless a parameter does, and its value.
    variant: Option<(String, String)>,
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
        let option = named.skip_while(|word| !word.starts_with("--"));
        let option = option.filter(|word| !word.is_empty()).map(str::to_string);
        Some(SavedGame {
            heading: heading.into(),
            seed,
            entries: entries.lines().map(str::to_string).collect(),
            variant: OptionValues::named(option.collect()).pop(),
            parameters: serde_json::from_str(&heading[words.len()..]).ok()?,
        })
    }

    /// Returns the options in the heading, with their values: that of the variant, and each with a
    /// parameter of its name, unless the variant's is a flag.
    pub fn options<G: Game>(&self) -> Vec<(String, String)> {
        let variant = self.variant.clone();
        let is_flag = variant.as_ref().is_some_and(|(_, value)| value.is_empty());
        let named = G::OPTIONS.iter().filter(|_| !is_flag);
        let named = named.filter_map(|option| {
            let value = self.parameters.get(option.name)?;
            let text = value.as_str().map_or(value.to_string(), str::to_string);
            Some((option.name.into(), text))
        });
        variant.into_iter().chain(named).collect()
    }
}

impl<G: Game> CasePlay<G> {
    /// Returns the first line of a saved game of this case.
    pub fn heading(&self) -> String {
        let parameters = self.game.parameters(self.case());
        let parameters = serde_json::to_value(parameters).unwrap_or(Value::Null);
        let variant = self.game.variant();
        let variant = variant.and_then(|name| choice::<G>(&name));
        let words = self.file.iter().cloned().chain(variant);
        let words: String = words.map(|word| format!(" {word}")).collect();
        format!("# {}: seed {}{words} {parameters}", G::NAME, self.seed)
    }
}

/// The flag or the word among the options that chooses a variant, as it is typed, if any.
fn choice<G: Game>(variant: &str) -> Option<String> {
    G::OPTIONS.iter().find_map(|option| match option.form {
        OptionForm::Flag if option.name == variant => Some(option.typed()),
        OptionForm::Word(_) if option.form.parse(variant).is_ok() => {
            Some(format!("{} {variant}", option.typed()))
        }
        _ => None,
    })
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
        let variant = |text: &str| SavedGame::parse("slider", text).map(|saved| saved.variant);
        let chosen = |name: &str, value: &str| Some(Some((name.to_string(), value.to_string())));
        let official = variant("# slider: seed 5 my.in --official {}");
        assert_eq!(official, chosen("official", ""));
        let kind = variant("# slider: seed 5 --kind odd {}");
        assert_eq!(kind, chosen("kind", "odd"));
        assert_eq!(variant("# slider: seed 5 my.in {}\r\n"), Some(None));
        assert_eq!(variant("# slider: seed 5 my{1}.in {}"), Some(None));
        for other in [
            "",
            "10\n3\n",
            "# tonga: seed 5 {}",
            "# slider: seed x {}",
            "# slider: seed 5 {",
        ] {
            assert_eq!(variant(other), None, "{other}");
        }
    }
}
