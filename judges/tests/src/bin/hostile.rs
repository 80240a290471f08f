//! A contestant with an exact cost: `hostile WAY=AMOUNT [COMMAND]…`. It then becomes COMMAND, if
//! there is one.

use std::hint::black_box;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread;
use std::time::Duration;
use std::{env, io};

use nix::sys::prctl::set_dumpable;
use nix::time::{ClockId, clock_gettime};

/// Longer than any judge waits here, but not for ever.
const LONG: Duration = Duration::from_secs(600);

fn main() -> io::Result<()> {
    let mut args = env::args().skip(1);
    let arg = args.next().unwrap_or_default();
    let (way, amount) = arg.split_once('=').unwrap_or((&arg, ""));
    let amount: u64 = amount.parse().map_err(io::Error::other)?;
    match way {
        "burns" => burn(Duration::from_millis(amount))?,
        "holds" => hold(amount, Duration::from_millis(500)),
        "keeps" => hold(amount, LONG),
        "hides" => {
            // From now on, only root may inspect this process.
            set_dumpable(false)?;
            hold(amount, LONG);
        }
        _ => return Err(io::Error::other(format!("no such way: {way}"))),
    }
    match args.next() {
        Some(command) => Err(Command::new(command).args(args).exec()),
        None => Ok(()),
    }
}

/// Burns CPU time until this process has used `time` in total.
fn burn(time: Duration) -> io::Result<()> {
    while Duration::from(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?) < time {
        black_box((0..10_000).fold(0u64, |sum, number| black_box(sum ^ number)));
    }
    Ok(())
}

/// Holds `mib` MiB of touched memory for a time.
fn hold(mib: u64, time: Duration) {
    let block = vec![1u8; (mib as usize) << 20];
    thread::sleep(time);
    black_box(&block);
}
