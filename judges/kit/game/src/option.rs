//! Options of a game as data, for a command line, a page's form and a package's cases.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use crate::range::ParameterRange;

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// Its name: one letter (`-N`) or a word (`--subtask`).
    pub name: &'static str,
    /// A word for its value, in capitals; empty for a flag.
    pub value: &'static str,
    /// Its meaning in one line.
    pub meaning: &'static str,
    /// Form of its value.
    pub form: OptionForm,
    /// The work that it has an effect on.
    pub usage: OptionUse,
    /// Names of options without effect in combination with it.
    pub excludes: &'static [&'static str],
}

/// Form of an option's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionForm {
    /// No value: the option is given or not.
    Flag,
    /// A whole number from `low` to `high`.
    Whole {
        /// The least.
        low: u64,
        /// The greatest.
        high: u64,
        /// Its value where it is not given.
        default: Option<u64>,
    },
    /// A whole number or a range of them, every `step`-th from `low` to `high`: the seed draws one,
    /// or each is a variant.
    WholeRange {
        /// The least.
        low: u64,
        /// The greatest.
        high: u64,
        /// Difference between two neighbours, at least 1.
        step: u64,
    },
    /// A real number or a range, from `low` to `high`, of which the seed draws one.
    RealRange {
        /// The least.
        low: f64,
        /// The greatest.
        high: f64,
    },
    /// One of these words.
    Word {
        /// The words, each with its meaning.
        words: &'static [(&'static str, &'static str)],
        /// The default word.
        default: Option<&'static str>,
    },
}

/// Work that an option affects; other subcommands refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionUse {
    /// Draws cases: not for a case from a file.
    Case,
    /// Draws cases, and chooses among the variants of a seed.
    Variant,
    /// Determines the seeds to play.
    Seeds,
    /// Scores: not for writing cases.
    Score,
    /// Tightens bounds, and leaves scores as they are.
    Bound,
    /// Changes what a contestant's process meets: only where one runs.
    Contestant,
    /// Makes a game for practice on a page, which is not one of the judge's.
    Practice,
}

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionValue {
    /// The flag is given.
    Flag,
    /// A whole number.
    Whole(u64),
    /// Whole numbers from one to another.
    WholeRange(ParameterRange<u64>),
    /// Real numbers from one to another.
    RealRange(ParameterRange<f64>),
    /// A word of the option's list.
    Word(&'static str),
}

impl GameOption {
    /// The option with `excludes`.
    #[must_use]
    pub const fn excluding(self, excludes: &'static [&'static str]) -> GameOption {
        GameOption { excludes, ..self }
    }

    /// A flag.
    pub const fn flag(name: &'static str, usage: OptionUse, meaning: &'static str) -> GameOption {
        GameOption::new(name, "", OptionForm::Flag, usage, meaning)
    }

    /// An option with a value of this form, which `value` names.
    pub const fn new(
        name: &'static str,
        value: &'static str,
        form: OptionForm,
        usage: OptionUse,
        meaning: &'static str,
    ) -> GameOption {
        GameOption {
            name,
            value,
            meaning,
            form,
            usage,
            excludes: &[],
        }
    }

    /// The option as it is typed: `-N`, `--subtask`.
    pub fn typed(&self) -> String {
        let dashes = if self.name.len() == 1 { "-" } else { "--" };
        format!("{dashes}{}", self.name)
    }
}

impl OptionForm {
    /// Parses a value, empty for a flag; describes the expected form if it has another.
    pub fn parse(self, text: &str) -> Result<OptionValue, String> {
        match self {
            OptionForm::Flag if text.is_empty() => Ok(OptionValue::Flag),
            OptionForm::Flag => Err("a flag has no value".into()),
            OptionForm::Whole { low, high, .. } => {
                number(text, low, high, |_| true).map(OptionValue::Whole)
            }
            OptionForm::WholeRange { low, high, step } => {
                let on_step = |value: u64| (value - low).is_multiple_of(step);
                let one = |text: &str| number(text, low, high, on_step);
                let range = ParameterRange::parse(text, one).map_err(|error| match step {
                    1 => error,
                    _ => format!("{error}, in steps of {step}"),
                });
                range.map(OptionValue::WholeRange)
            }
            OptionForm::RealRange { low, high } => {
                let range = ParameterRange::parse(text, |text| number(text, low, high, |_| true));
                range.map(OptionValue::RealRange)
            }
            OptionForm::Word { words, .. } => {
                let known = words.iter().map(|(word, _)| *word);
                let found = known.clone().find(|word| *word == text);
                found.map(OptionValue::Word).ok_or_else(|| {
                    let words: Vec<&str> = known.collect();
                    format!("`{text}` is none of {}", words.join(", "))
                })
            }
        }
    }

