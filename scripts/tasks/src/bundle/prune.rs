//! Cuts what a program does not use. The compiler reports what is unused; a cut makes more of it
//! unused, so this goes on until the compiler is silent.
//!
//! Unused code can be named by other unused code, by `use`, where a struct with a field that is
//! never read is made, and where a variant that is never made is matched. So a cut may leave names
//! without a meaning. The compiler reports those as errors at imports, heads of `impl` blocks,
//! values of such fields and arms of `match`, which are cut as well; values only if they have no
//! effect. Items in the body of a macro are not cut but allowed to be unused. Any other complaint
//! means that the sources have to change.

use std::ops::Range;

use anyhow::{Context, Result, bail};
use syn::spanned::Spanned;

use super::compiler;
use super::edit::{Edit, cut, splice};
use super::syntax::Syntax;
pub use super::syntax::Types;

/// The line before what is kept although nothing uses it.
pub const ALLOW: &str = "#[allow(dead_code)]\n";

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
        let marks = complaints.iter().flat_map(|one| one.ranges.clone());
        let search = Search {
            text: &source,
            syntax: Syntax::of(&file, types),
            marks: marks.collect(),
        };
        let kept = match types {
            Types::Cut => Vec::new(),
            Types::Keep => search.kept(),
        };
        // What is kept uses more, which must not be cut before.
        let mut steps = [kept, search.cuts(), search.allowed()].into_iter();
        let Some(edits) = steps.find(|edits| !edits.is_empty()) else {
            let messages: Vec<String> = complaints.into_iter().map(|one| one.message).collect();
            bail!("the compiler complains\n{}", messages.join("\n"));
        };
        source = splice(&source, edits);
    }
}

/// A search for the syntax that the compiler complains about.
struct Search<'a> {
    text: &'a str,
    syntax: Syntax<'a>,
    /// Ranges of bytes of the complaints.
    marks: Vec<Range<usize>>,
}

impl Search<'_> {
    /// Returns the cuts of nodes that have a mark on a name or within the use of a macro, and of
    /// nodes that are empty then.
    fn cuts(&self) -> Vec<Edit> {
        let is_marked = |place: &usize| self.marks.iter().any(|mark| mark.contains(place));
        let names = self.syntax.names.iter().copied().filter(is_marked);
        let macros = self.syntax.macros.iter().filter_map(|used| {
            let body = used.tokens.span().byte_range();
            let is_within = self.marks.iter().any(|mark| body.contains(&mark.start));
            let is_cut = is_within && !used.path.is_ident("macro_rules");
            is_cut.then(|| used.span().byte_range().start)
        });
        let nodes = names.chain(macros).filter_map(|at| self.syntax.around(at));
        let cut = |whole: &Range<usize>| cut(self.text, whole.clone());
        let edits = nodes.filter_map(|node| node.whole.as_ref().map(cut));
        let mut edits: Vec<Edit> = edits.collect();
        for node in self.syntax.nodes.iter().rev() {
            let is_cut = |start: &usize| edits.iter().any(|(range, _)| range.contains(start));
            if let (Some(content), Some(whole)) = (&node.content, &node.whole)
                && content.iter().all(is_cut)
            {
                edits.push(cut(whole));
            }
        }
        edits
    }

    /// Returns the edits that allow types and traits with a mark on one of their parts to be used
    /// in part.
    fn kept(&self) -> Vec<Edit> {
        let nodes = self.syntax.nodes.iter();
        let lines = nodes.filter_map(|node| {
            let (name, whole) = (node.name.as_ref()?, node.whole.as_ref()?);
            let is_part = |mark: &Range<usize>| name.end <= mark.start && mark.end <= whole.end;
            let line = self.line(name.start);
            (self.marks.iter().any(is_part) && !self.is_allowed(line)).then_some(line)
        });
        lines.map(|line| (line..line, ALLOW.into())).collect()
    }

    /// Returns the edits that allow what has a mark in the body of a macro to be unused.
    fn allowed(&self) -> Vec<Edit> {
        let macros = self.syntax.macros.iter();
        let defined = macros.filter(|used| used.path.is_ident("macro_rules"));
        let lines = defined.flat_map(|used| {
            let body = used.tokens.span().byte_range();
            let marks = self.marks.iter().map(|mark| mark.start);
            let lines = marks.filter(move |at| body.contains(at));
            lines.map(move |at| self.line(at))
        });
        let lines = lines.filter(|&line| !self.is_allowed(line));
        lines.map(|line| (line..line, ALLOW.into())).collect()
    }

    /// Returns the start of the line of a place.
    fn line(&self, place: usize) -> usize {
        self.text[..place].rfind('\n').map_or(0, |at| at + 1)
    }

    fn is_allowed(&self, line: usize) -> bool {
        self.text[..line].trim_end().ends_with(ALLOW.trim_end())
    }
}
