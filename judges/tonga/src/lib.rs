//! The judge of PseudoTonga: plays the server by its fixed strategy and counts the points.
//! `crates/tonga/README.md` has the rules and the protocol.

#[cfg(feature = "cases")]
mod cases;
#[cfg(feature = "losses")]
mod losses;
mod scenes;
mod total;

use std::io::Read;

use common::tokens::{Malformed, Tokens};
use common::tonga::server::Search;
use common::tonga::{Board, Case, MoveDeltas, Player, Square, signed_root};
#[cfg(feature = "losses")]
use game::Losses;
use game::{
    Bound, CaseResult, CaseScore, Details, Dialogue, Fault, Opponent, ParameterRange, Referee,
    Verdict,
};
use scene::{Place, SceneLayout};

#[cfg(feature = "losses")]
pub use losses::{ReferencePlayer, start};
pub use total::TongaTotal;

/// The game. Missing parameters are drawn by the seed.
#[derive(Clone, Debug, Default)]
pub struct Tonga {
    /// Half of the side.
    pub halves: Option<ParameterRange<usize>>,
    /// Player of the first stone.
    pub starter: Option<Player>,
    /// Strategy of the server.
    pub opponent: Opponent,
}

/// A game in progress.
#[derive(Default)]
pub struct TongaPlay {
    /// The board after the last complete turn; `None` before the first.
    board: Option<Board>,
    /// Number of turns of the contestant.
    pub turns: u32,
    /// The contestant's stones, each with the server's reply unless the board was full.
    pub stones: Vec<(Square, Option<Square>)>,
}

impl Referee for Tonga {
    const NAME: &'static str = "tonga";
    const HAS_LOSSES: bool = cfg!(feature = "losses");
    type Case = Case;
    type Play = TongaPlay;

    /// Returns 1 plus the thousandths of a point above the worst possible result.
    fn scaled(result: &CaseResult) -> f64 {
        let half = result.scored.most().unwrap_or(0.0);
        1.0 + 1000.0 * (result.scored.score + half)
    }

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        scenes::layout(case.side())
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut TongaPlay,
    ) -> Result<(), Fault> {
        let mut deltas = MoveDeltas::new(case.board());
        dialogue.show(&mut || scenes::start(deltas.board()))?;
        while !deltas.board().empty().is_empty() {
            play.turns += 1;
            let stones = turn(play.turns, self.opponent, &mut deltas, dialogue)
                .map_err(|fault| fault.at(format!("turn {}", play.turns)))?;
            play.stones.push(stones);
            play.board = Some(deltas.board().clone());
        }
        Ok(())
    }

    #[cfg(feature = "losses")]
    fn losses(&self, case: &Case, play: &TongaPlay) -> Option<Losses> {
        let board = play.board.as_ref().filter(|board| board.empty().is_empty());
        board.map(|_| losses::losses(case, &play.stones))
    }

    fn score(&self, case: &Case, play: &TongaPlay, verdict: Verdict) -> CaseScore {
        // A failed game is scored as a forfeit of the remaining squares, or of the whole board if
        // it is full.
        let played = play.board.as_ref();
        let played = played.filter(|board| verdict == Verdict::Ok || !board.empty().is_empty());
        let mut board = played.cloned().unwrap_or_else(|| case.board());
        let forfeited = board.empty().len();
        for square in board.empty() {
            board.play(Player::Server, square);
        }
        let points = board.points();
        let isle = |player| largest(&board, player).into();
        // Half of the board in one isle: the score without losing any stone.
        let half = (case.side().area() / 2) as f64;
        CaseScore {
            score: signed_root(points),
            normalised: None,
            bound: Some(Bound::new("N*N/2 limit", half)),
            details: Details::new([
                ("points", points.into()),
                ("own_largest_isle", isle(Player::Contestant)),
                ("server_largest_isle", isle(Player::Server)),
                ("turns", play.turns.into()),
                ("forfeited_squares", forfeited.into()),
            ]),
        }
    }
}

/// Plays a stone of the contestant and, unless the board is full, one of the server; returns both.
fn turn(
    number: u32,
    opponent: Opponent,
    deltas: &mut MoveDeltas,
    dialogue: &mut dyn Dialogue,
) -> Result<(Square, Option<Square>), Fault> {
    let side = deltas.board().side();
    let [row, col] = dialogue.receive()?.numbers("a row and a column")?;
    let stone = side.square(row, col).ok_or_else(|| {
        let last = side.rows() - 1;
        Fault::wrong(format!(
            "{row} {col} is off the board, rows and columns 0 to {last}"
        ))
    })?;
    if !deltas.board().empty().has(stone) {
        dialogue.fault_at(Place::cell(stone.index()));
        return Err(Fault::wrong(format!("{row} {col} is taken")));
    }
    let before = deltas.board().clone();
    deltas.play(Player::Contestant, stone);
    let empty = deltas.board().empty();
    let boards = (&before, deltas.board());
    let reply = match empty.len() {
        0 | 1 => {
            dialogue.show(&mut || scenes::own_stone(number, boards, stone, None))?;
            // The last stone ends the game, so it is not sent.
            empty.iter().next()
        }
        _ => {
            let (value, best) = replies(opponent, deltas);
            let shown = value.map(|value| (value, &best[..]));
            dialogue.show(&mut || scenes::own_stone(number, boards, stone, shown))?;
            let message = |index: usize| {
                let (row, col) = side.row_and_col(best[index]);
                format!("{row} {col}")
            };
            Some(best[dialogue.choose(best.len(), &message)?])
        }
    };
    if let Some(reply) = reply {
        let before = deltas.board().clone();
        deltas.play(Player::Server, reply);
        let boards = (&before, deltas.board());
        dialogue.show(&mut || scenes::placed(number, boards, Player::Server, reply))?;
    }
    Ok((stone, reply))
}

/// Returns the squares among which the server draws one, with their value if it searches.
fn replies(opponent: Opponent, deltas: &MoveDeltas) -> (Option<i32>, Vec<Square>) {
    let gain = |square: &Square| deltas.placement(Player::Server, *square).gain;
    if let Some(weaker) = opponent.weaker_moves(deltas.board().empty().iter(), gain) {
        return (None, weaker);
    }
    let (value, best) = Search::new(deltas).best_squares();
    (Some(value), best.iter().collect())
}

/// Returns the area of the largest isle of `player`.
fn largest(board: &Board, player: Player) -> i32 {
    let isles = board.isles().filter(|(owner, _)| *owner == player);
    isles.map(|(_, isle)| isle.area).max().unwrap_or(0)
}
