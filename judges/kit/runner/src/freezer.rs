//! Frozen control groups: a process in one is stopped; with version 1, even `SIGKILL` has no effect
//! before it is thawed.

use std::fs;
use std::path::Path;

use nix::unistd::Pid;
use procfs::ProcessCGroup;
use procfs::process::Process;

use crate::cgroup::{CgroupVersion, mounted};

/// Thaws the group of a process and the groups above it, unless this process is in the same group.
pub(crate) fn thaw(pid: Pid) {
    let groups = Process::new(pid.as_raw()).and_then(|process| process.cgroups());
    let judge = Process::myself().and_then(|judge| Ok((judge.cgroups()?, judge.mountinfo()?.0)));
    let (Ok(groups), Ok((own, mounts))) = (groups, judge) else {
        return;
    };
    let place = |group: &ProcessCGroup| (group.hierarchy, group.pathname.clone());
    let own: Vec<_> = own.into_iter().map(|group| place(&group)).collect();
    for group in groups
        .into_iter()
        .filter(|group| !own.contains(&place(group)))
    {
        let Some((folder, version)) = mounted(&group, &mounts, "freezer") else {
            continue;
        };
        let (file, thawed) = match version {
            CgroupVersion::One => ("freezer.state", "THAWED"),
            CgroupVersion::Two => ("cgroup.freeze", "0"),
        };
        let has_state = |folder: &&Path| folder.join(file).exists();
        for folder in folder.ancestors().take_while(has_state) {
            let _ = fs::write(folder.join(file), thawed);
        }
    }
}
