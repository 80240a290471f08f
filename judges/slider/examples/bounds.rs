//! Prints tight bounds of Slider cases as CSV.
//!
//! `bounds STEPS PREFIX DIR …` prints one row for each file `N.in` in the directories:
//! `PREFIX/N,bound,steps,fingerprint`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use common::slider::Case;
use common::tokens::Tokens;
use slider_judge::tight_bound;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [steps, groups @ ..] = &args[..] else {
        return Err("usage: bounds STEPS PREFIX DIR [PREFIX DIR …]".into());
    };
    let steps = steps.parse()?;
    println!("case,bound,steps,fingerprint");
    for group in groups.chunks_exact(2) {
        let (prefix, dir) = (&group[0], Path::new(&group[1]));
        let names =
            fs::read_dir(dir)?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let numbers = names.filter_map(|name| name.strip_suffix(".in")?.parse().ok());
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        for number in numbers {
            let text = fs::read(dir.join(format!("{number}.in")))?;
            let case =
                Case::read(&mut Tokens::new(&text[..])).map_err(|error| error.to_string())?;
            let bound = tight_bound(case.board(), steps);
            let fingerprint = case.fingerprint();
            println!("{prefix}/{number},{bound},{steps},{fingerprint:016x}");
        }
    }
    Ok(())
}
