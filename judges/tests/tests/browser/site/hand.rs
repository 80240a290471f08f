//! Games by hand on their pages.

use std::time::Instant;

use harness::browser::Pointer;
use harness::hostile::Arena;
use serde_json::json;

use super::answers::set;
use super::board::{Board, IS_OVER};
use super::{GAMES, SLIDER, SmallGame, TONGA, typed};
use crate::shown::{CONTROL, ENTER, RIGHT, Shown, say};

/// Number of moves that are clicked in Lucky Symbols; our solver plays the rest of its thousand
/// turns.
const MOVES: usize = 20;

/// Checks that clicks play every game to its end, and that the judge's own program gives these
/// moves the same score.
pub fn clicks_play_to_the_end() {
    for (index, game) in GAMES.iter().enumerate() {
        let page = game.open();
        page.run("localStorage.clear()");
        // The first click counts, of a mouse or of a finger.
        page.check("document.activeElement === document.body");
        let mut board = Board::new(&page);
        let most = if game.name == "lucky" {
            MOVES
        } else {
            usize::MAX
        };
        let mut moves = Pointer::ALL.into_iter().cycle().skip(index).take(most);
        while let Some(pointer) = moves.next().filter(|_| !board.is_over()) {
            board.play(pointer);
        }
        if !board.is_over() {
            page.run("$('#do-rest').closest('details').open = true");
            page.click("#do-rest");
            page.wait(IS_OVER);
            // The page must show the last position soon, even after many turns.
            let over = Instant::now();
            page.wait("$('#slider').value === $('#slider').max");
            assert!(over.elapsed().as_secs() < 60);
        }
        // The text appears once the game is compared with the best play.
        page.wait_text("#ending", "The game is over. You ");
        let said = page.text("#ending");
        say(&format!("{}: {said}", game.name));
        page.check("$('.seat .badge').className === 'badge'");
        let standing = page.text("#standing");
        if let Some(total) = standing.split("Total ").nth(1) {
            let total: String = total.chars().take_while(char::is_ascii_digit).collect();
            assert!(said.contains(&format!("reached {total} points")), "{said}");
        }
        let saved = recorded(&page, game, &standing);
        page.screenshot(&format!("site-{}", game.name));
        scores(&page);
        reopened(&page, &saved);
        page.close();
    }
}

/// Saves the game and checks that the judge's own program records the score and the ruling that the
/// page shows; returns the file's text.
fn recorded(page: &Shown, game: &SmallGame, standing: &str) -> String {
    let (arena, saved) = save(page);
    let play = format!("{}-judge play --seed 3 --continue game.txt", game.name);
    let run = arena.run(&format!("{play} --json game.jsonl{}", game.options()));
    assert!(run.status < 2, "{run:?}");
    let record = arena.records("game.jsonl").remove(0);
    // A card of Yahtzee is correct only if it is a best one.
    let is_right = game.name != "yahtzee";
    let verdict = record.ruling.verdict.to_string();
    assert_eq!(verdict == "OK", is_right, "{record:?}");
    // The page names no line of the output, since a person writes none.
    let reason = record.ruling.reason.unwrap_or_default();
    let reason = reason.replace("line 1: ", "");
    let ruling = format!("as an answer: {verdict}, {reason}");
    assert_eq!(
        standing.contains(&ruling),
        !is_right,
        "{standing}, {ruling}"
    );
    let (shown, score) = (page.score(), record.score);
    assert!((shown - score).abs() < 1e-4, "{shown}, not {score}");
    saved
}

/// Saves the game as `game.txt`; returns the file's folder and text.
fn save(page: &Shown) -> (Arena, String) {
    let arena = Arena::here();
    open_panels(page);
    page.click("#do-save");
    let saved = String::from_utf8(page.download().1).unwrap();
    arena.write("game.txt", &saved);
    (arena, saved)
}

/// Opens all folded parts of the page.
pub fn open_panels(page: &Shown) {
    page.run("$$('.panel details').forEach((node) => (node.open = true))");
}

/// Checks that a saved game opens while the page holds another, pasted case.
fn reopened(page: &Shown, saved: &str) {
    let entries = page.value("document.body.dataset.hand");
    let case = page.value("$('#input').value");
    page.set("#seed", "4");
    page.wait("location.hash.includes('seed=4') && document.body.dataset.hand === '0'");
    let other: String = page.get("$('#input').value");
    set(page, "#input", &format!("{other}\n"));
    page.run(&format!(
        "(() => {{
            const files = new DataTransfer();
            files.items.add(new File([{}], 'game.txt'));
            dispatchEvent(new DragEvent('drop', {{ dataTransfer: files }}));
        }})()",
        json!(saved)
    ));
    page.wait(&format!(
        "$('#input').value === {case} && document.body.dataset.hand === {entries}"
    ));
    page.check("$('#seed').value === '3'");
}

