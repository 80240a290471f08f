//! Namespaces of a supervisor. Contestants see only their own processes and the supervisor, the first
//! process there: they can neither kill nor stop it, and one `kill` reaches them all.
//!
//! An ordinary user needs a user namespace, too. There the privilege to mount must be ambient to pass
//! `exec`. The inner part keeps it; contestants lose it (`privileges`).

use std::env;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
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

use crate::cgroup::{is_hierarchy, mount_points};
use crate::sys::end_like;

/// Folders of files that configure the kernel and devices; uid 0 may write to many of them.
const INTERFACES: [&str; 2] = ["/proc", "/sys"];

/// Flags of mounts without programs or devices.
const SAFE: MsFlags = MsFlags::MS_NOSUID
    .union(MsFlags::MS_NODEV)
    .union(MsFlags::MS_NOEXEC);

/// Makes the namespaces, starts this program in them with the same arguments, and waits for its end.
/// Fails if the kernel does not let this user have namespaces.
pub(super) fn enter() -> io::Result<ExitCode> {
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
    let mut inside = Command::new("/proc/self/exe");
    let mut inside = inside.args(env::args_os().skip(1)).spawn()?;
    // The end of the inner part must close the socket to the judge.
    let null = File::options().write(true).open("/dev/null")?;
    dup2(null.as_raw_fd(), 2)?;
    Ok(ExitCode::from(end_like(inside.wait()?)))
}

/// Sets up the namespaces, as their first process, for contestants in `bubblewrap` or without it.
pub(super) fn settle(bubblewrap: bool) -> io::Result<()> {
    // If the judge kills the outer part, this one ends, too.
    set_pdeathsig(Signal::SIGKILL)?;
    let none = None::<&str>;
    let private = MsFlags::MS_REC | MsFlags::MS_SLAVE;
    mount(none, "/", none, private, none)?;
    mount(Some("proc"), "/proc", Some("proc"), SAFE, none)?;
    if bubblewrap {
        // Bubblewrap makes the rest read-only; below a read-only `/proc` it could not mount its own.
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

pub(super) fn empty_shared_places() -> io::Result<()> {
    for place in shared_places() {
        umount2(place, MntFlags::MNT_DETACH)?;
        mount(Some("tmpfs"), place, Some("tmpfs"), SAFE, None::<&str>)?;
    }
    Ok(())
}

/// Returns the existing folders of POSIX shared memory, semaphores and message queues.
fn shared_places() -> impl Iterator<Item = &'static str> {
    let places = ["/dev/shm", "/dev/mqueue"];
    places.into_iter().filter(|place| Path::new(place).is_dir())
}

fn make_read_only(is_wanted: impl Fn(&MountInfo) -> bool) -> io::Result<()> {
    let flags = SAFE | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    let none = None::<&str>;
    for place in mount_points(is_wanted)? {
        // Fails only for a mount that is hidden below another.
        let _ = mount(none, &place, none, flags, none);
    }
    Ok(())
}

/// Kills every process of the namespaces but this one, the first. Outside, it would kill every process
/// of the user.
pub(super) fn kill_all() {
    let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
}
