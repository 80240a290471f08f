//! The relaxation as one table: the columns of every block, turn by turn, and the rows that price
//! them. `exact`, `smooth` and `reduced_costs` read the same table.
//!
//! A column of the integer program (a time-indexed variable) is a mode of a block with the slots of
//! its charged turns. Columns share their turns, so a block's columns are the paths of an acyclic
//! graph of *stages*, one or more for each turn.

use common::grid::Direction;
use common::slider::board::{Board, Cell};

/// An event that precedence constraints wait for: a block's first turn, or the first time off a
/// line. The *enabling activity* of a fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Touched,
    /// The block falls, or stands off its original line.
    Left(Axis),
}

impl Event {
    pub const ALL: [Event; 3] = [Event::Touched, Event::Left(Axis::Row), Event::Left(Axis::Col)];

    /// Returns the number of the event of a block.
    pub fn of(self, block: usize) -> usize {
        let number = match self {
            Event::Touched => 0,
            Event::Left(axis) => 1 + axis as usize,
        };
        block * Event::ALL.len() + number
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Row,
    Col,
}

impl Axis {
    pub const BOTH: [Axis; 2] = [Axis::Row, Axis::Col];

    pub fn of(direction: Direction) -> Axis {
        match direction {
            Direction::Left | Direction::Right => Axis::Row,
            Direction::Up | Direction::Down => Axis::Col,
        }
    }

    pub fn across(self) -> Axis {
        match self {
            Axis::Row => Axis::Col,
            Axis::Col => Axis::Row,
        }
    }
}

/// Kinds of modes, by number of charged turns and whether the block falls (table in BOUND.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mode {
    /// One turn without a fall.
    Touch,
    /// One turn that is a fall.
    Fall,
    /// Two or more turns, all along the original line; the last one is a fall.
    Line,
    /// Two turns: in the second, at a right angle, the block falls.
    Corner,
    /// Two or more turns without a fall; two are charged.
    Twice,
    /// Three turns; the last one is a fall.
    Three,
    /// Four or more turns; the last one is a fall, and four are charged.
    Four,
}

/// A term of a turn's reduced cost, for the slot of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// Minus the price λ of the slot.
    Turn,
    /// Points of a fall: this worth times the multiplier of the turn.
    Points(usize),
    /// Minus the dual price φ of a precedence constraint: its event comes first.
    Precedence(usize),
    /// Minus the dual price of a blocking constraint: its event does not come first.
    Blocking(usize),
    /// All payments for this event.
    Event(usize),
    /// The coupling multiplier γ of a service: the turn ends on its square.
    Service(usize),
    /// The largest coupling multiplier of all services: the turn may end anywhere.
    AnyService,
    /// The largest coupling multiplier of all squares with a hole in line of sight.
    SightService,
}

/// The start of a stage, apart from the turn before it.
#[derive(Clone, Debug)]
pub(super) enum StageOrigin {
    Nothing,
    /// A stage of the same turn, to which this one adds its rows.
    Same(usize),
    /// The best of several stages of the same turn.
    Best(Vec<usize>),
}

/// A turn of a block, or a part of it. A stage refers only to earlier stages of its block.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub origin: StageOrigin,
    /// The last stage of the turn before, in an earlier slot.
    pub after: Option<usize>,
    pub rows: Vec<Row>,
    /// The mode whose columns end here, if any.
    pub mode: Option<Mode>,
}

#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub slots: usize,
    /// By block, in the order of their squares, its stages.
    pub blocks: Vec<Vec<Stage>>,
    /// Number of events of blocks. The first landings on squares of services follow.
    block_events: usize,
    /// By precedence constraint, the required event.
    pub precedences: Vec<usize>,
    /// By blocking constraint, the event that must not happen earlier.
    pub blockings: Vec<usize>,
    /// By service, its square: a square that needs a stopper.
    pub services: Vec<usize>,
    /// By square, the service there.
    pub service_at: Vec<Option<usize>>,
    /// By square, true if its row or column has a hole in line of sight.
    pub sees_hole: Vec<bool>,
}

/// Number of blocks that a first turn waits for: the nearest ones on its way. A larger number costs
/// more time than it improves the bound.
const WAY_DEPTH: usize = 8;

/// The same for the second turn of a corner fall.
const ENTRY_DEPTH: usize = 2;

