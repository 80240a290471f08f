//! A control group of a supervisor's own: the kernel's account of all memory that contestants hold,
//! mapped by a process or not (`cgroups(7)`, memory controller, version 1 or 2).
//!
//! The judge makes the group, the supervisor moves into it, and contestants start there: moving each
//! would take milliseconds. What the supervisor and earlier cases hold is subtracted.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use nix::unistd::{SysconfVar, sysconf};
use procfs::process::{MountInfo, Process};
use procfs::{ProcResult, ProcessCGroup, ProcessCGroups};
use rustix::param::page_size;
use serde::{Deserialize, Serialize};

/// Start of the names of groups; the process id of their judge follows.
const PREFIX: &str = "judge-";

/// Limit on TCP's queues in version 1, without which they are not counted.
const TCP_LIMIT: &str = "memory.kmem.tcp.limit_in_bytes";
/// Effectively unlimited, bytes: just below the number that the kernel prints for "no limit".
const NO_LIMIT: &str = "4611686018427387904";

/// Version of the cgroup interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CgroupVersion {
    /// A hierarchy for each controller.
    One,
    /// The unified hierarchy.
    Two,
}

/// A control group as its members see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cgroup {
    folder: PathBuf,
    version: CgroupVersion,
}

impl Cgroup {
    /// Moves this process into the group.
    pub fn enter(&self) -> io::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), "0")
    }

    /// Opens the group's account of memory.
    pub fn memory(&self) -> io::Result<MemoryAccount> {
        let open = |name: &str| File::open(self.folder.join(name));
        let all = match self.version {
            CgroupVersion::One => "memory.usage_in_bytes",
            CgroupVersion::Two => "memory.current",
        };
        Ok(MemoryAccount {
            all: open(all)?,
            kernel: open("memory.kmem.usage_in_bytes").ok(),
            sockets: open("memory.kmem.tcp.usage_in_bytes").ok(),
            stat: open("memory.stat")?,
        })
    }
}

/// Account of a group's memory. Its files stay open: to look one up by its name, a process waits
/// for others that make or remove groups.
pub(crate) struct MemoryAccount {
    /// All that the group is charged.
    all: File,
    /// In version 1, the kernel's part of that.
    kernel: Option<File>,
    /// In version 1, TCP's queues, which are not part of that.
    sockets: Option<File>,
    stat: File,
}

impl MemoryAccount {
    /// Memory of the group, KiB: all that it is charged but the page cache of files and the
    /// kernel's cache of file names, which give way to other needs.
    pub fn kib(&self) -> io::Result<u64> {
        let number = |file: &File| text(file)?.trim().parse().map_err(io::Error::other);
        let part = |file: &Option<File>| file.as_ref().and_then(|file| number(file).ok());
        let (all, stat) = (number(&self.all)?, text(&self.stat)?);
        let bytes = charge(&stat, all, part(&self.kernel).unwrap_or(0));
        Ok((bytes + part(&self.sockets).unwrap_or(0)) / 1024)
    }
}

/// Reads an open file from its start.
fn text(mut file: &File) -> io::Result<String> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// A group that a judge has made. Dropped, it is removed; its members have ended.
#[derive(Debug)]
pub(crate) struct OwnCgroup(Cgroup);

impl OwnCgroup {
    /// Makes a group below the one that this process is in, or next to it.
    ///
    /// # Errors
    /// There is no memory controller, or this user may not make groups.
    pub fn create() -> io::Result<OwnCgroup> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let mut outcome = Err(io::ErrorKind::Unsupported.into());
        for parent in places().map_err(io::Error::other)? {
            outcome = parent.make(&name);
            if outcome.is_ok() {
                break;
            }
        }
        outcome
    }

    /// The group as its members see it.
    pub fn cgroup(&self) -> &Cgroup {
        &self.0
    }
}

impl Drop for OwnCgroup {
    fn drop(&mut self) {
        // A member may be left if a supervisor was killed: the next judge removes the group.
        let _ = fs::remove_dir(&self.0.folder);
    }
}

