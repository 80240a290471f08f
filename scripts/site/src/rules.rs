//! The rules of a game, from its README.

use std::fs;

use anyhow::{Context, Result};
use games::workspace;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The rules of a game.
pub(crate) struct Rules {
    /// The game's title: the README's first heading.
    pub title: String,
    /// Summary of the game: the first sentence of the README.
    pub summary: String,
    /// The whole README, as Markdown.
    pub text: String,
}

impl Rules {
    /// The rules of the game of this name.
    ///
    /// # Errors
    /// There is no README.
    pub fn read(name: &str) -> Result<Rules> {
        let path = format!("crates/{name}/README.md");
        let text = fs::read_to_string(workspace().join(&path)).context(path)?;
        let events: Vec<Event> = Parser::new_ext(&text, Options::empty())
            .filter(|event| !is_link(event))
            .collect();
        let title = events.iter().skip(1).map_while(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.to_string()),
            _ => None,
        });
        let begin = events
            .iter()
            .position(|event| *event == Event::Start(Tag::Paragraph));
        let summary = events.iter().skip(begin.unwrap_or(events.len()) + 1);
        let summary = summary.take_while(|event| **event != Event::End(TagEnd::Paragraph));
        let summary: String = summary
            .map(|event| match event {
                Event::Text(text) | Event::Code(text) => text.to_string(),
                _ => " ".into(),
            })
            .collect();
        let first = summary
            .split_once(". ")
            .map_or(&*summary, |(first, _)| first);
        let first = format!("{}.", first.trim_end_matches('.'));
        Ok(Rules {
            title: title.collect(),
            summary: markup(std::iter::once(Event::Text(first.into()))),
            text: text.clone(),
        })
    }
}

fn is_link(event: &Event) -> bool {
    matches!(
        event,
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)
    )
}

fn markup<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut markup = String::new();
    html::push_html(&mut markup, events);
    markup
}
