//! Namespaces of a supervisor's own. Its contestants see no process but their
//! own and the supervisor, which is the first process there: they can neither
//! kill nor stop it, and one `kill` reaches them all at once.
//!
//! An ordinary user needs a user namespace for that, in which only this user is
//! known. There `exec` takes all privileges away, except those declared ambient:
//! the one that mounts passes that way from the outside to the inside. The supervisor keeps it;
//! its contestants have none, nor have root's (`privileges`).

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, dup2, getegid, geteuid};
use procfs::process::MountInfo;
use rustix::thread::{
    CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities,
};

use super::settings::{ProcessRole, Settings};
use crate::cgroup::{is_hierarchy, mount_points};

/// Folders of file systems through which the kernel and devices are set up. A uid of 0 is enough to
/// write to many a file there.
const INTERFACES: [&str; 2] = ["/proc", "/sys"];

/// Flags of mounts without programs or devices.
const SAFE: MsFlags = MsFlags::MS_NOSUID
    .union(MsFlags::MS_NODEV)
    .union(MsFlags::MS_NOEXEC);

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
    mount(Some("proc"), "/proc", Some("proc"), SAFE, none)?;
    if settings.bubblewrap {
        // Bubblewrap makes all else read-only, and could not mount a `/proc` of its own if this
        // one were.
        return make_read_only(is_hierarchy);
    }
    make_read_only(|mount| {
        let is_below = |folder| mount.mount_point.starts_with(folder);
        is_hierarchy(mount) || INTERFACES.iter().any(is_below)
    })?;
    for place in shared_places() {
        mount(Some("tmpfs"), place, Some("tmpfs"), SAFE, none)?;
    }
    Ok(())
}

/// Empties the folders that programs share, for the next contestant.
///
/// # Errors
/// The kernel has no memory left.
pub(super) fn empty_shared_places() -> io::Result<()> {
    for place in shared_places() {
        umount2(place, MntFlags::MNT_DETACH)?;
        mount(Some("tmpfs"), place, Some("tmpfs"), SAFE, None::<&str>)?;
    }
    Ok(())
}

/// Folders of POSIX shared memory, semaphores and message queues that exist here.
fn shared_places() -> impl Iterator<Item = &'static str> {
    let places = ["/dev/shm", "/dev/mqueue"];
    places.into_iter().filter(|place| Path::new(place).is_dir())
}

/// Makes all mounts read-only in here for which `is_wanted` returns true.
///
/// # Errors
/// The list of mounts cannot be read.
fn make_read_only(is_wanted: impl Fn(&MountInfo) -> bool) -> io::Result<()> {
    let flags = SAFE | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    let none = None::<&str>;
    for place in mount_points(is_wanted)? {
        // Fails only for one that is hidden below another mount.
        let _ = mount(none, &place, none, flags, none);
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
