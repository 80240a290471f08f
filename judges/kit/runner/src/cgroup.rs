//! A control group for a supervisor: the kernel's account of all memory that contestants use,
//! whether or not a process maps it (`cgroups(7)`, memory controller, version 1 or 2).
//!
//! The judge makes the group, the supervisor enters it, and contestants start in it: moving each of
//! them would take milliseconds. Memory of the supervisor and of earlier cases is subtracted.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use nix::unistd::{SysconfVar, sysconf};
use procfs::process::{MountInfo, Process};
use procfs::{ProcessCGroup, ProcessCGroups};
use rustix::param::page_size;

use super::report::{is_refusal, refused};

/// Prefix of the names of groups; the process id of their judge follows.
const PREFIX: &str = "judge-";

/// File of version 2 that lists the controllers available to child groups.
const PASSED_ON: &str = "cgroup.subtree_control";
/// File of version 1 that limits TCP's queues; without a limit they are not counted.
const TCP_LIMIT: &str = "memory.kmem.tcp.limit_in_bytes";
/// An effective "no limit", bytes: just below the number that the kernel prints for it.
const NO_LIMIT: &str = "4611686018427387904";

/// Moves this process into the group with the folder `group`. The error has the kind `Unsupported`
/// if this user may not do that.
pub(crate) fn enter(group: &Path) -> io::Result<()> {
    let entered = fs::write(group.join("cgroup.procs"), "0");
    entered.map_err(|error| refused("its control group cannot be entered", error))
}

/// Account of a group's memory. Its files stay open, since opening one by name waits for processes
/// that make or remove groups.
pub(crate) struct MemoryAccount {
    all: File,
    /// The kernel's part of `all`, in version 1.
    kernel: Option<File>,
    /// TCP's queues, which are not part of `all`, in version 1.
    sockets: Option<File>,
    stat: File,
}

impl MemoryAccount {
    /// Opens the account of the group with this folder.
    pub fn open(group: &Path) -> io::Result<MemoryAccount> {
        let open = |name: &str| File::open(group.join(name));
        let open_if_any = |name: &str| match open(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        };
        Ok(MemoryAccount {
            all: open("memory.usage_in_bytes").or_else(|_| open("memory.current"))?,
            kernel: open_if_any("memory.kmem.usage_in_bytes")?,
            sockets: open_if_any("memory.kmem.tcp.usage_in_bytes")?,
            stat: open("memory.stat")?,
        })
    }

    /// Returns the memory of the group, KiB. Excludes caches of files and their names, which the
    /// kernel frees when it needs memory.
    pub fn kib(&self) -> io::Result<u64> {
        let number = |file: &File| text(file)?.trim().parse::<u64>().map_err(io::Error::other);
        let part = |file: &Option<File>| file.as_ref().map_or(Ok(0), number);
        let (all, stat) = (number(&self.all)?, text(&self.stat)?);
        let bytes = charge(&stat, all, part(&self.kernel)?);
        Ok((bytes + part(&self.sockets)?) / 1024)
    }
}

fn text(mut file: &File) -> io::Result<String> {
    // This is enough to take the whole file in one read.
    let mut text = String::with_capacity(1 << 13);
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(text)
}

/// The folder of a group made by a judge; removed when dropped, after its members have exited.
#[derive(Debug)]
pub(crate) struct Cgroup(pub PathBuf);

impl Cgroup {
    /// Makes a group below or beside that of this process. `None` without a memory controller,
    /// or if this user may not make groups; an error if the host lacks something at the moment.
    pub fn create() -> io::Result<Option<Cgroup>> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let judge = Process::myself().map_err(io::Error::other)?;
        let own = judge.cgroups().map_err(io::Error::other)?;
        for parent in places(&own, &mounts(|_| true)?) {
            match Cgroup::below(&parent, &name) {
                // `EAGAIN`: a limit of the number of groups.
                Err(error) if is_refusal(&error) || error.kind() == ErrorKind::WouldBlock => {}
                made => return made.map(Some),
            }
        }
        Ok(None)
    }

    fn below(parent: &Path, name: &str) -> io::Result<Cgroup> {
        if parent.join(PASSED_ON).exists() {
            pass_memory_on(parent)?;
        }
        remove_abandoned(parent);
        let folder = parent.join(name);
        fs::create_dir(&folder)?;
        let group = Cgroup(folder);
        let memory = MemoryAccount::open(&group.0)?;
        if memory.sockets.is_some() {
            fs::write(group.0.join(TCP_LIMIT), NO_LIMIT)?;
        }
        memory.kib()?;
        Ok(group)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // A member may remain if a supervisor was killed: the next judge removes the group.
        let _ = fs::remove_dir(&self.0);
    }
}

