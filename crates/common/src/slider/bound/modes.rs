//! The modes in which a block can spend its turns, and the events that each mode requires.

use std::ops::Range;

use super::super::board::{Board, Cell};
use crate::grid::Direction;

/// An event that other blocks wait for: a block's first turn, or the first time off a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Touched,
    /// The block falls, or stands off its original line.
    Left(Axis),
}

impl Event {
    pub const ALL: [Event; 3] = [
        Event::Touched,
        Event::Left(Axis::Col),
        Event::Left(Axis::Row),
    ];

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
    Col,
    Row,
}

impl Axis {
    pub const BOTH: [Axis; 2] = [Axis::Col, Axis::Row];

    pub fn of(direction: Direction) -> Axis {
        match direction {
            Direction::Up | Direction::Down => Axis::Col,
            Direction::Left | Direction::Right => Axis::Row,
        }
    }

    pub fn across(self) -> Axis {
        match self {
            Axis::Col => Axis::Row,
            Axis::Row => Axis::Col,
        }
    }
}

/// Kinds of modes, by number of charged turns and whether the block falls (table in BOUND.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ModeKind {
    /// One turn without a fall.
    Touch,
    /// One turn that is a fall.
    Fall,
    /// Two or more turns, all along the original line; the last one is a fall.
    Line,
    /// Two turns: the second one falls, in a direction across the first.
    Corner,
    /// Two or more turns without a fall; two are charged.
    Twice,
    /// Three turns; the last one is a fall.
    Three,
    /// Four or more turns; the last one is a fall, and four are charged.
    Four,
}

/// Indices of precedence constraints. Each constraint requires an event in an earlier slot.
pub(super) type Precedences = Range<usize>;

/// The squares from an original square in one direction, up to the border or the first hole.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub axis: Axis,
    /// Constraints that every original block on the way is touched first, nearest block first.
    pub precedences: Precedences,
}

#[derive(Clone, Debug)]
pub(super) struct FirstTurn {
    pub way: usize,
    /// Number of original blocks that the turn passes or replaces. It requires as many constraints
    /// of the way, from the first one on.
    pub crossed: usize,
    /// Index of the service that the turn performs, if it ends on the square of a stopper.
    pub serves: Option<usize>,
}

/// The reason why a first turn ends on its square (Fact 4 (c) of BOUND.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The turn ends after one square or at the border.
    Free,
    /// The next square has its original block; holds the index of a blocking constraint.
    Blocking(usize),
    /// Another block has landed on the next square; holds the index of a precedence constraint.
    Service(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Fall {
    pub axis: Axis,
    /// Constraints that the original blocks before the hole leave the line first.
    pub precedences: Precedences,
}

/// A fall in two turns; the second turn is across the first (Fact 4 of BOUND.md).
#[derive(Clone, Debug)]
pub(super) struct CornerFall {
    pub first: FirstTurn,
    pub stop: Stop,
    /// Constraints of the second turn: the original blocks before the hole are touched first.
    pub entry: Precedences,
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    pub worth: i64,
    /// One way for each direction in which the block can move without a fall.
    pub ways: Vec<Way>,
    /// First turns of all modes except corner falls, without their end squares.
    pub firsts: Vec<FirstTurn>,
    pub falls: Vec<Fall>,
    pub corner_falls: Vec<CornerFall>,
}

#[derive(Clone, Debug)]
pub(super) struct Modes {
    pub slots: usize,
    pub blocks: Vec<Block>,
    /// By precedence constraint, the required event. Numbers of block events come first; then one
    /// number for the first landing on each square that needs a stopper.
    pub precedences: Vec<usize>,
    /// By blocking constraint, the event that must not happen earlier.
    pub blockings: Vec<usize>,
    /// By service, its square: a square that needs a stopper.
    pub services: Vec<usize>,
    /// By square, the service there.
    pub service_at: Vec<Option<usize>>,
    /// By square, true if its row or column has a hole.
    pub sees_hole: Vec<bool>,
}

/// Number of blocks that the second turn of a corner fall waits for: the nearest ones on its way. A
/// larger number costs more time than it improves the bound.
pub(super) const ENTRY_DEPTH: usize = 2;

impl Modes {
    /// Lists the modes on `board`. A first turn waits only for the nearest `way_depth` blocks on
    /// its way; a smaller number costs less time and makes a weaker bound.
    pub fn new(board: &Board, way_depth: usize) -> Modes {
        let area = board.shape().area();
        let mut numbers = vec![None; area];
        for (number, (square, _)) in board.blocks().enumerate() {
            numbers[square] = Some(number);
        }
        let sees_hole = |square| {
            let mut directions = Direction::ALL.into_iter();
            directions.any(|direction| ray(board, square, direction).1)
        };
        let mut reader = Reader {
            board,
            numbers,
            way_depth,
            service_events: board.blocks().count() * Event::ALL.len(),
            modes: Modes {
                slots: area,
                blocks: Vec::new(),
                precedences: Vec::new(),
                blockings: Vec::new(),
                services: Vec::new(),
                service_at: vec![None; area],
                sees_hole: (0..area).map(sees_hole).collect(),
            },
        };
        let blocks: Vec<(Block, Vec<Ray>)> = board
            .blocks()
            .map(|(square, value)| reader.block(square, value.worth().into()))
            .collect();
        // All squares that need a stopper are known now.
        for (block, rays) in blocks {
            reader.add_services(block, &rays);
        }
        reader.modes
    }

    pub fn events(&self) -> usize {
        self.service_event(self.services.len())
    }

    pub fn service_event(&self, service: usize) -> usize {
        self.blocks.len() * Event::ALL.len() + service
    }
}

struct Ray {
    axis: Axis,
    /// Original blocks before the hole or the border, nearest first.
    blocks: Vec<usize>,
    /// Each square, free or occupied, with the number of blocks up to and including it.
    squares: Vec<(usize, usize)>,
    hole: bool,
}

struct Reader<'a> {
    board: &'a Board,
    /// By square, the number of the block on it.
    numbers: Vec<Option<usize>>,
    service_events: usize,
    way_depth: usize,
    modes: Modes,
}

