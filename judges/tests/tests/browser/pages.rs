//! Content and behaviour of the page.

use harness::browser::{Pointer, PointerStep};
use scene::{
    Arrangement, Form, Header, Mark, Piece, PieceKind, Place, Recorder, Role, Scene, SceneLayout,
};
use serde_json::json;

use crate::shown::Shown;
use crate::solitaire::{game, header, layout, places, replay};

pub(super) fn every_turn_shows_its_position() {
    let positions = game(|turn, count| turn as usize * 7 % count);
    let page = Shown::open("position", &[replay("us", &positions)], "");
    assert_eq!(page.turn(), 0);
    let last = positions.len() as u64 - 1;
    for turn in [0, 1, 5, 4, last, 2, last - 1] {
        page.go(turn);
        let position = &positions[turn as usize];
        assert_eq!(page.places(0), places(position), "turn {turn}");
        let scene = position.scene();
        let prefix = if turn > 0 {
            format!("turn {turn}: ")
        } else {
            String::new()
        };
        assert_eq!(
            page.text("#caption"),
            prefix + &scene.caption + &scene.events.join("")
        );
        let left = page.text("#figures tr:nth-child(2) td");
        assert_eq!(left, position.pegs.len().to_string());
    }
    page.screenshot("solitaire");
    page.close();
}

pub(super) fn pieces_lie_where_their_cells_are() {
    let positions = game(|turn, count| turn as usize * 5 % count);
    let page = Shown::open("hover", &[replay("us", &positions)], "#turn=4");
    let position = &positions[4];
    let (jumped, mark) = (
        page.value("Number(document.querySelector('[data-mark=last]').dataset.place)"),
        0,
    );
    assert_eq!(
        jumped
            .as_u64()
            .map(|cell| position.pegs.contains_key(&(cell as usize))),
        Some(true),
        "{mark}"
    );
    for (&cell, id) in &position.pegs {
        let middle = page.middle(&format!(".piece[data-id='{id}']"));
        page.steps(
            Pointer::Mouse,
            &[PointerStep::Move((5, 5)), PointerStep::Move(middle)],
        );
        page.wait("!document.getElementById('details').hidden");
        let details = page.text("#details");
        let name = format!(
            "row {}, column {}peg – jumps over another",
            cell / 7,
            cell % 7
        );
        assert!(details.starts_with(&name), "{details}, not {name}");
        let is_last = jumped.as_u64() == Some(cell as u64);
        assert_eq!(details.contains("peg from"), is_last, "{details}");
        assert_eq!(details.contains("last move"), is_last, "{details}");
    }
    page.close();
}

/// Two tiles move into one cell and make a tile of the next kind there.
pub(super) fn tiles_merge_where_they_meet_and_show_their_whole_labels() {
    let (labels, [from, other, to]) = (["65536", "131072"], [0, 3, 2].map(Place::cell));
    let kind = |label: &str| PieceKind {
        name: label.into(),
        label: label.into(),
        note: String::new(),
        role: Role::Value(label.len() as u8),
        form: Form::Block,
    };
    let layout = SceneLayout {
        shape: Arrangement::grid(1, 4),
        kinds: labels.map(kind).to_vec(),
        ..SceneLayout::default()
    };
    let piece = |id, place, kind| Piece { id, place, kind };
    let mut recorder = Recorder::default();
    recorder.show(Scene {
        pieces: vec![piece(1, from, 0), piece(2, other, 0)],
        ..Scene::default()
    });
    recorder.show(Scene {
        turn: 1,
        pieces: vec![piece(1, to, 1)],
        gone: vec![piece(2, to, 0)],
        ..Scene::default()
    });
    let replays = [recorder.finish(header("us"), layout)];
    let page = Shown::open("merge", &replays, "");
    page.value(
        "(() => { const tile = document.querySelector('.piece[data-id=\"1\"]'); window.seen = [];
           const take = (records) => window.seen.push(...records.map((record) => record.attributeName));
           new MutationObserver(take).observe(tile, { attributeFilter: ['transform', 'class'] }); return true; })()",
    );
    page.go(1);
    page.wait("document.querySelector('.piece[data-id=\"1\"]').textContent === '131072'");
    page.wait("window.seen.includes('class')");
    // The piece keeps its kind while it moves, and changes it at the end.
    assert_eq!(page.value("window.seen[0]"), "transform");
    assert_eq!(
        page.value("window.seen.indexOf('class') > window.seen.lastIndexOf('transform')"),
        true
    );
    page.wait("!document.querySelector('.piece[data-id=\"2\"]')");
    let class = "document.querySelector('.piece').getAttribute('class')";
    assert_eq!(page.value(class), "piece block value-6");
    let room = "document.querySelector('.piece rect').getBBox().width - document.querySelector('.piece text').getBBox().width";
    assert!(page.value(room).as_f64().unwrap() > 0.0);
    page.close();
}

