//! Rules for Rust sources.

use anyhow::{Context, Result};
use proc_macro2::Span;
use syn::visit::{self, Visit};
use syn::{AttrStyle, Attribute, Expr, Fields, Ident, Lit, Meta, Visibility};

use crate::{StyleFault, TypeName};

/// Words with which no doc comment begins: it says what a thing is, and asks no question.
pub const OPENINGS: [&str; 9] = [
    "How", "Nobody", "What", "Whether", "Who", "Whoever", "Whom", "Whose", "Why",
];

/// A source file that was read.
#[derive(Debug, Default)]
pub struct Source {
    /// Doc comments with a word of [`OPENINGS`] at their beginning, and public items without one.
    pub findings: Vec<StyleFault>,
    /// The types it defines that other modules see; those of its unit tests are left out.
    pub types: Vec<TypeName>,
}

impl Source {
    /// Reads the text of `file`.
    ///
    /// # Errors
    /// It is not Rust.
    pub fn read(file: &str, text: &str) -> Result<Source> {
        let tree = syn::parse_file(text).with_context(|| file.to_string())?;
        let mut reader = Reader {
            file,
            source: Source::default(),
            last_doc: None,
        };
        reader.visit_file(&tree);
        Ok(reader.source)
    }
}

struct Reader<'a> {
    file: &'a str,
    source: Source,
    /// Line and style of the doc attribute before: one on the next line continues it.
    last_doc: Option<(usize, bool)>,
}

impl Reader<'_> {
    fn find(&mut self, span: Span, message: String) {
        self.source.findings.push(StyleFault {
            file: self.file.into(),
            line: span.start().line,
            message,
        });
    }

    /// Takes note of a public item that has no doc comment.
    fn document(&mut self, attributes: &[Attribute], name: &Ident) {
        let exempt = |attribute: &Attribute| doc(attribute).is_some() || is_flattened(attribute);
        if !attributes.iter().any(exempt) {
            self.find(name.span(), format!("public `{name}` has no doc comment"));
        }
    }

    fn item(&mut self, visibility: &Visibility, attributes: &[Attribute], name: &Ident) {
        if is_public(visibility) {
            self.document(attributes, name);
        }
    }

    fn type_name(&mut self, visibility: &Visibility, attributes: &[Attribute], name: &Ident) {
        self.item(visibility, attributes, name);
        if !matches!(visibility, Visibility::Inherited) {
            self.source.types.push(TypeName {
                name: name.to_string(),
                file: self.file.into(),
                line: name.span().start().line,
            });
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns the text of a line of a doc comment.
fn doc(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(literal) if pair.path.is_ident("doc") => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true for clap's `#[command(flatten)]`, whose field has no help of its own.
fn is_flattened(attribute: &Attribute) -> bool {
    let flatten = |list: &syn::MetaList| list.tokens.to_string() == "flatten";
    attribute.path().is_ident("command") && attribute.meta.require_list().is_ok_and(flatten)
}

/// Returns true for `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    let test = |list: &syn::MetaList| list.tokens.to_string() == "test";
    attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(test)
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let Some(text) = doc(attribute) else {
            return;
        };
        let line = attribute.pound_token.span.start().line;
        let inner = matches!(attribute.style, AttrStyle::Inner(_));
        let continues = self.last_doc == Some((line - 1, inner));
        self.last_doc = Some((line, inner));
        let letters = |letter: char| !letter.is_alphabetic();
        let word = text.trim_start().split(letters).next().unwrap_or("");
        if !continues && OPENINGS.contains(&word) {
            let span = attribute.pound_token.span;
            self.find(span, format!("a doc comment begins with `{word}`"));
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_some() {
            self.item(&item.vis, &item.attrs, &item.ident);
        }
        let types = self.source.types.len();
        visit::visit_item_mod(self, item);
        if item.attrs.iter().any(is_for_tests) {
            self.source.types.truncate(types);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.type_name(&item.vis, &item.attrs, &item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.type_name(&item.vis, &item.attrs, &item.ident);
        if is_public(&item.vis) {
            for variant in &item.variants {
                self.document(&variant.attrs, &variant.ident);
                if let Fields::Named(fields) = &variant.fields {
                    for field in &fields.named {
                        let name = field.ident.as_ref();
                        name.inspect(|name| self.document(&field.attrs, name));
                    }
                }
            }
        }
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.type_name(&item.vis, &item.attrs, &item.ident);
        visit::visit_item_union(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.type_name(&item.vis, &item.attrs, &item.ident);
        visit::visit_item_type(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.type_name(&item.vis, &item.attrs, &item.ident);
        if is_public(&item.vis) {
            for member in &item.items {
                match member {
                    syn::TraitItem::Const(it) => self.document(&it.attrs, &it.ident),
                    syn::TraitItem::Fn(it) => self.document(&it.attrs, &it.sig.ident),
                    syn::TraitItem::Type(it) => self.document(&it.attrs, &it.ident),
                    _ => {}
                }
            }
        }
        visit::visit_item_trait(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.item(&item.vis, &item.attrs, &item.sig.ident);
        visit::visit_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.item(&item.vis, &item.attrs, &item.ident);
        visit::visit_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.item(&item.vis, &item.attrs, &item.ident);
        visit::visit_item_static(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.item(&item.vis, &item.attrs, &item.sig.ident);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.item(&item.vis, &item.attrs, &item.ident);
        visit::visit_impl_item_const(self, item);
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.item(&field.vis, &field.attrs, name);
        }
        visit::visit_field(self, field);
    }
}