/// Returns all squares after `from` up to a hole or the border, and true if they end before a hole.
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

impl Reader<'_> {
    fn ray(&self, from: usize, direction: Direction) -> Ray {
        // The way does not end at an original block, since that block may have left.
        let (squares, hole) = ray(self.board, from, direction);
        let mut blocks = Vec::new();
        let counted = squares.into_iter().map(|square| {
            blocks.extend(self.numbers[square]);
            (square, blocks.len())
        });
        Ray {
            axis: Axis::of(direction),
            squares: counted.collect(),
            blocks,
            hole,
        }
    }

    fn precedences(&mut self, blocks: &[usize], most: usize, event: Event) -> Precedences {
        let start = self.modes.precedences.len();
        let blocks = blocks.iter().take(most);
        self.modes
            .precedences
            .extend(blocks.map(|&block| event.of(block)));
        start..self.modes.precedences.len()
    }

    fn block(&mut self, square: usize, worth: i64) -> (Block, Vec<Ray>) {
        let mut block = Block {
            worth,
            ways: Vec::new(),
            firsts: Vec::new(),
            falls: Vec::new(),
            corner_falls: Vec::new(),
        };
        let mut rays = Vec::new();
        for direction in Direction::ALL {
            let ray = self.ray(square, direction);
            let axis = ray.axis;
            if ray.hole {
                let precedences = self.precedences(&ray.blocks, usize::MAX, Event::Left(axis));
                block.falls.push(Fall { axis, precedences });
            }
            let Some(&(_, adjacent)) = ray.squares.first() else {
                continue;
            };
            let precedences = self.precedences(&ray.blocks, self.way_depth, Event::Touched);
            block.firsts.push(FirstTurn {
                way: block.ways.len(),
                crossed: adjacent.min(precedences.len()),
                serves: None,
            });
            block.ways.push(Way { axis, precedences });
            if worth > 0 {
                self.add_corner_falls(&mut block, &ray);
            }
            rays.push(ray);
        }
        (block, rays)
    }

    /// Adds the corner falls whose first turn ends on a square of `ray`, the last way of `block`.
    fn add_corner_falls(&mut self, block: &mut Block, ray: &Ray) {
        let way = block.ways.len() - 1;
        for (number, &(square, crossed)) in ray.squares.iter().enumerate() {
            let mut entries = Vec::new();
            let is_across = |direction: &Direction| Axis::of(*direction) != ray.axis;
            for direction in Direction::ALL.into_iter().filter(is_across) {
                let entry_ray = self.ray(square, direction);
                if entry_ray.hole {
                    entries.push(self.precedences(&entry_ray.blocks, ENTRY_DEPTH, Event::Touched));
                }
            }
            if entries.is_empty() {
                continue;
            }
            for stop in self.stops(ray, number) {
                for entry in &entries {
                    block.corner_falls.push(CornerFall {
                        first: FirstTurn {
                            way,
                            crossed: crossed.min(block.ways[way].precedences.len()),
                            serves: Some(square),
                        },
                        stop,
                        entry: entry.clone(),
                    });
                }
            }
        }
    }

    /// Returns the reasons for which a first turn can end on square `number` of `ray`.
    fn stops(&mut self, ray: &Ray, number: usize) -> Vec<Stop> {
        let Some(&(beyond, _)) = ray.squares.get(number + 1) else {
            // Before a hole, only a move of one square ends on the last square; a slide would fall.
            let free = number == 0 || !ray.hole;
            return free.then_some(Stop::Free).into_iter().collect();
        };
        if number == 0 {
            return vec![Stop::Free];
        }
        let services = &mut self.modes.services;
        let service = *self.modes.service_at[beyond].get_or_insert_with(|| {
            services.push(beyond);
            services.len() - 1
        });
        self.modes.precedences.push(self.service_events + service);
        let mut stops = vec![Stop::Service(self.modes.precedences.len() - 1)];
        if let Some(stopper) = self.numbers[beyond] {
            self.modes.blockings.push(Event::Touched.of(stopper));
            stops.push(Stop::Blocking(self.modes.blockings.len() - 1));
        }
        stops
    }

    /// Adds a block, with first turns that end where a stopper is needed. Replaces the end squares
    /// of corner falls by the services of these squares.
    fn add_services(&mut self, mut block: Block, rays: &[Ray]) {
        let service_at = &self.modes.service_at;
        for corner in &mut block.corner_falls {
            let square = corner.first.serves.take();
            corner.first.serves = square.and_then(|square| service_at[square]);
        }
        for (way, ray) in rays.iter().enumerate() {
            let depth = block.ways[way].precedences.len();
            // No slide ends on the last square before a hole. The square is listed all the same,
            // because a mode may be stopped there by a block, and must then be allowed to serve it.
            for &(square, crossed) in &ray.squares {
                if let Some(service) = service_at[square] {
                    block.firsts.push(FirstTurn {
                        way,
                        crossed: crossed.min(depth),
                        serves: Some(service),
                    });
                }
            }
        }
        self.modes.blocks.push(block);
    }
}
