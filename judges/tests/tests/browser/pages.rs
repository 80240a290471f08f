//! Content and behaviour of the page.

use harness::browser::{Pointer, PointerStep};
use scene::{
    Arrangement, Form, Header, Mark, Piece, PieceKind, Place, Recorder, Role, Scene, SceneLayout,
};
use serde_json::json;

use crate::shown::Shown;
use crate::solitaire::{game, header, layout, places, replay};

pub(super) fn pieces_lie_where_their_cells_are() {
    let positions = game(10, |turn| turn * 5);
    let page = Shown::open("hover", &[replay("us", &positions)], "#turn=4");
    let jumped: i64 = page.get("Number($('[data-mark=last]').dataset.place)");
    let pegs = places(&positions[4]);
    assert!(pegs.values().any(|&cell| cell == jumped));
    for (id, cell) in pegs {
        let middle = page.middle(&format!(".piece[data-id='{id}']"));
        let hover = [PointerStep::Move((5, 5)), PointerStep::Move(middle)];
        page.steps(Pointer::Mouse, &hover);
        page.wait("!$('#details').hidden");
        let details = page.text("#details");
        let place = format!("row {}, column {}", cell / 7, cell % 7);
        let name = format!("{place}peg – jumps on another");
        assert!(details.starts_with(&name), "{details}, not {name}");
        for note in ["peg from", "last move"] {
            assert_eq!(details.contains(note), jumped == cell, "{details}");
        }
    }
}

/// Checks a scene in which two tiles move into one cell and become a tile of the next kind.
pub(super) fn tiles_merge_where_they_meet_and_show_their_whole_labels() {
    let [from, other, to] = [0, 3, 2].map(Place::cell);
    let kind = |label: &str| PieceKind {
        label: label.into(),
        role: Role::Value(label.len() as u8),
        ..PieceKind::new(label, Form::Block)
    };
    let layout = SceneLayout {
        shape: Arrangement::grid(1, 4),
        kinds: ["65536", "131072"].map(kind).to_vec(),
        ..SceneLayout::default()
    };
    let piece = |id, place, kind| Piece { id, place, kind };
    let mut recorder = Recorder::default();
    recorder
        .show(Scene { pieces: vec![piece(1, from, 0), piece(2, other, 0)], ..Scene::default() });
    recorder.show(Scene {
        turn: 1,
        pieces: vec![piece(1, to, 1)],
        gone: vec![piece(2, to, 0)],
        ..Scene::default()
    });
    let page = Shown::open("merge", &[recorder.finish(header("us"), layout)], "");
    page.run(
        "(() => { window.seen = [];
           const take = (records) => window.seen.push(...records.map((record) => record.attributeName));
           new MutationObserver(take).observe($('.piece[data-id=\"1\"]'), { attributeFilter: ['transform', 'class'] }); })()",
    );
    page.go(1);
    page.wait("$('.piece[data-id=\"1\"]').textContent === '131072'");
    page.wait("seen.includes('class')");
    // The piece keeps its kind while it moves, and changes it on arrival.
    page.check("seen[0] === 'transform' && seen.indexOf('class') > seen.lastIndexOf('transform')");
    page.wait("!$('.piece[data-id=\"2\"]')");
    let class = page.value("$('.piece').getAttribute('class')");
    assert_eq!(class, "piece block value-6");
    page.check("$('.piece rect').getBBox().width > $('.piece text').getBBox().width");
}

pub(super) fn a_link_or_the_field_leads_to_a_turn_or_the_nearest() {
    let positions = game(20, |_| 1);
    let last = positions.len() - 1;
    let page = Shown::open("link", &[replay("us", &positions)], "#turn=7");
    assert_eq!(page.turn(), 7);
    assert_eq!(page.places(0), places(&positions[7]));
    page.go(9);
    page.wait("location.hash === '#turn=9'");
    page.run("location.hash = '#turn=3'");
    page.wait("document.body.dataset.turn === '3'");
    let nearest = [("99999", last), ("-4", 0), ("4", 4)];
    for (asked, shown) in nearest.into_iter().chain([("x", 0)]) {
        page.reopen(&format!("#turn={asked}"));
        assert_eq!(page.turn(), shown, "{asked}");
    }
    for (asked, shown) in nearest {
        page.fill("#turn", asked);
        page.run("$('#turn').blur()");
        assert_eq!(page.turn(), shown, "{asked}");
    }
}

