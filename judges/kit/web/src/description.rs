//! A game's description, from which the page makes its form.

use serde::Serialize;

use game::{Game, GameOption, OptionForm, OptionUse};

/// Facts about a game without a case.
#[derive(Serialize)]
pub(crate) struct Description {
    name: &'static str,
    title: &'static str,
    options: Vec<FormField>,
    /// Things that the score counts.
    counted: &'static str,
    /// An entry in a few words.
    expected: &'static str,
    /// True if the judge makes random draws during play.
    random: bool,
    /// True if the game has losses.
    losses: bool,
}

/// An option of the game in a form.
#[derive(Serialize)]
struct FormField {
    name: &'static str,
    meaning: &'static str,
    /// Kind of field.
    kind: &'static str,
    /// The values to choose from, each with its meaning; empty for a text field.
    words: Vec<(&'static str, &'static str)>,
    /// Its value at first, if it has one.
    default: &'static str,
}

pub(crate) fn description<G: Game>() -> Description {
    Description {
        name: G::NAME,
        title: G::TITLE,
        options: G::OPTIONS.iter().filter_map(field::<G>).collect(),
        counted: G::COUNTED,
        expected: G::ENTRIES.expected,
        random: G::RANDOM_PLAY,
        losses: G::HAS_LOSSES,
    }
}

/// The field of an option; `None` for options by which a seed stands for several cases, or that
/// need a contestant's process.
fn field<G: Game>(option: &GameOption) -> Option<FormField> {
    let is_one = G::with(&[(option.name, "")]).is_ok_and(|game| game.variants().len() == 1);
    let (kind, words) = match option.form {
        _ if option.usage == OptionUse::Contestant => return None,
        OptionForm::Flag if option.usage == OptionUse::Seeds || !is_one => return None,
        OptionForm::Flag => ("flag", Vec::new()),
        OptionForm::Word(words) => ("word", words.to_vec()),
        OptionForm::Whole(..) => ("whole", Vec::new()),
        OptionForm::WholeRange(..) | OptionForm::RealRange(..) => ("range", Vec::new()),
    };
    let by_hand = G::BY_HAND.iter().find(|(name, _)| *name == option.name);
    let by_hand = by_hand.map(|(_, value)| *value);
    let default = by_hand.or(option.default.filter(|_| kind == "word"));
    Some(FormField {
        name: option.name,
        meaning: option.meaning,
        kind,
        words,
        default: default.unwrap_or_default(),
    })
}