/// A folder in which groups may be made.
#[derive(Debug, PartialEq, Eq)]
struct Parent {
    folder: PathBuf,
    version: CgroupVersion,
}

impl Parent {
    /// Makes a group here.
    fn make(&self, name: &str) -> io::Result<OwnCgroup> {
        let version = self.version;
        if version == CgroupVersion::Two {
            pass_memory_on(&self.folder)?;
        }
        remove_abandoned(&self.folder);
        let folder = self.folder.join(name);
        fs::create_dir(&folder)?;
        if version == CgroupVersion::One {
            let _ = fs::write(folder.join(TCP_LIMIT), NO_LIMIT);
        }
        let group = OwnCgroup(Cgroup { folder, version });
        group.0.memory()?.kib()?;
        Ok(group)
    }
}

/// Returns the folders in which this process may make groups, the best first.
fn places() -> ProcResult<Vec<Parent>> {
    let judge = Process::myself()?;
    Ok(places_by(&judge.cgroups()?, &judge.mountinfo()?.0))
}

/// Returns the same by this process's groups and the mounts.
fn places_by(own: &ProcessCGroups, mounts: &[MountInfo]) -> Vec<Parent> {
    let mut places = Vec::new();
    for group in own {
        let Some((folder, version)) = mounted(group, mounts, "memory") else {
            continue;
        };
        // In version 2, a group that has processes cannot pass controllers on: then the new
        // group goes next to it.
        let parent = folder.parent().map(Path::to_path_buf);
        let parent = parent.filter(|_| version == CgroupVersion::Two);
        let folders = [Some(folder), parent].into_iter().flatten();
        places.extend(folders.map(|folder| Parent { folder, version }));
    }
    places
}

/// Gives the groups below this one the memory controller, unless they have it.
///
/// # Errors
/// There is none to give, this user may not, or the group has processes of its own.
fn pass_memory_on(folder: &Path) -> io::Result<()> {
    let control = folder.join("cgroup.subtree_control");
    let passed = fs::read_to_string(&control)?;
    if passed.split_ascii_whitespace().any(|name| name == "memory") {
        return Ok(());
    }
    let mut control = File::options().write(true).open(control)?;
    control.write_all(b"+memory")
}

/// Returns the folders of mounts for which `is_wanted` returns true.
pub(crate) fn mount_points(is_wanted: impl Fn(&MountInfo) -> bool) -> io::Result<Vec<PathBuf>> {
    let mounts = Process::myself().and_then(|judge| judge.mountinfo());
    let mounts = mounts.map_err(io::Error::other)?.into_iter();
    let wanted = mounts.filter(is_wanted);
    Ok(wanted.map(|mount| mount.mount_point).collect())
}

/// Returns true for a hierarchy of control groups. A process that may write there can leave a
/// group, or stop and kill all that is in one: an ordinary user may under systemd.
pub(crate) fn is_hierarchy(mount: &MountInfo) -> bool {
    mount.fs_type.starts_with("cgroup")
}

/// Returns the folder of a group whose hierarchy has this controller, by the list of mounts, and
/// the version of its interface.
pub(crate) fn mounted(
    group: &ProcessCGroup,
    mounts: &[MountInfo],
    controller: &str,
) -> Option<(PathBuf, CgroupVersion)> {
    let version = match &group.controllers[..] {
        [] => CgroupVersion::Two,
        names if names.iter().any(|name| name == controller) => CgroupVersion::One,
        _ => return None,
    };
    let has_version = |mount: &&MountInfo| version_of(mount, controller) == Some(version);
    mounts.iter().filter(has_version).find_map(|mount| {
        let below = Path::new(&group.pathname).strip_prefix(&mount.root);
        // A container may show its own group as the root of all.
        let folder = mount.mount_point.join(below.unwrap_or(Path::new("")));
        folder.is_dir().then_some((folder, version))
    })
}

/// Returns the version of the interface to a controller in the hierarchy that is mounted here.
fn version_of(mount: &MountInfo, controller: &str) -> Option<CgroupVersion> {
    match mount.fs_type.as_str() {
        "cgroup2" => Some(CgroupVersion::Two),
        "cgroup" if mount.super_options.contains_key(controller) => Some(CgroupVersion::One),
        _ => None,
    }
}

