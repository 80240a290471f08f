//! Conditional compilation of a source file, the files that it includes as text, and the answers
//! that a submission may be given.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, File, LitStr, Meta, MetaList, Pat, Token};

use super::edit::{Edit, cut};
use super::syntax::Syntax;

/// Returns the edits that turn `file`, whose text is `text`, into a build without features and
/// tests, which is given no answers. They also insert the text of included files.
pub(super) fn edits(file: &File, text: &str, path: &Path) -> Result<Vec<Edit>> {
    let syntax = Syntax::of(file);
    let mut nothing = NothingGiven { text, edits: Vec::new() };
    nothing.visit_file(file);
    let mut edits = nothing.edits;
    for attribute in &syntax.attributes {
        let Meta::List(list) = &attribute.meta else {
            continue;
        };
        let place = attribute.span().byte_range();
        let is_cfg = list.path.is_ident("cfg");
        if is_cfg || list.path.is_ident("cfg_attr") {
            let value = parts(list).and_then(|parts| value(parts.first()?));
            let node = syntax.around(place.start);
            // A false `cfg` removes the item that it belongs to; otherwise only the attribute goes.
            match (value, node.and_then(|node| node.whole.clone())) {
                (Some(false), Some(whole)) if is_cfg => edits.push(cut(text, whole)),
                (Some(_), Some(_)) => edits.push(cut(text, place)),
                _ => {}
            }
        }
    }
    for used in &syntax.macros {
        if used.path.is_ident("include_str") {
            let included: LitStr = used.parse_body()?;
            let path = path.with_file_name(included.value());
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            edits.push((used.span().byte_range(), format!("r#\"{text}\"#")));
        }
    }
    Ok(edits)
}

/// Replaces what depends on `answers::given` by its value without answers: only our viewer gives
/// answers first.
struct NothingGiven<'a> {
    text: &'a str,
    edits: Vec<Edit>,
}

impl<'ast> Visit<'ast> for NothingGiven<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let is_given = |expr: &Expr| {
            let Expr::Call(call) = expr else { return false };
            self.text[call.func.span().byte_range()].ends_with("answers::given")
        };
        let result = match expr {
            Expr::Match(choice) if is_given(&choice.expr) => {
                let mut arms = choice.arms.iter();
                let none =
                    arms.find(|arm| matches!(&arm.pat, Pat::Ident(name) if name.ident == "None"));
                none.map_or("None", |arm| &self.text[arm.body.span().byte_range()])
            }
            Expr::MethodCall(call) if is_given(&call.receiver) => "Vec::<String>::new()",
            _ => return visit::visit_expr(self, expr),
        };
        self.edits.push((expr.span().byte_range(), result.into()));
    }
}

/// Evaluates a condition with tests and features turned off; `None` if it depends on more.
fn value(condition: &Meta) -> Option<bool> {
    match condition {
        Meta::Path(path) if path.is_ident("test") => Some(false),
        Meta::NameValue(pair) if pair.path.is_ident("feature") => Some(false),
        Meta::List(list) => {
            let values: Vec<_> = parts(list)?.iter().map(value).collect();
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

/// Returns the elements of an attribute or condition that is a list.
fn parts(list: &MetaList) -> Option<Vec<Meta>> {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    Some(list.parse_args_with(parse).ok()?.into_iter().collect())
}
