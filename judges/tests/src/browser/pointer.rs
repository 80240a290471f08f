//! Pointers: a mouse, or fingers.

use serde_json::{Value, json};

/// A point of the window: x and y from its upper left corner, CSS pixels.
pub type WindowPoint = (i64, i64);

/// Time for which a person holds a button or a finger down, ms.
const HELD: u64 = 20;

/// A device that points.
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

    /// The WebDriver actions of the mouse or of one finger each, which take their steps together.
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

/// A step of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerStep {
    /// It goes to a point.
    Move(WindowPoint),
    /// The mouse's first button, or the finger, goes down.
    Down,
    /// It goes up.
    Up,
    /// Nothing for so many ms.
    Wait(u64),
}

impl PointerStep {
    /// A click of the mouse, or a tap of a finger.
    pub const fn click(at: WindowPoint) -> [PointerStep; 4] {
        [
            PointerStep::Move(at),
            PointerStep::Down,
            PointerStep::Wait(HELD),
            PointerStep::Up,
        ]
    }

    /// A drag from one point to another.
    pub const fn drag(from: WindowPoint, to: WindowPoint) -> [PointerStep; 4] {
        [
            PointerStep::Move(from),
            PointerStep::Down,
            PointerStep::Move(to),
            PointerStep::Up,
        ]
    }

    fn action(&self) -> Value {
        match *self {
            PointerStep::Move((x, y)) => {
                json!({ "type": "pointerMove", "duration": 10, "x": x, "y": y })
            }
            PointerStep::Down => json!({ "type": "pointerDown", "button": 0 }),
            PointerStep::Up => json!({ "type": "pointerUp", "button": 0 }),
            PointerStep::Wait(ms) => json!({ "type": "pause", "duration": ms }),
        }
    }
}
