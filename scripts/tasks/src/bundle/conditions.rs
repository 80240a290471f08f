//! Parts of a source that are for some builds only, and texts that it takes in from other files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Expr, ExprLit, Field, File, ImplItem, Item, Lit, LitStr, Macro, Meta,
    MetaList, Token, TraitItem, Variant,
};

use super::edit::{Edit, cut};

/// Returns the edits that make `file`, whose text is `text`, one of a build with these features and
/// without tests, with the text of the files that it includes.
///
/// # Errors
/// An included file cannot be read.
pub(crate) fn edits(
    file: &File,
    text: &str,
    path: &Path,
    features: &[String],
) -> Result<Vec<Edit>> {
    let mut search = Search {
        text,
        features,
        folder: path.parent().unwrap_or(path),
        open: Vec::new(),
        edits: Vec::new(),
        error: None,
    };
    search.visit_file(file);
    search.error.map_or(Ok(search.edits), Err)
}

/// A search for conditions and included files.
struct Search<'a> {
    text: &'a str,
    features: &'a [String],
    folder: &'a Path,
    /// The syntax that is being visited, outermost first: what an attribute is about, if that can
    /// be cut.
    open: Vec<Option<Span>>,
    edits: Vec<Edit>,
    error: Option<anyhow::Error>,
}

impl Search<'_> {
    fn within(&mut self, whole: Option<Span>, visit: impl FnOnce(&mut Self)) {
        self.open.push(whole);
        visit(self);
        self.open.pop();
    }

    /// Returns whether a condition holds, if that depends on tests and features alone.
    fn value(&self, condition: &Meta) -> Option<bool> {
        match condition {
            Meta::Path(path) if path.is_ident("test") => Some(false),
            Meta::NameValue(pair) if pair.path.is_ident("feature") => match &pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(name),
                    ..
                }) => Some(self.features.contains(&name.value())),
                _ => None,
            },
            Meta::List(list) => {
                let values: Vec<Option<bool>> =
                    parts(list)?.iter().map(|one| self.value(one)).collect();
                match list.path.get_ident()?.to_string().as_str() {
                    "not" => values[0].map(|value| !value),
                    "all" if values.contains(&Some(false)) => Some(false),
                    "all" if values.iter().all(|value| *value == Some(true)) => Some(true),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The parts of an attribute, or of a condition, that is a list.
fn parts(list: &MetaList) -> Option<Vec<Meta>> {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    Some(list.parse_args_with(parse).ok()?.into_iter().collect())
}

impl<'ast> Visit<'ast> for Search<'_> {
    /// Cuts what the attribute is about if its condition does not hold, and the attribute alone if it does.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let Meta::List(list) = &attribute.meta else {
            return;
        };
        let is_conditional = list.path.is_ident("cfg") || list.path.is_ident("cfg_attr");
        let condition = parts(list).filter(|_| is_conditional);
        let value = condition.and_then(|parts| self.value(parts.first()?));
        let whole = match (value, self.open.last()) {
            (Some(false), Some(&Some(whole))) if list.path.is_ident("cfg") => whole,
            (Some(_), Some(Some(_))) => attribute.span(),
            _ => return,
        };
        self.edits.push(cut(self.text, whole.byte_range()));
    }

    fn visit_item(&mut self, item: &'ast Item) {
        self.within(Some(item.span()), |s| visit::visit_item(s, item));
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        self.within(Some(item.span()), |s| visit::visit_impl_item(s, item));
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        self.within(Some(item.span()), |s| visit::visit_trait_item(s, item));
    }

    fn visit_field(&mut self, field: &'ast Field) {
        self.within(Some(field.span()), |s| visit::visit_field(s, field));
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.within(Some(variant.span()), |s| visit::visit_variant(s, variant));
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.within(None, |s| visit::visit_block(s, block));
    }

    /// Puts the text of an included file in the place of the macro.
    fn visit_macro(&mut self, used: &'ast Macro) {
        if !used.path.is_ident("include_str") {
            return;
        }
        let included = used.parse_body::<LitStr>().ok().map(|name| name.value());
        let path = self.folder.join(included.unwrap_or_default());
        match fs::read_to_string(&path).with_context(|| path.display().to_string()) {
            Ok(text) => self
                .edits
                .push((used.span().byte_range(), format!("r#\"{text}\"#"))),
            Err(error) => self.error = Some(error),
        }
    }
}
