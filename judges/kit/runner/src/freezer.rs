//! Frozen control groups. In version 1, even `SIGKILL` acts only after thawing.

use std::fs;
use std::path::PathBuf;

use nix::unistd::Pid;
use procfs::ProcessCGroup;
use procfs::process::Process;

use crate::cgroup::mounted;

/// State file of a group, and the text that thaws the group, in versions 1 and 2.
const STATES: [(&str, &str); 2] = [("freezer.state", "THAWED"), ("cgroup.freeze", "0")];

/// Thaws the group of a process and its parent groups, except groups that contain this process.
pub(crate) fn thaw(pid: Pid) {
    let groups = Process::new(pid.as_raw()).and_then(|process| process.cgroups());
    let judge = Process::myself().and_then(|judge| Ok((judge.cgroups()?, judge.mountinfo()?.0)));
    let (Ok(groups), Ok((own, mounts))) = (groups, judge) else {
        return;
    };
    let folder = |group: ProcessCGroup| mounted(&group, &mounts, "freezer");
    let own: Vec<PathBuf> = own.into_iter().filter_map(folder).collect();
    for frozen in groups.into_iter().filter_map(folder).filter(|folder| !own.contains(folder)) {
        for folder in frozen.ancestors() {
            for (file, thawed) in STATES {
                let state = folder.join(file);
                if state.exists() {
                    let _ = fs::write(state, thawed);
                }
            }
        }
    }
}