/// Returns the folders in which a process of these groups may make groups, the best first.
fn places(own: &ProcessCGroups, mounts: &[MountInfo]) -> Vec<PathBuf> {
    let mut places = Vec::new();
    for group in own {
        let folder = mounted(group, mounts, "memory");
        // In version 2, a group with processes cannot pass controllers on, so the new group is made
        // beside it.
        let parent = folder.as_deref().and_then(Path::parent);
        let parent = parent.filter(|_| is_unified(group)).map(PathBuf::from);
        places.extend(folder.into_iter().chain(parent));
    }
    places
}

/// Gives child groups of this one the memory controller. Fails if this group lacks it or contains
/// processes, or if the user may not do this.
fn pass_memory_on(folder: &Path) -> io::Result<()> {
    let control = folder.join(PASSED_ON);
    let passed = fs::read_to_string(&control)?;
    if passed.split_ascii_whitespace().any(|name| name == "memory") {
        return Ok(());
    }
    fs::write(control, "+memory")
}

/// Returns those mounts of this process for which `is_wanted` is true.
pub(crate) fn mounts(is_wanted: impl Fn(&MountInfo) -> bool) -> io::Result<Vec<MountInfo>> {
    let mounts = Process::myself().and_then(|judge| judge.mountinfo());
    let mounts = mounts.map_err(io::Error::other)?.into_iter();
    Ok(mounts.filter(is_wanted).collect())
}

/// Returns true for a hierarchy of control groups. Under systemd, even an ordinary user may write
/// to a part of it, and could leave a group or stop and kill all its processes.
pub(crate) fn is_hierarchy(mount: &MountInfo) -> bool {
    mount.fs_type.starts_with("cgroup")
}

/// Returns true for a version 2 group, whose hierarchy has all controllers.
fn is_unified(group: &ProcessCGroup) -> bool {
    group.controllers.is_empty()
}

/// Returns the folder of a group if its hierarchy has this controller and is mounted.
pub(crate) fn mounted(
    group: &ProcessCGroup,
    mounts: &[MountInfo],
    controller: &str,
) -> Option<PathBuf> {
    let is_its = |mount: &&MountInfo| match is_unified(group) {
        true => mount.fs_type == "cgroup2",
        false => {
            let has_it = group.controllers.iter().any(|name| name == controller);
            has_it && mount.fs_type == "cgroup" && mount.super_options.contains_key(controller)
        }
    };
    mounts.iter().filter(is_its).find_map(|mount| {
        let below = Path::new(&group.pathname).strip_prefix(&mount.root);
        // A container may see its own group as the root.
        let folder = mount.mount_point.join(below.unwrap_or(Path::new("")));
        folder.is_dir().then_some(folder)
    })
}

/// Removes groups of killed judges; groups in use cannot be removed.
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

