//! Flat list of the syntax nodes of a file that can be cut or named in a complaint.

use std::ops::Range;

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, Block, Expr, Field, FieldValue, File, ImplItem, Item, Macro, Pat, TraitItem,
    UseGlob, UseGroup, Variant,
};

/// Syntax that can only be cut as a whole.
pub(super) struct Node {
    /// Range of complaints about this node; an inner node takes precedence.
    pub(super) place: Range<usize>,
    /// The range that is cut; `None` for a node that cannot be cut.
    pub(super) whole: Option<Range<usize>>,
    /// Starts of its children, if it is to be cut when they are all cut.
    pub(super) content: Option<Vec<usize>>,
}

/// The syntax of a file.
pub(super) struct Syntax<'ast> {
    /// Nodes; an outer node comes before its inner ones.
    pub(super) nodes: Vec<Node>,
    /// Starts of all names.
    pub(super) names: Vec<usize>,
    pub(super) attributes: Vec<&'ast Attribute>,
    /// Uses and definitions of macros.
    pub(super) macros: Vec<&'ast Macro>,
}

impl<'ast> Syntax<'ast> {
    pub(super) fn of(file: &'ast File) -> Syntax<'ast> {
        let mut syntax = Syntax {
            nodes: Vec::new(),
            names: Vec::new(),
            attributes: Vec::new(),
            macros: Vec::new(),
        };
        syntax.visit_file(file);
        syntax
    }

    /// Returns the innermost node around a position.
    pub(super) fn around(&self, place: usize) -> Option<&Node> {
        self.nodes.iter().rfind(|node| node.place.contains(&place))
    }

    /// Adds a node. If it can be cut, its whole range is cut.
    fn add(&mut self, syntax: Span, can_be_cut: bool) -> &mut Node {
        self.nodes.push(Node {
            place: syntax.byte_range(),
            whole: can_be_cut.then(|| syntax.byte_range()),
            content: None,
        });
        self.nodes.last_mut().expect("a node was added")
    }
}

fn starts(nodes: impl IntoIterator<Item = impl Spanned>) -> Option<Vec<usize>> {
    Some(nodes.into_iter().map(|node| node.span().byte_range().start).collect())
}

impl<'ast> Visit<'ast> for Syntax<'ast> {
    fn visit_ident(&mut self, name: &'ast Ident) {
        self.names.push(name.span().byte_range().start);
    }

    fn visit_use_glob(&mut self, glob: &'ast UseGlob) {
        self.names.push(glob.span().byte_range().start);
    }

    fn visit_use_group(&mut self, group: &'ast UseGroup) {
        if let Some(outer) = self.nodes.last_mut() {
            outer.content = starts(&group.items);
        }
        for tree in &group.items {
            self.add(tree.span(), true);
            self.visit_use_tree(tree);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let node = self.add(item.span(), true);
        match item {
            Item::Mod(module) => {
                node.content = starts(module.content.iter().flat_map(|(_, items)| items));
            }
            Item::Impl(block) if block.trait_.is_none() => node.content = starts(&block.items),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        self.add(item.span(), true);
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        self.add(item.span(), true);
        visit::visit_trait_item(self, item);
    }

    fn visit_field(&mut self, field: &'ast Field) {
        self.add(field.span(), true);
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.add(variant.span(), true);
        visit::visit_variant(self, variant);
    }

    fn visit_field_value(&mut self, value: &'ast FieldValue) {
        let has_no_effect = matches!(value.expr, Expr::Lit(_) | Expr::Path(_));
        self.add(value.span(), has_no_effect);
        visit::visit_field_value(self, value);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.add(block.span(), false);
        visit::visit_block(self, block);
    }

    /// Cuts the whole arm for a complaint about its pattern.
    fn visit_arm(&mut self, arm: &'ast Arm) {
        let pattern = self.add(arm.pat.span(), false);
        if !matches!(arm.pat, Pat::Or(_)) {
            pattern.whole = Some(arm.span().byte_range());
        }
        visit::visit_arm(self, arm);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.attributes.push(attribute);
        visit::visit_attribute(self, attribute);
    }

    fn visit_macro(&mut self, used: &'ast Macro) {
        self.macros.push(used);
        visit::visit_macro(self, used);
    }
}