/// Checks that the browser keeps the score of the game, and deletes it after a confirmation.
fn scores(page: &Shown) {
    page.run("$('#scores details').open = true");
    assert_eq!(page.count("#score-table tbody tr"), 1);
    page.click("#do-forget");
    page.accept();
    page.wait("!$('#scores').checkVisibility()");
}

/// Checks that a hint is available at the beginning and after poor moves, and that its place is
/// marked.
pub fn a_hint_is_given_anywhere() {
    for game in &GAMES {
        let page = game.open();
        let mut board = Board::new(&page);
        for clicks in [0, 2] {
            for _ in 0..clicks {
                board.click(Pointer::Mouse);
            }
            page.click("#do-hint");
            page.wait("$('#said').textContent.includes(': ')");
            page.wait("$('#busy').hidden");
            let said = page.text("#said");
            assert!(said.starts_with("Our solver: "), "{said}");
            assert!(page.count(".choice.hinted") > 0);
        }
        let entries = board.entries();
        open_panels(&page);
        page.click("#do-follow");
        page.wait(&format!("document.body.dataset.hand === '{}'", entries + 1));
        beside(&page, game);
        page.resize(390, 844);
        page.run("scrollTo(0, 0)");
        page.click("#do-hint");
        page.wait(
            "$('#busy').hidden \
             && $('#said').getBoundingClientRect().bottom <= $('.transport').getBoundingClientRect().top",
        );
        page.screenshot(&format!("hint-{}", game.name));
        page.close();
    }
}

/// Lets our solver play beside the unfinished game; the page must open at the first different turn.
/// The board of an answer refuses clicks, and afterwards the game can go on.
fn beside(page: &Shown, game: &SmallGame) {
    let entries = page.value("document.body.dataset.hand");
    page.click("#do-beside");
    page.wait("$$('.seat').length === 2 && $('#ruling').checkVisibility()");
    let ruling = page.text("#ruling");
    let parts = ["Turn ", "So far both play the same", "Both play the same"];
    let is_parting = parts.iter().any(|part| ruling.starts_with(part));
    assert!(is_parting && !ruling.contains("undefined"), "{ruling}");
    page.screenshot(&format!("beside-{}", game.name));
    page.click_at(Pointer::Mouse, page.middle(".seat .piece"));
    page.wait_text(
        "#notice",
        "This is an answer: go back to your game to play.",
    );
    page.click("#do-back");
    page.wait("document.body.dataset.mode === 'hand'");
    assert_eq!(page.value("document.body.dataset.hand"), entries);
}

/// Checks that a wrong entry gets a reason and changes nothing, and that undo and redo work.
pub fn a_wrong_move_says_why() {
    let page = TONGA.open();
    open_panels(&page);
    let enter = |entry: &str| {
        page.fill("#entry", entry);
        page.press(ENTER, false);
    };
    enter("2 2");
    page.wait("location.hash.includes('entries=2+2')");
    page.wait("!$('#do-undo').disabled");
    for (entry, said) in [
        ("2 2", "turn 2: 2 2 is taken"),
        ("0 6", "turn 2: 0 6 is off the board"),
        ("up", "turn 2: `up` is not a row and a column"),
    ] {
        enter(entry);
        page.wait_text("#said", said);
    }
    page.check("new URLSearchParams(location.hash.slice(1)).get('entries') === '2 2'");
    page.run("$('.board').focus()");
    page.press(RIGHT, false);
    page.press(ENTER, false);
    page.wait("document.body.dataset.hand === '2'");
    // The cursor is on the stone that was just placed.
    page.press(ENTER, false);
    page.wait_text("#said", "This square is taken: choose an empty one.");
    page.check("document.body.dataset.hand === '2'");
    page.press_with(CONTROL, 'z');
    page.wait("document.body.dataset.hand === '1'");
    page.click("#do-undo");
    page.wait("!location.hash.includes('entries')");
    page.click("#do-redo");
    page.wait("location.hash.includes('entries=2+2')");
    page.click("#do-hint");
    page.wait_text("#said", "Our solver: ");
    assert_eq!(page.count(".choice.hinted"), 1);
    page.close();
}

