//! Runs a contestant in bubblewrap.
//!
//! Bubblewrap starts this program as a *launcher*, which sends the supervisor its process id and
//! waits. The supervisor ends bubblewrap's own process and thereby adopts the launcher, which then
//! becomes the contestant. So a failure of bubblewrap can be told from one of the contestant, its
//! time does not count for the contestant, and no process stands between contestant and supervisor.

use std::convert::Infallible;
use std::env;
use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, execv};
use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::io::{FdFlags, fcntl_setfd};
use serde::{Deserialize, Serialize};

use super::starter::Starter;
use super::{Settings, close_inherited_on_exec, filter, limit_files, privileges};
use crate::cgroup::{is_hierarchy, mounts};
use crate::channel::Channel;
use crate::ready::ready;
use crate::search_path::candidates;
use crate::sys::{act_by_default, inherited, reap};
use crate::user::ContestantUser;

/// First argument that makes a judge a launcher; the [`Task`] as JSON and the contestant's command
/// follow.
pub(crate) const ARGUMENT: &str = "__launch";

const BUBBLEWRAP: &str = "bwrap";

/// Options for a read-only system, an empty /tmp, no network and no capabilities. Processes are
/// those of the supervisor's namespace.
const OPTIONS: &str = "--ro-bind / / --dev /dev \
     --unshare-ipc --unshare-uts --unshare-net --new-session --cap-drop ALL";

/// Capabilities that a launcher needs to change to another user, and then loses.
const OPTIONS_OF_USER: &str = "--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP";

/// Name of the network namespace of this process.
const NETWORK: &str = "/proc/self/ns/net";

/// Task of a launcher.
#[derive(Serialize, Deserialize)]
struct Task {
    /// Number of its socket.
    socket: i32,
    /// Threads of the supervisor.
    threads: [i32; 2],
    /// Network namespace of the supervisor.
    network: PathBuf,
    user: Option<ContestantUser>,
    /// Soft limit of the contestant's descriptors.
    open_files: u64,
    /// Path of the open compiled program.
    program: Option<String>,
}

/// Folders that are empty inside: for temporary files and for services.
const HIDDEN: [&str; 2] = ["/tmp", "/run"];

/// A contestant that waits in its sandbox to be started.
pub(super) struct Launcher {
    /// Process id of the launcher.
    pub id: Pid,
    socket: UnixStream,
}

impl Launcher {
    /// Starts bubblewrap with a launcher of `command`; `with_streams` sets its standard streams.
    ///
    /// # Errors
    /// Bubblewrap failed, perhaps with a reason on standard error; or the judge has exited.
    pub fn start(
        starter: &Starter,
        judge: &Channel,
        settings: &Settings,
        command: &[OsString],
        with_streams: impl FnOnce(&mut Command),
    ) -> io::Result<Launcher> {
        let (mut socket, theirs) = UnixStream::pair()?;
        let program = File::open("/proc/self/exe")?;
        let held = settings.invocation.path().map(File::open).transpose()?;
        fcntl_setfd(&theirs, FdFlags::empty())?;
        for file in [&program].into_iter().chain(&held) {
            fcntl_setfd(file, FdFlags::empty())?;
        }
        let path = |file: &File| format!("/proc/self/fd/{}", file.as_raw_fd());
        let task = Task {
            socket: theirs.as_raw_fd(),
            threads: [Pid::this(), starter.id].map(Pid::as_raw),
            network: fs::read_link(NETWORK)?,
            user: settings.user.clone(),
            open_files: settings.open_files,
            program: held.as_ref().map(path),
        };
        // In a relative folder, anybody may have put a program of this name.
        let mut wrappers = candidates(BUBBLEWRAP.as_ref()).into_iter();
        let wrapper = wrappers.find(|path| path.is_absolute() && path.is_file());
        let mut wrapped = Command::new(wrapper.ok_or_else(|| {
            io::Error::other(format!(
                "`{BUBBLEWRAP}` is not installed in an absolute folder of PATH (package bubblewrap)"
            ))
        })?);
        wrapped.args(options(command, settings)?);
        wrapped.arg("--");
        wrapped.arg(path(&program));
        wrapped.arg(ARGUMENT).arg(serde_json::to_string(&task)?);
        wrapped.args(command);
        with_streams(&mut wrapped);
        let wrapper = starter.start(wrapped)?;
        drop((theirs, program, held));
        // The judge sends no request before the start; if its socket is readable, it has exited.
        let [ended, _] = ready([Some(judge.0.as_fd()), Some(socket.as_fd())], None)?;
        let mut id = [0; 4];
        if ended || socket.read_exact(&mut id).is_err() {
            return Err(io::Error::other(format!("{BUBBLEWRAP} failed")));
        }
        kill(wrapper, Signal::SIGKILL)?;
        reap(Some(wrapper), true)?;
        Ok(Launcher { id: Pid::from_raw(i32::from_ne_bytes(id)), socket })
    }

