//! The page from which the others are reached.

use std::fs;

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use games::workspace;

use crate::rules::Rules;

const TEMPLATE: &str = include_str!("index.html");

/// A game in the index.
pub(crate) struct Entry {
    name: String,
    title: String,
    summary: String,
    /// A picture as PNG, if the game has one.
    picture: Option<Vec<u8>>,
}

impl Entry {
    /// The entry of the game of this name.
    ///
    /// # Errors
    /// Its picture cannot be read.
    pub fn new(name: &str, rules: &Rules) -> Result<Entry> {
        let picture = workspace().join(format!("docs/pictures/{name}.png"));
        Ok(Entry {
            name: name.into(),
            title: rules.title.clone(),
            summary: rules.summary.clone(),
            picture: picture.is_file().then(|| fs::read(picture)).transpose()?,
        })
    }

    fn html(&self) -> String {
        let Entry {
            name,
            title,
            summary,
            picture,
        } = self;
        let picture = picture.as_ref().map_or(String::new(), |png| {
            let data = STANDARD.encode(png);
            format!("<img src=\"data:image/png;base64,{data}\" alt=\"\">")
        });
        format!("<li><a href=\"{name}.html\">{picture}<h2>{title}</h2></a><p>{summary}</p></li>\n")
    }
}

/// The index of these games.
pub(crate) fn index(entries: &[Entry]) -> String {
    let entries: String = entries.iter().map(Entry::html).collect();
    TEMPLATE.replace("{{entries}}", &entries)
}