    /// The default value.
    pub fn default(self) -> Option<OptionValue> {
        match self {
            OptionForm::Whole { default, .. } => default.map(OptionValue::Whole),
            OptionForm::Word { default, .. } => default.map(OptionValue::Word),
            _ => None,
        }
    }
}

/// Parses a number from `low` to `high` that `fits`.
fn number<T: FromStr + Display + PartialOrd + Copy>(
    text: &str,
    low: T,
    high: T,
    fits: impl Fn(T) -> bool,
) -> Result<T, String> {
    let value = text.parse().ok();
    let value = value.filter(|value| low <= *value && *value <= high && fits(*value));
    value.ok_or_else(|| format!("`{text}` is not a number from {low} to {high}"))
}

/// The value as it is typed, in one spelling; that of a flag is empty.
impl Display for OptionValue {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            OptionValue::Flag => Ok(()),
            OptionValue::Whole(number) => write!(f, "{number}"),
            OptionValue::WholeRange(range) => write!(f, "{range}"),
            OptionValue::RealRange(range) => write!(f, "{range}"),
            OptionValue::Word(word) => write!(f, "{word}"),
        }
    }
}

/// Values of a game's options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionValues(Vec<(&'static str, OptionValue)>);

impl OptionValues {
    /// Parses the values of named options, empty for flags; fails if an option is unknown or its
    /// value has another form.
    pub fn parse(
        options: &'static [GameOption],
        given: &[(&str, &str)],
    ) -> Result<OptionValues, String> {
        let mut values = OptionValues::default();
        for (name, text) in given {
            let option = options.iter().find(|option| option.name == *name);
            let option = option.ok_or_else(|| format!("there is no option `{name}`"))?;
            let wrong = |problem: String| format!("{}: {problem}", option.typed());
            let is_given = |other: &&&str| given.iter().any(|(name, _)| name == *other);
            if let Some(other) = option.excludes.iter().find(is_given) {
                return Err(wrong(format!("{other} has no effect beside it")));
            }
            values.set(option, option.form.parse(text).map_err(wrong)?);
        }
        Ok(values)
    }

    /// The options with values other than the default, as they are typed, in the order of
    /// `options`: `-N 10,12 --official`.
    pub fn typed(&self, options: &[GameOption]) -> Vec<String> {
        let mut words = Vec::new();
        for option in options {
            let value = self
                .get(option)
                .filter(|value| Some(*value) != option.form.default());
            let Some(value) = value else { continue };
            words.push(option.typed());
            words.extend((value != OptionValue::Flag).then(|| value.to_string()));
        }
        words
    }

    /// Gives an option a value.
    pub fn set(&mut self, option: &GameOption, value: OptionValue) {
        self.0.retain(|(name, _)| *name != option.name);
        self.0.push((option.name, value));
    }

    fn get(&self, option: &GameOption) -> Option<OptionValue> {
        let mut given = self.0.iter();
        let given = given.find(|(name, _)| *name == option.name);
        given
            .map(|(_, value)| *value)
            .or_else(|| option.form.default())
    }

    /// Returns true if a flag is given.
    pub fn flag(&self, option: &GameOption) -> bool {
        self.get(option).is_some()
    }

    /// The value of a [`OptionForm::Whole`] whose numbers fit a `T`.
    pub fn whole<T: TryFrom<u64>>(&self, option: &GameOption) -> Option<T> {
        match self.get(option)? {
            OptionValue::Whole(whole) => T::try_from(whole).ok(),
            _ => None,
        }
    }

    /// The value of a [`OptionForm::WholeRange`] whose numbers fit a `T`.
    pub fn whole_range<T: TryFrom<u64> + PartialOrd + Copy>(
        &self,
        option: &GameOption,
    ) -> Option<ParameterRange<T>> {
        match self.get(option)? {
            OptionValue::WholeRange(range) => range.map(|value| T::try_from(value).ok()),
            _ => None,
        }
    }

    /// The value of a [`OptionForm::RealRange`].
    pub fn real_range(&self, option: &GameOption) -> Option<ParameterRange<f64>> {
        match self.get(option)? {
            OptionValue::RealRange(range) => Some(range),
            _ => None,
        }
    }

