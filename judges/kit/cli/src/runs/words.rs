//! Files that the words of a command name.

use std::path::{Path, PathBuf};
use std::{env, iter};

/// Folders with programs of the system.
const OF_SYSTEM: [&str; 2] = ["/usr", "/bin"];

/// Returns the paths that the words of a command may contain.
pub(super) fn parts(words: &[String]) -> Vec<PathBuf> {
    let with_inner = words.iter().flat_map(|word| {
        let of_shell = word.contains(char::is_whitespace).then(|| shlex::split(word));
        let inner = of_shell.flatten().unwrap_or_default().into_iter();
        let inner = inner.map(|word| word.trim_end_matches([';', '&', '|']).to_string());
        iter::once(word.clone()).chain(inner)
    });
    let (mut parts, mut before) = (Vec::new(), String::new());
    for word in with_inner {
        let value = word.split_once('=').map(|(_, value)| value);
        // `-m mine.tools` is in the package `mine`.
        let package = word.split('.').next().filter(|_| before == "-m");
        let lists = [Some(&*word), value, package].into_iter().flatten();
        let names = lists.flat_map(|list| list.split(':')).filter(|name| !name.is_empty());
        parts.extend(names.flat_map(|name| [PathBuf::from(name), format!("{name}.py").into()]));
        before = word;
    }
    parts
}

/// Returns the file or folder that a word of a command names, unless it is part of the system.
pub(super) fn existing(word: &Path) -> Option<PathBuf> {
    let path = word.canonicalize().ok()?;
    let is_own = !OF_SYSTEM.iter().any(|folder| path.starts_with(folder));
    (is_own && (path.is_file() || path.is_dir())).then_some(path)
}

/// Searches the folders of PATH for a program without a slash that is not part of the system.
pub(super) fn on_path(program: &Path) -> Option<PathBuf> {
    let is_bare = !program.as_os_str().as_encoded_bytes().contains(&b'/');
    let folders = env::var_os("PATH").filter(|_| is_bare)?;
    let mut files = env::split_paths(&folders).map(|folder| folder.join(program));
    existing(&files.find(|file| file.is_file())?)
}
