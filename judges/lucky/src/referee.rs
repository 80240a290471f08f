//! The hundred rounds of a case.

use common::lucky::round::{Round, Score, parse_action};
use common::lucky::{Case, ROUNDS, Symbol, TURNS};
use judge_kit::{Fault, Line, Stream, Wire, lines, number};
use rand::RngExt;

/// What an answer has to be.
const ANSWER: &str = "`place ROW COL` or `discard`";

/// How the rounds of a case have gone so far.
#[derive(Debug, Default)]
pub struct Match {
    /// The symbols on offer, round after round.
    pub symbols: Vec<Symbol>,
    /// Rounds that are over.
    pub rounds: usize,
    /// Points of those rounds in sum.
    pub total: Score,
}

/// The symbols of all rounds of a case with `symbols` kinds. They depend on
/// nothing but that number and the seed.
pub fn draw(symbols: usize, seed: u64) -> Vec<Symbol> {
    let mut rng = judge_kit::rng("lucky", seed, Stream::Play);
    let kinds = symbols as u64;
    (0..ROUNDS * TURNS)
        .map(|_| rng.random_range(0..kinds) as Symbol)
        .collect()
}

impl Match {
    /// Plays all rounds with a contestant at the other end of `wire`.
    pub(crate) fn live(&mut self, case: &Case, wire: &mut Wire) -> Result<(), Fault> {
        self.run(case, |round, symbol| {
            if round.turns() == 0 {
                wire.send("newRound\n");
            }
            wire.send(&format!("playTurn {symbol}\n"));
            play(round, symbol, &wire.receive()?)
        })
    }

    /// Plays all rounds with the answers of a saved `output`.
    pub(crate) fn saved(&mut self, case: &Case, output: &[u8]) -> Result<(), Fault> {
        let mut answers = lines(output);
        self.run(case, |round, symbol| {
            let answer = answers
                .next()
                .ok_or_else(|| Fault::wrong("the output ends here"))?;
            play(round, symbol, &answer)
        })?;
        match answers.find(|line| !line.is_blank()) {
            Some(line) => Err(line.not("part of the game, which is over")),
            None => Ok(()),
        }
    }

    fn run(
        &mut self,
        case: &Case,
        mut take_turn: impl FnMut(&mut Round, Symbol) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for index in 0..ROUNDS {
            let mut round = Round::new(case);
            for turn in 0..TURNS {
                let symbol = self.symbols.get(index * TURNS + turn);
                symbol
                    .ok_or_else(|| Fault::wrong("the calls end here"))
                    .and_then(|&symbol| take_turn(&mut round, symbol))
                    .map_err(|fault| fault.at(format!("round {}, turn {}", index + 1, turn + 1)))?;
            }
            self.rounds += 1;
            self.total += round.score();
        }
        Ok(())
    }
}

/// Plays one turn by the contestant's answer.
fn play(round: &mut Round, symbol: Symbol, answer: &Line) -> Result<(), Fault> {
    let text = answer.text().ok_or_else(|| answer.not(ANSWER))?;
    let action = parse_action(text).ok_or_else(|| answer.not(ANSWER))?;
    round.play(symbol, action).map_err(|illegal| {
        Fault::wrong(format!(
            "line {}: {}: {illegal}",
            answer.number(),
            answer.shown()
        ))
    })
}

/// The calls of all rounds, as a contestant reads them behind the case.
pub(crate) fn format_calls(symbols: &[Symbol]) -> String {
    let mut text = String::new();
    for (index, symbol) in symbols.iter().enumerate() {
        if index % TURNS == 0 {
            text += "newRound\n";
        }
        text += &format!("playTurn {symbol}\n");
    }
    text
}

/// Reads the calls back: of all rounds, or up to the turn that ended the run.
///
/// # Errors
/// The judge would not have made them.
pub(crate) fn parse_calls(kinds: usize, text: &str) -> Result<Vec<Symbol>, Fault> {
    let mut symbols = Vec::new();
    let mut announced = false;
    for line in lines(text.as_bytes()).filter(|line| !line.is_blank()) {
        let between_rounds = symbols.len() % TURNS == 0 && !announced;
        let words: Vec<&[u8]> = line.words().collect();
        match words[..] {
            _ if between_rounds && symbols.len() == ROUNDS * TURNS => {
                return Err(line.not("a call: the last round is over"));
            }
            [b"newRound"] if between_rounds => announced = true,
            [b"playTurn", symbol] if !between_rounds => {
                let symbol = number(symbol).and_then(|number| Symbol::try_from(number).ok());
                let known = symbol.filter(|&symbol| symbol < kinds);
                symbols.push(known.ok_or_else(|| line.not("a turn with a symbol of the case"))?);
                announced = false;
            }
            _ if between_rounds => return Err(line.not("`newRound`, which is due")),
            _ => return Err(line.not("`playTurn SYMBOL`, which is due")),
        }
    }
    if symbols.is_empty() {
        return Err(Fault::wrong(
            "there are none: what the contestant read was not saved",
        ));
    }
    Ok(symbols)
}
