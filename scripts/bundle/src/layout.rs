//! How the file is presented.

use std::path::PathBuf;

use anyhow::{Context, Result};
use syn::visit_mut::VisitMut;
use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

use crate::compiler::{self, EDITION};
use crate::submission::Submission;

/// `source` with a header, the program first, the words of every module, and
/// lines between the items.
///
/// # Errors
/// The source of a module cannot be read.
pub fn layout(submission: &Submission, source: &str) -> Result<String> {
    let mut file = syn::parse_file(source)?;
    // Imports and the program, then its modules, then the dependency.
    file.items.sort_by_key(|item| match item {
        Item::Mod(module) if module.ident == "common" => 2,
        Item::Mod(_) => 1,
        _ => 0,
    });
    for item in &mut file.items {
        if let Item::Mod(module) = item {
            explain(submission, module, &mut Vec::new())?;
        }
    }
    Examples.visit_file_mut(&mut file);
    let text = compiler::format(&spaced(&prettyplease::unparse(&file)))?;
    Ok(format!("{}{text}", header(submission)))
}

fn header(submission: &Submission) -> String {
    let Submission {
        game,
        title,
        limits,
        ..
    } = submission;
    format!(
        "// {title}, in one file that needs nothing but the standard library.\n\
         // Limits: {limits}.\n\
         // Compile: rustc --edition {EDITION} -O {game}.rs\n\
         // Written by `make submissions` from crates/{game} and crates/common: change those.\n\n"
    )
}

/// Gives `module`, which lies in the modules `path`, and the modules in it back
/// what they say about themselves.
fn explain(submission: &Submission, module: &mut ItemMod, path: &mut Vec<String>) -> Result<()> {
    path.push(module.ident.to_string());
    let file = source_of(submission, path);
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    module.attrs.extend(syn::parse_file(&text)?.attrs);
    if let Some((_, items)) = &mut module.content {
        for item in items {
            if let Item::Mod(inner) = item {
                explain(submission, inner, path)?;
            }
        }
    }
    path.pop();
    Ok(())
}

/// The file of the module at `path`.
fn source_of(submission: &Submission, path: &[String]) -> PathBuf {
    let (root, path) = match path {
        [first, rest @ ..] if first == "common" => (&submission.common, rest),
        [first, rest @ ..] if submission.has_library && *first == submission.game => {
            (&submission.sources, rest)
        }
        path => (&submission.sources, path),
    };
    let place: PathBuf = path
        .iter()
        .fold(root.clone(), |place, name| place.join(name));
    let candidates = [
        place.with_extension("rs"),
        place.join("mod.rs"),
        root.join("lib.rs"),
    ];
    let found = candidates.iter().find(|file| file.exists());
    found.cloned().unwrap_or(place)
}

/// Takes the examples out of doc comments: they call the workspace's crates.
struct Examples;

impl VisitMut for Examples {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let mut fenced = false;
        attributes.retain(|attribute| {
            let Some(line) = doc_line(attribute) else {
                return true;
            };
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            !fenced && !fence
        });
        // The empty line that led to the example.
        while attributes
            .last()
            .and_then(doc_line)
            .is_some_and(|line| line.is_empty())
        {
            attributes.pop();
        }
    }
}

/// The line of a doc comment that an attribute holds.
fn doc_line(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// `text` with an empty line between items, but not between imports, modules'
/// declarations or constants that follow each other.
fn spaced(text: &str) -> String {
    let mut result = String::new();
    let mut before = "";
    for line in text.lines() {
        if ends_item(before, line) && begins_item(line)
            || is_inner_doc(before) && !is_inner_doc(line)
        {
            result.push('\n');
        }
        result += line;
        result.push('\n');
        before = line;
    }
    result
}

/// Whether an item, or the comment before it, may begin with `line`.
fn begins_item(line: &str) -> bool {
    const BEGINNINGS: [&str; 13] = [
        "///", "#[", "pub ", "pub(", "fn ", "impl", "mod ", "struct ", "enum ", "trait ", "type ",
        "static ", "const ",
    ];
    let line = line.trim_start();
    BEGINNINGS.iter().any(|word| line.starts_with(word))
}

/// Whether `before`, the line before `line`, ends an item that should stand
/// apart from what follows it.
fn ends_item(before: &str, line: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let word = |line: &str| line.trim_start().split(' ').next().map(String::from);
    indent(before) == indent(line)
        && (before.trim_start() == "}"
            || before.ends_with("{}")
            || before.ends_with(';') && word(before) != word(line))
}

fn is_inner_doc(line: &str) -> bool {
    line.trim_start().starts_with("//!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stand_apart() {
        let tight = "//! A.\nuse a;\nuse b;\nconst C: u8 = 1;\n/// D.\nfn d() {\n    if x {\n    }\n    y();\n}\nimpl E for F {}\nfn g() {}\n";
        let apart = "//! A.\n\nuse a;\nuse b;\n\nconst C: u8 = 1;\n\n/// D.\nfn d() {\n    if x {\n    }\n    y();\n}\n\nimpl E for F {}\n\nfn g() {}\n";
        assert_eq!(spaced(tight), apart);
    }

    #[test]
    fn examples_go_with_the_line_before_them() {
        let text = "/// Halves.\n///\n/// ```\n/// half(2);\n/// ```\nfn half() {}\n";
        let mut file = syn::parse_file(text).unwrap();
        Examples.visit_file_mut(&mut file);
        assert_eq!(prettyplease::unparse(&file), "/// Halves.\nfn half() {}\n");
    }
}
