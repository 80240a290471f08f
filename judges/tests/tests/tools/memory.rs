//! Checks that all forms of a contestant's memory are counted, or their allocation refused (see the
//! attack `refused`). The rows match the table in `judges/kit/SANDBOX.md`.

use std::sync::{Mutex, PoisonError};

use game::{MemorySource, Verdict};
use harness::hostile::SandboxLevel::{Full, Namespaces, Session};
use harness::hostile::{Arena, PATIENT, SandboxLevel};

/// Ways to hold memory that is freed when the processes end.
const HELD: &str = "mapped|memfd|/dev/shm|pipes|pages in pipes|TCP|TCP that is not accepted|UDP|\
    local sockets|page tables";

/// Ways to hold memory that, without namespaces, would stay on the host.
const LASTING: &str = "names in /dev/shm|segments|messages|semaphores";

fn what_counts(level: SandboxLevel) {
    // The kernel limits the pipe pages of a user, and two of these contestants would exceed that.
    static PIPES: Mutex<()> = Mutex::new(());
    let _alone = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    let lasting = LASTING.split('|').filter(|_| level != Session);
    let ways: Vec<&str> = HELD.split('|').chain(lasting).collect();
    let options = format!("--memory-limit 40 {PATIENT} {}", level.option());
    let arena = Arena::here();
    for way in &ways {
        let result = arena.play_attack(&format!("held {way}"), &options);
        let record = result.record();
        let found = (record.ruling.verdict, record.cost.memory_source);
        let expected = (Verdict::Mle, Some(MemorySource::Group));
        assert_eq!(found, expected, "{way}: {record:?}");
    }
}

pub(super) fn what_counts_in_a_session() {
    what_counts(Session);
}

pub(super) fn what_counts_in_namespaces() {
    what_counts(Namespaces);
}

pub(super) fn what_counts_in_a_sandbox() {
    what_counts(Full);
}