impl Columns {
    /// Lists the columns of all blocks of a board.
    pub fn new(board: &Board) -> Columns {
        let area = board.shape().area();
        let mut numbers = vec![None; area];
        for (number, (square, _)) in board.blocks().enumerate() {
            numbers[square] = Some(number);
        }
        let sees_hole =
            |square| Direction::ALL.into_iter().any(|direction| ray(board, square, direction).1);
        let mut builder = Builder {
            board,
            numbers,
            columns: Columns {
                slots: area,
                blocks: Vec::new(),
                block_events: board.blocks().count() * Event::ALL.len(),
                precedences: Vec::new(),
                blockings: Vec::new(),
                services: Vec::new(),
                service_at: vec![None; area],
                sees_hole: (0..area).map(sees_hole).collect(),
            },
        };
        builder.find_services();
        for (block, (square, value)) in board.blocks().enumerate() {
            let stages = builder.stages(block, square, value.worth().into());
            builder.columns.blocks.push(stages);
        }
        builder.columns
    }

    /// Returns the number of events.
    pub fn events(&self) -> usize {
        self.service_event(self.services.len())
    }

    /// Returns the number of the first landing on the square of a service.
    pub fn service_event(&self, service: usize) -> usize {
        self.block_events + service
    }

    /// Returns the service whose first landing is this event, or `None` for an event of a block.
    #[cfg(feature = "cases")]
    pub fn service_of(&self, event: usize) -> Option<usize> {
        event.checked_sub(self.block_events)
    }
}

/// Returns all squares after `from` up to a hole or the border, and true if they end before a hole.
/// Blocks do not end them, since they may have left.
pub(super) fn ray(board: &Board, from: usize, direction: Direction) -> (Vec<usize>, bool) {
    let mut squares = Vec::new();
    let mut at = from;
    while let Some(next) = board.shape().step(at, direction) {
        if board.cells()[next] == Cell::Hole {
            return (squares, true);
        }
        squares.push(next);
        at = next;
    }
    (squares, false)
}

struct Builder<'a> {
    board: &'a Board,
    /// By square, the number of the block on it.
    numbers: Vec<Option<usize>>,
    columns: Columns,
}

/// The stages of one block.
struct Stages(Vec<Stage>);

impl Stages {
    /// Adds a stage and returns its number.
    fn add(
        &mut self,
        origin: StageOrigin,
        after: Option<usize>,
        rows: &[Row],
        mode: Option<Mode>,
    ) -> usize {
        self.0.push(Stage { origin, after, rows: rows.to_vec(), mode });
        self.0.len() - 1
    }

    /// Adds rows to a turn.
    fn extend(&mut self, stage: usize, rows: &[Row]) -> usize {
        self.add(StageOrigin::Same(stage), None, rows, None)
    }

    /// Adds a turn after another one.
    fn then(&mut self, stage: usize, rows: &[Row], mode: Option<Mode>) -> usize {
        self.add(StageOrigin::Nothing, Some(stage), rows, mode)
    }
}