/// Checks that weaker opponents are named on the page and in a saved game, which the judge refuses
/// to continue.
pub fn a_weaker_opponent_is_for_practice() {
    for game in [&GAMES[0], &TONGA] {
        for level in ["greedy", "random"] {
            let page = game.open();
            page.set("#option-opponent", level);
            page.wait(&format!("location.hash.includes('opponent={level}')"));
            let named = format!("opponent {level}");
            page.wait(&format!("$('#parameters').textContent.includes('{named}')"));
            open_panels(&page);
            page.click("#do-rest");
            page.wait(IS_OVER);
            page.wait("$('#scores').checkVisibility()");
            let kept = page.text("#score-table tbody");
            assert!(kept.contains(&named), "{kept}");
            let (arena, _) = save(&page);
            let play = format!("{}-judge play --seed 3 --continue game.txt", game.name);
            let run = arena.run(&(play + &typed(game.case)));
            assert_ne!(run.status, 0, "{run:?}");
            page.run("localStorage.clear()");
            page.close();
        }
    }
}

/// Checks that nothing is lost: Back leads from another case to this game, redo works after a
/// reload, a link with unsuitable entries opens its case, and large seeds keep all digits.
pub fn nothing_is_lost() {
    let page = GAMES[0].open();
    let mut board = Board::new(&page);
    board.play(Pointer::Mouse);
    let placed = page.value("new URLSearchParams(location.hash.slice(1)).get('entries')");
    page.click("#do-seed-forward");
    page.wait("$('#title').textContent.endsWith('seed 4') && document.body.dataset.hand === '0'");
    page.run("history.back()");
    page.wait("$('#title').textContent.endsWith('seed 3') && document.body.dataset.hand === '1'");
    let entries = "new URLSearchParams(location.hash.slice(1)).get('entries')";
    assert_eq!(page.value(entries), placed);
    page.click("#do-undo");
    page.wait("document.body.dataset.hand === '0' && !location.hash.includes('entries')");
    page.run("delete document.body.dataset.hand");
    page.run("location.reload()");
    page.wait("document.body.dataset.hand === '0' && !$('#do-redo').disabled");
    page.click("#do-redo");
    page.wait("document.body.dataset.hand === '1'");
    assert_eq!(page.value(entries), placed);
    page.reopen("#seed=3&entries=9");
    page.wait_text("#said", "The link's entries do not fit: ");
    page.check("document.body.dataset.hand === '0' && $('.seat .board') !== null");
    for (seed, shown) in [
        ("18446744073709551615", ""),
        ("9007199254740993", ""),
        (
            "-5",
            "seed: `-5` is not a number from 0 to 18446744073709551615",
        ),
        ("1.5", "seed: `1.5` is not a number from 0 to"),
        ("", "seed: `` is not a number from 0 to"),
    ] {
        page.set("#seed", seed);
        match shown {
            "" => page.wait(&format!("$('#title').textContent.endsWith('seed {seed}')")),
            _ => page.wait_text("#ruling", shown),
        }
    }
    page.close();
}

/// Checks that board, figures and details belong to the position that is shown.
pub fn a_board_never_lies() {
    // Dice stay where they were placed.
    let page = GAMES[4].open();
    let mut board = Board::new(&page);
    let mut placed = Vec::new();
    while !board.is_over() {
        placed.push(board.play(Pointer::Mouse).0);
        page.wait("$('.piece.gone') === null");
        let shown: Vec<i64> =
            page.get("$$('.seat .piece.block[data-id]:not(.gone)').map(({ dataset }) => Number(dataset.place))");
        let stays = |place| shown.contains(place);
        assert!(placed.iter().all(stays), "{placed:?} in {shown:?}");
        assert_eq!(shown.len(), placed.len());
    }
    page.close();
    // Details describe the position that is shown, and do not cover the board.
    let page = GAMES[0].open();
    let mut board = Board::new(&page);
    let (_, at) = board.play(Pointer::Mouse);
    page.wait("!$('#details').hidden");
    let details = page.texts("#details p");
    board.undo();
    page.wait(&format!(
        "$$('#details p').map((line) => line.textContent).join() !== {}",
        json!(details.join(","))
    ));
    page.check(&format!("$('#details').getBoundingClientRect().bottom <= $('.board').getBoundingClientRect().top && {} > 0", at.0));
    page.close();
    // Slider ends when the user says so, with a verdict and losses.
    let page = SLIDER.open();
    let mut board = Board::new(&page);
    board.play(Pointer::Mouse);
    page.click("#do-finish");
    page.wait(IS_OVER);
    page.wait_text("#ending", "The game is over. You ");
    page.check("$('#do-lost').checkVisibility() && $('#do-finish').hidden");
    page.click("#do-undo");
    page.wait("document.body.dataset.over === 'false' && document.body.dataset.hand === '1'");
    // In another case, the solver's score must disappear at once.
    page.wait("/our solver in 1 s \\d/.test($('#standing').textContent)");
    page.click("#do-seed-forward");
    page.wait("$('#title').textContent.endsWith('seed 4') && document.body.dataset.hand === '0'");
    page.check("!/our solver in 1 s \\d/.test($('#standing').textContent)");
    page.close();
}
