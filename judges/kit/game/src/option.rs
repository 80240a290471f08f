//! Options of a game as data, for the command line, a page's form and the cases of packages.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use crate::ParameterRange;

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// Its name: one letter (`-N`) or a word (`--subtask`).
    pub name: &'static str,
    /// Name of its value, in capitals; empty for a flag.
    pub value: &'static str,
    /// Its meaning in one line.
    pub meaning: &'static str,
    /// Form of its value.
    pub form: OptionForm,
    /// Work that the option affects.
    pub effect: OptionEffect,
    /// Value if the option is not given.
    pub default: Option<&'static str>,
    /// Names of options that it excludes.
    pub excludes: &'static [&'static str],
}

/// Form of an option's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionForm {
    /// No value: the option is given or not.
    Flag,
    /// A whole number with this minimum and maximum.
    Whole(u64, u64),
    /// A whole number, or a range of them: minimum, maximum and step (at least 1). From a range the
    /// seed chooses one number, or each number is a variant.
    WholeRange(u64, u64, u64),
    /// A real number with this minimum and maximum, or a range in which the seed chooses one.
    RealRange(f64, f64),
    /// One of these words, each with its meaning.
    Word(&'static [(&'static str, &'static str)]),
}

/// Work that an option affects; subcommands without this work refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Generates cases; cannot change a case from a file.
    Case,
    /// Generates cases and chooses a variant of a seed. Each value of a range or word is a variant,
    /// and so is a flag. A flag that excludes another such option stands for all its values.
    Variant,
    /// Chooses the seeds to play.
    Seeds,
    /// Changes scores; unused when cases are written.
    Score,
    /// Tightens bounds without changing scores.
    Bound,
    /// Changes the environment of a contestant's process; only valid if one runs.
    Contestant,
    /// Makes a game for practice on a page, which the judge does not accept.
    Practice,
}

impl GameOption {
    /// Creates a flag.
    pub const fn flag(name: &'static str, effect: OptionEffect, meaning: &'static str) -> Self {
        GameOption::new(name, "", OptionForm::Flag, effect, meaning)
    }

    /// Creates an option with a value of this form; `value` is the name of the value.
    pub const fn new(
        name: &'static str,
        value: &'static str,
        form: OptionForm,
        effect: OptionEffect,
        meaning: &'static str,
    ) -> GameOption {
        GameOption { name, value, meaning, form, effect, default: None, excludes: &[] }
    }

    /// Adds a default value.
    #[must_use]
    pub const fn by_default(self, value: &'static str) -> GameOption {
        GameOption { default: Some(value), ..self }
    }

    /// Adds `excludes`.
    #[must_use]
    pub const fn excluding(self, excludes: &'static [&'static str]) -> GameOption {
        GameOption { excludes, ..self }
    }

    /// Returns the option as an argument: `-N`, `--subtask`.
    pub fn arg(&self) -> String {
        let dashes = if self.name.len() == 1 { "-" } else { "--" };
        format!("{dashes}{}", self.name)
    }
}

impl OptionForm {
    /// Returns the canonical spelling of a value, empty for a flag. An error is the expected form.
    pub fn parse(self, text: &str) -> Result<String, String> {
        match self {
            OptionForm::Flag if text.is_empty() => Ok(String::new()),
            OptionForm::Flag => Err("a flag has no value".into()),
            OptionForm::Whole(low, high) => Ok(number(text, low, high)?.to_string()),
            OptionForm::WholeRange(low, high, step) => {
                let one = |text: &str| {
                    let is_step = |value: &u64| (value - low).is_multiple_of(step);
                    number(text, low, high).ok().filter(is_step).ok_or_else(|| match step {
                        1 => not_from(text, low, high),
                        _ => format!("{}, in steps of {step}", not_from(text, low, high)),
                    })
                };
                Ok(ParameterRange::parse(text, one)?.to_string())
            }
            OptionForm::RealRange(low, high) => {
                Ok(ParameterRange::parse(text, |text| number(text, low, high))?.to_string())
            }
            OptionForm::Word(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let is_known = words.contains(&text).then(|| text.into());
                is_known.ok_or_else(|| format!("`{text}` is none of {}", words.join(", ")))
            }
        }
    }
}

/// Parses a number between `low` and `high`.
fn number<T: FromStr + Display + PartialOrd>(text: &str, low: T, high: T) -> Result<T, String> {
    match text.parse() {
        Ok(value) if low <= value && value <= high => Ok(value),
        _ => Err(not_from(text, low, high)),
    }
}

fn not_from(text: &str, low: impl Display, high: impl Display) -> String {
    format!("`{text}` is not a number from {low} to {high}")
}

/// Values of a game's options in canonical spelling; the value of a flag is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionValues(BTreeMap<&'static str, String>);

/// Values for a game without options.
pub(crate) static NO_VALUES: OptionValues = OptionValues(BTreeMap::new());

