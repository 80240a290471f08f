//! Cases that a page names.

use common::tokens::Malformed;

use game::{CasePlay, Game, Messages, OptionForm, OptionValues, SavedGame};

use crate::request::PageRequest;

/// Maximum number in an option, so that a browser can handle the game.
const LARGEST: u64 = 1000;

fn is_too_large(value: &str) -> bool {
    let mut numbers = value.split(|sign: char| !sign.is_ascii_digit());
    numbers.any(|number| number.parse().is_ok_and(|number: u64| number > LARGEST))
}

/// Returns the name of the case.
pub(crate) fn name<G: Game>(play: &CasePlay<G>) -> String {
    match play.is_drawn {
        true => format!("seed {}", play.seed),
        false => "a case of your own".into(),
    }
}

/// Returns the case that a request names, and the messages after it. Fails if an option is wrong,
/// the seed stands for several cases, or the case is malformed.
pub(crate) fn requested<G: Game>(
    request: &PageRequest,
) -> Result<(CasePlay<G>, Messages<'_>), String> {
    let values = OptionValues::parse(G::OPTIONS, &request.options)?;
    let seed = OptionForm::Whole(0, u64::MAX).parse(request.seed.trim());
    let seed = seed.map_err(|wrong| format!("seed: {wrong}"))?;
    let mut options = request.options.iter();
    if let Some((name, _)) = options.find(|(_, value)| is_too_large(value)) {
        return Err(format!("{name}: a page takes {LARGEST} at most"));
    }
    let mut games = G::new(values).variants();
    let (Some(game), true) = (games.pop(), games.is_empty()) else {
        return Err("the seed stands for several cases: choose one by the options".into());
    };
    let own = CasePlay::new(game, seed.parse().unwrap_or_default());
    if request.input.trim_ascii().is_empty() {
        let messages = Messages::none(&own);
        return Ok((own, messages));
    }
    own.read(&request.input).map_err(of_input)
}

/// Adds the name of the page's field to an error in the case.
pub(crate) fn of_input(malformed: Malformed) -> String {
    format!("input, {malformed}")
}

/// Opens a saved game in a page with the fields of `request`. A page with a `fixed` case accepts no
/// other. Returns `None` if `text` is not a saved game. Fails if the page cannot name its case.
pub(crate) fn open<G: Game>(
    request: &PageRequest,
    fixed: Option<&CasePlay<G>>,
    text: &str,
) -> Result<Option<PageRequest>, String> {
    let Some(saved) = SavedGame::parse(G::NAME, text) else {
        return Ok(None);
    };
    let of_seed = PageRequest {
        options: saved.options,
        seed: saved.seed.to_string(),
        input: String::new(),
        ..request.clone()
    };
    let is_of = |asked: &PageRequest| match fixed {
        Some(case) => case.heading() == saved.heading,
        None => requested::<G>(asked).is_ok_and(|(case, _)| case.heading() == saved.heading),
    };
    let found = [request.clone(), of_seed].into_iter().find(is_of);
    let other = || format!("The file is of another case: {}", saved.heading);
    let found = found.ok_or_else(other)?;
    let entries = saved.entries;
    Ok(Some(PageRequest { entries, ..found }))
}