impl Builder<'_> {
    /// Finds the squares that need a stopper: a corner fall may start with a slide to the square
    /// before (Fact 4 of BOUND.md).
    fn find_services(&mut self) {
        for (square, _) in self.board.blocks().filter(|(_, value)| value.worth() > 0) {
            for direction in Direction::ALL {
                let (squares, _) = ray(self.board, square, direction);
                for pair in squares.windows(2).skip(1) {
                    let service = &mut self.columns.service_at[pair[1]];
                    if service.is_none() && !entries(self.board, pair[0], direction).is_empty() {
                        *service = Some(self.columns.services.len());
                        self.columns.services.push(pair[1]);
                    }
                }
            }
        }
    }

    /// Adds precedence constraints that wait for `event` of the original blocks on `squares`, at
    /// most `most` of them, the nearest ones.
    fn precedences(&mut self, squares: &[usize], most: usize, event: Event) -> Vec<Row> {
        let blocks = squares.iter().filter_map(|&square| self.numbers[square]);
        let events: Vec<usize> = blocks.take(most).map(|block| event.of(block)).collect();
        events.into_iter().map(|event| self.precedence(event)).collect()
    }

    fn precedence(&mut self, event: usize) -> Row {
        self.columns.precedences.push(event);
        Row::Precedence(self.columns.precedences.len() - 1)
    }

    /// Returns the stages of a block (table of modes in BOUND.md).
    fn stages(&mut self, block: usize, square: usize, worth: usize) -> Vec<Stage> {
        let mut stages = Stages(Vec::new());
        let left = |axis| Row::Event(Event::Left(axis).of(block));
        let fall = |axis| vec![Row::Points(worth), Row::Turn, left(axis)];
        let mut firsts = [Vec::new(), Vec::new()];
        let mut line_falls = [Vec::new(), Vec::new()];
        for direction in Direction::ALL {
            let axis = Axis::of(direction);
            let across = [Row::Event(Event::Touched.of(block)), left(axis.across())];
            let (squares, hole) = ray(self.board, square, direction);
            if hole {
                let mut rows = fall(axis);
                rows.extend(self.precedences(&squares, usize::MAX, Event::Left(axis)));
                let last = stages.add(StageOrigin::Nothing, None, &rows, None);
                line_falls[axis as usize].push(last);
                stages.add(StageOrigin::Same(last), None, &across, Some(Mode::Fall));
            }
            if squares.is_empty() {
                continue;
            }
            let start = [across[0], across[1], Row::Turn];
            let mut way = stages.add(StageOrigin::Nothing, None, &start, None);
            let mut on_way = self.precedences(&squares, WAY_DEPTH, Event::Touched).into_iter();
            for (number, &end) in squares.iter().enumerate() {
                if let Some(row) = self.numbers[end].and_then(|_| on_way.next()) {
                    way = stages.extend(way, &[row]);
                }
                let mut first = way;
                if number == 0 {
                    firsts[axis as usize].push(first);
                }
                // No slide ends on the last square before a hole. The square is listed all the
                // same, because a mode may be stopped there by a block, and must then be allowed to
                // serve it.
                if let Some(service) = self.columns.service_at[end] {
                    first = stages.extend(way, &[Row::Service(service)]);
                    firsts[axis as usize].push(first);
                }
                let entries = match worth {
                    0 => Vec::new(),
                    _ => entries(self.board, end, direction),
                };
                let entries = entries.into_iter().map(|squares| {
                    let mut rows = fall(axis);
                    rows.extend(self.precedences(&squares, ENTRY_DEPTH, Event::Touched));
                    rows
                });
                let entries: Vec<Vec<Row>> = entries.collect();
                if entries.is_empty() {
                    continue;
                }
                for stop in self.stops(&squares, number, hole) {
                    let stopped = stop.map_or(first, |row| stages.extend(first, &[row]));
                    for rows in &entries {
                        stages.then(stopped, rows, Some(Mode::Corner));
                    }
                }
            }
        }
        for axis in Axis::BOTH {
            let firsts = std::mem::take(&mut firsts[axis as usize]);
            if firsts.is_empty() {
                continue;
            }
            let first = stages.add(StageOrigin::Best(firsts), None, &[], Some(Mode::Touch));
            for &last in &line_falls[axis as usize] {
                stages.add(StageOrigin::Same(last), Some(first), &[], Some(Mode::Line));
            }
            let second = [left(axis), Row::Turn, Row::AnyService];
            let second = stages.then(first, &second, Some(Mode::Twice));
            if worth > 0 {
                let last = [Row::Points(worth), Row::Turn];
                // The turn before the final fall ends on a square with a hole in line of sight.
                let ready = stages.then(first, &[left(axis), Row::Turn, Row::SightService], None);
                stages.then(ready, &last, Some(Mode::Three));
                let third = stages.then(second, &[Row::Turn, Row::SightService], None);
                stages.then(third, &last, Some(Mode::Four));
            }
        }
        stages.0
    }

    /// Returns the reasons for which a first turn can end on square `number` of its way (Fact 4 (c)
    /// of BOUND.md): each a row, or `None` if it needs no other block.
    fn stops(&mut self, squares: &[usize], number: usize, hole: bool) -> Vec<Option<Row>> {
        let Some(&beyond) = squares.get(number + 1) else {
            // Before a hole, only a move of one square ends on the last square; a slide would fall.
            return if number == 0 || !hole { vec![None] } else { Vec::new() };
        };
        if number == 0 {
            return vec![None];
        }
        let service = self.columns.service_at[beyond];
        let landing = service.map(|service| self.columns.service_event(service));
        let mut stops: Vec<Option<Row>> =
            landing.map(|event| Some(self.precedence(event))).into_iter().collect();
        if let Some(stopper) = self.numbers[beyond] {
            self.columns.blockings.push(Event::Touched.of(stopper));
            stops.push(Some(Row::Blocking(self.columns.blockings.len() - 1)));
        }
        stops
    }
}

/// Returns, for each direction across `direction` in which a hole follows `from`, the squares before
/// the hole.
fn entries(board: &Board, from: usize, direction: Direction) -> Vec<Vec<usize>> {
    let axis = Axis::of(direction);
    let across = Direction::ALL.into_iter().filter(|&other| Axis::of(other) != axis);
    let rays = across.map(|other| ray(board, from, other));
    rays.filter(|(_, hole)| *hole).map(|(squares, _)| squares).collect()
}
