//! Games by hand.

use serde_json::{Map, Value, json};

use game::{CasePlay, Details, Game, Move, Ruling};
use scene::encode::data;
use scene::{FigureValue, Metric, Recorder, Scene};

use crate::replay::finish;

/// Plays a game with a person's entries; if `stopped`, the person then ends it. Returns the state of
/// the game and its result so far. Fails with the rule that the entries break.
pub(crate) fn play<G: Game>(
    case: &CasePlay<G>,
    entries: &[String],
    stopped: bool,
) -> Result<Value, String> {
    let judged = case.play_entries(entries)?;
    let mut scored = judged.scored();
    if case.has_secret() && judged.awaits {
        // The bound and other facts of the case may tell the secret.
        (scored.bound, scored.details) = (None, Details::default());
    }
    let [_, sent] = case.parts();
    let (output, ended) = case.ended(entries);
    let may_stop = judged.awaits && ended.ruling == Ruling::OK;
    let choices = match judged.awaits {
        true => case.game.moves(case.case(), entries, &judged.play),
        false => Vec::new(),
    };
    let goes_on = choices.iter().any(|choice| choice.refusal.is_none());
    let scenes = judged.scenes(entries)?;
    let is_compared = case.layout().compared;
    let figure = scenes.last().and_then(Scene::plotted);
    let mut recorder = Recorder::default();
    scenes.into_iter().for_each(|scene| recorder.show(scene));
    let fields = json!({
        // True if the game expects no more entries, or if the person ended it.
        "over": !judged.awaits || may_stop && (stopped || !goes_on),
        // True if the rules allow the person to end the game here.
        "may_stop": may_stop,
        // True if no entry can be taken back.
        "secret": case.has_secret(),
        // Score of the position, if it can be compared with the bound.
        "current": figure.filter(|_| is_compared).map(|(_, value)| value),
        // First plotted figure of the position, unless `current` has it.
        "figure": figure.filter(|_| !is_compared),
        // Replay so far, as data of a page.
        "page": data(G::TITLE, &[finish(&judged, &scored, recorder)]),
        "choices": choices,
        // Everything that a contestant with these entries would have read.
        "input": sent + &judged.input,
        // Output for the entries so far, which a solver can continue.
        "answers": case.answers(entries)?,
        // Output of a contestant that makes these entries and then stops.
        "output": output,
    });
    Ok(merged([json!(judged.ruling), json!(scored), fields]))
}

/// Returns an object with the fields of these objects.
pub(crate) fn merged<const N: usize>(objects: [Value; N]) -> Value {
    let fields = objects.into_iter().filter_map(|object| match object {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    fields.flatten().collect::<Map<_, _>>().into()
}

/// Returns the entry after `entries` in a solver's `output`, if any. Fails with a broken rule.
pub(crate) fn next<G: Game>(
    case: &CasePlay<G>,
    entries: &[String],
    output: &str,
) -> Result<Option<Value>, String> {
    let Some(entry) = case.next_entry(entries, output) else {
        return Ok(None);
    };
    let judged = case.play_entries(entries)?;
    let mut scenes = judged.scenes(entries)?;
    let count = scenes.len();
    let before = scenes.pop().unwrap_or_default().analysed();
    let with = [entries, std::slice::from_ref(&entry)].concat();
    let scenes = case.play_entries(&with)?.scenes(&with)?;
    // The first scene after the entry: later ones already show the judge's move.
    let after = scenes.get(count).or(scenes.last()).cloned().unwrap_or_default();
    let moves = case.game.moves(case.case(), entries, &judged.play);
    let places = Move::places_of(&moves, &entry);
    let notes = before.notes.into_iter().filter(|(place, _)| places.last() == Some(place));
    let notes: Vec<String> = notes.map(|(_, note)| note).collect();
    Ok(Some(json!({
        "entry": entry,
        // Places of the move; empty if a person cannot choose it by pointing.
        "places": places,
        // Changed figures, with their values before and after.
        "changes": changes(&before.figures, &after.figures),
        // Notes of the game about the move.
        "notes": notes,
    })))
}

/// Returns all entries after `entries` in a solver's `output`.
pub(crate) fn rest<G: Game>(case: &CasePlay<G>, entries: &[String], output: &str) -> Vec<String> {
    let mut all = entries.to_vec();
    while let Some(entry) = case.next_entry(&all, output) {
        all.push(entry);
    }
    all.split_off(entries.len())
}

/// Returns plotted figures that have changed.
fn changes(before: &[Metric], after: &[Metric]) -> Vec<(&'static str, FigureValue, FigureValue)> {
    let changed = after.iter().filter(|figure| figure.plotted).filter_map(|new| {
        let old = before.iter().find(|figure| figure.name == new.name)?;
        (old.value != new.value).then(|| (new.name, old.value.clone(), new.value.clone()))
    });
    changed.collect()
}
