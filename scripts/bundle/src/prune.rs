//! Cuts what a program does not use. The compiler says what is dead; a cut
//! makes more of it dead, so this goes on until the compiler is silent.
//!
//! Dead code can be named by other dead code, by `use`, and where a struct with
//! a field that nobody reads is made. So a cut may leave names without a
//! meaning. The compiler reports those as errors at imports, at heads of `impl`
//! blocks and at the values of such fields, which are cut as well; values only
//! if working them out does nothing else. An error or a warning anywhere else
//! ends the work: then the sources have to change.

use std::mem;
use std::ops::Range;

use anyhow::{Context, Result, bail};
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprStruct, Fields, ImplItem, Item, ItemImpl, Member, TraitItem, UseTree};

use crate::compiler;

/// `source` without what the program does not use.
///
/// # Errors
/// The compiler complains about something that cannot be cut.
pub fn prune(source: &str) -> Result<String> {
    let mut source = source.to_string();
    loop {
        let complaints = compiler::complaints(&source)?;
        if complaints.is_empty() {
            return Ok(source);
        }
        let mut knife = Knife {
            marked: complaints.iter().flat_map(|c| c.places.clone()).collect(),
            cuts: 0,
        };
        let mut file = syn::parse_file(&source).context("the compiler and the tool disagree")?;
        knife.trim(&mut file.items);
        knife.visit_file_mut(&mut file);
        if knife.cuts == 0 {
            let said: Vec<_> = complaints.into_iter().map(|c| c.rendered).collect();
            bail!("the compiler objects\n{}", said.join("\n"));
        }
        source = prettyplease::unparse(&file);
    }
}

struct Knife {
    /// Ranges of bytes that the compiler complains about.
    marked: Vec<Range<usize>>,
    cuts: usize,
}

impl Knife {
    /// Cuts among `items` and in them.
    fn trim(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| {
            let dead = self.is_dead(item);
            self.cuts += usize::from(dead);
            !dead
        });
    }

    fn is_dead(&mut self, item: &mut Item) -> bool {
        match item {
            Item::Const(item) => self.names(&item.ident),
            Item::Fn(item) => self.names(&item.sig.ident),
            Item::Static(item) => self.names(&item.ident),
            Item::Struct(item) => {
                if let Fields::Named(fields) = &mut item.fields {
                    self.thin(&mut fields.named, |knife, field| {
                        field.ident.as_ref().is_some_and(|name| knife.names(name))
                    });
                }
                self.names(&item.ident)
            }
            Item::Enum(item) => self.names(&item.ident),
            Item::Type(item) => self.names(&item.ident),
            Item::Trait(item) => {
                let dead = self.names(&item.ident);
                if !dead {
                    self.retain(&mut item.items, |knife, member| match member {
                        TraitItem::Const(member) => knife.names(&member.ident),
                        TraitItem::Fn(member) => knife.names(&member.sig.ident),
                        TraitItem::Type(member) => knife.names(&member.ident),
                        _ => false,
                    });
                }
                dead
            }
            Item::Impl(item) => self.is_impl_dead(item),
            Item::Use(item) => self.is_use_dead(&mut item.tree),
            Item::Mod(item) => match &mut item.content {
                Some((_, items)) => {
                    self.trim(items);
                    items.is_empty()
                }
                None => false,
            },
            _ => false,
        }
    }

    fn is_impl_dead(&mut self, item: &mut ItemImpl) -> bool {
        let head = item.impl_token.span().byte_range().start
            ..item.brace_token.span.open().byte_range().start;
        if self.marked.iter().any(|place| head.contains(&place.start)) {
            return true;
        }
        self.retain(&mut item.items, |knife, member| match member {
            ImplItem::Const(member) => knife.names(&member.ident),
            ImplItem::Fn(member) => knife.names(&member.sig.ident),
            ImplItem::Type(member) => knife.names(&member.ident),
            _ => false,
        });
        item.items.is_empty() && item.trait_.is_none()
    }

    fn is_use_dead(&mut self, tree: &mut UseTree) -> bool {
        match tree {
            UseTree::Path(path) => self.names(&path.ident) || self.is_use_dead(&mut path.tree),
            UseTree::Name(name) => self.names(&name.ident),
            UseTree::Rename(rename) => self.names(&rename.ident),
            UseTree::Glob(glob) => self.marks(glob.star_token.span().byte_range()),
            UseTree::Group(group) => {
                self.thin(&mut group.items, |knife, tree| knife.is_use_dead(tree));
                group.items.is_empty()
            }
        }
    }

    /// Cuts from a list with separators.
    fn thin<T, P: Default>(
        &mut self,
        list: &mut Punctuated<T, P>,
        mut is_dead: impl FnMut(&mut Knife, &mut T) -> bool,
    ) {
        let before = list.len();
        *list = mem::take(list)
            .into_iter()
            .filter_map(|mut entry| (!is_dead(self, &mut entry)).then_some(entry))
            .collect();
        self.cuts += before - list.len();
    }

    fn retain<T>(&mut self, members: &mut Vec<T>, is_dead: impl Fn(&Knife, &T) -> bool) {
        let before = members.len();
        members.retain(|member| !is_dead(self, member));
        self.cuts += before - members.len();
    }

    fn names(&self, ident: &Ident) -> bool {
        self.marks(ident.span().byte_range())
    }

    fn marks(&self, range: Range<usize>) -> bool {
        self.marked.iter().any(|place| place.contains(&range.start))
    }
}