    /// The value of a [`OptionForm::Word`].
    pub fn word(&self, option: &GameOption) -> Option<&'static str> {
        match self.get(option)? {
            OptionValue::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// Returns a contradiction in the declarations of a game's options, if there is one.
pub fn misdeclared(options: &[GameOption]) -> Option<String> {
    let known = |name: &str| options.iter().filter(|option| option.name == name).count();
    options.iter().find_map(|option| {
        let name = option.name;
        let wrong = |what: &str| Some(format!("option `{name}`: {what}"));
        if known(name) > 1 {
            return wrong("declared twice");
        }
        if let Some(other) = option.excludes.iter().find(|other| known(other) == 0) {
            return wrong(&format!("excludes `{other}`, which is no option"));
        }
        let fits = match option.form {
            OptionForm::Whole { low, high, default } => {
                low <= high && default.is_none_or(|value| (low..=high).contains(&value))
            }
            OptionForm::WholeRange { low, high, step } => {
                low <= high && step > 0 && (high - low).is_multiple_of(step)
            }
            OptionForm::RealRange { low, high } => low <= high,
            OptionForm::Word { words, default } => {
                default.is_none_or(|word| words.iter().any(|(known, _)| *known == word))
            }
            OptionForm::Flag => true,
        };
        match fits {
            true => None,
            false => wrong("its bounds, step or default do not fit each other"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: GameOption = GameOption::new(
        "N",
        "SIDE",
        OptionForm::WholeRange {
            low: 6,
            high: 16,
            step: 2,
        },
        OptionUse::Case,
        "Side of the board",
    );
    const KIND: GameOption = GameOption::new(
        "kind",
        "KIND",
        OptionForm::Word {
            words: &[("plain", ""), ("odd", "")],
            default: Some("plain"),
        },
        OptionUse::Case,
        "Kind of the case",
    );
    const ALL: GameOption = GameOption::flag("all", OptionUse::Seeds, "All of them");
    const OPTIONS: &[GameOption] = &[SIDE, KIND, ALL.excluding(&["kind"])];

    #[test]
    fn values_are_those_given_or_the_default() {
        let none = OptionValues::default();
        assert_eq!(none.whole_range::<usize>(&SIDE), None);
        assert_eq!(none.word(&KIND), Some("plain"));
        assert!(!none.flag(&ALL));
        let parse = |given: &[(&str, &str)]| OptionValues::parse(OPTIONS, given);
        let values = parse(&[("N", "8,12"), ("kind", "odd")]).unwrap();
        let range = ParameterRange::parse("8,12", |text| text.parse::<u8>().map_err(|_| "".into()));
        assert_eq!(values.whole_range(&SIDE), range.ok());
        assert_eq!(values.word(&KIND), Some("odd"));
        assert!(parse(&[("all", "")]).unwrap().flag(&ALL));
        let both = parse(&[("all", ""), ("kind", "odd")]).unwrap_err();
        assert_eq!(both, "--all: kind has no effect beside it");
    }

    #[test]
    fn values_of_another_form_are_refused() {
        for (name, text, message) in [
            (
                "N",
                "7",
                "-N: `7` is not a number from 6 to 16, in steps of 2",
            ),
            (
                "N",
                "18",
                "-N: `18` is not a number from 6 to 16, in steps of 2",
            ),
            ("kind", "even", "--kind: `even` is none of plain, odd"),
            ("all", "1", "--all: a flag has no value"),
            ("size", "1", "there is no option `size`"),
        ] {
            let problem = OptionValues::parse(OPTIONS, &[(name, text)]).unwrap_err();
            assert_eq!(problem, message);
        }
    }

    #[test]
    fn options_are_typed_in_one_spelling() {
        let typed = |given: &[(&str, &str)]| {
            OptionValues::parse(OPTIONS, given)
                .unwrap()
                .typed(OPTIONS)
                .join(" ")
        };
        assert_eq!(typed(&[]), "");
        assert_eq!(typed(&[("kind", "plain")]), "");
        assert_eq!(
            typed(&[("kind", "odd"), ("N", "8-12")]),
            "-N 8,12 --kind odd"
        );
        assert_eq!(typed(&[("all", ""), ("N", "8,8")]), "-N 8 --all");
    }

    #[test]
    fn wrong_declarations_are_told() {
        assert_eq!(misdeclared(OPTIONS), None);
        let problem = |options: &[GameOption]| misdeclared(options).unwrap();
        assert_eq!(problem(&[ALL, ALL]), "option `all`: declared twice");
        let excludes = [ALL.excluding(&["kid"])];
        assert_eq!(
            problem(&excludes),
            "option `all`: excludes `kid`, which is no option"
        );
        let step = OptionForm::WholeRange {
            low: 6,
            high: 9,
            step: 2,
        };
        let odd = GameOption { form: step, ..SIDE };
        assert_eq!(
            problem(&[odd]),
            "option `N`: its bounds, step or default do not fit each other"
        );
    }
}
