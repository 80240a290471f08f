//! The filter of system calls of a sandbox: refuses those with which something could pass from one
//! case to the next, or the sandbox be changed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, Write};

use rustix::fs::{MemfdFlags, memfd_create};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

/// Calls that are refused: keyrings, programs in the kernel, its counters, faults handled by a
/// process, mounts.
const REFUSED: [libc::c_long; 17] = [
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    libc::SYS_quotactl,
];

/// The bit of calls of x86's 32-bit pointers, which come as calls of the whole machine.
#[cfg(target_arch = "x86_64")]
const VARIANTS: [libc::c_long; 2] = [0, 1 << 30];
#[cfg(not(target_arch = "x86_64"))]
const VARIANTS: [libc::c_long; 1] = [0];

/// A file that bubblewrap reads the filter from. It is inherited.
///
/// # Errors
/// There is no filter for this machine, or the host has no descriptors left.
pub(super) fn file() -> io::Result<File> {
    let mut file = File::from(memfd_create("filter", MemfdFlags::empty())?);
    for step in program().map_err(io::Error::other)? {
        file.write_all(&step.code.to_ne_bytes())?;
        file.write_all(&[step.jt, step.jf])?;
        file.write_all(&step.k.to_ne_bytes())?;
    }
    file.rewind()?;
    Ok(file)
}

/// The filter as the kernel runs it. A call that is refused fails with `EPERM`; one of another
/// architecture, of a 32-bit program say, ends the process.
fn program() -> Result<BpfProgram, seccompiler::BackendError> {
    let calls = REFUSED.iter();
    let calls = calls.flat_map(|call| VARIANTS.map(|variant| call | variant));
    let always = Vec::new();
    let refused: BTreeMap<_, _> = calls.map(|call| (call, always.clone())).collect();
    let filter = SeccompFilter::new(
        refused,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        TargetArch::try_from(std::env::consts::ARCH)?,
    );
    filter?.try_into()
}
