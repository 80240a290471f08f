//! The judge of PseudoTonga: plays the server by its fixed strategy and counts the
//! points. `crates/tonga/README.md` has the rules and the protocol.

mod scene;

use std::fmt;
use std::io::Read;
use std::time::Duration;

use ::scene::{Place, SceneLayout};
use common::tokens::{Malformed, Tokens};
use common::tonga::referee::{forfeit, openings};
use common::tonga::server::Search;
use common::tonga::{Board, Case, MoveDeltas, Player, Side, Square, signed_root};
use game::{
    Bound, CaseResult, CaseScore, Details, Dialogue, EntryForm, Fault, Game, GameOption, Limits,
    LineEntries, OptionForm, OptionUse, OptionValues, ParameterRange, Referee, Stream, Total,
    Verdict,
};
use rand::RngExt;

/// Side of the board.
const SIDE: GameOption = GameOption::new(
    "N",
    "SIDE",
    OptionForm::WholeRange {
        low: Side::MIN as u64,
        high: Side::MAX as u64,
        step: 2,
    },
    OptionUse::Case,
    "Side of the board, even, 6 to 16, or a range: 6,10",
);
/// Player of the first stone.
const STARTER: GameOption = GameOption::new(
    "starter",
    "STARTER",
    OptionForm::Word {
        words: &[
            ("contestant", "The contestant places the first stone"),
            ("server", "The server does, in the middle"),
        ],
        default: None,
    },
    OptionUse::Case,
    "Player of the first stone",
);

/// The game. Parameters that are not given are drawn by the seed.
#[derive(Clone, Debug, Default)]
pub struct Tonga {
    /// Half of the side.
    halves: Option<ParameterRange<usize>>,
    starter: Option<Player>,
}

/// A game in progress.
#[derive(Default)]
pub struct TongaPlay {
    /// The board after the last complete turn; `None` before the first.
    board: Option<Board>,
    /// Number of turns of the contestant.
    pub turns: u32,
}

impl Referee for Tonga {
    const NAME: &'static str = "tonga";
    type Case = Case;
    type Play = TongaPlay;

    /// Thousandths of a point from the worst possible result, which is 1.
    fn scaled(result: &CaseResult) -> f64 {
        let half = result.bound.as_ref().map_or(0.0, |bound| bound.value);
        1.0 + 1000.0 * (result.score + half)
    }

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        scene::layout(case.side())
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut TongaPlay,
    ) -> Result<(), Fault> {
        let mut deltas = MoveDeltas::new(case.board());
        dialogue.show(&mut || scene::start(deltas.board()));
        while !deltas.board().empty().is_empty() {
            play.turns += 1;
            turn(play.turns, &mut deltas, dialogue)
                .map_err(|fault| fault.at(format!("turn {}", play.turns)))?;
            play.board = Some(deltas.board().clone());
        }
        Ok(())
    }

    fn score(&self, case: &Case, play: &TongaPlay, verdict: Verdict) -> CaseScore {
        // A failed game is scored as a forfeit: of the squares that are left, or of
        // the whole board if none is.
        let played = play.board.as_ref();
        let played = played.filter(|board| verdict == Verdict::Ok || !board.empty().is_empty());
        let mut board = played.cloned().unwrap_or_else(|| case.board());
        let forfeited = board.empty().len();
        forfeit(&mut board);
        let points = board.points();
        let isle = |player| largest(&board, player).into();
        // Half of the board in one isle: what losing no stone at all would give.
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

impl Game for Tonga {
    const TITLE: &'static str = "PseudoTonga";
    const OPTIONS: &'static [GameOption] = &[SIDE, STARTER];
    type Total = TongaTotal;

    fn new(options: &OptionValues) -> Tonga {
        let side = options.whole_range::<usize>(&SIDE);
        Tonga {
            halves: side.and_then(|range| range.map(|side| Some(side / 2))),
            starter: options.word(&STARTER).map(|word| match word {
                "server" => Player::Server,
                _ => Player::Contestant,
            }),
        }
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(Duration::from_secs(20), 64);
        limits.output_bytes = 1 << 14;
        limits
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        let half = ParameterRange::draw(self.halves, Side::MIN / 2..=Side::MAX / 2, &mut rng);
        let side = Side::new(2 * half).expect("every even side is one");
        // All is drawn, whatever is given: one parameter leaves the others as they were.
        let starter = [Player::Contestant, Player::Server][rng.random_range(0..2)];
        let starter = self.starter.unwrap_or(starter);
        let middle: Vec<Square> = openings(side).iter().collect();
        let opening = middle[rng.random_range(0..middle.len())];
        let opening = (starter == Player::Server).then_some(opening);
        Case::new(side, opening).expect("the opening is a middle square")
    }

    fn parameters(&self, case: &Case) -> Details {
        let starter = match case.starter() {
            Player::Contestant => "contestant",
            Player::Server => "server",
        };
        Details::new([
            ("N", case.side().rows().into()),
            ("starter", starter.into()),
        ])
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
        Box::new(LineEntries("row and column of an empty square"))
    }
}

/// Plays a stone of the contestant and, unless the board is full, one of the server.
fn turn(number: u32, deltas: &mut MoveDeltas, dialogue: &mut dyn Dialogue) -> Result<(), Fault> {
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
            dialogue.show(&mut || scene::own_stone(number, boards, stone, None));
            // The last stone ends the game, so it is not sent.
            empty.iter().next()
        }
        _ => {
            let (value, best) = Search::new(deltas).best_squares();
            let best: Vec<Square> = best.iter().collect();
            dialogue.show(&mut || scene::own_stone(number, boards, stone, Some((value, &best))));
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
        dialogue.show(&mut || scene::reply(number, (&before, deltas.board()), reply));
    }
    Ok(())
}

/// Sum of the scores, and number of games won, tied and lost.
#[derive(Default)]
pub struct TongaTotal {
    sum: f64,
    won: usize,
    tied: usize,
    lost: usize,
}

impl Total for TongaTotal {
    fn add(&mut self, result: &CaseResult) {
        self.sum += result.score;
        let count = match result.score {
            score if score > 0.0 => &mut self.won,
            score if score < 0.0 => &mut self.lost,
            _ => &mut self.tied,
        };
        *count += 1;
    }
}

impl fmt::Display for TongaTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (won, tied, lost) = (self.won, self.tied, self.lost);
        write!(f, "{:.3}, the sum of signed roots; ", self.sum)?;
        write!(f, "{won} won, {tied} tied, {lost} lost")
    }
}

/// Area of the largest isle of `player`.
fn largest(board: &Board, player: Player) -> i32 {
    let isles = board.isles().filter(|(owner, _)| *owner == player);
    isles.map(|(_, isle)| isle.area).max().unwrap_or(0)
}
