//! The pages of all five games have a limited size and show the same as the judge's text for the
//! same streams. Sessions in the judges' own tests check that text.

use std::fs;

use harness::hostile::{Arena, PATIENT};

use crate::shown::Shown;

/// Number of frames to compare, besides the first and the last.
const LOOKS: usize = 12;

/// Maximum size of a page, bytes: of one game, or of twenty rounds with a thousand turns each. A
/// page with all hundred rounds of a case has 3 MiB.
const HEAVIEST: u64 = 800 << 10;

/// Content of the page at a frame, in the words of the text: caption and events; figures; names of
/// rows with their cells; pits and trays with their pieces.
const SHOWN: &str = "(() => {
    const plain = (text) => text.replaceAll('−', '-').replaceAll('\\u202f', '');
    const board = $('.seat .board');
    const all = (css) => [...board.querySelectorAll(css)];
    const pieces = Map.groupBy(all('.piece[data-id]:not(.gone)'), ({ dataset }) => Number(dataset.place));
    const piece = (node) => node.querySelector('text')?.textContent
        ?? (node.querySelectorAll('.pip').length || (node.matches('.own') ? 'x' : 'o'));
    const label = (place) => board.querySelector(`.label[data-place='${place}']`)?.textContent;
    const held = (place) => {
        const found = pieces.get(place) ?? [];
        return found[0]?.matches('.bead') ? found.length : found.map(piece).join(' ');
    };
    const isHole = (place) => board.querySelector(`[data-mark='hole'][data-place='${place}']`) !== null;
    const names = all('.coordinate');
    const rows = names.filter((name) => name.getAttribute('x') === names[0].getAttribute('x'));
    const cols = names.length - rows.length;
    const cell = (place) => held(place) || (label(place) ?? (isHole(place) ? 'O' : '·'));
    const isRing = $('.board circle.ground') !== null;
    const lines = isRing
        ? names.map((name, pit) => [`${name.textContent}: ${held(pit) || '·'}${label(pit) ? `(${label(pit)})` : ''}`])
        : rows.map((name, row) => [name.textContent, ...Array.from({ length: cols }, (_, col) => cell(row * cols + col))]);
    const trays = all('.tray-name').map((name, tray) => [`${name.textContent}: ${held(-1 - tray) || '-'}`]);
    const figures = $$('#figures tbody tr').map(({ cells: [name, value] }) => `${name.textContent}: ${value.textContent}`);
    return [plain($('#caption').textContent), figures.map(plain),
        [...lines, ...trays].map((line) => line.map((text) => plain(String(text))))];
})()";

pub(super) fn a_page_shows_what_the_text_does() {
    for (game, case, scored, round) in [
        ("ioiwari", "--seed 5", "", 1),
        ("lucky", "--seed 1 --subtask 7", " --rounds 20", 2),
        ("slider", "--seed 7 -N 30", "", 1),
        ("tonga", "--seed 3 -N 8 --starter server", "", 1),
        ("yahtzee", "--seed 1 --games 50", "", 4),
    ] {
        check(game, case, scored, round);
    }
}

/// Plays a case with our solver, which does a fixed amount of work, and scores it with the options
/// `scored`. Compares a round on its page with the same round as text.
fn check(game: &str, case: &str, scored: &str, round: usize) {
    let arena = Arena::here();
    let solver = format!("env SOLVER_WORK=200 {game}");
    let show = format!("{game}-judge show {case}{scored} {PATIENT} --exec '{solver}'");
    arena.output(&format!("{show} --out page.html"), 0);
    let as_text = format!("{show} --text --turn all --round {round}");
    let text = arena.output(&as_text, 0);
    let frames: Vec<&str> = text.trim_end().split("\n\nturn ").collect();
    let file = arena.folder().join("page.html");
    let size = fs::metadata(&file).unwrap().len();
    let page = Shown::open_file(&file, "");
    assert!(size < HEAVIEST, "{game}: {size} bytes");
    page.reopen(&format!("#round={round}&turn=0"));
    let last = frames.len() - 1;
    assert_eq!(page.value("$('#slider').max"), last.to_string());
    for index in (0..last).step_by(last.div_ceil(LOOKS)).chain([1, last]) {
        page.set("#slider", &index.to_string());
        page.check_legend();
        check_frame(&page, frames[index]);
    }
    page.check_colours();
    page.set("#slider", &(last / 2).to_string());
    page.screenshot(game);
}

/// Compares the page with a frame of the text.
fn check_frame(page: &Shown, text: &str) {
    let (caption, figures, lines): (String, Vec<String>, Vec<Vec<String>>) = page.get(SHOWN);
    let caption = caption.trim_start_matches("turn ");
    let joined = text.trim_start_matches("turn ").replace('\n', " ");
    assert!(joined.starts_with(caption), "{caption:?}\n{text}");
    // The figures come last, after the trays or the board's last row.
    let trays = lines.iter().filter_map(|line| line[0].split_once(": "));
    let names: Vec<&str> = trays.map(|(name, _)| name).collect();
    let is_figure = |line: &&str| {
        line.contains(": ")
            && !line.starts_with(' ')
            && !names.iter().any(|tray| line.starts_with(tray))
    };
    for figure in text.trim_end().lines().rev().take_while(is_figure) {
        let is_right = figures.iter().any(|shown| shown == figure);
        assert!(is_right, "{figure:?}\n{text}");
    }
    let plain = text.replace(['<', '\'', '«', '?', '~', '*', '|', '!'], " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let plain = format!(" {} ", words.join(" ")).replace(" (", "(");
    for line in &lines {
        // The text cuts a board that is wider than a terminal into blocks of columns.
        let has = |columns: usize| {
            let mut blocks = line[1..].chunks(columns);
            blocks.all(|block| plain.contains(&format!(" {} {} ", line[0], block.join(" "))))
        };
        let cells = line.len() - 1;
        let is_there = match cells {
            0 => {
                // A note may follow the tray.
                let shown = line[0].replace('\'', " ");
                [" ", ", "].iter().any(|end| plain.contains(&format!(" {shown}{end}")))
            }
            _ => (1..=4).any(|blocks| has(cells.div_ceil(blocks))),
        };
        assert!(is_there, "{line:?}\n{text}");
    }
}
