//! Seeds: how the command line writes them, and the numbers they stand for.

use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Use of a seed's random numbers; each use has a sequence of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Generating the case.
    Case,
    /// Choices during play: the opponent's ties, the symbols drawn.
    Play,
}

/// The random numbers of `(game, seed, stream)`, the same for ever and on
/// every platform.
pub fn rng(game: &str, seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut key = [0; 32];
    let name = &game.as_bytes()[..game.len().min(24)];
    key[..name.len()].copy_from_slice(name);
    key[24..].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(stream as u64);
    rng
}

/// A list of seeds as the command line writes it: `5`, `1,100` or `1-100`
/// (from, to), `1+50` (from, how many), `{3,7,9}`, each with `*K` behind it
/// for `K` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub Vec<u64>);

/// More seeds than this on one command line are a slip of the finger.
const MOST: u64 = 10_000_000;

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seeds, String> {
        let (list, times) = match text.rsplit_once('*') {
            Some((list, times)) => (list, number(times)?),
            None => (text, 1),
        };
        let seeds = once(list)?;
        match times.checked_mul(seeds.len() as u64) {
            Some(1..=MOST) => Ok(Seeds(seeds.repeat(times as usize))),
            _ => Err(format!(
                "`{text}` stands for no seed, or for more than {MOST}"
            )),
        }
    }
}

fn once(text: &str) -> Result<Vec<u64>, String> {
    if let Some(rest) = text.trim().strip_prefix('-')
        && rest.starts_with(|char: char| char.is_ascii_digit())
    {
        return Err(format!("`{text}` is below 0, and seeds are not"));
    }
    if let Some(list) = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
    {
        return list.split(',').map(number).collect();
    }
    if let Some((from, count)) = text.split_once('+') {
        let (from, count) = (number(from)?, number(count)?);
        return range(
            from,
            from.checked_add(count).ok_or("the range is too long")?,
        );
    }
    match text.split_once([',', '-']) {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to)?);
            if from > to {
                return Err(format!("`{text}` runs backwards: {from} is above {to}"));
            }
            range(from, to.checked_add(1).ok_or("the range is too long")?)
        }
        None => Ok(vec![number(text)?]),
    }
}

fn range(from: u64, end: u64) -> Result<Vec<u64>, String> {
    if from >= end || end - from > MOST {
        return Err(format!("the range holds no seed, or more than {MOST}"));
    }
    Ok((from..end).collect())
}

fn number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| {
        format!("`{text}` is not a seed; seeds are written 5, 1,100, 1-100, 1+50 or {{3,7,9}}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn every_form() {
        let seeds = |text: &str| text.parse::<Seeds>().map(|seeds| seeds.0);
        assert_eq!(seeds("5"), Ok(vec![5]));
        assert_eq!(seeds("1,4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(seeds("1-4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(seeds("7+3"), Ok(vec![7, 8, 9]));
        assert_eq!(seeds("{3,7,9}"), Ok(vec![3, 7, 9]));
        assert_eq!(seeds("{3,7}*2"), Ok(vec![3, 7, 3, 7]));
        for wrong in [
            "",
            "x",
            "4,1",
            "1+0",
            "{}",
            "{1,}",
            "-1",
            "5*0",
            "1,2,3",
            "0+99999999999",
            "{1,2}*9223372036854775808",
        ] {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
        assert!(seeds("18446744073709551615+1").is_err());
        assert_eq!(
            seeds("-3"),
            Err("`-3` is below 0, and seeds are not".into())
        );
        let backwards = "`5-3` runs backwards: 5 is above 3";
        assert_eq!(seeds("5-3"), Err(backwards.into()));
    }

    /// The numbers behind a seed may never change: cases are named by them.
    #[test]
    fn numbers_are_the_same_for_ever() {
        let drawn = |stream| rng("slider", 1, stream).next_u64();
        assert_eq!(drawn(Stream::Case), 5702315269308817390);
        assert_eq!(drawn(Stream::Play), 16988626193403003621);
        assert_ne!(
            drawn(Stream::Case),
            rng("tonga", 1, Stream::Case).next_u64()
        );
    }
}
