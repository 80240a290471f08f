//! Better ways for single blocks of a finished play.

use common::clock::Clock;
use common::grid::Direction;
use common::rng::Rng;
use common::slider::{Kind, Turn};

use crate::field::Field;
use crate::order;
use crate::path::{landing, Landing, TURNS};
use crate::position::{has, Position, Square, LINES};
use crate::reach::{self, Levels};

const NOBODY: u16 = u16::MAX;
const SNAP: usize = 8;

#[derive(Clone)]
struct Board {
    position: Position,
    who: [u16; LINES * LINES],
}

impl Board {
    fn play(&mut self, field: &Field, turn: Turn) -> Landing {
        let from = turn.row * LINES + turn.col;
        let end = landing(field, &self.position, from, turn.kind, turn.direction);
        match end {
            Landing::Blocked => {}
            Landing::Hole => {
                self.position.take(from);
                self.who[from] = NOBODY;
            }
            Landing::Square(to) => {
                let v = self.position.take(from);
                self.position.put(to, v);
                self.who[to] = std::mem::replace(&mut self.who[from], NOBODY);
            }
        }
        end
    }
}

#[derive(Clone)]
struct Play {
    turns: Vec<Turn>,
    ends: Vec<Landing>,
    block: Vec<u16>,
    worth: Vec<u32>,
    snaps: Vec<Board>,
    score: i64,
}

impl Play {
    fn new(field: &Field, start: &Position, turns: Vec<Turn>) -> Play {
        let mut who = [NOBODY; LINES * LINES];
        for s in start.squares() {
            who[s] = s as u16;
        }
        let mut board = Board { position: start.clone(), who };
        let mut play = Play { ends: Vec::new(), block: Vec::new(), worth: Vec::new(), snaps: Vec::new(), score: 0, turns };
        for (i, &turn) in play.turns.iter().enumerate() {
            if i % SNAP == 0 {
                play.snaps.push(board.clone());
            }
            let from = turn.row * LINES + turn.col;
            play.block.push(board.who[from]);
            let v = board.position.values[from];
            let end = board.play(field, turn);
            if end == Landing::Hole {
                play.score += (field.side * field.side - i) as i64 * (i64::from(v) - 1);
            }
            play.ends.push(end);
        }
        play.snaps.push(board);
        play
    }

    fn board(&self, field: &Field, at: usize) -> Board {
        let mut board = self.snaps[at / SNAP].clone();
        for t in at / SNAP * SNAP..at {
            board.play(field, self.turns[t]);
        }
        board
    }
}

fn way(field: &Field, position: &Position, levels: &Levels, from: Square, turns: usize, rng: &mut Rng, way: &mut Vec<Turn>) -> bool {
    let mut list = TURNS;
    rng.shuffle(&mut list);
    for (kind, direction) in list {
        way.push(Turn { row: from / LINES, col: from % LINES, kind, direction });
        let ok = match landing(field, position, from, kind, direction) {
            Landing::Blocked => false,
            Landing::Hole => kind == Kind::Slide || true,
            Landing::Square(to) => turns > 1 && has(&levels[turns - 2], to) && self::way(field, position, levels, to, turns - 1, rng, way),
        };
        if ok {
            return true;
        }
        way.pop();
    }
    false
}

pub fn refine(field: &Field, start: &Position, turns: Vec<Turn>, until: f64, rng: &mut Rng, clock: &mut Clock) -> Vec<Turn> {
    let window: usize = std::env::var("WIN").ok().and_then(|v| v.parse().ok()).unwrap_or(60);
    let unit: u64 = std::env::var("UNIT").ok().and_then(|v| v.parse().ok()).unwrap_or(10);

    let mut play = Play::new(field, start, turns);
    let (mut tries, mut valid, mut same, mut better) = (0, 0, 0, 0);
    let first = play.score;
    let mut best = play.clone();
    let begin = clock.progress();
    let t0: f64 = std::env::var("T0").ok().and_then(|v| v.parse().ok()).unwrap_or(0.0);
    while clock.progress() < until && play.turns.len() > 1 {
        clock.work(unit);
        tries += 1;
        let mut info = String::new();
        let Some(turns) = attempt(field, &play, rng, &mut info) else { continue };
        let len = turns.len();
        valid += 1;
        let turns = order::improve(field, start, &turns, window);
        let next = Play::new(field, start, turns);
        let temp = t0 * ((until - clock.progress()) / (until - begin)).max(0.0) + 1e-9;
        if next.score >= play.score || rng.unit() < ((next.score - play.score) as f64 / temp).exp() {
            same += 1;
            if next.score > play.score && std::env::var("V2").is_ok() { eprintln!("+{} {info} len {}", next.score - play.score, len as i64 - play.turns.len() as i64); }
            if next.score > best.score {
                better += 1;
                best = next.clone();
            }
            play = next;
        }
    }
    if std::env::var("V").is_ok() {
        eprintln!("refine: {first} -> {} tries {tries} valid {valid} same {same} better {better}", best.score);
    }
    order::improve(field, start, &best.turns, 10000)
}