/// Removes groups of judges that were killed; those in use cannot be removed.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let judge = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let judge = judge.and_then(|rest| rest.split('-').next());
        if judge.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Returns the bytes that a group holds, by the statistics of either version, the sum of `all` that
/// it is charged, and in version 1 the `kernel`'s part of that: the known parts, or everything but
/// page cache if that is more. Only the second includes unmapped pages in the kernel, as in pipes.
fn charge(stat: &str, all: u64, kernel: u64) -> u64 {
    /// Pages that each processor charges at a time, and that its part of the statistics may be late by.
    const BATCH: usize = 2 * 64;
    // Where version 1 has a label of version 2, it is of the group without those below it.
    let first = |labels: &[&str]| labels.iter().find_map(|label| number(stat, label));
    let part = |labels: &[&str]| first(labels).unwrap_or(0);
    let shared = part(&["total_shmem", "shmem"]);
    let names = part(&["slab_reclaimable"]);
    // Kernels before 5.18 do not show their own share in version 2.
    let kernel = (kernel + part(&["kernel"]) + part(&["sock"])).saturating_sub(names);
    let known = part(&["total_rss", "anon"]) + shared + kernel;
    let cache = part(&["total_cache", "file"]).saturating_sub(shared) + names;
    let processors = sysconf(SysconfVar::_NPROCESSORS_CONF).ok().flatten();
    let in_advance = processors.unwrap_or(1) as u64 * (BATCH * page_size()) as u64;
    known.max(all.saturating_sub(cache + in_advance))
}

