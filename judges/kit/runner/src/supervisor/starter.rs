//! The supervisor's thread that starts contestants.

use std::io;
use std::process::Command;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use nix::unistd::{Pid, gettid};

type Job = Box<dyn FnOnce() + Send>;

/// A thread whose confinement every contestant inherits. It is set up once, not for each case.
///
/// It must outlive the contestants: with `PR_SET_PDEATHSIG`, a contestant is killed when the thread
/// that started it exits.
pub(super) struct Starter {
    /// Id of the thread.
    pub id: Pid,
    /// Jobs for the thread, which ends when this is dropped.
    jobs: Sender<Job>,
}

impl Starter {
    /// Starts the thread and waits until `confine`, which gets the thread's id, has confined it.
    pub fn new(confine: impl FnOnce(Pid) -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        let (jobs, queue) = channel::<Job>();
        Builder::new().spawn(move || queue.into_iter().for_each(|job| job()))?;
        let mut starter = Starter { id: Pid::from_raw(0), jobs };
        starter.id = starter.run(|| {
            let id = gettid();
            confine(id).map(|()| id)
        })?;
        Ok(starter)
    }

    /// Starts a program; returns its process, which this process must reap.
    pub fn start(&self, mut command: Command) -> io::Result<Pid> {
        let child = self.run(move || command.spawn())?;
        Ok(Pid::from_raw(child.id() as i32))
    }

    /// Runs `job` on the thread.
    pub fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let (sender, result) = channel();
        let job = move || {
            let _ = sender.send(job());
        };
        let failed = || io::Error::other("the thread that starts contestants has failed");
        self.jobs.send(Box::new(job)).map_err(|_| failed())?;
        result.recv().map_err(|_| failed())?
    }
}
