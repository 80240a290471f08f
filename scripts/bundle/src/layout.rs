//! How the file is presented.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{
    AttrStyle, Attribute, Expr, ExprLit, Field, File, ImplItemFn, Item, ItemFn, Lit, Meta, Variant,
    Visibility,
};

use crate::compiler::{self, EDITION};
use crate::submission::Submission;

/// Which doc comments a file keeps. Examples go in any case: they call the
/// workspace's crates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Docs {
    /// That of the program.
    Program,
    /// Those of modules.
    Modules,
    /// Those of modules, and the first paragraph of those of items, but nothing
    /// on fields, variants and private functions.
    Items,
    /// All.
    All,
}

/// `source` with a header, the program first, the words of every module, and
/// lines between the items. Modules are not indented and tabs indent the rest:
/// blanks would be a quarter of the file.
///
/// # Errors
/// The source of a module cannot be read.
pub fn layout(submission: &Submission, source: &str, docs: Docs) -> Result<String> {
    let file = syn::parse_file(source)?;
    let mut text = header(submission);
    write(submission, file, docs, &mut Vec::new(), &mut text)?;
    Ok(text)
}

/// Appends the contents of the module at `path` to `text`: its own items, then
/// the modules in it.
fn write(
    submission: &Submission,
    mut file: File,
    mut docs: Docs,
    path: &mut Vec<String>,
    text: &mut String,
) -> Result<()> {
    let mut modules = Vec::new();
    file.items.retain_mut(|item| match item {
        Item::Mod(module) => {
            let contents = module
                .content
                .take()
                .map_or_else(Vec::new, |(_, items)| items);
            modules.push((module.clone(), contents));
            false
        }
        _ => true,
    });
    docs.visit_file_mut(&mut file);
    // The dependency comes last.
    modules.sort_by_key(|(module, _)| module.ident == "common");
    let contents = compiler::format(&spaced(&prettyplease::unparse(&file)))?;
    *text += &tabbed(&contents)?;
    for (module, items) in modules {
        let name = module.ident.to_string();
        let visibility = module.vis.to_token_stream();
        let head = format!("{visibility} mod {name} {{\n");
        *text += &format!("\n{}", head.trim_start());
        path.push(name);
        let attrs = if docs > Docs::Program {
            words(submission, path)?
        } else {
            Vec::new()
        };
        let file = File {
            shebang: None,
            frontmatter: None,
            attrs,
            items,
        };
        write(submission, file, docs, path, text)?;
        path.pop();
        *text += "}\n";
    }
    Ok(())
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

/// What the module at `path` says about itself.
fn words(submission: &Submission, path: &[String]) -> Result<Vec<Attribute>> {
    let file = source_of(submission, path);
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    Ok(syn::parse_file(&text)?.attrs)
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

impl VisitMut for Docs {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let mut fenced = false;
        let mut paragraphs = 1;
        attributes.retain(|attribute| {
            let Some(line) = doc_line(attribute) else {
                return true;
            };
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            paragraphs += usize::from(line.is_empty());
            let wanted = match self {
                _ if attribute.style != AttrStyle::Outer => true,
                Docs::Program | Docs::Modules => false,
                Docs::Items => paragraphs == 1,
                Docs::All => true,
            };
            wanted && !fenced && !fence
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

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        visit_mut::visit_item_fn_mut(self, function);
        if matches!(function.vis, Visibility::Inherited) {
            self.thin(&mut function.attrs);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        visit_mut::visit_impl_item_fn_mut(self, function);
        if matches!(function.vis, Visibility::Inherited) {
            self.thin(&mut function.attrs);
        }
    }

    fn visit_field_mut(&mut self, field: &mut Field) {
        visit_mut::visit_field_mut(self, field);
        self.thin(&mut field.attrs);
    }

    fn visit_variant_mut(&mut self, variant: &mut Variant) {
        visit_mut::visit_variant_mut(self, variant);
        self.thin(&mut variant.attrs);
    }
}

impl Docs {
    /// Takes the docs of a small thing away.
    fn thin(self, attributes: &mut Vec<Attribute>) {
        if self < Docs::All {
            attributes.retain(|attribute| doc_line(attribute).is_none());
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

/// `text` with a tab for four blanks at the beginning of its lines, but not
/// within literals.
fn tabbed(text: &str) -> Result<String> {
    let tokens: TokenStream = text
        .parse()
        .map_err(|error| anyhow!("the file cannot be read again: {error}"))?;
    let mut literal = vec![false; text.lines().count() + 1];
    find_literals(tokens, &mut literal);
    let mut result = String::new();
    for (line, literal) in text.lines().zip(&literal[1..]) {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let tabs = if *literal { 0 } else { blanks / 4 };
        result += &"\t".repeat(tabs);
        result += &line[tabs * 4..];
        result.push('\n');
    }
    Ok(result)
}

/// Notes which lines, counted from 1, begin within a literal.
fn find_literals(tokens: TokenStream, literal: &mut [bool]) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => find_literals(group.stream(), literal),
            TokenTree::Literal(found) => {
                let span = found.span();
                literal[span.start().line + 1..=span.end().line].fill(true);
            }
            _ => {}
        }
    }
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
        Docs::All.visit_file_mut(&mut file);
        assert_eq!(prettyplease::unparse(&file), "/// Halves.\nfn half() {}\n");
    }

    #[test]
    fn docs_are_thinned_out_from_the_smallest() {
        let text = "//! M.\n/// S.\n///\n/// T.\nstruct S {\n    /// F.\n    f: u8,\n}\n";
        let kept = |mut docs: Docs| {
            let mut file = syn::parse_file(text).unwrap();
            docs.visit_file_mut(&mut file);
            prettyplease::unparse(&file)
        };
        assert_eq!(kept(Docs::All), text);
        assert_eq!(
            kept(Docs::Items),
            "//! M.\n/// S.\nstruct S {\n    f: u8,\n}\n"
        );
        assert_eq!(kept(Docs::Modules), "//! M.\nstruct S {\n    f: u8,\n}\n");
    }

    #[test]
    fn literals_keep_their_blanks() {
        let text = "fn f() {\n    g(\"a\n        b\");\n        h();\n}\n";
        let tabs = "fn f() {\n\tg(\"a\n        b\");\n\t\th();\n}\n";
        assert_eq!(tabbed(text).unwrap(), tabs);
    }
}
