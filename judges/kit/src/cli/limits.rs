//! Options that change a game's limits.

use std::time::Duration;

use clap::Command;

use game::{Limits, wall_for};

/// CPU and wall time where there is no limit.
const UNLIMITED: Duration = Duration::from_secs(7 * 24 * 3600);

/// Limits of a case that differ from the game's.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Limits of a case")]
pub(crate) struct LimitOptions {
    /// CPU time, ms; the wall limit goes with it (3 × CPU + 1 s); 0 for none
    #[arg(id = "time_limit", long = "time-limit", visible_aliases = ["timeLimit", "tl"], value_name = "MS")]
    time_limit: Option<u32>,
    /// Wall time in which it is the contestant's turn, ms
    #[arg(id = "wall_limit", long = "wall-limit", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    wall_limit: Option<u32>,
    /// Memory, MiB
    #[arg(id = "memory_limit", long = "memory-limit", value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    memory_limit: Option<u32>,
}

impl LimitOptions {
    /// The game's `limits`, changed.
    pub fn apply(&self, mut limits: Limits) -> Limits {
        let ms = |limit: u32| Duration::from_millis(limit.into());
        match self.time_limit {
            None => {}
            Some(0) => (limits.cpu, limits.wall) = (UNLIMITED, UNLIMITED),
            Some(limit) => (limits.cpu, limits.wall) = (ms(limit), wall_for(ms(limit))),
        }
        limits.wall = self.wall_limit.map_or(limits.wall, ms);
        limits.memory_kib = self
            .memory_limit
            .map_or(limits.memory_kib, |mib| u64::from(mib) * 1024);
        limits
    }
}

/// Adds the game's `limits` to the help of the options that change them.
pub(super) fn with_defaults(command: Command, limits: &Limits) -> Command {
    [
        ("time_limit", limits.cpu.as_millis().to_string()),
        ("wall_limit", limits.wall.as_millis().to_string()),
        ("memory_limit", (limits.memory_kib / 1024).to_string()),
    ]
    .into_iter()
    .fold(command, |command, (id, default)| {
        command.mut_arg(id, |arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            arg.help(format!("{help} [default: {default}]"))
        })
    })
}
