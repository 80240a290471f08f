//! Parts of a source that are for some builds only, and texts that it takes in from other files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprLit, Field, File, ImplItem, Item, Lit, LitStr, Macro, Meta, Token,
    TraitItem, Variant,
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
        edits: Vec::new(),
        error: None,
    };
    search.visit_file(file);
    match search.error {
        Some(error) => Err(error),
        None => Ok(search.edits),
    }
}

/// A search for conditions and included files.
struct Search<'a> {
    text: &'a str,
    features: &'a [String],
    folder: &'a Path,
    edits: Vec<Edit>,
    error: Option<anyhow::Error>,
}

impl Search<'_> {
    /// Cuts `part` if one of its attributes asks for a test or a feature that is off, and
    /// attributes that ask for a feature.
    fn conditions(&mut self, part: impl Spanned, attributes: &[Attribute]) {
        let is_off = |asked: String| asked == "test" || !self.features.contains(&asked);
        let mut features = attributes.iter().filter_map(|one| asked(one, "cfg"));
        if features.any(is_off) {
            self.edits.push(cut(self.text, part.span().byte_range()));
            return;
        }
        for attribute in attributes {
            let is_condition = |name| asked(attribute, name).is_some();
            if is_condition("cfg") || is_condition("cfg_attr") {
                self.edits
                    .push(cut(self.text, attribute.span().byte_range()));
            }
        }
    }
}

/// The feature that an attribute of this name asks for, or `test` if it asks for that.
fn asked(attribute: &Attribute, name: &str) -> Option<String> {
    if !attribute.path().is_ident(name) {
        return None;
    }
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    match attribute.parse_args_with(parse).ok()?.into_iter().next()? {
        Meta::Path(path) if path.is_ident("test") => Some("test".into()),
        Meta::List(all) if all.path.is_ident("all") => {
            let is_test = all.tokens.to_string().starts_with("test");
            is_test.then(|| "test".into())
        }
        Meta::NameValue(pair) if pair.path.is_ident("feature") => match pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(name),
                ..
            }) => Some(name.value()),
            _ => None,
        },
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if matches!(item, Item::Mod(module) if module.content.is_none()) {
            // A module in a file of its own is put in, or left out, as a whole.
            return;
        }
        let attributes = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        self.conditions(item, attributes);
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if let ImplItem::Fn(function) = item {
            self.conditions(item, &function.attrs);
        }
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if let TraitItem::Fn(function) = item {
            self.conditions(item, &function.attrs);
        }
        visit::visit_trait_item(self, item);
    }

    fn visit_field(&mut self, field: &'ast Field) {
        self.conditions(field, &field.attrs);
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.conditions(variant, &variant.attrs);
        visit::visit_variant(self, variant);
    }

    /// Puts the text of an included file in the place of the macro.
    fn visit_macro(&mut self, used: &'ast Macro) {
        visit::visit_macro(self, used);
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
