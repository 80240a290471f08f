//! Cuts the parts that a program does not use, as reported by the compiler. A cut may leave more
//! code unused, so this repeats until the compiler reports nothing.
//!
//! Other places may still name unused code: other unused code, imports, values of fields that are
//! never read, and `match` arms for variants that are never made. So a cut may break these places.
//! The compiler reports errors at such imports, heads of `impl` blocks, field values and `match`
//! arms. They are cut as well; a field value only if it has no effect. After any other complaint,
//! the sources must be changed.

use std::ops::Range;

use anyhow::{Context, Result, bail};

use super::compiler;
use super::edit::{Edit, cut, splice};
use super::syntax::Syntax;

/// Returns `source` of the given edition without unused code.
///
/// # Errors
/// The compiler complains about something that cannot be cut.
pub fn prune(mut source: String, edition: &str) -> Result<String> {
    loop {
        let complaints = compiler::complaints(&source, edition)?;
        if complaints.is_empty() {
            return Ok(source);
        }
        let file = syn::parse_file(&source).context("rustc and syn disagree")?;
        let marks: Vec<Range<usize>> =
            complaints.iter().flat_map(|one| one.ranges.clone()).collect();
        let edits = cuts(&source, &Syntax::of(&file), &marks);
        if edits.is_empty() {
            let messages: Vec<String> = complaints.into_iter().map(|one| one.message).collect();
            bail!("the compiler complains\n{}", messages.join("\n"));
        }
        source = splice(&source, edits);
    }
}

/// Returns the cuts of nodes with a mark on their name, and of nodes that become empty.
fn cuts(text: &str, syntax: &Syntax, marks: &[Range<usize>]) -> Vec<Edit> {
    let is_marked = |place: &usize| marks.iter().any(|mark| mark.contains(place));
    let nodes = syntax.names.iter().copied().filter(is_marked).filter_map(|at| syntax.around(at));
    let cut = |whole: &Range<usize>| cut(text, whole.clone());
    let mut edits: Vec<Edit> = nodes.filter_map(|node| node.whole.as_ref().map(cut)).collect();
    for node in syntax.nodes.iter().rev() {
        let is_cut = |start: &usize| edits.iter().any(|(range, _)| range.contains(start));
        if let (Some(content), Some(whole)) = (&node.content, &node.whole)
            && content.iter().all(is_cut)
        {
            edits.push(cut(whole));
        }
    }
    edits
}
