//! The filter of system calls of contestants, in namespaces and in a sandbox. It refuses those with
//! which something could pass from one case to the next, the surroundings be changed, or memory be
//! held that no account shows.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, Write};

use libc::c_long;
use rustix::fs::{MemfdFlags, memfd_create};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

/// Calls that are refused whatever their arguments: keyrings, programs in the kernel, its counters,
/// faults handled by a process, mounts, requests in memory, which no filter sees, memory that is
/// hidden from the kernel, and advice on another process's.
const REFUSED: [c_long; 22] = [
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
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_secret,
    libc::SYS_process_madvise,
];

/// A condition on the argument of this index, of which the lower 32 bits count.
#[derive(Clone, Copy)]
enum Condition {
    /// It has all these bits.
    Has(u8, libc::c_int),
    /// It is this number.
    Is(u8, libc::c_int),
    /// It is none of these.
    IsNot(u8, &'static [libc::c_int]),
}
use Condition::{Has, Is, IsNot};

/// Calls that are refused if all conditions hold. Only these sockets have queues that the kernel
/// charges to a control group; of datagrams, those that are sent, not those that are collected. A
/// user namespace brings back all that root has lost. Pages of a pool, and those that a process
/// has moved to swap space by itself, are not in its resident memory.
const REFUSED_WITH: [(c_long, &[Condition]); 15] = [
    (libc::SYS_socket, &[IsNot(0, &FAMILIES)]),
    (libc::SYS_socketpair, &[IsNot(0, &FAMILIES)]),
    (
        libc::SYS_socket,
        &[IsNot(0, &[libc::AF_UNIX]), IsNot(2, &PROTOCOLS)],
    ),
    (libc::SYS_sendto, &[Has(3, libc::MSG_MORE)]),
    (libc::SYS_sendmsg, &[Has(2, libc::MSG_MORE)]),
    (libc::SYS_sendmmsg, &[Has(3, libc::MSG_MORE)]),
    (
        libc::SYS_setsockopt,
        &[Is(1, libc::IPPROTO_UDP), Is(2, libc::UDP_CORK)],
    ),
    (
        libc::SYS_setsockopt,
        &[Is(1, libc::SOL_SOCKET), Is(2, libc::SO_ATTACH_FILTER)],
    ),
    (
        libc::SYS_setsockopt,
        &[
            Is(1, libc::SOL_SOCKET),
            Is(2, libc::SO_ATTACH_REUSEPORT_CBPF),
        ],
    ),
    (libc::SYS_clone, &[Has(0, libc::CLONE_NEWUSER)]),
    (libc::SYS_unshare, &[Has(0, libc::CLONE_NEWUSER)]),
    (libc::SYS_mmap, &[Has(3, libc::MAP_HUGETLB)]),
    (libc::SYS_shmget, &[Has(2, libc::SHM_HUGETLB)]),
    (
        libc::SYS_memfd_create,
        &[Has(1, libc::MFD_HUGETLB as libc::c_int)],
    ),
    (libc::SYS_madvise, &[Is(2, libc::MADV_PAGEOUT)]),
];

/// Families of sockets that remain.
const FAMILIES: [libc::c_int; 3] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
/// Protocols of the Internet that remain: the usual one of a socket's type, TCP and UDP.
const PROTOCOLS: [libc::c_int; 3] = [0, libc::IPPROTO_TCP, libc::IPPROTO_UDP];

/// Where the numbers of calls begin that x86 has for pointers of 32 bits. No other call has one so
/// high.
const X32: u32 = 1 << 30;

/// A file that bubblewrap reads this filter from. It is inherited.
///
/// # Errors
/// The host has no descriptors left.
pub(super) fn file(filter: &[sock_filter]) -> io::Result<File> {
    let mut file = File::from(memfd_create("filter", MemfdFlags::empty())?);
    for step in filter {
        file.write_all(&step.code.to_ne_bytes())?;
        file.write_all(&[step.jt, step.jf])?;
        file.write_all(&step.k.to_ne_bytes())?;
    }
    file.rewind()?;
    Ok(file)
}

/// The filter as the kernel runs it. A call that is refused fails with `EPERM`; one of another
/// architecture, of a 32-bit program say, ends the process.
///
/// # Errors
/// There is no filter for this machine.
pub(super) fn program() -> io::Result<BpfProgram> {
    let conditional = conditional().map_err(io::Error::other)?;
    Ok([&missing()[..], &conditional].concat())
}

/// The part of the filter that refuses with `EPERM`.
fn conditional() -> Result<BpfProgram, BackendError> {
    let mut refused: BTreeMap<c_long, Vec<SeccompRule>> =
        REFUSED.map(|call| (call, Vec::new())).into();
    for (call, conditions) in REFUSED_WITH {
        let rule = SeccompRule::new(all(conditions)?)?;
        refused.entry(call).or_default().push(rule);
    }
    let filter = SeccompFilter::new(
        refused,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        TargetArch::try_from(std::env::consts::ARCH)?,
    );
    filter?.try_into()
}

/// These conditions, as the filter has them.
fn all(conditions: &[Condition]) -> Result<Vec<SeccompCondition>, BackendError> {
    let condition = |index, operator, number: libc::c_int| {
        SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, number as u64)
    };
    let mut found = Vec::new();
    for one in conditions {
        match *one {
            Has(index, bits) => {
                let operator = SeccompCmpOp::MaskedEq(bits as u64);
                found.push(condition(index, operator, bits)?);
            }
            Is(index, number) => found.push(condition(index, SeccompCmpOp::Eq, number)?),
            IsNot(index, numbers) => {
                for &number in numbers {
                    found.push(condition(index, SeccompCmpOp::Ne, number)?);
                }
            }
        }
    }
    Ok(found)
}

/// The part of the filter by which calls are missing: those of other pointers, and `clone3`, whose
/// flags are in memory, which no filter sees. C libraries then use `clone`.
fn missing() -> [sock_filter; 4] {
    let step = |code: u32, jt, jf, k| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    [
        // The number comes first of what a filter sees.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JEQ, 1, 0, libc::SYS_clone3 as u32),
        step(libc::BPF_JMP | libc::BPF_JGE, 0, 1, X32),
        step(
            libc::BPF_RET,
            0,
            0,
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32,
        ),
    ]
}