impl OptionValues {
    /// Parses the values of named options; those of flags are empty. Fails at an unknown option or
    /// a value with a wrong form.
    pub fn parse(
        options: &'static [GameOption],
        given: &[(impl AsRef<str>, impl AsRef<str>)],
    ) -> Result<OptionValues, String> {
        let mut values = OptionValues::default();
        for (name, text) in given {
            let (name, text) = (name.as_ref(), text.as_ref());
            let option = options.iter().find(|option| option.name == name);
            let option = option.ok_or_else(|| format!("there is no option `{name}`"))?;
            let wrong = |problem: String| format!("{}: {problem}", option.arg());
            let is_given = |other: &&&str| given.iter().any(|(name, _)| name.as_ref() == **other);
            if let Some(other) = option.excludes.iter().find(is_given) {
                return Err(wrong(format!("{other} has no effect with it")));
            }
            values.set(option, option.form.parse(text).map_err(wrong)?);
        }
        Ok(values)
    }

    /// Returns options with values other than the default as arguments, in the order of `options`:
    /// `-N 10,12 --official`.
    pub fn to_args<'a>(&self, options: impl IntoIterator<Item = &'a GameOption>) -> Vec<String> {
        let mut words = Vec::new();
        for option in options {
            let value = self.get(option).filter(|value| Some(*value) != option.default);
            words.extend(value.map(|_| option.arg()));
            words.extend(value.filter(|_| option.form != OptionForm::Flag).map(str::to_string));
        }
        words
    }

    /// Returns names and values of options from their arguments.
    pub fn from_args(words: Vec<String>) -> Vec<(String, String)> {
        let mut named: Vec<(String, String)> = Vec::new();
        for word in words {
            match named.last_mut() {
                Some((_, value)) if !word.starts_with('-') => *value = word,
                _ => named.push((word.trim_start_matches('-').into(), String::new())),
            }
        }
        named
    }

    /// Copies all values of `others`, replacing existing ones.
    pub fn extend(&mut self, others: OptionValues) {
        self.0.extend(others.0);
    }

    /// Sets an option to a value that was parsed.
    pub fn set(&mut self, option: &GameOption, value: String) {
        self.0.insert(option.name, value);
    }

    /// Returns the value of an option, or its default.
    pub fn get(&self, option: &GameOption) -> Option<&str> {
        self.0.get(option.name).map(String::as_str).or(option.default)
    }

    /// Returns true if a flag is given.
    pub fn flag(&self, option: &GameOption) -> bool {
        self.get(option).is_some()
    }

    /// Returns the value of an [`OptionForm::Whole`].
    pub fn whole<T: FromStr>(&self, option: &GameOption) -> Option<T> {
        self.get(option)?.parse().ok()
    }

    /// Returns the value of an [`OptionForm::WholeRange`] or [`OptionForm::RealRange`].
    pub fn range<T>(&self, option: &GameOption) -> Option<ParameterRange<T>>
    where
        T: FromStr<Err: Display> + PartialOrd + Copy,
    {
        let value = |text: &str| text.parse().map_err(|error: T::Err| error.to_string());
        ParameterRange::parse(self.get(option)?, value).ok()
    }
}

/// Variants of a seed, each as an assignment of options.
impl OptionValues {
    /// Returns an assignment for each variant of the values; if `every`, for each possible variant.
    pub fn variants(&self, options: &'static [GameOption], every: bool) -> Vec<OptionValues> {
        let is_choice = |option: &&GameOption| option.effect == OptionEffect::Variant;
        let choices: Vec<&GameOption> = options.iter().filter(is_choice).collect();
        let is_named = |name: &&str| choices.iter().any(|option| option.name == *name);
        let stands_for_all = |option: &GameOption| option.excludes.iter().any(is_named);
        let is_all = |option: &&GameOption| stands_for_all(option) && self.flag(option);
        let every = every || choices.iter().any(is_all);
        let mut variants = vec![self.clone()];
        for option in &choices {
            let is_free = !option.excludes.iter().any(|name| self.0.contains_key(name));
            let values: Vec<Option<String>> = match option.form {
                _ if stands_for_all(option) => vec![None],
                OptionForm::WholeRange(low, high, step) => {
                    let range = self.range::<u64>(option);
                    let is_asked = |value: &u64| range.is_none_or(|range| range.contains(*value));
                    let values = (low..=high).step_by(step as usize).filter(is_asked);
                    values.map(|value| Some(value.to_string())).collect()
                }
                OptionForm::Word(words) if every => {
                    words.iter().map(|(word, _)| Some(word.to_string())).collect()
                }
                OptionForm::Flag if every && is_free => vec![None, Some(String::new())],
                _ => continue,
            };
            let assigned = variants.iter().flat_map(|variant| {
                values.iter().map(|value| {
                    let mut variant = variant.clone();
                    variant.0.remove(option.name);
                    variant.0.extend(value.clone().map(|value| (option.name, value)));
                    variant
                })
            });
            variants = assigned.collect();
        }
        variants
    }

