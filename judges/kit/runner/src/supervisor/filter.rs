//! The filter of contestants' system calls, in namespaces and in a sandbox. It refuses calls that
//! could pass something on to the next case, change the environment, or hold memory that no account
//! includes.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter, sock_filter,
};

/// Calls that are refused with any arguments: keyrings, programs and counters in the kernel, page
/// faults handled by a process, mounts, rings of requests (filters do not see them), memory hidden
/// from the kernel, advice on other processes' memory.
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

/// Test of an argument's lower 32 bits: has these bits, is this number, is none of these numbers.
#[derive(Clone, Copy)]
enum Test {
    Has,
    Is,
    IsNot,
}
use Test::{Has, Is, IsNot};

/// Condition on the argument with this index.
type Condition<'a> = (u8, Test, &'a [libc::c_int]);

/// Calls that are refused if all conditions hold. The kernel charges a control group only for
/// queues of the remaining sockets, and for datagrams only when they are sent. A user namespace
/// would give capabilities back. Resident memory includes neither huge pages of the host's pool nor
/// pages that a process moves to swap space, and no account includes filters. The priority of a
/// user's processes would include the supervisor's.
const REFUSED_WITH: [(c_long, &[Condition<'static>]); 19] = [
    (libc::SYS_socket, &[(0, IsNot, &FAMILIES)]),
    (libc::SYS_socketpair, &[(0, IsNot, &FAMILIES)]),
    (libc::SYS_socket, &[(0, IsNot, &[libc::AF_UNIX]), (2, IsNot, &PROTOCOLS)]),
    (libc::SYS_sendto, &[(3, Has, &[libc::MSG_MORE])]),
    (libc::SYS_sendmsg, &[(2, Has, &[libc::MSG_MORE])]),
    (libc::SYS_sendmmsg, &[(3, Has, &[libc::MSG_MORE])]),
    (libc::SYS_setsockopt, &[(1, Is, &[libc::IPPROTO_UDP]), (2, Is, &[libc::UDP_CORK])]),
    (libc::SYS_setsockopt, &[SOCKET_LEVEL, (2, Is, &[libc::SO_ATTACH_FILTER])]),
    (libc::SYS_setsockopt, &[SOCKET_LEVEL, (2, Is, &[libc::SO_ATTACH_REUSEPORT_CBPF])]),
    (libc::SYS_clone, &[(0, Has, &[libc::CLONE_NEWUSER])]),
    (libc::SYS_unshare, &[(0, Has, &[libc::CLONE_NEWUSER])]),
    (libc::SYS_mmap, &[(3, Has, &[libc::MAP_HUGETLB])]),
    (libc::SYS_shmget, &[(2, Has, &[libc::SHM_HUGETLB])]),
    (libc::SYS_memfd_create, &[(1, Has, &[HUGE_PAGES])]),
    (libc::SYS_madvise, &[(2, Is, &[libc::MADV_PAGEOUT])]),
    (libc::SYS_seccomp, &[(0, Is, &[SET_FILTER])]),
    (libc::SYS_prctl, &[(0, Is, &[libc::PR_SET_SECCOMP])]),
    (libc::SYS_setpriority, &[(0, Is, &[libc::PRIO_USER as _])]),
    (libc::SYS_ioprio_set, &[(0, Is, &[IOPRIO_WHO_USER])]),
];

/// Calls that are also refused in a sandbox: a read-only file system does not prevent connections
/// to sockets of services. One end of a pair of datagram sockets could connect to them as well.
const REFUSED_IN_SANDBOX: [(c_long, &[Condition<'static>]); 2] = [
    (libc::SYS_socket, &[(0, Is, &[libc::AF_UNIX])]),
    (libc::SYS_socketpair, &[(1, Has, &[libc::SOCK_DGRAM])]),
];

/// Calls that change limits, CPUs or priority of a thread, with the index of the argument for the
/// thread. They are refused for threads of the supervisor; all other visible threads are the
/// contestant's.
const CHANGES: [(c_long, u8); 7] = [
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

const SET_FILTER: libc::c_int = libc::SECCOMP_SET_MODE_FILTER as libc::c_int;

/// `IOPRIO_WHO_USER`.
const IOPRIO_WHO_USER: libc::c_int = 3;

const SOCKET_LEVEL: Condition<'static> = (1, Is, &[libc::SOL_SOCKET]);

const HUGE_PAGES: libc::c_int = libc::MFD_HUGETLB as libc::c_int;

/// Families of sockets that are allowed.
const FAMILIES: [libc::c_int; 3] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
/// Internet protocols that are allowed: the default of a socket's type, TCP and UDP.
const PROTOCOLS: [libc::c_int; 3] = [0, libc::IPPROTO_TCP, libc::IPPROTO_UDP];

/// First number of the x86 calls with 32-bit pointers; other calls have lower numbers.
const X32: u32 = 1 << 30;

/// Puts this thread, and everything that it starts, under the filter of a supervisor with these
/// threads. A refused call fails with `EPERM`. A call of another architecture, for example by a
/// 32-bit program, kills the process.
///
/// # Errors
/// This machine's architecture is not supported, or the kernel refuses the filter.
pub(super) fn apply(in_sandbox: bool, supervisor: &[i32]) -> io::Result<()> {
    let conditional = conditional(in_sandbox, supervisor).map_err(io::Error::other)?;
    let program = [&missing()[..], &conditional].concat();
    apply_filter(&program).map_err(io::Error::other)
}

fn conditional(in_sandbox: bool, supervisor: &[i32]) -> Result<BpfProgram, BackendError> {
    let mut refused: BTreeMap<c_long, Vec<SeccompRule>> =
        REFUSED.map(|call| (call, Vec::new())).into();
    let mut refuse = |call, conditions: &[Condition]| {
        let rule = SeccompRule::new(all(conditions)?)?;
        refused.entry(call).or_default().push(rule);
        Ok::<(), BackendError>(())
    };
    for (call, conditions) in REFUSED_WITH {
        refuse(call, conditions)?;
    }
    for (call, conditions) in REFUSED_IN_SANDBOX.into_iter().filter(|_| in_sandbox) {
        refuse(call, conditions)?;
    }
    for (call, index) in CHANGES {
        for &thread in supervisor {
            refuse(call, &[(index, Is, &[thread])])?;
        }
    }
    let filter = SeccompFilter::new(
        refused,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        TargetArch::try_from(std::env::consts::ARCH)?,
    );
    filter?.try_into()
}

fn all(conditions: &[Condition]) -> Result<Vec<SeccompCondition>, BackendError> {
    let conditions = conditions.iter().flat_map(|&(index, test, numbers)| {
        numbers.iter().map(move |&number| {
            let number = number as u64;
            let operator = match test {
                Has => SeccompCmpOp::MaskedEq(number),
                Is => SeccompCmpOp::Eq,
                IsNot => SeccompCmpOp::Ne,
            };
            SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, number)
        })
    });
    conditions.collect()
}

/// Returns the part of the filter for calls that are reported as missing: those with other
/// pointers, and `clone3`, whose flags are in memory, which filters do not see. C libraries then
/// use `clone`.
fn missing() -> [sock_filter; 4] {
    let is_missing = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    let steps = [
        // The call's number is the first value that a filter sees.
        (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        (libc::BPF_JMP | libc::BPF_JEQ, 1, 0, libc::SYS_clone3 as u32),
        (libc::BPF_JMP | libc::BPF_JGE, 0, 1, X32),
        (libc::BPF_RET, 0, 0, is_missing),
    ];
    steps.map(|(code, jt, jf, k)| sock_filter { code: code as u16, jt, jf, k })
}
