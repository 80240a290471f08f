//! Tests of the page as a file; how it behaves in a browser is tested with one.

use super::document::MODULES;
use super::*;
use crate::{
    Arrangement, Figure, Form, Header, Link, Mark, Piece, PieceKind, Place, Recorder, Replay, Role,
    Scene, SceneLayout,
};

/// Most bytes of a page.
const HEAVIEST: usize = 3 << 20;

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

fn titled(title: &str, replays: &[Replay]) -> String {
    page(title, replays, "", &PageLinks::default())
}

fn kind(label: String, note: String, role: Role) -> PieceKind {
    PieceKind {
        name: String::new(),
        label,
        note,
        role,
        form: Form::Block,
    }
}

#[test]
fn modules_import_only_from_those_before() {
    let modules = [&BASICS, MODULES].concat();
    for (index, (name, source)) in modules.iter().enumerate() {
        for line in source.lines().filter(|line| line.starts_with("import ")) {
            let known = modules[..index].iter();
            let from = |other: &&(&str, &str)| line.ends_with(&format!("from \"./{}\";", other.0));
            assert_eq!(known.filter(from).count(), 1, "{name}: {line}");
        }
    }
}

#[test]
fn nothing_in_the_data_is_markup() {
    let evil = "</script><script>alert(1)</script><!-- {{script}} &amp; \" ' \u{2028}";
    let header = Header {
        contestant: evil.into(),
        fault: Some(evil.into()),
        ..Header::default()
    };
    let mut recorder = Recorder::default();
    recorder.show(Scene {
        caption: evil.into(),
        ..Scene::default()
    });
    let plain = titled(
        "t",
        &[Recorder::default().finish(Header::default(), SceneLayout::default())],
    );
    let page = titled(evil, &[recorder.finish(header, SceneLayout::default())]);
    assert_eq!(
        page.matches("<script").count(),
        plain.matches("<script").count()
    );
    assert_eq!(page.matches("<!--").count(), 0);
    assert!(page.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)"));
}

#[test]
fn a_page_names_no_other_host() {
    let page = titled("t", &[]);
    let addresses = page.match_indices("http").map(|(at, _)| &page[at..at + 26]);
    for address in addresses {
        let is_name =
            address.starts_with("http://www.w3.org/2000/svg") || address.starts_with("http-equiv");
        assert!(is_name, "{address}");
    }
}

/// Blocks on 30 × 30 cells that wander for 900 turns.
#[test]
fn a_page_of_the_largest_board_is_light() {
    let mut numbers = Numbers(1);
    let mut cells: Vec<u32> = (0..870).collect();
    let mut points = 0;
    let mut recorder = Recorder::default();
    for turn in 0..=900 {
        let moved = numbers.below(cells.len());
        cells[moved] = numbers.below(900) as u32;
        points += numbers.below(8000);
        let pieces = (0..).zip(&cells);
        let pieces = pieces.map(|(id, &cell)| Piece {
            id,
            place: Place::Cell(cell),
            kind: id % 9,
        });
        recorder.show(Scene {
            turn,
            caption: format!(
                "turn {turn}: slide {} {} U, falls for 812 × 6",
                moved / 30,
                moved % 30
            ),
            pieces: pieces.collect(),
            marks: vec![(Place::Cell(cells[moved]), Mark::Last)],
            figures: vec![
                Figure::new("Points", points).plotted(),
                Figure::new("Multiplier", 900 - turn),
            ],
            events: vec![format!("falls for {points}")],
            ..Scene::default()
        });
    }
    let layout = SceneLayout {
        shape: Arrangement::grid(30, 30),
        kinds: (1..=9)
            .map(|value| kind(value.to_string(), String::new(), Role::Value(value)))
            .collect(),
        ..SceneLayout::default()
    };
    let page = titled("t", &[recorder.finish(Header::default(), layout)]);
    assert!(page.len() < HEAVIEST / 8, "{} bytes", page.len());
}

/// A hundred rounds of a thousand turns, 20 × 20 cells, 5000 symbols.
#[test]
fn a_page_of_the_most_turns_is_light() {
    let mut numbers = Numbers(1);
    let symbols = 5000;
    let mut recorder = Recorder::default();
    for round in 0..100 {
        let mut scene = Scene::default();
        let (mut income, mut points, mut discards) = (0, 0, 0);
        for turn in 1..=1000 {
            let symbol = numbers.below(symbols);
            let cell = Place::cell(numbers.below(400));
            let free = scene.pieces.iter().all(|piece| piece.place != cell);
            if free {
                income += numbers.below(10);
                scene.links.push(Link {
                    from: cell,
                    to: Place::cell(numbers.below(400)),
                    role: Role::Own,
                });
                scene.pieces.push(Piece {
                    id: turn,
                    place: cell,
                    kind: symbol as u32,
                });
                scene.marks = vec![(cell, Mark::Last)];
                scene.caption = format!("turn {turn}: symbol {symbol} on {cell:?}");
            } else {
                discards += 1;
                scene.marks = Vec::new();
                scene.caption = format!("turn {turn}: symbol {symbol} is discarded");
            }
            points += income;
            scene.round = round;
            scene.turn = turn;
            scene.figures = vec![
                Figure::new("Points", points + numbers.below(2)).plotted(),
                Figure::new("Income a turn", income),
                Figure::new("Bonus pairs", scene.links.len()),
                Figure::new("Discards", discards),
            ];
            recorder.show(scene.clone());
        }
    }
    let mut note = |symbol: usize| {
        let partners =
            (0..2).map(|_| format!("{} with {}", numbers.below(2000), numbers.below(symbols)));
        format!(
            "pays {} a turn; bonus {}",
            symbol % 10,
            partners.collect::<Vec<_>>().join(", ")
        )
    };
    let kinds = (0..symbols).map(|symbol| kind(symbol.to_string(), note(symbol), Role::Value(3)));
    let layout = SceneLayout {
        shape: Arrangement::grid(20, 20),
        kinds: kinds.collect(),
        ..SceneLayout::default()
    };
    let page = titled("t", &[recorder.finish(Header::default(), layout)]);
    assert!(page.len() < HEAVIEST, "{} bytes", page.len());
}
