//! Moves the items of inline modules to the left margin, as in files of their own.

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use syn::Item;

/// Spaces that rustfmt writes for a level of indentation.
const LEVEL: usize = 4;

/// Returns formatted `source` without the indentation of inline modules; literals do not change.
///
/// # Errors
/// The source is not valid Rust.
pub fn outdent(source: &str) -> Result<String> {
    let mut depths = vec![0; source.lines().count() + 1];
    deepen(&syn::parse_file(source)?.items, &mut depths);
    keep_literals(syn::parse_str(source)?, &mut depths);
    let lines = source.split_inclusive('\n').zip(&depths[1..]);
    let outdented = lines.map(|(line, depth)| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        &line[blanks.min(LEVEL * depth)..]
    });
    Ok(outdented.collect())
}

/// Counts the modules around each line; lines are numbered from 1.
fn deepen(items: &[Item], depths: &mut [usize]) {
    for item in items {
        if let Item::Mod(module) = item
            && let Some((brace, items)) = &module.content
        {
            let inside = brace.span.open().end().line + 1..brace.span.close().start().line;
            depths[inside].iter_mut().for_each(|depth| *depth += 1);
            deepen(items, depths);
        }
    }
}

/// Excludes lines whose leading blanks belong to a literal.
fn keep_literals(tokens: TokenStream, depths: &mut [usize]) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => keep_literals(group.stream(), depths),
            TokenTree::Literal(literal) => {
                let span = literal.span();
                depths[span.start().line..=span.end().line][1..].fill(0);
            }
            _ => {}
        }
    }
}
