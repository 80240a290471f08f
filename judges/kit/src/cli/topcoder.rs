//! Options of TopCoder's tester that mean nothing here, so that its command
//! lines work as they are.

/// Options that are accepted, and have no effect: no window opens during a run.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Accepted as TopCoder's tester has them, without effect")]
pub(crate) struct Accepted {
    /// No window opens
    #[arg(long = "novis", visible_alias = "nv")]
    _no_window: bool,
    /// The run time is always printed
    #[arg(long = "printRuntime", visible_alias = "pr")]
    _print_runtime: bool,
    /// No window opens
    #[arg(long = "debug", visible_alias = "db")]
    _debug: bool,
    /// No window opens
    #[arg(long = "delay", value_name = "MS")]
    _delay: Option<String>,
    /// No window opens
    #[arg(long = "pause")]
    _pause: bool,
    /// No window opens
    #[arg(long = "size", value_name = "PIXELS")]
    _size: Option<String>,
    /// No window opens
    #[arg(long = "windowPos", value_name = "X,Y")]
    _window_position: Option<String>,
    /// `--html` and `show` write pages
    #[arg(long = "saveVis", value_name = "DIR", num_args = 0..=1)]
    _save_window: Option<Option<String>>,
    /// No window opens
    #[arg(long = "noAntialiasing")]
    _no_antialiasing: bool,
}
