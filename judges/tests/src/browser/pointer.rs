//! Pointing devices: a mouse, or fingers.

use serde_json::{Value, json};

use PointerStep::{Down, Move, Up, Wait};

/// A point in the window: x and y from the upper left corner, CSS pixels.
pub type WindowPoint = (i64, i64);

/// Time between press and release of a button or finger, ms.
const HELD: u64 = 20;

/// A pointing device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// A mouse.
    Mouse,
    /// Fingers on a screen.
    Touch,
}

impl Pointer {
    /// Both devices.
    pub const ALL: [Pointer; 2] = [Pointer::Mouse, Pointer::Touch];

    /// Returns the WebDriver actions of the mouse, or of several fingers that move at the same
    /// time.
    pub(crate) fn actions(self, hands: &[&[PointerStep]]) -> Value {
        let kind = match self {
            Pointer::Mouse => "mouse",
            Pointer::Touch => "touch",
        };
        let source = |(number, steps): (usize, &&[PointerStep])| {
            json!({
                "type": "pointer",
                "id": format!("{kind}-{number}"),
                "parameters": { "pointerType": kind },
                "actions": steps.iter().map(PointerStep::action).collect::<Vec<_>>(),
            })
        };
        hands.iter().enumerate().map(source).collect()
    }
}

/// A step of one pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerStep {
    /// Moves to a point.
    Move(WindowPoint),
    /// Presses the mouse's first button, or puts the finger down.
    Down,
    /// Releases the button, or lifts the finger.
    Up,
    /// Waits, ms.
    Wait(u64),
}

impl PointerStep {
    /// A click of the mouse, or a tap of a finger.
    pub const fn click(at: WindowPoint) -> [PointerStep; 4] {
        [Move(at), Down, Wait(HELD), Up]
    }

    /// A drag from one point to another.
    pub const fn drag(from: WindowPoint, to: WindowPoint) -> [PointerStep; 4] {
        [Move(from), Down, Move(to), Up]
    }

    fn action(&self) -> Value {
        match *self {
            Move((x, y)) => {
                json!({ "type": "pointerMove", "duration": 10, "x": x, "y": y })
            }
            Down => json!({ "type": "pointerDown", "button": 0 }),
            Up => json!({ "type": "pointerUp", "button": 0 }),
            Wait(ms) => json!({ "type": "pause", "duration": ms }),
        }
    }
}
