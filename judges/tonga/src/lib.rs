//! The judge of PseudoTonga: plays the server by its fixed strategy and counts the points.
//! `crates/tonga/README.md` has the rules and the protocol.

#[cfg(feature = "cases")]
mod cases;

use common::tokens::{Malformed, Tokens};
use common::tonga::server::Search;
use common::tonga::{Board, Case, IncrementalEvaluation, Player, Square, signed_root};
use game::{
    Bound, CaseScore, Details, Dialogue, Fault, Opponent, OptionValues, Played, Referee, Verdict,
};

/// The game. Missing parameters are drawn by the seed.
#[derive(Clone, Debug, Default)]
pub struct Tonga {
    options: OptionValues,
}

/// A game in progress.
#[derive(Default)]
pub struct TongaPlay {
    /// The board after the last complete turn; `None` before the first.
    board: Option<Board>,
    /// Number of turns of the contestant.
    pub turns: u32,
    /// The stones of both sides in order; the contestant's stone comes first.
    pub stones: Vec<Square>,
    /// The occupied square that the contestant's last answer chose.
    wrong: Option<Square>,
}

impl Referee for Tonga {
    const NAME: &'static str = "tonga";
    const END: &'static str = "all squares are taken";
    type Case = Case;
    type Play = TongaPlay;

    /// Returns 1 plus the difference to the worst possible result, in thousandths of a point.
    fn scaled(scored: &CaseScore, _parameters: &Details) -> f64 {
        let half = scored.most().unwrap_or(0.0);
        1.0 + 1000.0 * (scored.score + half)
    }

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn play(&self, case: &Case, dialogue: &mut dyn Dialogue, play: &mut TongaPlay) -> Played {
        let mut deltas = IncrementalEvaluation::new(case.board());
        let opponent = Opponent::of(&self.options);
        while !deltas.board().empty().is_empty() {
            play.turns += 1;
            let played = play.turn(opponent, &mut deltas, dialogue);
            played.map_err(|fault| fault.in_turn(play.turns))?;
            play.board = Some(deltas.board().clone());
        }
        Ok(())
    }

    fn score(&self, case: &Case, play: &TongaPlay, verdict: Verdict) -> CaseScore {
        // A failed game forfeits the remaining squares, or the whole board if it is full.
        let played =
            play.board.as_ref().filter(|board| verdict == Verdict::Ok || !board.empty().is_empty());
        let mut board = played.cloned().unwrap_or_else(|| case.board());
        let forfeited = board.empty().len();
        for square in board.empty() {
            board.play(Player::Server, square);
        }
        let points = board.points();
        let isle = |player| largest(&board, player).into();
        // The score if no stone is lost: half of the board in one isle.
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

impl TongaPlay {
    /// Plays a stone of the contestant and, unless the board is full, one of the server.
    fn turn(
        &mut self,
        opponent: Opponent,
        deltas: &mut IncrementalEvaluation,
        dialogue: &mut dyn Dialogue,
    ) -> Played {
        let side = deltas.board().side();
        let [row, col] = dialogue.receive()?.numbers("a row and a column")?;
        let stone = side.square(row, col).ok_or_else(|| {
            let last = side.rows() - 1;
            Fault::wrong(format!("{row} {col} is off the board, rows and columns 0 to {last}"))
        })?;
        if !deltas.board().empty().has(stone) {
            self.wrong = Some(stone);
            return Err(Fault::wrong(format!("{row} {col} is taken")));
        }
        deltas.play(Player::Contestant, stone);
        self.stones.push(stone);
        let empty = deltas.board().empty();
        let reply = match empty.len() {
            // The last stone ends the game, so it is not sent.
            0 | 1 => empty.iter().next(),
            _ => {
                let (_, best) = replies(opponent, deltas);
                let message = |index: usize| {
                    let (row, col) = side.row_and_col(best[index]);
                    format!("{row} {col}")
                };
                Some(best[dialogue.chance(best.len(), &message)?])
            }
        };
        if let Some(reply) = reply {
            deltas.play(Player::Server, reply);
            self.stones.push(reply);
        }
        Ok(())
    }
}

/// Returns the squares among which the server draws, with their value if the server searches.
fn replies(opponent: Opponent, deltas: &IncrementalEvaluation) -> (Option<i32>, Vec<Square>) {
    let gain = |square: &Square| deltas.gains(Player::Server)[square.index()];
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
