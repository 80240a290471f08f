//! The rules of a game as markup.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The Markdown as HTML, from its first section on. Links lead to files that a page does not
/// have, so their text alone stays.
pub(super) fn markup(rules: &str) -> String {
    let sections = rules.find("\n## ").map_or(rules, |at| &rules[at..]);
    let is_link = |event: &Event| {
        matches!(
            event,
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)
        )
    };
    let events = Parser::new_ext(sections, Options::ENABLE_TABLES);
    let mut markup = String::new();
    html::push_html(&mut markup, events.filter(|event| !is_link(event)));
    markup
}
