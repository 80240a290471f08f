//! Joins the files of several crates into one file with nested modules.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use syn::Item;
use syn::spanned::Spanned;

use super::conditions;
use super::edit::{Edit, cut, splice};

/// Size from which a constant counts as a table, bytes. Tables stand at the end of the file.
const TABLE: usize = 2000;

/// A crate that becomes part of the file.
#[derive(Debug)]
pub struct Crate {
    /// Replacement of `crate`: `crate` for the program, `crate::name` for a library.
    pub path: String,
    /// Its first source file.
    pub root: PathBuf,
    /// Names of the libraries that it uses.
    pub uses: Vec<String>,
    /// Names of the modules that are left out.
    pub omitted: Vec<String>,
}

impl Crate {
    /// A crate with all its modules.
    pub fn new(path: &str, root: impl Into<PathBuf>, uses: &[&str]) -> Crate {
        Crate {
            path: path.into(),
            root: root.into(),
            uses: uses.iter().map(|name| name.to_string()).collect(),
            omitted: Vec::new(),
        }
    }
}

/// The text of a module.
struct Module {
    text: String,
    holds_table: bool,
}

/// Returns `program` followed by a module for each of `libraries`; modules with tables come last.
/// Tests are left out, and so are items that need a feature.
pub fn expand(program: &Crate, libraries: &[Crate]) -> Result<String> {
    let mut modules = Vec::new();
    for library in libraries {
        let head = library.path.replace("crate::", "mod ");
        modules.push(library.read(&library.root, false)?.within(&head));
    }
    Ok(program.read(&program.root, true)?.followed_by(modules).text)
}

impl Module {
    /// Puts braces around the module, after `head`, its declaration.
    fn within(self, head: &str) -> Module {
        let text = format!("{head} {{\n{}}}\n", self.text);
        Module { text, ..self }
    }

    /// Appends `modules`; modules with tables come last.
    fn followed_by(mut self, mut modules: Vec<Module>) -> Module {
        modules.sort_by_key(|module| module.holds_table);
        for module in modules {
            self.text = self.text + "\n" + &module.text;
            self.holds_table |= module.holds_table;
        }
        self
    }
}

impl Crate {
    /// Reads the module in `file` and its submodules. The program's root names libraries without a
    /// path.
    fn read(&self, file: &Path, is_root: bool) -> Result<Module> {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let wrong = |error: String| anyhow!("{}: {error}", file.display());
        let tokens: TokenStream = text.parse().map_err(|e| wrong(format!("{e}")))?;
        let parsed: syn::File = syn::parse2(tokens.clone()).map_err(|e| wrong(e.to_string()))?;
        let mut edits = conditions::edits(&parsed, &text, file)?;
        let is_there = |item: &&Item| {
            let place = item.span().byte_range();
            let mut cuts = edits.iter().map(|(cut, _)| cut);
            !cuts.any(|cut| cut.start <= place.start && place.end <= cut.end)
        };
        let items: Vec<&Item> = parsed.items.iter().filter(is_there).collect();
        // A file that has a module with the name of a library cannot name that library directly.
        let is_module = |name: &str| {
            let mut items = parsed.items.iter();
            items.any(|item| matches!(item, Item::Mod(module) if module.ident == name))
        };
        let names = self.uses.iter().filter(|name| !is_root && !is_module(name));
        let names: Vec<&String> = names.collect();
        self.rename(tokens, &text, &names, &mut edits);
        let has_folder = file != self.root && !file.ends_with("mod.rs");
        let folder = match has_folder {
            true => file.with_extension(""),
            false => file.with_file_name(""),
        };
        let mut modules = Vec::new();
        let mut holds_table = false;
        for item in items {
            let range = item.span().byte_range();
            let written = &text[range.clone()];
            match item {
                Item::Mod(module) if self.omitted.iter().any(|name| module.ident == name) => {
                    edits.push(cut(&text, range));
                }
                Item::Mod(module) if module.content.is_none() => {
                    let inner = folder.join(module.ident.to_string());
                    let files = [inner.with_extension("rs"), inner.join("mod.rs")];
                    let inner = &files[usize::from(!files[0].exists())];
                    let head = written.trim_end_matches(';').split_inclusive('\n');
                    let head: String = head.filter(|line| !line.starts_with("#[cfg(")).collect();
                    modules.push(self.read(inner, false)?.within(&head));
                    edits.push(cut(&text, range));
                }
                Item::Const(_) | Item::Static(_) => holds_table |= written.len() >= TABLE,
                _ => {}
            }
        }
        let text = splice(&text, edits);
        Ok(Module { text, holds_table }.followed_by(modules))
    }

    /// Collects the edits that correct paths to crates in the single file. A path may begin with
    /// one of `names`, or with `::` and any library.
    fn rename(&self, tokens: TokenStream, text: &str, names: &[&String], edits: &mut Vec<Edit>) {
        for token in tokens {
            let range = token.span().byte_range();
            match token {
                TokenTree::Group(group) => self.rename(group.stream(), text, names, edits),
                TokenTree::Ident(name) if text[range.end..].starts_with("::") => {
                    let before = &text[..range.start];
                    let path = before.strip_suffix("::");
                    if name == "crate" {
                        edits.push((range, self.path.clone()));
                    } else if path.is_none() && names.iter().any(|used| name == used.as_str()) {
                        edits.push((range, format!("crate::{name}")));
                    } else if path.is_some_and(|path| path.ends_with([' ', '(', '<', '&']))
                        && self.uses.iter().any(|used| name == used)
                    {
                        edits.push((range.start - 2..range.end, format!("crate::{name}")));
                    }
                }
                _ => {}
            }
        }
    }
}
