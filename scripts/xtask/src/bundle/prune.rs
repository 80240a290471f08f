//! Cuts what a program does not use. The compiler reports what is unused; a cut makes more of it
//! unused, so this goes on until the compiler is silent.
//!
//! Unused code can be named by other unused code, by `use`, where a struct with a field that is
//! never read is made, and where a variant that is never made is matched. So a cut may leave names
//! without a meaning. The compiler reports those as errors at imports, heads of `impl` blocks,
//! values of such fields and arms of `match`, which are cut as well; values only if they have no
//! effect. Any other complaint means that the sources have to change.

use std::ops::Range;

use anyhow::{Context, Result, bail};

use super::compiler;
use super::edit::{Edit, cut, splice};
use super::syntax::Syntax;

/// Returns `source` of an edition without what the program does not use.
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
        let marks = complaints.iter().flat_map(|one| one.ranges.clone());
        let marks: Vec<Range<usize>> = marks.collect();
        let edits = cuts(&source, &Syntax::of(&file), &marks);
        if edits.is_empty() {
            let messages: Vec<String> = complaints.into_iter().map(|one| one.message).collect();
            bail!("the compiler complains\n{}", messages.join("\n"));
        }
        source = splice(&source, edits);
    }
}

/// Returns the cuts of nodes that have a mark on a name, and of nodes that are empty then.
fn cuts(text: &str, syntax: &Syntax, marks: &[Range<usize>]) -> Vec<Edit> {
    let is_marked = |place: &usize| marks.iter().any(|mark| mark.contains(place));
    let names = syntax.names.iter().copied().filter(is_marked);
    let nodes = names.filter_map(|at| syntax.around(at));
    let cut = |whole: &Range<usize>| cut(text, whole.clone());
    let edits = nodes.filter_map(|node| node.whole.as_ref().map(cut));
    let mut edits: Vec<Edit> = edits.collect();
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
