//! A control group for a supervisor: the kernel's accounts of all CPU time and memory that
//! contestants use (`cgroups(7)`). A process need not map the memory, nor be waited for. In version
//! 1 the accounts are in two groups: one of the memory controller, one of `cpuacct`.
//!
//! The judge makes the group, the supervisor enters it, and contestants start in it: moving each of
//! them would take milliseconds. What the supervisor and earlier cases use is subtracted.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use nix::unistd::{SysconfVar, sysconf};
use procfs::process::{MountInfo, Process};
use procfs::{ProcessCGroup, ProcessCGroups};
use rustix::param::page_size;

use super::ids::random;
use super::report::{is_refusal, refused};

/// Prefix of the names of groups; the process id of their judge and a random number follow, since
/// judges in other namespaces may have the same process id.
const PREFIX: &str = "judge-";

/// File of version 2 that lists the controllers available to child groups.
const PASSED_ON: &str = "cgroup.subtree_control";
/// File of version 1 that limits TCP's queues; without a limit they are not counted.
const TCP_LIMIT: &str = "memory.kmem.tcp.limit_in_bytes";
/// File of version 1 that makes the kernel free what it can.
const RECLAIM: &str = "memory.force_empty";
/// An effective "no limit", bytes: just below the number that the kernel prints for it.
const NO_LIMIT: &str = "4611686018427387904";

/// Memory that all processors may charge in advance, plus the delay of their statistics, bytes.
static IN_ADVANCE: LazyLock<u64> = LazyLock::new(|| {
    const PAGES: usize = 2 * 64;
    let processors = sysconf(SysconfVar::_NPROCESSORS_CONF).ok().flatten();
    processors.unwrap_or(1) as u64 * (PAGES * page_size()) as u64
});

/// Moves this process into the groups with these folders. The error has the kind `Unsupported` if
/// this user may not do that.
pub(crate) fn enter(groups: &[PathBuf]) -> io::Result<()> {
    let enter = |group: &PathBuf| fs::write(group.join("cgroup.procs"), "0");
    let entered = groups.iter().try_for_each(enter);
    entered.map_err(|error| refused("its control group cannot be entered", error))
}

/// Account of a group's CPU time, without the time of this process.
pub(crate) struct CpuAccount(File);

