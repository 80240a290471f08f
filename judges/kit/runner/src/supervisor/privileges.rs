//! Privileges of contestants: they have no capability, not even root's, and in namespaces a filter
//! refuses them system calls.

use std::io;

use nix::sched::{CloneFlags, unshare};
use rustix::io::Errno;
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_no_new_privs,
};
use seccompiler::sock_filter;

use crate::sys::filter_calls;

/// Lets no program that this process starts inherit a capability; the process keeps its own.
///
/// # Errors
/// The kernel does not let it give one up.
pub(super) fn bequeath_none() -> io::Result<()> {
    clear_ambient_capability_set()?;
    let own = capabilities(None)?;
    set_capabilities(
        None,
        CapabilitySets {
            inheritable: CapabilitySet::empty(),
            ..own
        },
    )?;
    Ok(())
}

/// Lets no program that this process starts gain a capability, as every program of root's does,
/// and others with marks in the file system. Only a process with `CAP_SETPCAP` can do so: root has
/// it, unless a container takes it away.
///
/// # Errors
/// None that is expected.
pub(super) fn bound_to_none() -> io::Result<()> {
    if !capabilities(None)?
        .effective
        .contains(CapabilitySet::SETPCAP)
    {
        return Ok(());
    }
    for number in 0..u64::BITS {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        match remove_capability_from_bounding_set(capability) {
            // This kernel has fewer.
            Err(Errno::INVAL) => break,
            removed => removed?,
        }
    }
    Ok(())
}

/// Confines this thread and all that it starts to an IPC namespace of their own, whose objects go
/// with the last process, and to the calls that the filter lets through. They cannot gain more
/// privileges.
///
/// # Errors
/// The kernel does not permit it, or has no room for another namespace.
pub(super) fn confine(filter: &[sock_filter]) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWIPC)?;
    set_no_new_privs(true)?;
    filter_calls(filter)
}