fn attempt(field: &Field, play: &Play, rng: &mut Rng, info: &mut String) -> Option<Vec<Turn>> {
    let total = play.turns.len();
    let pick = rng.below(total as u32) as usize;
    let block = play.block[pick];
    let first = play.block.iter().position(|&b| b == block)?;
    let last = play.block.iter().rposition(|&b| b == block)?;
    let count = play.block[first..=last].iter().filter(|&&b| b == block).count();
    let origin = usize::from(block);
    let reach: usize = std::env::var("I").ok().and_then(|v| v.parse().ok()).unwrap_or(4);
    let early = first.saturating_sub(1 + (reach as f64 * -rng.unit().max(1e-9).ln()) as usize);
    let insert = early + rng.below((last - early) as u32 + 1) as usize;
    let begin = insert.min(first);
    let mut board = play.board(field, begin);
    let value = board.position.values[origin];
    let drop_only = value == 1 && rng.below(2) == 0;
    let mut out: Vec<Turn> = play.turns[..begin].to_vec();
    // how many turns old of each block remain; done blocks
    let mut done: Vec<u16> = Vec::new();
    let mut repairs = 0;
    let most = if rng.below(4) == 0 { count + 1 } else { count };
    for t in begin..total {
        if t == insert && !drop_only {
            let mut extra = Vec::new();
            let x: f64 = std::env::var("X").ok().and_then(|v| v.parse().ok()).unwrap_or(0.0);
            while rng.unit() < x {
                let near = (t + rng.below(30) as usize).min(total - 1);
                let other = play.block[near];
                if other != block && !extra.contains(&other) {
                    extra.push(other);
                }
            }
            let before = extra.len() > 0 && rng.below(2) == 0;
            if !before {
            deliver(field, &mut board, origin, most, rng, &mut out)?;
            }
            done.push(block);
            for &other in &extra {
                let at = board.who.iter().position(|&w| w == other)?;
                let left = play.block[t..].iter().filter(|&&x| x == other).count();
                if left == 0 { return None; }
                deliver(field, &mut board, at, left, rng, &mut out)?;
                done.push(other);
            }
            if before {
            deliver(field, &mut board, origin, most, rng, &mut out)?;
            }
        }
        let b = play.block[t];
        if b == block || done.contains(&b) {
            continue;
        }
        let turn = play.turns[t];
        let from = turn.row * LINES + turn.col;
        let fine = board.who[from] == b && landing(field, &board.position, from, turn.kind, turn.direction) == play.ends[t];
        if fine {
            board.play(field, turn);
            out.push(turn);
            continue;
        }
        repairs += 1;
        if repairs > 4 {
            return None;
        }
        done.push(b);
        let at = board.who.iter().position(|&w| w == b)?;
        if board.position.values[at] == 1 {
            continue;
        }
        let left = play.block[t..].iter().filter(|&&x| x == b).count();
        deliver(field, &mut board, at, left + 1, rng, &mut out)?;
    }
    if out.len() > field.side * field.side {
        return None;
    }
    *info = format!("drop {drop_only} early {} span {} count {count} value {value} repairs {repairs}", first as i64 - insert as i64, last-first);
    Some(out)
}

/// Delivers the block on `from` in at most `most` turns now.
fn deliver(field: &Field, board: &mut Board, from: Square, most: usize, rng: &mut Rng, out: &mut Vec<Turn>) -> Option<usize> {
    let mut without = board.position.clone();
    without.take(from);
    let most = most.min(5);
    let levels = reach::levels(field, &without, |count, _| count >= most);
    let least = (1..=most).find(|&k| has(&levels[k - 1], from))?;
    let turns = if least < most && rng.below(3) == 0 { least + 1 } else { least };
    let mut list = Vec::new();
    if !way(field, &without, &levels, from, turns, rng, &mut list) {
        return None;
    }
    for &turn in &list {
        board.play(field, turn);
        out.push(turn);
    }
    Some(list.len())
}