impl CpuAccount {
    /// Opens the account of a group with one of these folders; `None` if none has one.
    pub fn open(groups: &[PathBuf]) -> io::Result<Option<CpuAccount>> {
        for group in groups {
            for name in ["cpuacct.usage", "cpu.stat"] {
                if let Some(file) = open_if_any(&group.join(name))? {
                    return Ok(Some(CpuAccount(file)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the CPU time of all processes of the group so far, except this process.
    pub fn time(&self) -> io::Result<Duration> {
        // This comes first, since it brings the group's account of this process up to date.
        let own = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?;
        let text = text(&self.0)?;
        let time = match number(&text, "usage_usec") {
            Some(us) => Duration::from_micros(us),
            None => Duration::from_nanos(text.trim().parse().map_err(io::Error::other)?),
        };
        Ok(time.saturating_sub(own.into()))
    }
}

fn open_if_any(path: &Path) -> io::Result<Option<File>> {
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some),
    }
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
    /// File that makes the kernel free its caches, in version 1.
    reclaim: Option<File>,
}

impl MemoryAccount {
    /// Opens the account of the group with the first of these folders.
    pub fn open(groups: &[PathBuf]) -> io::Result<MemoryAccount> {
        let [group, ..] = groups else {
            return Err(ErrorKind::NotFound.into());
        };
        let open = |name: &str| File::open(group.join(name));
        let kernel = open_if_any(&group.join("memory.kmem.usage_in_bytes"))?;
        let reclaim = || File::options().write(true).open(group.join(RECLAIM));
        Ok(MemoryAccount {
            all: open("memory.usage_in_bytes").or_else(|_| open("memory.current"))?,
            reclaim: kernel.as_ref().map(|_| reclaim()).transpose()?,
            kernel,
            sockets: open_if_any(&group.join("memory.kmem.tcp.usage_in_bytes"))?,
            stat: open("memory.stat")?,
        })
    }

    /// Returns the memory of the group, KiB. Excludes caches of files and, in version 2, of their
    /// names: the kernel frees them when it needs memory.
    pub fn kib(&self) -> io::Result<u64> {
        let number = |file: &File| text(file)?.trim().parse::<u64>().map_err(io::Error::other);
        let part = |file: &Option<File>| file.as_ref().map_or(Ok(0), number);
        let (all, stat) = (number(&self.all)?, text(&self.stat)?);
        let bytes = charge(&stat, all, part(&self.kernel)?);
        Ok((bytes + part(&self.sockets)?) / 1024)
    }

    /// Makes the kernel free the cache of names, which version 1 does not tell from other memory of
    /// the kernel. Takes up to 0.3 s. Returns false in version 2, where this is not necessary.
    pub fn frees_names(&self) -> io::Result<bool> {
        let Some(reclaim) = &self.reclaim else {
            return Ok(false);
        };
        match reclaim.write_at(b"0", 0) {
            // Interrupted, or some memory remains.
            Err(error) if error.raw_os_error() != Some(libc::EBUSY) => Err(error),
            _ => Ok(true),
        }
    }
}

fn text(file: &File) -> io::Result<String> {
    // This is enough to take the whole file in one read.
    let mut bytes = vec![0; 1 << 13];
    let length = file.read_at(&mut bytes, 0)?;
    bytes.truncate(length);
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Returns true if this process may count memory by a control group.
pub fn has_memory_groups() -> bool {
    Cgroup::create().is_ok_and(|group| group.is_some())
}

/// The folders of a group made by a judge, that of the memory controller first. They are removed
/// when dropped, after the members have exited.
#[derive(Debug)]
pub(crate) struct Cgroup(pub Vec<PathBuf>);

impl Cgroup {
    /// Makes a group below or beside that of this process. `None` without a memory controller,
    /// or if this user may not make groups; an error if the host lacks something at the moment.
    pub fn create() -> io::Result<Option<Cgroup>> {
        let name = format!("{PREFIX}{}-{:016x}", std::process::id(), random()?);
        let judge = Process::myself().map_err(io::Error::other)?;
        let own = judge.cgroups().map_err(io::Error::other)?;
        let mounts = mounts(|_| true)?;
        let make = |controller, below: fn(&Path, &str) -> io::Result<PathBuf>| {
            for parent in places(&own, &mounts, controller) {
                match below(&parent, &name) {
                    // `EAGAIN`: a limit of the number of groups.
                    Err(error) if is_refusal(&error) || error.kind() == ErrorKind::WouldBlock => {}
                    made => return made.map(Some),
                }
            }
            Ok(None)
        };
        let Some(memory) = make("memory", Cgroup::below)? else {
            return Ok(None);
        };
        let mut group = Cgroup(vec![memory]);
        if CpuAccount::open(&group.0)?.is_none() {
            group.0.extend(make("cpuacct", new_folder)?);
        }
        Ok(Some(group))
    }

    fn below(parent: &Path, name: &str) -> io::Result<PathBuf> {
        if parent.join(PASSED_ON).exists() {
            pass_memory_on(parent)?;
        }
        let mut group = Cgroup(vec![new_folder(parent, name)?]);
        let memory = MemoryAccount::open(&group.0)?;
        if memory.sockets.is_some() {
            fs::write(group.0[0].join(TCP_LIMIT), NO_LIMIT)?;
        }
        memory.kib()?;
        Ok(group.0.remove(0))
    }
}

/// Makes a group; removes those of killed judges beside it.
fn new_folder(parent: &Path, name: &str) -> io::Result<PathBuf> {
    remove_abandoned(parent);
    let folder = parent.join(name);
    fs::create_dir(&folder)?;
    Ok(folder)
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // A member may remain if a supervisor was killed: the next judge removes the group.
        for folder in &self.0 {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Returns the folders in which a process of these groups may make groups with this controller, the
/// best first.
fn places(own: &ProcessCGroups, mounts: &[MountInfo], controller: &str) -> Vec<PathBuf> {
    let mut places = Vec::new();
    for group in own {
        let folder = mounted(group, mounts, controller);
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
    if fs::read_to_string(&control)?.split_ascii_whitespace().any(|name| name == "memory") {
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
    // In version 1, the short labels exclude child groups.
    let first = |labels: &[&str]| labels.iter().find_map(|label| number(stat, label));
    let part = |labels: &[&str]| first(labels).unwrap_or(0);
    let shared = part(&["total_shmem", "shmem"]);
    let names = part(&["slab_reclaimable"]);
    // In version 2, kernels before 5.18 do not show their own part.
    let kernel = (kernel + part(&["kernel"]) + part(&["sock"])).saturating_sub(names);
    let known = part(&["total_rss", "anon"]) + shared + kernel;
    let cache = part(&["total_cache", "file"]).saturating_sub(shared) + names;
    known.max(all.saturating_sub(cache + *IN_ADVANCE))
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
        parsed(&format!("33 24 0:28 {root} {} rw,nosuid shared:9 - {system}", point.display()))
    }

    /// Returns the possible places for a process with these lines in its list of groups.
    fn places_of(own: &str, mounts: &[MountInfo]) -> Vec<PathBuf> {
        let own = ProcessCGroups::from_buf_read(own.as_bytes()).unwrap();
        places(&own, mounts, "memory")
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
        let expected = [one.path().join("a"), two.path().join("a"), two.path().into()];
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
