//! Two runs of a case side by side.

use scene::Scene;
use serde_json::json;

use crate::shown::Shown;
use crate::solitaire::{game, places, replay};

/// Returns two runs that differ from turn 5 on; the second is shorter.
fn runs() -> [Vec<Scene>; 2] {
    [game(25, |_| 0), game(20, |turn| usize::from(turn >= 4))]
}

pub(super) fn two_runs_go_together_and_part_where_they_part() {
    let runs = runs();
    let [one, other] = runs.each_ref().map(|run| run.len() - 1);
    assert_ne!(one, other);
    let replays = [replay("first", &runs[0]), replay("second", &runs[1])];
    let page = Shown::open("pair", &replays, "");
    assert_eq!(page.text("#difference"), "First difference: turn 5");
    page.click("#difference");
    assert_eq!(page.turn(), 5);
    for turn in [4, 5, one.min(other), one.max(other)] {
        page.go(turn);
        for (board, run) in runs.iter().enumerate() {
            assert_eq!(page.places(board), places(&run[turn.min(run.len() - 1)]));
        }
    }
    assert_eq!(page.count("#ticks .difference, .plot .difference"), 2);
    page.go(6);
    page.screenshot("pair");
    page.check_access();
    drop(page);
    let replays = [(); 2].map(|()| replay("equal", &runs[0]));
    let page = Shown::open("equal", &replays, "");
    page.check("$('#difference').hidden");
}

/// Checks that B − A ends where a run fails, since its figures there are not its result.
pub(super) fn a_failed_run_has_no_difference_after_its_fault() {
    let runs = runs();
    let mut replays = [replay("long", &runs[0]), replay("short", &runs[1])];
    for (fault, scenes) in [(None, &runs[0]), (Some("no jump"), &runs[1])] {
        replays[1].header.fault = fault.map(String::from);
        let page = Shown::open("difference", &replays, "#turn=1");
        let points = page.value(
            "$$('.plot')[1].querySelector('.curve').getAttribute('d').match(/[ML]/g).length",
        );
        assert_eq!(points, scenes.len(), "{fault:?}");
    }
}

pub(super) fn boards_are_level_and_events_are_of_both() {
    let runs = runs();
    let second =
        "python3 examples/solitaire.py --level 12 --a-word-of-many-letters-that-does-not-fit";
    let replays = [replay("a", &runs[0]), replay(second, &runs[1])];
    let page = Shown::open("level", &replays, "#turn=3");
    let boxes: [(f64, f64); 2] = page.get(
        "$$('.seat .board').map((board) => board.getBoundingClientRect()).map(({ top, width }) => [top, width])",
    );
    assert_eq!(boxes[0], boxes[1]);
    assert!(boxes[0].1 > 450.0, "{boxes:?}");
    page.check_whole("#figures th, #figures td");
    let counts = page.value("$$('.own-events').map((list) => list.querySelectorAll('li').length)");
    let has_events = |scene: &&Scene| !scene.events.is_empty();
    let events = [0, 1].map(|run| runs[run].iter().filter(has_events).count());
    assert_eq!(counts, json!(events));
    let lasts = runs.each_ref().map(|run| run.len() - 1);
    let shorter = usize::from(lasts[1] < lasts[0]);
    let (short, long) = (lasts[shorter], lasts[1 - shorter]);
    for (turn, state) in
        [(long, format!("ended at turn {short}")), (short, format!("turn {short}: "))]
    {
        page.go(turn);
        let shown = &page.texts(".state")[shorter];
        assert!(shown.starts_with(&state), "{shown}");
    }
    for (width, height) in [(844, 390), (390, 844)] {
        page.resize(width, height);
        page.check_width();
    }
    page.screenshot("pair-phone");
}