    /// Returns the name of the chosen variant: a word, the name of a flag, or name and value of a
    /// range. `None` for the standard variant.
    pub fn variant(&self, options: &[GameOption]) -> Option<String> {
        let mut choices = options.iter().filter(|option| option.effect == OptionEffect::Variant);
        choices.find_map(|option| match option.form {
            OptionForm::Flag => self.flag(option).then(|| option.name.into()),
            OptionForm::WholeRange(..) => {
                let value = self.range::<u64>(option)?.single()?;
                Some(format!("{}-{value}", option.name))
            }
            _ => {
                self.get(option).filter(|value| Some(*value) != option.default).map(str::to_string)
            }
        })
    }
}

/// Returns a contradiction in the declarations of a game's options, if any.
pub fn misdeclared(options: &[GameOption]) -> Option<String> {
    let known = |name: &str| options.iter().filter(|option| option.name == name).count();
    options.iter().find_map(|option| {
        let GameOption { name, form, .. } = *option;
        let wrong = |what: &str| Some(format!("option `{name}`: {what}"));
        if known(name) > 1 {
            return wrong("declared twice");
        }
        if let Some(other) = option.excludes.iter().find(|other| known(other) == 0) {
            return wrong(&format!("excludes `{other}`, which is not an option"));
        }
        let ends = match form {
            OptionForm::Whole(low, high) | OptionForm::WholeRange(low, high, _) => {
                vec![low.to_string(), high.to_string()]
            }
            OptionForm::RealRange(low, high) => vec![low.to_string(), high.to_string()],
            OptionForm::Flag | OptionForm::Word(_) => Vec::new(),
        };
        let mut values = ends.iter().map(String::as_str).chain(option.default);
        match values.all(|value| form.parse(value).is_ok()) {
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
        OptionForm::WholeRange(6, 16, 2),
        OptionEffect::Case,
        "Side of the board",
    );
    const KIND: GameOption = GameOption::new(
        "kind",
        "KIND",
        OptionForm::Word(&[("plain", ""), ("odd", "")]),
        OptionEffect::Case,
        "Kind of the case",
    )
    .by_default("plain");
    const ALL: GameOption = GameOption::flag("all", OptionEffect::Seeds, "All of them");
    const OPTIONS: &[GameOption] = &[SIDE, KIND, ALL.excluding(&["kind"])];

    #[test]
    fn values_are_those_given_or_the_default() {
        let none = OptionValues::default();
        assert_eq!(none.range::<usize>(&SIDE), None);
        assert_eq!(none.get(&KIND), Some("plain"));
        assert!(!none.flag(&ALL));
        let parse = |given: &[(&str, &str)]| OptionValues::parse(OPTIONS, given);
        let values = parse(&[("N", "8,12"), ("kind", "odd")]).unwrap();
        let range = ParameterRange::parse("8,12", |text| text.parse::<u8>().map_err(|_| "".into()));
        assert_eq!(values.range(&SIDE), range.ok());
        assert_eq!(values.get(&KIND), Some("odd"));
        assert!(parse(&[("all", "")]).unwrap().flag(&ALL));
        let both = parse(&[("all", ""), ("kind", "odd")]).unwrap_err();
        assert_eq!(both, "--all: kind has no effect with it");
    }

    #[test]
    fn values_of_another_form_are_refused() {
        let refused = |name, text| OptionValues::parse(OPTIONS, &[(name, text)]).unwrap_err();
        for side in ["7", "18"] {
            let expected = format!("-N: `{side}` is not a number from 6 to 16, in steps of 2");
            assert_eq!(refused("N", side), expected);
        }
        let due = "--kind: `even` is none of plain, odd";
        assert_eq!(refused("kind", "even"), due);
        assert_eq!(refused("all", "1"), "--all: a flag has no value");
        assert_eq!(refused("size", "1"), "there is no option `size`");
    }

    #[test]
    fn arguments_have_one_spelling() {
        let args = |given: &[(&str, &str)]| {
            let words = OptionValues::parse(OPTIONS, given).unwrap().to_args(OPTIONS);
            let named = OptionValues::from_args(words.clone());
            let read = OptionValues::parse(OPTIONS, &named).unwrap();
            assert_eq!(read.to_args(OPTIONS), words);
            words.join(" ")
        };
        assert_eq!(args(&[]), "");
        assert_eq!(args(&[("kind", "plain")]), "");
        let found = args(&[("kind", "odd"), ("N", "8-12")]);
        assert_eq!(found, "-N 8,12 --kind odd");
        assert_eq!(args(&[("all", ""), ("N", "8,8")]), "-N 8 --all");
    }

    #[test]
    fn wrong_declarations_are_told() {
        assert_eq!(misdeclared(OPTIONS), None);
        let problem = |options: &[GameOption]| misdeclared(options).unwrap();
        assert_eq!(problem(&[ALL, ALL]), "option `all`: declared twice");
        let excludes = [ALL.excluding(&["kid"])];
        let due = "option `all`: excludes `kid`, which is not an option";
        assert_eq!(problem(&excludes), due);
        let form = OptionForm::WholeRange(6, 9, 2);
        let odd = GameOption { form, ..SIDE };
        let due = "option `N`: its bounds, step or default do not fit each other";
        assert_eq!(problem(&[odd]), due);
    }
}
