//! Cuts what a program does not use. The compiler says what is unused; a cut
//! makes more of it unused, so this goes on until the compiler is silent.
//!
//! Unused code can be named by other unused code, by `use`, where a struct with a
//! field that is never read is made, and where a variant that is never made is
//! matched. So a cut may leave names without a meaning. The compiler reports those
//! as errors at imports, heads of `impl` blocks, values of such fields and arms of
//! `match`, which are cut as well; values only if they have no effect. Items in the body of a macro are not cut but allowed
//! to be unused. Any other complaint means that the sources have to change.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, Field, FieldValue, ImplItem, Item, Macro, Pat, TraitItem, UseGlob, UseGroup,
    Variant,
};

use super::compiler;
use super::edit::{Edit, cut, splice};

/// The line before what is kept although nothing uses it.
pub const ALLOW: &str = "#[allow(dead_code)]\n";

/// Types of a program that are used in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Types {
    /// Cut fields that are never read, variants that are never made, methods of traits that are
    /// never called.
    Cut,
    /// Keep them, and allow them to be unused: a generic interface is not understood without.
    Keep,
}

/// Returns `source` of an edition without what the program does not use.
///
/// # Errors
/// The compiler complains about something that cannot be cut.
pub fn prune(mut source: String, edition: &str, types: Types) -> Result<String> {
    loop {
        let complaints = compiler::complaints(&source, edition)?;
        if complaints.is_empty() {
            return Ok(source);
        }
        let file = syn::parse_file(&source).context("rustc and syn disagree")?;
        let mut search = Search {
            text: &source,
            marks: complaints
                .iter()
                .flat_map(|complaint| complaint.ranges.clone())
                .collect(),
            types,
            open: Vec::new(),
            edits: Vec::new(),
            allowed: Vec::new(),
            kept: Vec::new(),
        };
        search.visit_file(&file);
        if search.edits.is_empty() {
            search.edits = search.allowed;
        }
        // What is kept uses more, which must not be cut before.
        if !search.kept.is_empty() {
            search.edits = search.kept;
        }
        if search.edits.is_empty() {
            let complaint: Vec<_> = complaints
                .into_iter()
                .map(|complaint| complaint.message)
                .collect();
            bail!("the compiler complains\n{}", complaint.join("\n"));
        }
        source = splice(&source, search.edits);
    }
}

/// A search for the syntax that the compiler complains about.
struct Search<'a> {
    text: &'a str,
    /// Ranges of bytes of the complaints.
    marks: Vec<Range<usize>>,
    types: Types,
    /// The syntax that is being visited, outermost first: what a mark on a name
    /// within it cuts, if anything.
    open: Vec<Option<Span>>,
    edits: Vec<Edit>,
    /// Outcome when nothing is left to be cut.
    allowed: Vec<Edit>,
    /// Types and traits to be kept whole.
    kept: Vec<Edit>,
}

impl Search<'_> {
    /// Visits syntax; a mark on a name in it cuts `whole`.
    fn within(&mut self, whole: Option<Span>, visit: impl FnOnce(&mut Self)) {
        self.open.push(whole);
        visit(self);
        self.open.pop();
    }

    /// Cuts the innermost syntax that is being visited, if `condition` holds.
    fn cut_if(&mut self, condition: bool) {
        if let (true, Some(Some(whole))) = (condition, self.open.last()) {
            self.edits.push(cut(self.text, whole.byte_range()));
        }
    }

    fn is_marked(&self, name: Span) -> bool {
        let start = name.byte_range().start;
        self.marks.iter().any(|mark| mark.contains(&start))
    }

    /// Visits a part of a type or trait, which a mark on a name in it cuts or allows to be unused.
    fn part(&mut self, whole: Span, visit: impl FnOnce(&mut Self)) {
        let whole = Some(whole).filter(|_| self.types == Types::Cut);
        self.within(whole, visit);
    }

    /// Allows a type or a trait with a mark on one of its parts to be used in part.
    fn allow_parts(&mut self, name: &Ident, whole: Span) {
        let (name, whole) = (name.span().byte_range(), whole.byte_range());
        let is_part = |mark: &Range<usize>| name.end <= mark.start && mark.end <= whole.end;
        let line = self.text[..name.start].rfind('\n').map_or(0, |at| at + 1);
        let is_allowed = self.text[..line].trim_end().ends_with(ALLOW.trim_end());
        if self.types == Types::Keep && !is_allowed && self.marks.iter().any(is_part) {
            self.kept.push((line..line, ALLOW.into()));
        }
    }

    fn are_cut(&self, parts: impl IntoIterator<Item = impl Spanned>) -> bool {
        parts.into_iter().all(|part| {
            let start = part.span().byte_range().start;
            self.edits.iter().any(|(range, _)| range.contains(&start))
        })
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_ident(&mut self, name: &'ast Ident) {
        self.cut_if(self.is_marked(name.span()));
    }

    fn visit_use_glob(&mut self, glob: &'ast UseGlob) {
        self.cut_if(self.is_marked(glob.span()));
    }

    fn visit_use_group(&mut self, group: &'ast UseGroup) {
        for tree in &group.items {
            self.within(Some(tree.span()), |s| s.visit_use_tree(tree));
        }
        self.cut_if(self.are_cut(&group.items));
    }

    fn visit_item(&mut self, item: &'ast Item) {
        self.within(Some(item.span()), |search| {
            visit::visit_item(search, item);
            match item {
                Item::Enum(kind) => search.allow_parts(&kind.ident, kind.span()),
                Item::Struct(kind) => search.allow_parts(&kind.ident, kind.span()),
                Item::Trait(kind) => search.allow_parts(&kind.ident, kind.span()),
                _ => {}
            }
            search.cut_if(match item {
                Item::Mod(module) => search.are_cut(module.content.iter().flat_map(|(_, all)| all)),
                Item::Impl(block) => block.trait_.is_none() && search.are_cut(&block.items),
                _ => false,
            });
        });
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        self.within(Some(item.span()), |s| visit::visit_impl_item(s, item));
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        self.part(item.span(), |s| visit::visit_trait_item(s, item));
    }

    fn visit_field(&mut self, field: &'ast Field) {
        self.part(field.span(), |s| visit::visit_field(s, field));
    }

    fn visit_field_value(&mut self, value: &'ast FieldValue) {
        let has_no_effect = matches!(value.expr, Expr::Lit(_) | Expr::Path(_));
        let whole = has_no_effect.then(|| value.span());
        self.within(whole, |s| visit::visit_field_value(s, value));
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.within(None, |s| visit::visit_block(s, block));
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.part(variant.span(), |s| visit::visit_variant(s, variant));
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let is_single = !matches!(arm.pat, Pat::Or(_));
        let whole = is_single.then(|| arm.span());
        self.within(whole, |s| s.visit_pat(&arm.pat));
        self.visit_expr(&arm.body);
    }

    /// A mark within the body of a macro allows what begins its line to be
    /// unused; one within the use of a macro cuts that.
    fn visit_macro(&mut self, used: &'ast Macro) {
        visit::visit_macro(self, used);
        let body = used.tokens.span().byte_range();
        for mark in self.marks.clone() {
            let line = self.text[..mark.start].rfind('\n').map_or(0, |at| at + 1);
            let is_allowed = self.text[..line].ends_with(ALLOW);
            match body.contains(&mark.start) {
                true if !used.path.is_ident("macro_rules") => self.cut_if(true),
                true if !is_allowed => self.allowed.push((line..line, ALLOW.into())),
                _ => {}
            }
        }
    }
}
