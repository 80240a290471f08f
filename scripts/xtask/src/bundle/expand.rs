//! Joins the files of several crates into one file with nested modules.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use syn::Item;
use syn::spanned::Spanned;

use super::conditions;
use super::edit::{Edit, cut, splice, with_comment};

/// Size from which a constant counts as a table, bytes. Tables stand at the end of the file.
const TABLE: usize = 2000;

/// Marks the end of a module's head while its text is edited.
const ITEMS: &str = "\0";

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
    name: String,
    /// Inner documentation and imports.
    head: String,
    /// Items, after those of the submodules.
    items: String,
    holds_table: bool,
}

/// Returns a module for each of `libraries`, then the items of `program`. A library follows the
/// libraries that it uses, which are later in the list; a module follows the siblings that it uses.
/// So a reader meets a name after its definition. Modules with tables are the last ones of
/// their parent. Tests are left out, and so are items that need a feature.
pub fn expand(program: &Crate, libraries: &[Crate]) -> Result<String> {
    let mut modules = Vec::new();
    for library in libraries.iter().rev() {
        let name = library.path.replace("crate::", "");
        let module = library.read(&library.root, &name, &library.path)?;
        modules.push(module.within(&format!("mod {name}")));
    }
    let program = program.read(&program.root, "", "crate")?;
    Ok(program.following(modules).text())
}

impl Module {
    /// Puts braces around the module, after `head`, its declaration.
    fn within(self, head: &str) -> Module {
        let items = format!("{head} {{\n{}{}}}\n", self.head, self.items);
        Module { head: String::new(), items, ..self }
    }

    /// Puts `modules` before the items.
    fn following(mut self, modules: Vec<Module>) -> Module {
        self.holds_table |= modules.iter().any(|module| module.holds_table);
        let above: String = modules.iter().map(|one| one.items.clone() + "\n").collect();
        self.items = above + &self.items;
        self
    }

    fn text(&self) -> String {
        self.head.clone() + &self.items
    }

    /// Returns true if the module, whose parent has this path, names its sibling `other`.
    fn uses(&self, parent: &str, other: &str) -> bool {
        [parent, "super"].iter().any(|path| {
            let path = format!("{path}::{other}");
            self.items.match_indices(&path).any(|(at, _)| {
                let next = self.items[at + path.len()..].chars().next();
                !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
            })
        })
    }
}

/// Returns true for an item that stands above a module's submodules.
fn is_of_head(item: &Item) -> bool {
    match item {
        Item::Use(_) => true,
        Item::Mod(module) => module.content.is_none(),
        _ => false,
    }
}

/// Sorts the submodules of the module `parent`: each follows the modules that it uses, and tables
/// come last. Otherwise the order remains.
fn in_reading_order(mut modules: Vec<Module>, parent: &str) -> Vec<Module> {
    modules.sort_by_key(|module| module.holds_table);
    let mut sorted: Vec<Module> = Vec::new();
    while !modules.is_empty() {
        let is_ready = |module: &Module| {
            let mut others = modules.iter().filter(|other| other.name != module.name);
            !others.any(|other| !other.holds_table && module.uses(parent, &other.name))
        };
        // Modules that need each other stay in their order.
        let next = modules.iter().position(is_ready).unwrap_or(0);
        sorted.push(modules.remove(next));
    }
    sorted
}

impl Crate {
    /// Reads the module `name` in `file` and its submodules; `path` leads to the module. The
    /// program's root names libraries without a path.
    fn read(&self, file: &Path, name: &str, path: &str) -> Result<Module> {
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
        let names: Vec<&String> =
            self.uses.iter().filter(|name| path != "crate" && !is_module(name)).collect();
        self.rename(tokens, &text, &names, &mut edits);
        let has_folder = file != self.root && !file.ends_with("mod.rs");
        let folder = if has_folder { file.with_extension("") } else { file.with_file_name("") };
        let mut modules = Vec::new();
        let mut holds_table = false;
        for item in &items {
            let range = item.span().byte_range();
            let written = &text[range.clone()];
            match item {
                Item::Mod(module) if self.omitted.iter().any(|name| module.ident == name) => {
                    edits.push(cut(&text, range));
                }
                Item::Mod(module) if module.content.is_none() => {
                    let name = module.ident.to_string();
                    let inner = folder.join(&name);
                    let files = [inner.with_extension("rs"), inner.join("mod.rs")];
                    let inner = &files[usize::from(!files[0].exists())];
                    let head = written.trim_end_matches(';').split_inclusive('\n');
                    let head: String = head.filter(|line| !line.starts_with("#[cfg(")).collect();
                    let module = self.read(inner, &name, &format!("{path}::{name}"))?;
                    modules.push(module.within(&head));
                    edits.push(cut(&text, range));
                }
                Item::Const(_) | Item::Static(_) => holds_table |= written.len() >= TABLE,
                _ => {}
            }
        }
        if let Some(item) = items.iter().find(|item| !is_of_head(item)) {
            let start = with_comment(&text, item.span().byte_range().start);
            edits.push((start..start, ITEMS.into()));
        }
        let text = splice(&text, edits);
        let (head, items) = text.split_once(ITEMS).unwrap_or((&text, ""));
        let module =
            Module { name: name.into(), head: head.into(), items: items.into(), holds_table };
        Ok(module.following(in_reading_order(modules, path)))
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
