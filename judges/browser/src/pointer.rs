//! Pointers: a mouse, or fingers.

use serde_json::{Value, json};

/// A point of the window: x and y from its upper left corner, CSS pixels.
pub type Point = (i64, i64);

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
    pub(crate) fn actions(self, hands: &[&[Step]]) -> Value {
        let kind = match self {
            Pointer::Mouse => "mouse",
            Pointer::Touch => "touch",
        };
        let source = |(number, steps): (usize, &&[Step])| {
            json!({
                "type": "pointer",
                "id": format!("{kind}-{number}"),
                "parameters": { "pointerType": kind },
                "actions": steps.iter().map(Step::action).collect::<Vec<_>>(),
            })
        };
        hands.iter().enumerate().map(source).collect()
    }
}

/// A step of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It goes to a point.
    Move(Point),
    /// The mouse's first button, or the finger, goes down.
    Down,
    /// It goes up.
    Up,
    /// Nothing for so many ms.
    Wait(u64),
}

impl Step {
    /// A click of the mouse, or a tap of a finger.
    pub const fn click(at: Point) -> [Step; 4] {
        [Step::Move(at), Step::Down, Step::Wait(HELD), Step::Up]
    }

    /// A drag from one point to another.
    pub const fn drag(from: Point, to: Point) -> [Step; 4] {
        [Step::Move(from), Step::Down, Step::Move(to), Step::Up]
    }

    fn action(&self) -> Value {
        match *self {
            Step::Move((x, y)) => json!({ "type": "pointerMove", "duration": 10, "x": x, "y": y }),
            Step::Down => json!({ "type": "pointerDown", "button": 0 }),
            Step::Up => json!({ "type": "pointerUp", "button": 0 }),
            Step::Wait(ms) => json!({ "type": "pause", "duration": ms }),
        }
    }
}