impl VisitMut for Knife {
    fn visit_expr_struct_mut(&mut self, made: &mut ExprStruct) {
        visit_mut::visit_expr_struct_mut(self, made);
        self.thin(&mut made.fields, |knife, field| match &field.member {
            Member::Named(name) => knife.names(name) && does_nothing(&field.expr),
            Member::Unnamed(_) => false,
        });
    }
}

/// Whether working out a value surely has no effect.
fn does_nothing(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Field(field) => does_nothing(&field.base),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pruned(source: &str) -> String {
        let file = syn::parse_file(&prune(source).unwrap()).unwrap();
        prettyplease::unparse(&file)
    }

    #[test]
    fn what_only_dead_code_uses_goes_too() {
        let source = "
            fn main() { println!(\"{}\", live::used(2)); }
            mod live {
                use super::dead::{Shape, helper};
                pub fn used(x: u32) -> u32 { x }
                pub fn unused() -> Shape { helper() }
                impl Clone for Shape { fn clone(&self) -> Shape { helper() } }
            }
            mod dead {
                pub use std::fmt;
                pub struct Shape { pub sides: u32 }
                impl fmt::Display for Shape {
                    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(NAME) }
                }
                pub const NAME: &str = \"shape\";
                pub fn helper() -> Shape { Shape { sides: 1 } }
            }";
        let left = "
            fn main() { println!(\"{}\", live::used(2)); }
            mod live { pub fn used(x: u32) -> u32 { x } }";
        let left = prettyplease::unparse(&syn::parse_file(left).unwrap());
        assert_eq!(pruned(source), left);
    }

    #[test]
    fn single_methods_and_imports_are_cut() {
        let source = "
            use std::fmt::{self, Display, Write};
            struct A;
            impl A { fn live(&self) {} fn dead(&self) {} const DEAD: u8 = 1; }
            trait T { fn live(&self); fn dead(&self); }
            impl T for u8 { fn live(&self) {} fn dead(&self) {} }
            fn show(x: impl Display) -> Result<(), fmt::Error> { write!(String::new(), \"{x}\") }
            fn main() { A.live(); 1u8.live(); show(1).unwrap(); }";
        let left = "
            use std::fmt::{self, Display, Write};
            struct A;
            impl A { fn live(&self) {} }
            trait T { fn live(&self); }
            impl T for u8 { fn live(&self) {} }
            fn show(x: impl Display) -> Result<(), fmt::Error> { write!(String::new(), \"{x}\") }
            fn main() { A.live(); 1u8.live(); show(1).unwrap(); }";
        let left = prettyplease::unparse(&syn::parse_file(left).unwrap());
        assert_eq!(pruned(source), left);
    }

    #[test]
    fn fields_that_nobody_reads_are_cut() {
        let source = "
            struct A { x: u8, y: u8, z: u8 }
            fn main() { let z = 3; let a = A { x: 1, y: 2, z }; println!(\"{z} {}\", a.x); }";
        let left = "
            struct A { x: u8 }
            fn main() { let z = 3; let a = A { x: 1 }; println!(\"{z} {}\", a.x); }";
        let left = prettyplease::unparse(&syn::parse_file(left).unwrap());
        assert_eq!(pruned(source), left);
    }

    #[test]
    fn what_cannot_be_cut_is_told() {
        let source = "
            fn ask() -> u8 { println!(\"?\"); 2 }
            struct A { x: u8, y: u8 }
            fn main() { println!(\"{}\", A { x: 1, y: ask() }.x); }";
        let told = format!("{:#}", prune(source).unwrap_err());
        assert!(told.contains("no field named `y`"), "{told}");
        let told = format!("{:#}", prune("fn main() { 1 + true; }").unwrap_err());
        assert!(told.contains("cannot add `bool`"), "{told}");
    }
}