pub(super) fn a_link_leads_to_its_turn() {
    let positions = game(|_, _| 1);
    let page = Shown::open("link", &[replay("us", &positions)], "#turn=7");
    assert_eq!(page.turn(), 7);
    assert_eq!(page.places(0), places(&positions[7]));
    page.go(9);
    page.wait("location.hash === '#turn=9'");
    page.value("void (location.hash = '#turn=3')");
    page.wait("document.body.dataset.turn === '3'");
    for (asked, shown) in [("99999", positions.len() - 1), ("-4", 0), ("x", 0)] {
        page.browser
            .open(&page.file, &format!("#turn={asked}"))
            .unwrap();
        assert_eq!(page.turn(), shown as u64, "{asked}");
    }
    page.close();
}

pub(super) fn a_failed_run_opens_at_its_fault_whose_reason_stays_text() {
    let evil = "<img src=x onerror=\"document.title='broken'\"></script><script>document.title='broken'</script>";
    let positions = game(|_, _| 2);
    let mut recorder = Recorder::default();
    for (turn, position) in positions[..6].iter().enumerate() {
        let mut scene = position.scene();
        scene.caption = evil.into();
        scene.events = vec![evil.into()];
        scene.notes = vec![(Place::Cell(24), evil.into())];
        if turn == 5 {
            scene.marks.push((Place::Cell(24), Mark::Wrong));
        }
        recorder.show(scene);
    }
    let header = Header {
        verdict: "WA".into(),
        fault: Some(format!("turn 6: {evil} is not a jump")),
        ..header(evil)
    };
    let replay = recorder.finish(header, layout());
    let page = Shown::open("fault", std::slice::from_ref(&replay), "");
    assert_eq!(page.turn(), 5, "a failed run is opened where it failed");
    page.close();
    let page = Shown::open("fault", &[replay], "#turn=2");
    let wrong = "[...document.querySelectorAll('[data-mark=wrong]')].map((mark) => Number(mark.dataset.place))";
    assert_eq!(page.value("document.querySelector('.fault').hidden"), false);
    assert_eq!(page.value(wrong), json!([]));
    page.go(5);
    assert_eq!(page.value(wrong), json!([24]));
    assert_eq!(
        page.text(".fault"),
        format!("WA turn 6: {evil} is not a jump")
    );
    assert_eq!(page.text(".who"), evil);
    assert_eq!(page.text("#caption"), format!("turn 5: {evil}{evil}"));
    assert_eq!(page.value("document.querySelectorAll('img').length"), 0);
    assert_eq!(
        page.value("document.querySelectorAll('#ticks .failed').length"),
        1
    );
    assert_eq!(page.text("title"), "fault");
    page.screenshot("fault");
    page.close();
}

pub(super) fn dark_light_and_small() {
    let positions = game(|turn, _| turn as usize);
    let page = Shown::open("theme", &[replay("us", &positions)], "#turn=12");
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = page.value(background);
    page.browser.prefer("prefers-color-scheme", "dark").unwrap();
    page.wait("document.documentElement.dataset.theme === 'dark'");
    assert_ne!(page.value(background), light);
    page.screenshot("solitaire-dark");
    page.browser.click("#theme").unwrap();
    assert_eq!(page.value(background), light);
    page.browser.resize(390, 844).unwrap();
    page.wait("innerWidth === 390");
    page.check_width();
    let buttons = "Math.min(...[...document.querySelectorAll('.transport button')].filter((node) => !node.hidden).map((node) => node.getBoundingClientRect().height))";
    assert!(page.value(buttons).as_f64().unwrap() >= 40.0);
    page.screenshot("solitaire-phone");
    page.browser.resize(844, 390).unwrap();
    page.wait("innerHeight === 390");
    page.check_width();
    let seen = "(() => { const { top, bottom, left, right } = document.querySelector('.board').getBoundingClientRect();
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom - top > 280; })()";
    assert_eq!(page.value(seen), true);
    page.screenshot("solitaire-landscape");
    page.close();
}

pub(super) fn a_turn_that_there_is_not_is_the_nearest() {
    let positions = game(|_, _| 0);
    let last = positions.len() - 1;
    let page = Shown::open("clamped", &[replay("us", &positions)], "");
    for (asked, shown) in [("9999", last), ("-3", 0), ("4", 4)] {
        page.browser.fill("#turn", asked).unwrap();
        page.value("document.getElementById('turn').blur()");
        page.wait(&format!("document.body.dataset.turn === '{shown}'"));
        assert_eq!(page.turn(), shown as u64);
    }
    page.close();
}

pub(super) fn rules_and_signs_are_explained() {
    let positions = game(|_, _| 0);
    let page = Shown::open("signs", &[replay("us", &positions)], "#turn=3");
    page.check_legend();
    page.check_colours();
    let legend = page.text("#legend");
    for meaning in [
        "peg",
        "hole",
        "last move",
        "where it began",
        "sidecells along a side",
    ] {
        assert!(legend.contains(meaning), "{legend}");
    }
    assert_eq!(
        page.value("document.querySelector('#parameters span').title"),
        "cells along a side"
    );
    page.browser.click("#show-rules").unwrap();
    assert_eq!(page.value("document.getElementById('rules').open"), true);
    assert_eq!(page.text("#rules h2"), "Moves");
    assert_eq!(page.text("#rules p"), "A peg jumps over another.");
    page.browser.click("#rules button").unwrap();
    assert_eq!(page.value("document.getElementById('rules').open"), false);
    page.close();
}
