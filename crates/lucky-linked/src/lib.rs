//! The player of Lucky Symbols as a static library for C and C++. It has the functions of the
//! contestant's interface as `extern "C"`.

use std::cell::RefCell;
use std::ffi::c_int;
use std::process;
use std::slice;

use common::clock::Budget;
use common::grid::Shape;
use common::lucky::{Action, BonusPair, Case};
use lucky::player::{CasePlayer, CPU_TIME};

const DISCARD: c_int = -1;

struct Session {
    player: CasePlayer,
    case: Case,
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Prepares for a case. If the case breaks a rule, the program ends with a message on standard
/// error and status 2.
///
/// # Safety
/// `values` points to `symbols` numbers; `points`, `x` and `y` point to `pairs` numbers each.
#[no_mangle]
pub unsafe extern "C" fn lucky_init(
    rows: c_int,
    cols: c_int,
    symbols: c_int,
    pairs: c_int,
    values: *const c_int,
    points: *const c_int,
    x: *const c_int,
    y: *const c_int,
) {
    // SAFETY: the caller guarantees the lengths.
    let (values, points, x, y) = unsafe {
        (numbers(values, symbols), numbers(points, pairs), numbers(x, pairs), numbers(y, pairs))
    };
    let shape = Shape { rows: size(rows), cols: size(cols) };
    let pair = |index: usize| {
        let (x, y) = (size(x[index]), size(y[index]));
        BonusPair::new(amount(points[index]), x, y, values.len())
    };
    let pairs: Result<Vec<BonusPair>, String> = (0..points.len()).map(pair).collect();
    let values = values.iter().map(|&value| amount(value)).collect();
    let case = pairs
        .and_then(|pairs| Case::new(shape, values, pairs))
        .unwrap_or_else(|rule| refuse(&rule));
    let player = CasePlayer::new(&case, Budget::from_env(CPU_TIME));
    SESSION.set(Some(Session { player, case }));
}

/// Starts the next round.
#[no_mangle]
pub extern "C" fn lucky_new_round() {
    in_session(|session| session.player.new_round());
}

/// Returns the row-major square where `symbol` is placed, or -1 if it is discarded.
#[no_mangle]
pub extern "C" fn lucky_play_turn(symbol: c_int) -> c_int {
    in_session(|session| {
        let Some(symbol) = session.case.symbol(size(symbol)) else {
            let last = session.case.values().len() - 1;
            refuse(&format!("symbol {symbol}, expected 0 to {last}"));
        };
        match session.player.play_turn(symbol) {
            Action::Place { row, col } => (row * session.case.shape().cols + col) as c_int,
            Action::Discard => DISCARD,
        }
    })
}

fn in_session<T>(call: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(|session| match session {
        Some(session) => call(session),
        None => refuse("lucky_init was not called"),
    })
}

/// Returns a C array as a slice. If `count` is 0 or less, the slice is empty.
///
/// # Safety
/// `start` points to `count` numbers, unless `count` is 0 or less.
unsafe fn numbers<'a>(start: *const c_int, count: c_int) -> &'a [c_int] {
    match usize::try_from(count) {
        // The pointer of an empty vector may be null.
        Ok(0) | Err(_) => &[],
        // SAFETY: the caller guarantees the length.
        Ok(count) => unsafe { slice::from_raw_parts(start, count) },
    }
}

/// Converts a size. A negative size becomes a number that no case allows.
fn size(number: c_int) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Converts points. Negative points become a number that no case allows.
fn amount(number: c_int) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn refuse(reason: &str) -> ! {
    eprintln!("lucky: {reason}");
    process::exit(2);
}
