//! A game's description, from which the page makes its form.

use serde_json::{Value, json};

use game::{Game, GameOption, OptionEffect, OptionForm};

/// Facts about a game without a case.
pub(crate) fn description<G: Game>() -> Value {
    let fields = G::OPTIONS.iter().filter_map(field::<G>);
    json!({
        "name": G::NAME,
        "title": G::TITLE,
        "options": fields.collect::<Vec<_>>(),
        // Things that the score counts.
        "counted": G::COUNTED,
        // An entry in a few words.
        "expected": G::ENTRIES.expected,
        // True if the game has losses.
        "losses": G::HAS_LOSSES,
    })
}

/// The field of an option in a form; `None` for options that a player has no use for: of bounds, of a
/// contestant's process, of a set of cases, and those by which a seed stands for several cases.
fn field<G: Game>(option: &GameOption) -> Option<Value> {
    let is_one = G::with(&[(option.name, "")]).is_ok_and(|game| game.variants().len() == 1);
    let (kind, words) = match option.form {
        _ if matches!(
            option.effect,
            OptionEffect::Contestant | OptionEffect::Bound
        ) =>
        {
            return None;
        }
        OptionForm::Flag if option.effect != OptionEffect::Case || !is_one => return None,
        OptionForm::Flag => ("flag", &[][..]),
        OptionForm::Word(words) => ("word", words),
        OptionForm::Whole(..) => ("whole", &[][..]),
        OptionForm::WholeRange(..) | OptionForm::RealRange(..) => ("range", &[][..]),
    };
    let by_hand = G::BY_HAND.iter().find(|(name, _)| *name == option.name);
    let by_hand = by_hand.map(|(_, value)| *value);
    let default = by_hand.or(option.default.filter(|_| kind == "word"));
    Some(json!({
        "name": option.name,
        "meaning": option.meaning,
        "kind": kind,
        // The values to choose from, each with its meaning; empty for a text field.
        "words": words,
        // Its value at first, if it has one.
        "default": default.unwrap_or_default(),
    }))
}