/// Returns the memory of a group, bytes: max(known parts, usage − caches). Only the second figure
/// includes unmapped pages in the kernel, such as data in pipes. `all` is the group's usage,
/// `kernel` the kernel's part of it in version 1.
fn charge(stat: &str, all: u64, kernel: u64) -> u64 {
    /// Pages that a processor may charge in advance, plus the delay of its statistics.
    const BATCH: usize = 2 * 64;
    // In version 1, the short labels exclude child groups.
    let first = |labels: &[&str]| labels.iter().find_map(|label| number(stat, label));
    let part = |labels: &[&str]| first(labels).unwrap_or(0);
    let shared = part(&["total_shmem", "shmem"]);
    let names = part(&["slab_reclaimable"]);
    // In version 2, kernels before 5.18 do not show their own part.
    let kernel = (kernel + part(&["kernel"]) + part(&["sock"])).saturating_sub(names);
    let known = part(&["total_rss", "anon"]) + shared + kernel;
    let cache = part(&["total_cache", "file"]).saturating_sub(shared) + names;
    let processors = sysconf(SysconfVar::_NPROCESSORS_CONF).ok().flatten();
    let in_advance = processors.unwrap_or(1) as u64 * (BATCH * page_size()) as u64;
    known.max(all.saturating_sub(cache + in_advance))
}

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

    /// Statistics in version 1; then in version 2 of a kernel that does not show its own part, MiB.
    const ONE: &str = "shmem 1, total_cache 700, total_rss 1000, total_shmem 300";
    const TWO: &str = "anon 1000, file 700, shmem 300";

    /// Returns the charge of a group with these statistics, MiB; rounded up, since a part may be
    /// charged in advance.
    fn charged(stat: &str, all: u64, kernel: u64) -> u64 {
        let lines = stat.split(", ").map(|line| {
            let (label, mib) = line.split_once(' ').unwrap();
            format!("{label} {}\n", mib.parse::<u64>().unwrap() * MIB)
        });
        let stat: String = lines.collect();
        charge(&stat, all * MIB, kernel * MIB).div_ceil(MIB)
    }

    #[test]
    fn the_page_cache_does_not_count() {
        assert_eq!(charged(ONE, 1900, 200), 1500);
        let two = format!("{TWO}, kernel 200, sock 20, slab_reclaimable 50");
        assert_eq!(charged(&two, 1920, 0), 1470);
        // The sum and its parts are not read at the same moment.
        assert_eq!(charged(TWO, 1600, 0), 1300);
    }

    #[test]
    fn pages_that_no_process_maps_count() {
        for stat in [ONE, TWO] {
            let all = charged(stat, 101_700, 0);
            assert!((90_000..=101_300).contains(&all), "{stat}: {all}");
        }
    }

    /// Parses a line of the list of mounts.
    fn parsed(line: &str) -> MountInfo {
        MountInfo::from_line(line).unwrap()
    }

    /// Mounts of the memory controller in both versions.
    const SYSTEMS: [&str; 2] = ["cgroup cgroup rw,memory", "cgroup2 cgroup2 rw,nsdelegate"];

    /// Returns a mount of one of these systems at `point`.
    fn mount(system: &str, root: &str, point: &Path) -> MountInfo {
        parsed(&format!(
            "33 24 0:28 {root} {} rw,nosuid shared:9 - {system}",
            point.display()
        ))
    }

    /// Returns the possible places for a process with these lines in its list of groups.
    fn places_of(own: &str, mounts: &[MountInfo]) -> Vec<PathBuf> {
        let own = ProcessCGroups::from_buf_read(own.as_bytes()).unwrap();
        places(&own, mounts)
    }

    /// Makes folders with these names in a new folder.
    fn hierarchy(folders: &[&str]) -> tempfile::TempDir {
        let point = tempfile::tempdir().unwrap();
        for folder in folders {
            fs::create_dir_all(point.path().join(folder)).unwrap();
        }
        point
    }

    #[test]
    fn places_in_the_unified_hierarchy() {
        let point = hierarchy(&["user.slice/terminal.scope"]);
        let point = point.path();
        let mounts = [mount(SYSTEMS[1], "/", point)];
        let own = "0::/user.slice/terminal.scope\n";
        let expected = ["user.slice/terminal.scope", "user.slice"].map(|folder| point.join(folder));
        assert_eq!(places_of(own, &mounts), expected);
        let none: [PathBuf; 0] = [];
        assert_eq!(places_of("0::/gone.scope (deleted)\n", &mounts), none);
        let other = parsed("24 1 0:22 / /proc rw - proc proc rw");
        assert_eq!(places_of(own, &[other]), none);
    }

    #[test]
    fn places_where_both_versions_are_mounted() {
        let (one, two) = (hierarchy(&["a"]), hierarchy(&["a"]));
        let mounts = [
            mount(SYSTEMS[1], "/", two.path()),
            mount("cgroup cgroup rw,cpu,cpuacct", "/", two.path()),
            mount(SYSTEMS[0], "/", one.path()),
        ];
        let own = "4:cpu,cpuacct:/a\n3:pids,memory:/a\n0::/a\n";
        let expected = [
            one.path().join("a"),
            two.path().join("a"),
            two.path().into(),
        ];
        assert_eq!(places_of(own, &mounts), expected);
    }

    /// A container that sees its own group as the root.
    #[test]
    fn places_in_a_container() {
        let point = hierarchy(&[]);
        let mounts = [mount(SYSTEMS[0], "/box/7", point.path())];
        assert_eq!(places_of("5:memory:/box/7\n", &mounts), [point.path()]);
    }

    /// Folders that are not control groups must not change.
    #[test]
    fn no_group_below_a_common_folder() {
        let folder = hierarchy(&[]);
        assert!(Cgroup::below(folder.path(), "judge-0-0").is_err());
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
