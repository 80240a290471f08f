//! A copy of a solver in the form that `cg-bundler` takes: a package with one
//! program, no library, and `common` as its only dependency.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use tempfile::TempDir;

use crate::submission::Submission;

/// Lays the copy out in a directory of its own. A library becomes the module
/// of the same name.
///
/// # Errors
/// The sources cannot be read, are not Rust, or there is no room for the copy.
pub fn stage(submission: &Submission) -> Result<TempDir> {
    let stage = tempfile::tempdir()?;
    let sources = stage.path().join("src");
    let Submission { game, .. } = submission;
    if submission.has_library {
        fs::create_dir(&sources)?;
        let main = read(&submission.sources.join("main.rs"))?;
        fs::write(sources.join("main.rs"), format!("{main}\nmod {game};\n"))?;
        let module = sources.join(game);
        copy(&submission.sources, &module, &|text| within(game, text))?;
        fs::rename(module.join("lib.rs"), module.join("mod.rs"))?;
    } else {
        copy(&submission.sources, &sources, &|text| Ok(text.to_string()))?;
    }
    let common = submission.common.parent().unwrap_or(&submission.common);
    fs::write(
        stage.path().join("Cargo.toml"),
        format!(
            "[workspace]\n[package]\nname = \"submission\"\nedition = \"2021\"\n\
             [dependencies]\ncommon = {{ path = {common:?} }}\n"
        ),
    )?;
    Ok(stage)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Copies every source below `from`, except further programs.
fn copy(from: &Path, to: &Path, edit: &dyn Fn(&str) -> Result<String>) -> Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() {
            if name != "bin" {
                copy(&path, &to.join(name), edit)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = edit(&read(&path)?).with_context(|| path.display().to_string())?;
            fs::write(to.join(name), text)?;
        }
    }
    Ok(())
}

/// `text` with its paths from `crate` as they are when the crate is the module
/// `module`.
fn within(module: &str, text: &str) -> Result<String> {
    let tokens: TokenStream = text
        .parse()
        .map_err(|error| anyhow!("this is not Rust: {error}"))?;
    let mut ends = Vec::new();
    find_roots(tokens, &mut ends);
    let mut result = String::new();
    let mut copied = 0;
    for end in ends {
        result += &text[copied..end];
        result += &format!("::{module}");
        copied = end;
    }
    Ok(result + &text[copied..])
}

/// Appends where each `crate` that begins a path ends, in bytes.
fn find_roots(tokens: TokenStream, ends: &mut Vec<usize>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => find_roots(group.stream(), ends),
            TokenTree::Ident(ident) if ident == "crate" => {
                if matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
                {
                    ends.push(ident.span().byte_range().end);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_from_the_root_gain_a_module() {
        let text = "// crate::a\npub(crate) use crate::b; fn f() { g!(\"crate::c\", [crate::d]) }";
        let moved =
            "// crate::a\npub(crate) use crate::m::b; fn f() { g!(\"crate::c\", [crate::m::d]) }";
        assert_eq!(within("m", text).unwrap(), moved);
    }
}
