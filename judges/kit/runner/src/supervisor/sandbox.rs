//! Runs a contestant in bubblewrap.
//!
//! Bubblewrap starts this program as a *launcher*, which sends the supervisor its process id and
//! waits. The supervisor ends bubblewrap's own process and thereby adopts the launcher, which then
//! becomes the contestant. So a failure of bubblewrap can be told from one of the contestant, its
//! time does not count for the contestant, and no process stands between contestant and supervisor.

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
use rustix::io::{FdFlags, fcntl_setfd};

use super::starter::Starter;
use super::{close_inherited_on_exec, filter};
use crate::cgroup::{is_hierarchy, mounts};
use crate::channel::Channel;
use crate::ready::ready;
use crate::sys::{act_by_default, inherited, reap};

/// First argument that makes a judge a launcher; the number of its socket, the supervisor's threads
/// and the contestant's command follow.
pub(crate) const ARGUMENT: &str = "__launch";

const BUBBLEWRAP: &str = "bwrap";

/// Options for a read-only system, an empty /tmp, no network and no capabilities. Processes are
/// those of the supervisor's namespace.
const OPTIONS: &str = "--ro-bind / / --dev /dev --tmpfs /tmp \
     --unshare-ipc --unshare-uts --unshare-net --new-session --cap-drop ALL";

/// Folders of programs if `PATH` is not set, as in the C library.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

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
        command: &[OsString],
        with_streams: impl FnOnce(&mut Command),
    ) -> io::Result<Launcher> {
        let (mut socket, theirs) = UnixStream::pair()?;
        let program = File::open("/proc/self/exe")?;
        fcntl_setfd(&theirs, FdFlags::empty())?;
        fcntl_setfd(&program, FdFlags::empty())?;
        let mut wrapped = Command::new(BUBBLEWRAP);
        wrapped.args(options(command)?).arg("--");
        wrapped.arg(format!("/proc/self/fd/{}", program.as_raw_fd()));
        let threads = [Pid::this(), starter.id].map(|thread| thread.to_string());
        wrapped.args([
            ARGUMENT,
            &theirs.as_raw_fd().to_string(),
            &threads.join(","),
        ]);
        wrapped.args(command);
        with_streams(&mut wrapped);
        let wrapper = starter.start(wrapped).map_err(|error| match error.kind() {
            ErrorKind::NotFound => io::Error::other(format!(
                "`{BUBBLEWRAP}` is not installed (package bubblewrap)"
            )),
            _ => error,
        })?;
        drop((theirs, program));
        // The judge sends no request before the start; if its socket is readable, it has exited.
        let [ended, _] = ready([Some(judge.0.as_fd()), Some(socket.as_fd())], None)?;
        let mut id = [0; 4];
        if ended || socket.read_exact(&mut id).is_err() {
            return Err(io::Error::other(format!("{BUBBLEWRAP} failed")));
        }
        kill(wrapper, Signal::SIGKILL)?;
        reap(Some(wrapper), true)?;
        Ok(Launcher {
            id: Pid::from_raw(i32::from_ne_bytes(id)),
            socket,
        })
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
fn options(command: &[OsString]) -> io::Result<Vec<OsString>> {
    let here = env::current_dir()?;
    let mut options: Vec<OsString> = OPTIONS.split_ascii_whitespace().map(Into::into).collect();
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
        options.extend(["--tmpfs".into(), folder.into()]);
    }
    // A link may lead to a hidden file.
    let with_target = |path: PathBuf| path.canonicalize().into_iter().chain([path]);
    let programs = candidates(&command[0]).into_iter();
    let mut programs = programs.map(|path| here.join(path));
    let program = programs.find(|path| path.is_file());
    let program = program.into_iter().flat_map(with_target);
    let named = command.iter().map(|word| here.join(word));
    let visible = named
        .flat_map(with_target)
        .chain(program.filter_map(|path| path.parent().map(PathBuf::from)))
        .chain([here.clone()])
        .filter(|path| is_hidden(path) && path.exists());
    for path in visible {
        options.extend(["--ro-bind".into(), path.clone().into(), path.into()]);
    }
    options.extend(["--chdir".into(), here.into()]);
    Ok(options)
}

fn is_hidden(path: &Path) -> bool {
    let mut folders = HIDDEN.iter().map(Path::new);
    folders.any(|folder| path.starts_with(folder) && path != folder)
}

/// Returns the files that may be the program with this name, the first choice first.
fn candidates(name: &OsStr) -> Vec<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return vec![name.into()];
    }
    let folders = env::var_os("PATH").unwrap_or(DEFAULT_PATH.into());
    let folders = env::split_paths(&folders);
    folders.map(|folder| folder.join(name)).collect()
}

/// Becomes the contestant when the supervisor says so; `args` follow [`ARGUMENT`].
pub(crate) fn launch(args: &[OsString]) -> ExitCode {
    let Err(error) = wait_and_become(args);
    eprintln!("launcher: {error}");
    ExitCode::FAILURE
}

fn wait_and_become(args: &[OsString]) -> io::Result<std::convert::Infallible> {
    let malformed = || io::Error::from(ErrorKind::InvalidInput);
    let [socket, threads, command @ ..] = args else {
        return Err(malformed());
    };
    let number = |word: &str| word.parse().map_err(|_| malformed());
    let (socket, threads) = (socket.to_str(), threads.to_str());
    let socket = number(socket.ok_or_else(malformed)?)?;
    let threads = threads.ok_or_else(malformed)?.split(',').map(number);
    let threads: Vec<i32> = threads.collect::<io::Result<_>>()?;
    let mut socket = UnixStream::from(inherited(socket)?);
    close_inherited_on_exec()?;
    filter::apply(true, &threads)?;
    socket.write_all(&Pid::this().as_raw().to_ne_bytes())?;
    socket.read_exact(&mut [0])?;
    let error = execute(command);
    socket.write_all(&(error as i32).to_ne_bytes())?;
    Err(error.into())
}

/// Executes a command; programs of an unknown format are not run by a shell. Returns the error.
fn execute(command: &[OsString]) -> Errno {
    act_by_default(libc::SIGPIPE);
    let word = |word: &OsStr| CString::new(word.as_bytes()).map_err(|_| Errno::EINVAL);
    let args: Result<Vec<CString>, Errno> = command.iter().map(|arg| word(arg)).collect();
    let mut last = Errno::ENOENT;
    for program in candidates(&command[0]) {
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
