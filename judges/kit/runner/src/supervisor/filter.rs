//! The filter of contestants' system calls, in namespaces and in a sandbox. It refuses calls that
//! could pass something on to the next case, change the surroundings, or hold memory that no account
//! shows.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, Write};

use libc::c_long;
use rustix::fs::{MemfdFlags, memfd_create};
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

/// Calls that are refused with any arguments: keyrings, programs and counters in the kernel, faults
/// handled by a process, mounts, requests in memory, which filters do not see, memory hidden from
/// the kernel, advice on other processes' memory.
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

/// Condition on the lower 32 bits of the argument of this index.
#[derive(Clone, Copy)]
enum Condition {
    Has(u8, libc::c_int),
    Is(u8, libc::c_int),
    IsNot(u8, &'static [libc::c_int]),
}
use Condition::{Has, Is, IsNot};

/// Calls that are refused if all conditions hold. The kernel charges queues to a control group only
/// for the remaining sockets, and for datagrams that are sent, not collected. A user namespace would
/// give capabilities back. Resident memory does not include pages of a pool, or pages that a process
/// has moved to swap space itself.
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
/// Internet protocols that remain: the default of a socket's type, TCP and UDP.
const PROTOCOLS: [libc::c_int; 3] = [0, libc::IPPROTO_TCP, libc::IPPROTO_UDP];

/// First number of the x86 calls with 32-bit pointers; all others are lower.
const X32: u32 = 1 << 30;

/// Returns an inherited file with this filter, for bubblewrap.
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

/// Returns the filter. A refused call fails with `EPERM`; a call of another architecture, as of a
/// 32-bit program, ends the process.
///
/// # Errors
/// This machine's architecture is not supported.
pub(super) fn program() -> io::Result<BpfProgram> {
    let conditional = conditional().map_err(io::Error::other)?;
    Ok([&missing()[..], &conditional].concat())
}

/// Returns the part of the filter that refuses with `EPERM`.
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

/// Returns these conditions in the form of the filter.
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