pub(super) fn a_failed_run_opens_at_its_fault_whose_reason_stays_text() {
    let evil = "<img src=x onerror=\"document.title='broken'\"></script><script>document.title='broken'</script>";
    let positions = game(8, |_| 2);
    let mut recorder = Recorder::default();
    for (turn, position) in positions[..6].iter().enumerate() {
        let mut scene = position.clone();
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
    let mut failed_at_once = Recorder::default();
    failed_at_once.show(positions[0].clone());
    let replay = failed_at_once.finish(header.clone(), layout());
    let page = Shown::open("nothing", &[replay], "");
    // The board is above the bar, which has nothing to play.
    page.check("!$('#play').checkVisibility() && $('.board').getBoundingClientRect().bottom <= $('.transport').getBoundingClientRect().top");
    drop(page);
    let page = Shown::open("fault", &[recorder.finish(header, layout())], "");
    assert_eq!(page.turn(), 5, "a failed run is opened where it failed");
    page.reopen("#turn=2");
    let wrong = "$$('[data-mark=wrong]').map((mark) => Number(mark.dataset.place))";
    page.check("!$('.fault').hidden");
    assert_eq!(page.value(wrong), json!([]));
    page.go(5);
    assert_eq!(page.value(wrong), json!([24]));
    for (place, text) in [
        (".fault", format!("WA turn 6: {evil} is not a jump")),
        (".who", evil.into()),
        ("#caption", format!("turn 5: {evil} {evil}")),
        ("title", "fault".into()),
    ] {
        assert_eq!(page.text(place), text);
    }
    assert_eq!(page.count("img"), 0);
    assert_eq!(page.count("#ticks .failed"), 1);
    page.screenshot("fault");
    // It may not read files.
    page.check("fetch(location.href).then(() => false, () => true)");
    let console = page.console();
    let is_policy = |line: &String| line.contains("Content Security Policy");
    assert!(console.iter().all(is_policy), "{console:?}");
}

pub(super) fn dark_light_and_small() {
    let positions = game(20, |turn| turn);
    let page = Shown::open("theme", &[replay("us", &positions)], "#turn=12");
    page.check("document.documentElement.scrollHeight <= innerHeight");
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = page.value(background);
    page.prefer("prefers-color-scheme", "dark");
    assert_ne!(page.value(background), light);
    page.screenshot("solitaire-dark");
    page.resize(390, 844);
    page.check_width();
    page.check(
        "$$('.transport button').filter((node) => !node.hidden)
           .every((node) => node.getBoundingClientRect().height >= 40)",
    );
    page.screenshot("solitaire-phone");
    page.resize(844, 390);
    page.check_width();
    page.check(
        "(({ top, bottom, left, right }) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
           && bottom - top > 280)($('.board').getBoundingClientRect())",
    );
    page.screenshot("solitaire-landscape");
}

pub(super) fn rules_and_signs_are_explained() {
    let positions = game(5, |_| 0);
    let page = Shown::open("signs", &[replay("us", &positions)], "#turn=3");
    page.check_legend();
    page.check_colours();
    let legend = page.text("#legend");
    let side = "sidecells along a side";
    for meaning in ["peg", "hole", "last move", "where it began", side] {
        assert!(legend.contains(meaning), "{legend}");
    }
    page.check("$('#parameters span').title === 'cells along a side'");
    page.click("#show-rules");
    page.check("$('#rules').open");
    assert_eq!(page.text("#rules h2"), "Moves");
    assert_eq!(page.text("#rules p"), "A peg jumps on another.");
    page.click("#rules button");
    page.check("!$('#rules').open");
}