/// Returns the number after this label in `label number` lines.
fn number(text: &str, label: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    let (_, number) = lines.find(|&(other, _)| other == label)?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use procfs::FromBufRead;

    const MIB: u64 = 1 << 20;

    /// Statistics of these labels, MiB.
    fn statistics(numbers: &[(&str, u64)]) -> String {
        let lines = numbers
            .iter()
            .map(|(label, mib)| format!("{label} {}\n", mib * MIB));
        lines.collect()
    }

    /// Charges in MiB, rounded up: some of them may be in advance.
    fn mib(bytes: u64) -> u64 {
        bytes.div_ceil(MIB)
    }

    #[test]
    fn the_page_cache_does_not_count() {
        let stat = statistics(&[
            ("shmem", 1),
            ("total_cache", 700),
            ("total_rss", 1000),
            ("total_shmem", 300),
        ]);
        assert_eq!(charge(&stat, 1900 * MIB, 200 * MIB), 1500 * MIB);
        let parts = [
            ("anon", 1000),
            ("file", 700),
            ("kernel", 200),
            ("shmem", 300),
        ];
        let stat = statistics(&[&parts[..], &[("sock", 20), ("slab_reclaimable", 50)]].concat());
        assert_eq!(charge(&stat, 1920 * MIB, 0), 1470 * MIB);
    }

    #[test]
    fn pages_that_no_process_maps_count() {
        let unmapped = 100_000;
        let stat = statistics(&[
            ("shmem", 1),
            ("total_cache", 700),
            ("total_rss", 1000),
            ("total_shmem", 300),
        ]);
        let all = (1700 + unmapped) * MIB;
        let charged = charge(&stat, all, 0);
        assert!(
            (90_000..=1300 + unmapped).contains(&mib(charged)),
            "{charged}"
        );
        // A kernel that does not show its own share.
        let stat = statistics(&[("anon", 1000), ("file", 700), ("shmem", 300)]);
        let charged = charge(&stat, all, 0);
        assert!(
            (90_000..=1300 + unmapped).contains(&mib(charged)),
            "{charged}"
        );
        // The sum and its parts are read one after the other.
        assert_eq!(mib(charge(&stat, 1600 * MIB, 0)), 1300);
    }

    /// Reads a line of the list of mounts.
    fn parsed(line: &str) -> MountInfo {
        MountInfo::from_line(line).unwrap()
    }

    /// A mount of the memory controller of this version at `point`.
    fn mount(version: CgroupVersion, root: &str, point: &Path) -> MountInfo {
        let system = match version {
            CgroupVersion::One => "cgroup cgroup rw,memory",
            CgroupVersion::Two => "cgroup2 cgroup2 rw,nsdelegate",
        };
        parsed(&format!(
            "33 24 0:28 {root} {} rw,nosuid shared:9 - {system}",
            point.display()
        ))
    }

    /// The places of a process with these lines in its list of groups.
    fn places_of(own: &str, mounts: &[MountInfo]) -> Vec<Parent> {
        let own = ProcessCGroups::from_buf_read(own.as_bytes()).unwrap();
        places_by(&own, mounts)
    }

    /// Folders of these names below a new one, which is mounted at its name.
    fn hierarchy(folders: &[&str]) -> tempfile::TempDir {
        let point = tempfile::tempdir().unwrap();
        for folder in folders {
            fs::create_dir_all(point.path().join(folder)).unwrap();
        }
        point
    }

    fn parent(folder: PathBuf, version: CgroupVersion) -> Parent {
        Parent { folder, version }
    }

    #[test]
    fn memory_controllers_of_mounts() {
        for version in [CgroupVersion::One, CgroupVersion::Two] {
            let mount = mount(version, "/", Path::new("/groups"));
            assert_eq!(version_of(&mount, "memory"), Some(version));
        }
        for other in [
            "34 24 0:29 /a /groups rw - cgroup cgroup rw,cpu,cpuacct",
            "24 1 0:22 / /proc rw,nosuid - proc proc rw",
        ] {
            assert_eq!(version_of(&parsed(other), "memory"), None);
        }
    }

    #[test]
    fn places_in_the_unified_hierarchy() {
        let point = hierarchy(&["user.slice/terminal.scope"]);
        let point = point.path();
        let mounts = [mount(CgroupVersion::Two, "/", point)];
        let own = "0::/user.slice/terminal.scope\n";
        let expected = ["user.slice/terminal.scope", "user.slice"]
            .map(|folder| parent(point.join(folder), CgroupVersion::Two));
        assert_eq!(places_of(own, &mounts), expected);
        assert_eq!(places_of("0::/gone.scope (deleted)\n", &mounts), []);
        let other = parsed("24 1 0:22 / /proc rw - proc proc rw");
        assert_eq!(places_of(own, &[other]), []);
    }

    #[test]
    fn places_where_both_versions_are_mounted() {
        let (one, two) = (hierarchy(&["a"]), hierarchy(&["a"]));
        let mounts = [
            mount(CgroupVersion::Two, "/", two.path()),
            mount(CgroupVersion::One, "/", one.path()),
        ];
        let own = "4:cpu,cpuacct:/a\n3:pids,memory:/a\n0::/a\n";
        let expected = [
            parent(one.path().join("a"), CgroupVersion::One),
            parent(two.path().join("a"), CgroupVersion::Two),
            parent(two.path().to_path_buf(), CgroupVersion::Two),
        ];
        assert_eq!(places_of(own, &mounts), expected);
    }

    /// A container that sees its own group as the root of all.
    #[test]
    fn places_in_a_container() {
        let point = hierarchy(&[]);
        let mounts = [mount(CgroupVersion::One, "/box/7", point.path())];
        let expected = [parent(point.path().to_path_buf(), CgroupVersion::One)];
        assert_eq!(places_of("5:memory:/box/7\n", &mounts), expected);
    }

    /// Folders that are no control groups stay as they are.
    #[test]
    fn no_group_below_a_common_folder() {
        let folder = hierarchy(&[]);
        let made = parent(folder.path().to_path_buf(), CgroupVersion::Two).make("judge-0-0");
        assert!(made.is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_controller_that_is_passed_on() {
        let folder = hierarchy(&[]);
        let control = folder.path().join("cgroup.subtree_control");
        fs::write(&control, "cpu memory pids\n").unwrap();
        pass_memory_on(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(&control).unwrap(), "cpu memory pids\n");
        fs::write(&control, "").unwrap();
        pass_memory_on(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(&control).unwrap(), "+memory");
    }
}
