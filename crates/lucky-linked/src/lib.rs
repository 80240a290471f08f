//! The player of Lucky Symbols as a static library: the calls of the
//! contestant's interface, for a program that is written in C or C++.

use std::cell::RefCell;
use std::ffi::c_int;
use std::process;
use std::slice;

use common::clock::{Budget, Clock};
use common::grid::Shape;
use common::lucky::{Action, Case, Pair};
use lucky::player::{Player, THINKING_TIME};

/// The answer that lets a symbol go.
const DISCARD: c_int = -1;

/// The player of the case, and its number of columns.
struct Seat {
    player: Player,
    cols: usize,
}

thread_local! {
    static SEAT: RefCell<Option<Seat>> = const { RefCell::new(None) };
}

/// Gets ready for a case. One that breaks a rule ends the program with a
/// message and status 2.
///
/// # Safety
/// `values` points to `symbols` numbers; `points`, `x` and `y` to `pairs`
/// numbers each.
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
    // SAFETY: the caller promises the lengths.
    let (values, points, x, y) = unsafe {
        (
            numbers(values, symbols),
            numbers(points, pairs),
            numbers(x, pairs),
            numbers(y, pairs),
        )
    };
    let shape = Shape {
        rows: size(rows),
        cols: size(cols),
    };
    let pairs = (0..points.len())
        .map(|index| Pair {
            x: size(x[index]),
            y: size(y[index]),
            points: amount(points[index]),
        })
        .collect();
    let values = values.iter().map(|&value| amount(value)).collect();
    match Case::new(shape, values, pairs) {
        Ok(case) => {
            let clock = Clock::start(Budget::from_env(THINKING_TIME));
            let player = Player::new(case, clock);
            let seat = Seat {
                player,
                cols: shape.cols,
            };
            SEAT.with(|cell| cell.replace(Some(seat)));
        }
        Err(error) => refuse(&error.to_string()),
    }
}

/// Starts the next round.
#[no_mangle]
pub extern "C" fn lucky_new_round() {
    at_seat(|seat| seat.player.new_round());
}

/// What to do with `symbol`: the square it goes to, row-major, or -1 to
/// discard it.
#[no_mangle]
pub extern "C" fn lucky_play_turn(symbol: c_int) -> c_int {
    at_seat(|seat| match seat.player.play_turn(size(symbol)) {
        Action::Place { row, col } => (row * seat.cols + col) as c_int,
        Action::Discard => DISCARD,
    })
}

fn at_seat<T>(call: impl FnOnce(&mut Seat) -> T) -> T {
    SEAT.with(|cell| match cell.borrow_mut().as_mut() {
        Some(seat) => call(seat),
        None => refuse("lucky_init was not called"),
    })
}

/// # Safety
/// `start` points to `count` numbers, unless `count` is 0 or less.
unsafe fn numbers<'a>(start: *const c_int, count: c_int) -> &'a [c_int] {
    match usize::try_from(count) {
        // An empty vector's pointer may be null.
        Ok(0) | Err(_) => &[],
        // SAFETY: the caller promises it.
        Ok(count) => unsafe { slice::from_raw_parts(start, count) },
    }
}

/// A negative number becomes one that no case allows.
fn size(number: c_int) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A negative number becomes one that no case allows.
fn amount(number: c_int) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn refuse(reason: &str) -> ! {
    eprintln!("lucky: {reason}");
    process::exit(2);
}
