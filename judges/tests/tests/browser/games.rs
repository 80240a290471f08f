//! The pages of all five games, against their kernels: a judge plays a case, and the
//! streams that it saves are played once more here.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::ioiwari::{Board as Pits, Pit};
use common::lucky::Symbol;
use common::lucky::round::{Round, parse_action};
use common::slider::Case;
use common::slider::answer::AnswerReplay;
use common::slider::board::Cell;
use common::tokens::Tokens;
use common::tonga::{Board, Player, Side, signed_root};
use serde_json::json;

use crate::shown::{Shown, folder, programs};

/// A page that a judge has written, and the streams of its case.
struct GamePage {
    page: PathBuf,
    input: String,
    output: String,
}

/// Plays a case of a game with our solver, which gets a fixed amount of work.
fn play(game: &str, stem: &str, options: &[&str]) -> GamePage {
    let bin = programs();
    let to = folder().join(game);
    let _ = fs::remove_dir_all(&to);
    let run = Command::new(bin.join(format!("{game}-judge")))
        .args(["--time-limit", "60000", "--wall-limit", "600000", "--html"])
        .arg(&to)
        .args(options)
        .args(["--exec", &format!("env SOLVER_WORK=200 ./{game}")])
        .current_dir(&bin)
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(
        fs::read_to_string(to.join("index.html"))
            .unwrap()
            .contains(&format!("href=\"{stem}.html\""))
    );
    let stream = |ending| fs::read_to_string(to.join(format!("streams/{stem}.{ending}"))).unwrap();
    GamePage {
        page: to.join(format!("{stem}.html")),
        input: stream("in"),
        output: stream("out"),
    }
}

pub(super) fn slider() {
    let game = play("slider", "7", &["--seed", "7"]);
    let page = Shown::open_file(&game.page, "");
    let case = Case::read(&mut Tokens::new(game.input.as_bytes())).unwrap();
    let mut replay = AnswerReplay::new(&case);
    let lines: Vec<&str> = game.output.lines().skip(1).collect();
    let asked = [0, 1, 2, lines.len() / 3, lines.len() / 2, lines.len()];
    for turn in 0..=lines.len() {
        if turn > 0 {
            replay.play(lines[turn - 1].as_bytes()).unwrap();
        }
        if !asked.contains(&turn) {
            continue;
        }
        page.go(turn as u64);
        page.check_legend();
        let cells = (0..).zip(replay.board().cells());
        let blocks = cells.filter_map(|(cell, &held)| match held {
            Cell::Block(value) => Some((cell, vec![value.get().to_string()])),
            Cell::Empty | Cell::Hole => None,
        });
        assert_eq!(page.pieces(), blocks.collect(), "turn {turn}");
        assert_eq!(page.figure("Points"), replay.score().points.to_string());
        assert_eq!(page.figure("Multiplier"), (case.turns() - turn).to_string());
    }
    assert!(
        page.text(".score")
            .replace('\u{202f}', "")
            .ends_with(&replay.score().points.to_string())
    );
    assert_eq!(page.text("#title"), "Slider, seed 7");
    let meanings = "[...document.querySelectorAll('#parameters span')].map((node) => [node.textContent.split(' ')[0], node.title])";
    assert_eq!(
        page.value(meanings),
        json!([
            ["N", "side of the board"],
            ["C", "colours: blocks have the values 1 to C"],
            ["H", "holes"],
            ["F", "chance that a cell got a block"]
        ])
    );
    page.go(lines.len() as u64 / 3);
    page.screenshot("slider");
    page.close();
}

pub(super) fn tonga() {
    let game = play(
        "tonga",
        "3",
        &["--seed", "3", "-N", "8", "--starter", "server"],
    );
    let page = Shown::open_file(&game.page, "");
    let number = |word: &str| word.parse::<usize>().unwrap();
    let mut first = game.input.split_ascii_whitespace().map(number);
    let side = Side::new(first.next().unwrap()).unwrap();
    let square = |line: &str| {
        let place: Vec<i64> = line
            .split_ascii_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        side.square(place[place.len() - 2], place[place.len() - 1])
            .unwrap()
    };
    let mut replies = game.input.lines().map(square);
    let mut board = Board::new(side);
    board.play(Player::Server, replies.next().unwrap());
    for (turn, answer) in (1..).zip(game.output.lines()) {
        board.play(Player::Contestant, square(answer));
        let last = board.empty().iter().next();
        if let Some(reply) = replies.next().or(last) {
            board.play(Player::Server, reply);
        }
        if turn % 7 != 0 && !board.empty().is_empty() {
            continue;
        }
        page.go(turn);
        page.check_legend();
        let stones = side.squares().filter_map(|square| {
            let owner = match board.owner(square)? {
                Player::Contestant => "own",
                Player::Server => "opponent",
            };
            Some((square.index() as i64, vec![owner.to_string()]))
        });
        assert_eq!(
            page.pieces(),
            stones.collect::<BTreeMap<_, _>>(),
            "turn {turn}"
        );
        let score = signed_root(board.points());
        let shown: f64 = page
            .value("document.querySelector('#figures td').textContent.replace('−', '-')")
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((shown - score).abs() < 1e-4, "{shown}, not {score}");
    }
    page.go(12);
    page.press(crate::shown::RIGHT, false);
    page.wait("document.querySelectorAll('[data-mark=candidate]').length > 0");
    page.check_legend();
    page.check_colours();
    page.screenshot("tonga");
    page.close();
}

