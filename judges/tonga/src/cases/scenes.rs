//! Scenes of a game of PseudoTonga.

use common::tonga::board::{Isle, neighbours};
use common::tonga::{Board, Case, IncrementalEvaluation, Player, Side, Square, signed_root};
use game::Opponent;
use scene::{
    Arrangement, Form, Link, Mark, Metric, Piece, PieceKind, Place, Role, Scene, SceneLayout, Sign,
    counted,
};

use crate::{largest, replies};

/// Returns a square board, and the stones of two sides.
pub fn layout(side: Side) -> SceneLayout {
    let kind = |name: &str, role| PieceKind { role, ..PieceKind::new(name, Form::Stone) };
    SceneLayout {
        shape: Arrangement::grid(side.rows(), side.rows()),
        kinds: vec![kind("own stone", Role::Own), kind("server's stone", Role::Opponent)],
        legend: vec![
            Sign::Link(Role::Neutral).means("stones of one isle"),
            Sign::Mark(Mark::Last).means("the contestant's stone of this turn"),
            Sign::Mark(Mark::Reply).means("the server's reply"),
            Sign::Mark(Mark::Candidate).means("the server may reply here"),
        ],
        compared: true,
        ..SceneLayout::default()
    }
}

/// Calls `show` with the scenes of a game with these stones of both sides in order: the board
/// before the contestant's first stone, then after each stone.
pub fn show(case: &Case, stones: &[Square], opponent: Opponent, show: &mut dyn FnMut(Scene)) {
    let mut deltas = IncrementalEvaluation::new(case.board());
    show(Scene { caption: "before the first stone".into(), ..scene(deltas.board()) });
    let players = [Player::Contestant, Player::Server].into_iter().cycle();
    for (index, (&stone, player)) in stones.iter().zip(players).enumerate() {
        let before = deltas.board().clone();
        deltas.play(player, stone);
        let turn = index as u32 / 2 + 1;
        let mut scene = placed(turn, (&before, deltas.board()), player, stone);
        if player == Player::Contestant && deltas.board().empty().len() > 1 {
            add_replies(&mut scene, replies(opponent, &deltas));
        }
        show(scene);
    }
}

/// Adds the squares among which the server chooses, with their value if the server searches.
fn add_replies(scene: &mut Scene, (value, squares): (Option<i32>, Vec<Square>)) {
    let Some(value) = value else { return };
    let note = format!("the server may reply here: {value} by its measure");
    for square in &squares {
        let place = Place::cell(square.index());
        scene.marks.push((place, Mark::Candidate));
        scene.notes.push((place, note.clone()));
    }
    scene.figures.extend([
        Metric::new("Server's equal squares", squares.len()),
        Metric::new("Server's value of them", value),
    ]);
}

/// Returns the scene after a stone of `player`, which changed the board from `before` to `board`.
fn placed(turn: u32, (before, board): (&Board, &Board), player: Player, stone: Square) -> Scene {
    let (row, col) = board.side().row_and_col(stone);
    let (who, whose, mark) = match player {
        Player::Contestant => ("own stone", "own", Mark::Last),
        Player::Server => ("reply", "server's", Mark::Reply),
    };
    let joined =
        before.isles().filter(|(owner, isle)| *owner == player && isle.liberties.has(stone));
    let joined: Vec<String> = joined.map(|(_, isle)| isle.area.to_string()).collect();
    let mut scene = scene(board);
    scene.turn = turn;
    scene.caption = format!("{who} {row} {col}");
    scene.marks = vec![(Place::cell(stone.index()), mark)];
    if joined.len() > 1 {
        scene.events = vec![format!("{whose} isles of {} join", joined.join(" and "))];
    }
    scene
}

fn scene(board: &Board) -> Scene {
    let side = board.side();
    let mut scene = Scene { figures: figures(board), ..Scene::default() };
    for square in side.squares() {
        let Some(owner) = board.owner(square) else {
            continue;
        };
        let place = Place::cell(square.index());
        let (kind, role) = match owner {
            Player::Contestant => (0, Role::Own),
            Player::Server => (1, Role::Opponent),
        };
        scene.pieces.push(Piece::new(square.index(), place, kind));
        for &next in neighbours(side, square) {
            if next > square && board.owner(next) == Some(owner) {
                scene.links.push(Link { from: place, to: Place::cell(next.index()), role });
            }
        }
    }
    for (_, isle) in board.isles() {
        let note = note(isle);
        let notes = isle.stones.iter().map(|stone| (Place::cell(stone.index()), note.clone()));
        scene.notes.extend(notes);
    }
    scene
}

fn note(isle: &Isle) -> String {
    let Isle { area, perimeter, .. } = isle;
    let points = counted(area * area, "points");
    let worth = isle.worth();
    format!("isle of {area}, perimeter {perimeter}: {points}, {worth} by the server's measure")
}

fn figures(board: &Board) -> Vec<Metric> {
    let of = |player: Player, what: fn(&Isle) -> i32| {
        board.isles().filter(move |(owner, _)| *owner == player).map(move |(_, isle)| what(isle))
    };
    let points = |player| of(player, |isle| isle.area * isle.area).sum::<i32>();
    let isles = |player| of(player, |_| 1).count();
    let [own, server] = [Player::Contestant, Player::Server];
    vec![
        Metric::new("Score", signed_root(board.points())).plotted(),
        Metric::new("Own points", points(own)).of(Role::Own),
        Metric::new("Server's points", points(server)).of(Role::Opponent),
        Metric::new("Own largest isle", largest(board, own)).of(Role::Own).plotted(),
        Metric::new("Server's largest isle", largest(board, server)).of(Role::Opponent).plotted(),
        Metric::new("Own isles", isles(own)).of(Role::Own),
        Metric::new("Server's isles", isles(server)).of(Role::Opponent),
    ]
}
