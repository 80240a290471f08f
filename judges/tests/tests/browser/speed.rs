//! Time to open and frames a second of the largest pages. The machine may be busy with other things:
//! what the clock says is printed, what the processor says is tested.

use harness::hostile::{Arena, PATIENT};

use crate::shown::{Shown, say};

/// Most processor time of the page's own thread to open it, ms.
const OPENING: f64 = 1000.0;
/// Most processor time of the page's own thread for a frame, ms.
const FRAME: f64 = 1000.0 / 60.0;
/// Tries to come below a limit.
const TRIES: usize = 5;

/// Plays cases of Slider on its largest board, and opens a page that the judge writes.
fn open(arena: &Arena, options: &str, page: &str) -> Shown {
    let line = format!("slider-judge -N 30 --html pages -ns {PATIENT} {options}");
    let run = arena.run(&line);
    assert_eq!(run.status, 0, "{run:?}");
    Shown::open_file(&arena.folder().join("pages").join(page), "")
}

/// Opens a page anew, and checks the CPU time of its own thread. A new page has a process of its own,
/// whose time begins at 0.
#[track_caller]
pub fn check_opening(page: &Shown, what: &str) {
    page.busy();
    page.reopen("");
    let busy = 1000.0 * page.busy();
    let clock: f64 = page.get("Number(document.body.dataset.opened)");
    say(&format!(
        "{what} opens in {clock:.0} ms ({busy:.0} ms busy)"
    ));
    assert!(busy < OPENING, "{busy} ms");
}

pub(super) fn the_largest_board_steps_smoothly() {
    let arena = Arena::here();
    let options = "--seed 7 -C 2 -H 2 --exec 'env SOLVER_WORK=200 slider'";
    let page = open(&arena, options, "7.html");
    page.screenshot("board");
    // Frames in two seconds of stepping through twenty turns, each an animated move.
    let count = "new Promise((resolve) => {
        let frames = 0;
        const begun = performance.now();
        const timer = setInterval(() => $('#forward').click(), 100);
        const frame = (now) => {
          if (now - begun < 2000) { frames += 1; requestAnimationFrame(frame); return; }
          clearInterval(timer);
          resolve([frames, now - begun]);
        };
        requestAnimationFrame(frame);
      })";
    let (mut rate, mut cost) = (0.0_f64, f64::INFINITY);
    for _ in 0..TRIES {
        let before = page.busy();
        let (frames, elapsed): (f64, f64) = page.get(count);
        rate = rate.max(1000.0 * frames / elapsed);
        cost = cost.min(1000.0 * (page.busy() - before) / frames);
        if cost < FRAME {
            break;
        }
    }
    say(&format!("{rate:.1} frames a second of {cost:.2} ms each"));
    assert!(cost < FRAME, "{cost} ms a frame");
    page.close();
}

/// The index of a thousand cases of the largest board, pictures included.
pub(super) fn an_index_of_a_thousand_cases_opens_quickly() {
    let arena = Arena::here();
    let page = open(
        &arena,
        "--seed 1-1000 --threads 2 --exec 'echo 0'",
        "index.html",
    );
    check_opening(&page, "index of 1,000 cases");
    page.reopen("");
    let drawn: f64 = page.get(
        "new Promise((resolve) => {
           const look = () => $('.board') ? resolve(performance.now()) : requestAnimationFrame(look);
           look();
         })",
    );
    let sorted: f64 = page.get(
        "(() => {
           const begun = performance.now();
           $$('thead button')[4].click();
           document.body.getBoundingClientRect();
           return performance.now() - begun;
         })()",
    );
    // By the share of cells with a block.
    let fills: Vec<f64> =
        page.get("$$('tbody td:nth-child(5)').map((cell) => Number(cell.textContent))");
    assert!(fills.len() == 1000 && fills.is_sorted(), "{fills:?}");
    page.wait("$('tbody tr .board') !== null");
    page.screenshot("thousand");
    say(&format!(
        "pictures after {drawn:.0} ms, sorted in {sorted:.0} ms"
    ));
    page.close();
}
