//! The documentation of a single file.

/// Moves the documentation of the module `library` to the top of `source`, below that of the
/// program: together they say how the program plays.
pub fn hoist(source: &str, library: &str) -> String {
    // A module of the same name inside another one is public.
    let module = format!("\nmod {library} {{\n");
    let Some((above, below)) = source.split_once(&module) else {
        return source.into();
    };
    let (docs, below) = split_docs(below);
    let (program, above) = split_docs(above);
    let blank = if docs.is_empty() { "" } else { "//!\n" };
    let reference = "\n/// The player; the top of the file describes its method.";
    format!("{program}{blank}{docs}{above}{reference}{module}{below}")
}

/// Splits a text after the inner documentation at its start.
fn split_docs(text: &str) -> (&str, &str) {
    let docs = text.split_inclusive('\n').take_while(|line| line.trim_start().starts_with("//!"));
    text.split_at(docs.map(str::len).sum())
}

/// Cuts the examples in the documentation: they name the libraries.
pub fn without_examples(source: &str) -> String {
    let mut kept = Vec::new();
    let mut is_example = false;
    for line in source.split_inclusive('\n') {
        if line.trim() == "/// ```" {
            is_example = !is_example;
            // The empty line above an example goes, too.
            kept.pop_if(|above: &mut &str| is_example && above.trim() == "///");
        } else if !is_example {
            kept.push(line);
        }
    }
    kept.concat()
}
