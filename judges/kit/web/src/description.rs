//! Description of a game, from which the page makes its form.

use serde_json::{Value, json};

use game::{Game, GameOption, OptionEffect, OptionForm};

/// Returns facts about a game that do not depend on a case.
pub(crate) fn description<G: Game>() -> Value {
    let fields = G::OPTIONS.iter().filter_map(field::<G>);
    json!({
        "name": G::NAME,
        "title": G::TITLE,
        "options": fields.collect::<Vec<_>>(),
        // Objects that the score counts.
        "counted": G::COUNTED,
        // Work of our solver.
        "work": G::SOLVER_WORK,
        // Form of an entry, in a few words.
        "expected": G::ENTRIES.expected,
        // True if the game can compute losses.
        "losses": G::HAS_LOSSES,
    })
}

/// Returns the form field of an option. `None` if a player does not need it: options of bounds, of
/// the contestant's process and of sets of cases, and those that make a seed mean several cases.
fn field<G: Game>(option: &GameOption) -> Option<Value> {
    let is_one = G::with(&[(option.name, "")]).is_ok_and(|game| game.variants().len() == 1);
    let (kind, words) = match option.form {
        _ if matches!(option.effect, OptionEffect::Contestant | OptionEffect::Bound) => {
            return None;
        }
        OptionForm::Flag if option.effect != OptionEffect::Case || !is_one => return None,
        OptionForm::Flag => ("flag", &[][..]),
        OptionForm::Word(words) => ("word", words),
        OptionForm::Whole(..) => ("whole", &[][..]),
        OptionForm::WholeRange(..) | OptionForm::RealRange(..) => ("range", &[][..]),
    };
    let by_hand = G::BY_HAND.iter().find(|(name, _)| *name == option.name).map(|(_, value)| *value);
    let default = by_hand.or(option.default.filter(|_| kind == "word"));
    Some(json!({
        "name": option.name,
        "meaning": option.meaning,
        "kind": kind,
        // Values to choose from, with their meanings; empty for a text field.
        "words": words,
        // Initial value, if there is one.
        "default": default.unwrap_or_default(),
    }))
}
