//! Another user as which the contestants of root's judge run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fmt, io, thread};

use nix::unistd::{User, geteuid};
use rustix::fs::{Access, Gid, Uid, access};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};
use serde::{Deserialize, Serialize};

use super::search_path::candidates;

/// A user other than root.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ContestantUser {
    name: String,
    /// User and group id.
    pub(crate) ids: (u32, u32),
    pub(crate) home: PathBuf,
}

impl ContestantUser {
    /// Returns the user with this name.
    ///
    /// # Errors
    /// There is none, it is root, or this process may not change its user.
    pub fn named(name: &str) -> Result<ContestantUser, String> {
        let found = User::from_name(name).map_err(|error| error.to_string())?;
        let user = found.ok_or_else(|| format!("there is no user `{name}`"))?;
        if user.uid.is_root() {
            return Err(format!("`{name}` has user id 0, as root"));
        }
        if !geteuid().is_root() {
            return Err("only root can run contestants as another user".into());
        }
        Ok(ContestantUser {
            name: name.into(),
            ids: (user.uid.as_raw(), user.gid.as_raw()),
            home: user.dir,
        })
    }

    /// Makes this thread one of the user, for ever.
    pub(crate) fn adopt(&self) -> io::Result<()> {
        let (user, group) = self.ids;
        set_thread_groups(&[])?;
        set_thread_gid(Gid::from_raw(group))?;
        Ok(set_thread_uid(Uid::from_raw(user))?)
    }

    /// Checks that the user can run the program of `command`, and read the files and folders that
    /// its other words name.
    ///
    /// # Errors
    /// Names the first path that the user may not use.
    pub fn check(&self, command: &[OsString]) -> Result<(), String> {
        let check = || {
            self.adopt()
                .map_err(|error| format!("the user cannot be changed to {}: {error}", self.name))?;
            let program = |path: &PathBuf| path.symlink_metadata().is_ok();
            let program = candidates(&command[0]).into_iter().find(program);
            let may = |path: &Path, rights: Access| match access(path, rights) {
                Err(rustix::io::Errno::ACCESS) => Err(format!(
                    "{} may not use {}, nor perhaps the folders above it",
                    self.name,
                    path.display()
                )),
                _ => Ok(()),
            };
            let program = program.as_deref().unwrap_or(Path::new(&command[0]));
            may(program, Access::EXEC_OK)?;
            command[1..].iter().map(Path::new).try_for_each(|path| {
                let search = path.is_dir().then_some(Access::EXEC_OK);
                may(path, Access::READ_OK | search.unwrap_or(Access::empty()))
            })
        };
        // Only that thread changes its user.
        let checked = thread::scope(|scope| scope.spawn(check).join());
        checked.unwrap_or_else(|_| Err("the check of --user failed".into()))
    }
}

impl fmt::Display for ContestantUser {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}
