//! The Markdown rules of a game as HTML.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Converts Markdown to HTML, from its first section on.
pub(super) fn markup(rules: &str) -> String {
    html(rules.find("\n## ").map_or(rules, |at| &rules[at..]))
}

/// Returns the section of the rules with this heading as HTML, without the heading, or nothing.
pub fn section(rules: &str, heading: &str) -> String {
    html(rules.split("\n## ").find_map(|text| text.strip_prefix(heading)).unwrap_or_default())
}

fn html(markdown: &str) -> String {
    let mut html = String::new();
    html::push_html(&mut html, events(markdown));
    html
}

/// Returns the first sentence of the rules, as text.
pub fn summary(rules: &str) -> String {
    let paragraph = events(rules).skip_while(|event| *event != Event::Start(Tag::Paragraph));
    let end = Event::End(TagEnd::Paragraph);
    let words = paragraph.skip(1).take_while(|event| *event != end).map(|event| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        _ => " ".into(),
    });
    let text: String = words.collect();
    let first = text.split_once(". ").map_or(&*text, |(first, _)| first);
    format!("{}.", first.trim_end_matches('.'))
}

/// Returns the events of the Markdown parser. Links are reduced to their text, because a page does
/// not contain the files.
fn events(rules: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(rules, Options::ENABLE_TABLES)
        .filter(|event| !matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)))
}
