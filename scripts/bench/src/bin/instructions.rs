//! `make bench-instructions`: counts the instructions of the solvers' inner loops and
//! compares them with `data/instructions.csv`. `--write` writes the new counts there.
//!
//! A count is the same on a busy machine as on an idle one, but not with another
//! compiler: the file says which one counted.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail, ensure};
use comfy_table::{Table, presets};
use serde_json::Value;

/// File of the last counts, from the top of the workspace.
const FILE: &str = "data/instructions.csv";

/// Rise that is named, and rise that fails.
const NAMED: f64 = 0.02;
const FAILS: f64 = 0.05;

/// Instructions by kernel.
type Counts = BTreeMap<String, u64>;

fn main() -> ExitCode {
    games::status(run())
}

fn run() -> Result<ExitCode> {
    let is_write = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--write") => true,
        Some(other) => bail!("{other}: the only option is --write"),
    };
    let (compiler, counts) = (compiler()?, counted()?);
    let file = games::workspace().join(FILE);
    if is_write {
        fs::write(&file, written(&compiler, &counts)).context(FILE)?;
        println!("{FILE} is written");
        return Ok(ExitCode::SUCCESS);
    }
    let text = fs::read_to_string(&file).context(FILE)?;
    let (last_compiler, last) = read(&text)?;
    if compiler != last_compiler {
        println!("{FILE} was counted with {last_compiler}, this is {compiler}");
    }
    println!("{}", table(&last, &counts));
    let worst = worst_rise(&last, &counts);
    Ok(ExitCode::from(u8::from(worst > FAILS)))
}

/// The compiler's own name and version.
fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output();
    let version = String::from_utf8(output.context("rustc")?.stdout)?;
    let words: Vec<&str> = version.split_whitespace().take(2).collect();
    Ok(words.join(" "))
}

/// Runs the benches under valgrind.
fn counted() -> Result<Counts> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["bench", "--quiet", "--package", "instructions"])
        .args(["--bench", "kernels", "--", "--output-format=json"])
        .current_dir(games::workspace())
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be run")?;
    ensure!(
        output.status.success(),
        "the count failed; it needs Debian's valgrind and `cargo install gungraun-runner`, of the version in Cargo.lock"
    );
    let lines = String::from_utf8(output.stdout)?;
    lines.lines().map(count).collect()
}

/// The kernel and its count in a line of gungraun.
fn count(line: &str) -> Result<(String, u64)> {
    let value: Value = serde_json::from_str(line).context("a line of gungraun")?;
    let name = value["function_name"].as_str();
    let count = value.pointer("/profiles/0/data/total/metrics/Ir/values/new");
    let count = count.and_then(Value::as_u64);
    let (Some(name), Some(count)) = (name, count) else {
        bail!("a line of gungraun names no function or no count: {line}");
    };
    Ok((name.to_string(), count))
}

/// The file's text.
fn written(compiler: &str, counts: &Counts) -> String {
    let rows = counts.iter();
    let rows = rows.map(|(kernel, count)| format!("{kernel},{count},{compiler}\n"));
    format!("kernel,instructions,compiler\n{}", rows.collect::<String>())
}

/// The compiler and the counts that the file's text tells.
fn read(text: &str) -> Result<(String, Counts)> {
    let (mut compiler, mut counts) = (String::new(), Counts::new());
    for (index, row) in text.lines().enumerate().skip(1) {
        let place = || {
            format!(
                "{FILE}: line {}: {row:?} is not kernel,instructions,compiler",
                index + 1
            )
        };
        let [kernel, count, name] = row.split(',').collect::<Vec<_>>()[..] else {
            bail!(place());
        };
        counts.insert(kernel.to_string(), count.parse().with_context(place)?);
        compiler = name.to_string();
    }
    Ok((compiler, counts))
}

/// The share by which a kernel's count is above the last one; 0 for a new kernel.
fn rise(last: &Counts, kernel: &str, count: u64) -> f64 {
    last.get(kernel)
        .map_or(0.0, |&last| count as f64 / last as f64 - 1.0)
}

fn worst_rise(last: &Counts, counts: &Counts) -> f64 {
    let rises = counts
        .iter()
        .map(|(kernel, &count)| rise(last, kernel, count));
    rises.fold(f64::NEG_INFINITY, f64::max)
}

fn table(last: &Counts, counts: &Counts) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["kernel", "last", "now", "change", ""]);
    for (kernel, &count) in counts {
        let rise = rise(last, kernel, count);
        let word = match rise {
            _ if rise > FAILS => "risen: fails",
            _ if rise > NAMED => "risen",
            _ if rise < -NAMED => "fallen: --write keeps it",
            _ => "",
        };
        table.add_row([
            kernel.clone(),
            last.get(kernel).map_or("new".to_string(), u64::to_string),
            count.to_string(),
            format!("{:+.2} %", 100.0 * rise),
            word.to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pairs: &[(&str, u64)]) -> Counts {
        pairs
            .iter()
            .map(|&(name, count)| (name.to_string(), count))
            .collect()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let some = counts(&[("a", 1000), ("b", 7)]);
        let text = written("rustc 1.95.0", &some);
        assert_eq!(read(&text).unwrap(), ("rustc 1.95.0".to_string(), some));
        let error = read("kernel,instructions,compiler\na,x,rustc\n").unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }

    #[test]
    fn a_rise_of_more_than_two_per_cent_is_named_and_of_five_fails() {
        let last = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("d", 1000)]);
        let now = counts(&[("a", 1019), ("b", 1030), ("c", 1060), ("d", 900), ("e", 5)]);
        let table = table(&last, &now).to_string();
        let word = |kernel: &str| {
            let row = table
                .lines()
                .find(|row| row.contains(&format!(" {kernel} ")));
            row.unwrap().rsplit('|').nth(1).unwrap().trim().to_string()
        };
        let words: Vec<String> = ["a", "b", "c", "d", "e"].map(word).into();
        assert_eq!(
            words,
            ["", "risen", "risen: fails", "fallen: --write keeps it", ""]
        );
        assert!(worst_rise(&last, &now) > FAILS);
        assert!(worst_rise(&last, &counts(&[("b", 1030)])) <= FAILS);
    }
}
