//! Edits of text.

use std::cmp::Reverse;
use std::ops::Range;

/// A range of bytes and the text that replaces it.
pub(crate) type Edit = (Range<usize>, String);

/// Applies `edits` to `text`. An edit inside the range of another is dropped.
pub(crate) fn splice(text: &str, mut edits: Vec<Edit>) -> String {
    // An insertion comes before a change at the same place.
    edits.sort_by_key(|(range, _)| (range.start, !range.is_empty(), Reverse(range.end)));
    let (mut result, mut copied) = (String::new(), 0);
    for (range, replacement) in edits {
        if range.start >= copied {
            result = result + &text[copied..range.start] + &replacement;
            copied = range.end;
        }
    }
    result + &text[copied..]
}

/// Removes the syntax at `range` with the comma after it. If that leaves whole lines blank, they go
/// too, with the comment above them.
pub(crate) fn cut(text: &str, mut range: Range<usize>) -> Edit {
    if let Some(rest) = text[range.end..].trim_start().strip_prefix(',') {
        range.end = text.len() - rest.len();
    }
    let line = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find('\n');
    let end = end.map_or(text.len(), |at| range.end + at + 1);
    let behind = text[range.end..end].trim();
    if text[line..range.start].trim().is_empty() && (behind.is_empty() || behind.starts_with("//"))
    {
        range = with_comment(text, line)..end;
    }
    (range, String::new())
}

/// Returns the start of the comment above the line that starts at `line`, or `line` without one.
pub(crate) fn with_comment(text: &str, line: usize) -> usize {
    let above = text[..line].split_inclusive('\n').rev();
    let comment = above.take_while(|line| line.trim_start().starts_with("// "));
    line - comment.map(str::len).sum::<usize>()
}