    /// Lets the launcher become the contestant; fails if the program cannot be started.
    pub fn go(mut self) -> io::Result<()> {
        self.socket.write_all(&[0])?;
        let mut number = [0; 4];
        match self.socket.read_exact(&mut number) {
            Ok(()) => Err(io::Error::from_raw_os_error(i32::from_ne_bytes(number))),
            // Starting the program closes the socket.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Returns bubblewrap's options for a command. They hide control groups, whose accounts contain
/// earlier cases. Inside hidden folders, files named in the command, the folder of the program, and
/// the working folder remain visible, read-only.
fn options(command: &[OsString], settings: &Settings) -> io::Result<Vec<OsString>> {
    let here = env::current_dir()?.join(&settings.invocation.folder);
    let of_user = settings.user.as_ref().map(|_| OPTIONS_OF_USER);
    let words = [OPTIONS].into_iter().chain(of_user).flat_map(str::split_ascii_whitespace);
    let mut options: Vec<OsString> = words.map(Into::into).collect();
    let hierarchies = mounts(is_hierarchy)?.into_iter();
    let mut hidden: Vec<PathBuf> = hierarchies.map(|mount| mount.mount_point).collect();
    for folder in HIDDEN {
        match fs::symlink_metadata(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            // Bubblewrap cannot mount on a symbolic link.
            found => hidden.extend(found?.is_dir().then(|| folder.into())),
        }
    }
    for folder in hidden {
        if settings.user.is_some() {
            options.extend(["--perms".into(), "1777".into()]);
        }
        options.extend(["--tmpfs".into(), folder.into()]);
    }
    // A link may lead to a hidden file.
    let with_target = |path: PathBuf| path.canonicalize().into_iter().chain([path]);
    let mut programs = candidates(&command[0]).into_iter().map(|path| here.join(path));
    let program = programs.find(|path| path.is_file()).into_iter().flat_map(with_target);
    let named = command.iter().map(|word| here.join(word));
    let visible = named
        .flat_map(with_target)
        .chain(program.filter_map(|path| path.parent().map(PathBuf::from)))
        .chain([here.clone()])
        .filter(|path| is_hidden(path) && path.exists());
    for path in visible {
        options.extend(["--ro-bind".into(), path.clone().into(), path.into()]);
    }
    for folder in settings.invocation.hidden.iter().filter(|folder| folder.is_dir()) {
        options.extend(["--tmpfs".into(), folder.into()]);
    }
    options.extend(["--chdir".into(), here.into()]);
    Ok(options)
}

fn is_hidden(path: &Path) -> bool {
    HIDDEN.iter().map(Path::new).any(|folder| path.starts_with(folder) && path != folder)
}

/// Becomes the contestant when the supervisor says so; `args` follow [`ARGUMENT`].
pub(crate) fn launch(args: &[OsString]) -> ExitCode {
    let malformed = || io::Error::from(ErrorKind::InvalidInput);
    let task = |args: &OsString| serde_json::from_slice::<Task>(args.as_encoded_bytes());
    let task = args.first().and_then(|word| task(word).ok()).ok_or_else(malformed);
    let task = task.and_then(|task| Ok((UnixStream::from(inherited(task.socket)?), task)));
    // The socket stays open until the supervisor can read the error.
    let (_socket, error) = match task {
        Ok((mut socket, task)) => {
            let Err(error) = wait_and_become(&mut socket, &task, &args[1..]);
            (Some(socket), error)
        }
        Err(error) => (None, error),
    };
    eprintln!("launcher: {error}");
    ExitCode::FAILURE
}

fn wait_and_become(
    socket: &mut UnixStream,
    task: &Task,
    command: &[OsString],
) -> io::Result<Infallible> {
    close_inherited_on_exec()?;
    check_walls(&task.network)?;
    if let Some(user) = &task.user {
        privileges::drop_bounding_set()?;
        privileges::clear_inheritable_caps()?;
        user.adopt()?;
    }
    limit_files(task.open_files)?;
    filter::apply(true, &task.threads)?;
    socket.write_all(&Pid::this().as_raw().to_ne_bytes())?;
    socket.read_exact(&mut [0])?;
    let error = execute(task.program.as_deref(), command);
    socket.write_all(&(error as i32).to_ne_bytes())?;
    Err(error.into())
}

/// Checks from inside that the system is read-only and the network is another one than `outside`.
fn check_walls(outside: &Path) -> io::Result<()> {
    let flags = statvfs("/")?.f_flag;
    if !flags.contains(StatVfsMountFlags::RDONLY) || fs::read_link(NETWORK)? == outside {
        let text = format!("`{BUBBLEWRAP}` has not made the system read-only without network");
        return Err(io::Error::other(text));
    }
    Ok(())
}

/// Executes a command; programs of an unknown format are not run by a shell. Returns the error.
fn execute(program: Option<&str>, command: &[OsString]) -> Errno {
    act_by_default(libc::SIGPIPE);
    let word = |word: &OsStr| CString::new(word.as_bytes()).map_err(|_| Errno::EINVAL);
    let args: Result<Vec<CString>, Errno> = command.iter().map(|arg| word(arg)).collect();
    let mut last = Errno::ENOENT;
    let programs = match program {
        None => candidates(&command[0]),
        Some(program) => vec![program.into()],
    };
    for program in programs {
        let tried = word(program.as_os_str())
            .and_then(|path| execv(&path, args.as_deref().map_err(|error| *error)?));
        let Err(error) = tried;
        match error {
            Errno::ENOENT | Errno::ENOTDIR => {}
            Errno::EACCES => last = error,
            other => return other,
        }
    }
    last
}
