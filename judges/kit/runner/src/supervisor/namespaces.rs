//! Namespaces of a supervisor, the first process there. Contestants see only their own processes.
//! They can neither kill nor stop the supervisor, and one `kill` reaches all of them. Their mounts
//! follow those of the supervisor, whose own `/proc` also shows the supervisor.
//!
//! An ordinary user also needs a user namespace. In it, the privilege to mount must be ambient to
//! survive `exec`. The inner part keeps it; contestants lose it (`privileges`).

use std::env;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::process::{Command, ExitCode};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, getegid, geteuid};
use procfs::process::MountInfo;
use rustix::fs::{AtFlags, CWD, StatxFlags, statx};
use rustix::io::Errno;
use rustix::stdio::dup2_stderr;
use rustix::thread::{
    CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities,
};

use crate::cgroup::{is_hierarchy, mounts};
use crate::ids::NextId;
use crate::report::is_refusal;
use crate::sys::end_like;

/// Folders with files that configure the kernel and devices; user id 0 may write to many of them.
const INTERFACES: [&str; 2] = ["/proc", "/sys"];

/// Folders of POSIX shared memory, semaphores and message queues.
const SHARED: [&str; 2] = ["/dev/shm", "/dev/mqueue"];

/// Flags for mounts without programs or devices.
const SAFE: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV).union(MsFlags::MS_NOEXEC);

/// Makes the namespaces, starts this program inside with the same arguments, awaits its exit.
pub(super) fn enter() -> io::Result<ExitCode> {
    isolate().map_err(refusal)?;
    let mut inside = Command::new("/proc/self/exe").args(env::args_os().skip(1)).spawn()?;
    // The exit of the inner part must close the socket to the judge.
    let null = File::options().write(true).open("/dev/null")?;
    dup2_stderr(&null)?;
    Ok(ExitCode::from(end_like(inside.wait()?)))
}

/// Marks errors by which a kernel permanently refuses namespaces as [`ErrorKind::Unsupported`].
pub(super) fn refusal(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(
            libc::EPERM | libc::EACCES | libc::EINVAL | libc::ENOSYS | libc::ENOSPC | libc::EUSERS,
        ) => io::Error::new(
            ErrorKind::Unsupported,
            format!("the kernel refuses namespaces: {error}"),
        ),
        _ => error,
    }
}

fn isolate() -> io::Result<()> {
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
    Ok(())
}

/// Sets up the namespaces from their first process; returns the setting of the next process id if
/// the kernel has it.
pub(super) fn settle(in_sandbox: bool) -> io::Result<Option<NextId>> {
    // If the judge kills the outer part, this part ends, too.
    set_pdeathsig(Signal::SIGKILL)?;
    change_root(MsFlags::MS_SLAVE)?;
    // Mounts reach the contestants from here.
    change_root(MsFlags::MS_SHARED)?;
    mount_proc(None)?;
    if !in_sandbox {
        cover_shared_places()?;
    }
    match NextId::open() {
        Err(error) if is_refusal(&error) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Gives the thread that starts contestants the mounts that they see. The supervisor is hidden
/// there: its statistics would tell when it looks, and what earlier cases did.
pub(super) fn confine(in_sandbox: bool) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    change_root(MsFlags::MS_SLAVE)?;
    match mount_proc(Some("hidepid=ptraceable")) {
        // Kernels before 5.8 would hide contestants from the supervisor, too.
        Err(nix::Error::EINVAL) => mount_proc(None)?,
        mounted => mounted?,
    }
    make_read_only(|mount| {
        // Bubblewrap makes the rest read-only, and must write to its own files in `/proc`.
        let is_below = |folder| mount.mount_point.starts_with(folder);
        is_hierarchy(mount) || !in_sandbox && INTERFACES.iter().any(is_below)
    })
}

fn change_root(propagation: MsFlags) -> nix::Result<()> {
    let none = None::<&str>;
    mount(none, "/", none, MsFlags::MS_REC | propagation, none)
}

fn mount_proc(options: Option<&str>) -> nix::Result<()> {
    mount(Some("proc"), "/proc", Some("proc"), SAFE, options)
}

/// Mounts an empty folder on each of [`SHARED`] that exists.
fn cover_shared_places() -> io::Result<()> {
    for place in SHARED {
        match mount(Some("tmpfs"), place, Some("tmpfs"), SAFE, None::<&str>) {
            Err(nix::Error::ENOENT | nix::Error::ENOTDIR) => {}
            mounted => mounted?,
        }
    }
    Ok(())
}

pub(super) fn empty_shared_places() -> io::Result<()> {
    for place in SHARED {
        match umount2(place, MntFlags::MNT_DETACH) {
            Err(nix::Error::ENOENT | nix::Error::EINVAL) => {}
            unmounted => unmounted?,
        }
    }
    cover_shared_places()
}

fn make_read_only(is_wanted: impl Fn(&MountInfo) -> bool) -> io::Result<()> {
    let flags = SAFE | MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    let none = None::<&str>;
    for wanted in mounts(is_wanted)? {
        let done = mount(none, &wanted.mount_point, none, flags, none);
        // A mount below another one is out of reach.
        if let Err(error) = done
            && is_on_top(&wanted)?
        {
            return Err(error.into());
        }
    }
    Ok(())
}

/// Returns true if the path of a mount leads to this mount.
fn is_on_top(wanted: &MountInfo) -> io::Result<bool> {
    match statx(CWD, &wanted.mount_point, AtFlags::empty(), StatxFlags::MNT_ID) {
        Ok(found) => {
            // Kernels before 5.8 do not report this.
            let is_told = found.stx_mask & StatxFlags::MNT_ID.bits() != 0;
            Ok(!is_told || found.stx_mnt_id == wanted.mnt_id as u64)
        }
        Err(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Gives this thread and its children a new IPC namespace, which ends with the last of them.
pub(super) fn renew_ipc() -> io::Result<()> {
    Ok(unshare(CloneFlags::CLONE_NEWIPC)?)
}

/// Kills every process of the namespaces except this one, the first. Outside of namespaces, this
/// would kill all processes of the user.
pub(super) fn kill_all() {
    let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
}
