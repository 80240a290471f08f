//! Load on the processors of contestants.

use std::io;
use std::process::{Child, Command};

/// Programs that keep processors busy until they are dropped.
pub struct BusyLoops(Vec<Child>);

impl BusyLoops {
    /// Starts `count` of them, as `program`, the contestant of this suite, on the
    /// processors that this thread may use.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(program: &str, count: usize) -> io::Result<BusyLoops> {
        let mut busy = BusyLoops(Vec::new());
        for _ in 0..count {
            busy.0
                .push(Command::new(program).arg("burns=1000000000").spawn()?);
        }
        Ok(busy)
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