pub(super) fn ioiwari() {
    let game = play("ioiwari", "5", &["--seed", "5"]);
    let page = Shown::open_file(&game.page, "");
    let pit = |line: &str| Pit::from_label(line.trim().parse().unwrap()).unwrap();
    let mut replies = game.input.lines();
    let beads: Vec<u8> = replies
        .next()
        .unwrap()
        .split(' ')
        .map(|count| count.parse().unwrap())
        .collect();
    let mut board = Pits::new(beads.try_into().unwrap()).unwrap();
    let (mut own, mut other) = (0, 0);
    for (turn, answer) in (1..).zip(game.output.lines()) {
        let sown = board.sow(pit(answer)).unwrap();
        (own, other, board) = (own + sown.own, other + sown.other, sown.board);
        if let Some(reply) = replies.next() {
            let sown = board.sow(pit(reply)).unwrap();
            (own, other, board) = (own + sown.other, other + sown.own, sown.board);
        }
        page.go(turn);
        page.check_legend();
        let shown = page.pieces();
        let on = |place: i64| shown.get(&place).map_or(0, Vec::len);
        for (pit, beads) in (0..).zip(board.beads()) {
            assert_eq!(on(pit), usize::from(beads), "turn {turn}, pit {pit}");
        }
        assert_eq!(
            (on(-1), on(-2)),
            (usize::from(other), usize::from(own)),
            "turn {turn}"
        );
        assert_eq!(page.figure("Own bank"), own.to_string());
    }
    page.go(3);
    page.screenshot("ioiwari");
    page.close();
}

pub(super) fn lucky() {
    let game = play("lucky", "1.subtask-7", &["--seed", "1", "--subtask", "7"]);
    let page = Shown::open_file(&game.page, "#round=2&turn=0");
    let size = fs::metadata(&game.page).unwrap().len();
    assert!(size < 3 << 20, "{size} bytes");
    let mut tokens = Tokens::new(game.input.as_bytes());
    let case = common::lucky::Case::read(&mut tokens).unwrap();
    let calls = game
        .input
        .lines()
        .filter_map(|line| line.strip_prefix("playTurn "));
    let symbols: Vec<Symbol> = calls
        .map(|symbol| case.symbol(symbol.parse().unwrap()).unwrap())
        .collect();
    let answers: Vec<&str> = game.output.lines().collect();
    let mut round = Round::new(&case);
    for turn in 0..=1000 {
        if turn > 0 {
            let index = 1000 + turn - 1;
            round
                .play(symbols[index], parse_action(answers[index]).unwrap())
                .unwrap();
        }
        if ![0, 1, 2, 77, 500, 999, 1000].contains(&turn) {
            continue;
        }
        page.go(turn as u64);
        page.check_legend();
        let cells = (0..).zip(round.squares());
        let held = cells.filter_map(|(cell, held)| Some((cell, vec![(*held)?.to_string()])));
        let mut held: BTreeMap<i64, Vec<String>> = held.collect();
        if let Some(symbol) = symbols.get(1000 + turn).filter(|_| turn < 1000) {
            held.insert(-1, vec![symbol.to_string()]);
        }
        assert_eq!(page.pieces(), held, "turn {turn}");
        assert_eq!(
            page.figure("Points"),
            round.score().once().to_string(),
            "turn {turn}"
        );
    }
    page.go(500);
    page.screenshot("lucky");
    page.close();
}

pub(super) fn yahtzee() {
    let game = play("yahtzee", "1", &["--seed", "1", "--games", "50"]);
    let page = Shown::open_file(&game.page, "#round=4&turn=13");
    let card: Vec<u32> = game
        .output
        .lines()
        .nth(3)
        .unwrap()
        .split_ascii_whitespace()
        .map(|score| score.parse().unwrap())
        .collect();
    page.check_legend();
    assert_eq!(page.figure("Total"), card[14].to_string());
    assert_eq!(page.figure("Optimum"), card[14].to_string());
    assert_eq!(page.figure("Bonus"), card[13].to_string());
    let entered = "[...document.querySelectorAll('.seat .piece.block.own')].map((node) => [node.dataset.place % 18 - 5, Number(node.textContent)]).sort((a, b) => a[0] - b[0])";
    let expected: Vec<(usize, u32)> = card[..13].iter().copied().enumerate().collect();
    assert_eq!(page.value(entered), json!(expected));
    let dice = "[...Array(65).keys()].map((id) => document.querySelectorAll(`.piece[data-id=\"${id}\"] .pip`).length)";
    let rolls: Vec<u32> = game
        .input
        .split_ascii_whitespace()
        .skip(3 * 65)
        .take(65)
        .map(|die| die.parse().unwrap())
        .collect();
    assert_eq!(page.value(dice), json!(rolls));
    page.go(6);
    page.check_legend();
    page.screenshot("yahtzee");
    page.close();
}
