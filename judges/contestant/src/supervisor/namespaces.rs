//! Namespaces of a supervisor's own. Its contestants see no process but their
//! own and the supervisor, which is the first process there: they can neither
//! kill nor stop it, and one `kill` reaches them all at once.
//!
//! An ordinary user needs a user namespace for that, in which only this user is
//! known. There `exec` takes all privileges away, except those declared ambient:
//! the one that mounts `/proc` passes that way from the outside to the inside,
//! where it is given up before the first contestant starts. Root's contestants cannot mount or
//! trace either.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitCode};

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, dup2, getegid, geteuid};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
};

use super::settings::{ProcessRole, Settings};
use crate::cgroup::mount_points;

/// Makes the namespaces, starts this program in them, and waits for its end.
///
/// # Errors
/// The kernel does not let this user have namespaces.
pub(super) fn enter(settings: &Settings, command: &[OsString]) -> io::Result<ExitCode> {
    let mut flags = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWIPC;
    let (user, group) = (geteuid(), getegid());
    if !user.is_root() {
        flags |= CloneFlags::CLONE_NEWUSER;
    }
    unshare(flags)?;
    if !user.is_root() {
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
        let mut sets = capabilities(None)?;
        sets.inheritable |= CapabilitySet::SYS_ADMIN;
        set_capabilities(None, sets)?;
        configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?;
    }
    let settings = Settings {
        role: ProcessRole::Inside,
        ..settings.clone()
    };
    let mut inside = Command::new("/proc/self/exe")
        .args(settings.to_args(command)?)
        .spawn()?;
    // The other part's end must close the socket to the judge.
    let null = File::options().write(true).open("/dev/null")?;
    dup2(null.as_raw_fd(), 2)?;
    let status = inside.wait()?;
    if let Some(signal) = status.signal() {
        let signal = Signal::try_from(signal).unwrap_or(Signal::SIGKILL);
        kill(Pid::this(), signal)?;
    }
    Ok(ExitCode::from(status.code().unwrap_or(1) as u8))
}

/// Settles in the namespaces, as their first process.
///
/// # Errors
/// The kernel does not let this user mount `/proc`.
pub(super) fn settle(settings: &Settings) -> io::Result<()> {
    // Should the judge have to kill the other part, this one goes with it.
    set_pdeathsig(Signal::SIGKILL)?;
    let none = None::<&str>;
    let private = MsFlags::MS_REC | MsFlags::MS_SLAVE;
    mount(none, "/", none, private, none)?;
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), safe, none)?;
    close_groups(safe)?;
    if geteuid().is_root() && !settings.bubblewrap {
        // What root starts gets all but these. Bubblewrap needs them, and drops all itself.
        for taken in [CapabilitySet::SYS_ADMIN, CapabilitySet::SYS_PTRACE] {
            remove_capability_from_bounding_set(taken)?;
        }
    }
    if !geteuid().is_root() {
        clear_ambient_capability_set()?;
        let no = CapabilitySet::empty();
        set_capabilities(
            None,
            CapabilitySets {
                effective: no,
                permitted: no,
                inheritable: no,
            },
        )?;
    }
    Ok(())
}

/// Makes control groups read-only in here: who may write there can leave a group, or stop
/// and kill all that is in one, the supervisor with it. An ordinary user may under systemd.
///
/// # Errors
/// The list of mounts cannot be read.
fn close_groups(flags: MsFlags) -> io::Result<()> {
    let flags = flags | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    let none = None::<&str>;
    for groups in mount_points()? {
        // Fails only for one that is hidden below another mount.
        let _ = mount(none, &groups, none, flags, none);
    }
    Ok(())
}

/// Kills every process of the namespaces but this one, the first.
pub(super) fn kill_all() {
    let all = Pid::from_raw(-1);
    // Anywhere else, this would be every process of the user.
    if Pid::this().as_raw() == 1 {
        let _ = kill(all, Signal::SIGKILL);
    }
}
