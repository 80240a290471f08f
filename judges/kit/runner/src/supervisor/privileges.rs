//! Privileges of contestants: all capabilities are removed, even root's.

use std::io;

use rustix::io::Errno;
use rustix::thread::{
    CapabilitySet, capabilities, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities,
};

/// Keeps capabilities of this process from the programs that it starts.
pub(super) fn clear_inheritable_caps() -> io::Result<()> {
    clear_ambient_capability_set()?;
    let mut sets = capabilities(None)?;
    sets.inheritable = CapabilitySet::empty();
    Ok(set_capabilities(None, sets)?)
}

/// Prevents programs that this process starts from gaining a capability, as programs of root and
/// programs with file capabilities do. Has no effect without `CAP_SETPCAP`, which root lacks in
/// some containers.
pub(super) fn drop_bounding_set() -> io::Result<()> {
    let own = capabilities(None)?.effective;
    if !own.contains(CapabilitySet::SETPCAP) {
        return Ok(());
    }
    for number in 0..u64::BITS {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        match remove_capability_from_bounding_set(capability) {
            // These are all capabilities of this kernel.
            Err(Errno::INVAL) => break,
            removed => removed?,
        }
    }
    Ok(())
}
