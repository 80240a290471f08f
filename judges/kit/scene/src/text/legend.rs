//! The legend of boards in text form.

use super::{COLUMNS, piece_text};
use crate::legend::ShownSigns;
use crate::{Mark, Scene, SceneLayout, Sign};

/// The legend of printed scenes.
#[derive(Debug, Default)]
pub struct TextLegend(ShownSigns);

impl TextLegend {
    /// Adds the signs of a scene.
    pub fn add(&mut self, scene: &Scene) {
        self.0.add(scene);
    }

    /// Returns the meanings of the signs as lines that fit a terminal.
    pub fn text(&self, layout: &SceneLayout) -> String {
        let entries = layout.legend_with(&self.0);
        let entries = entries.iter().filter_map(|entry| {
            let shown = match entry.sign {
                Sign::Mark(Mark::Hole) => "O".to_string(),
                Sign::Mark(mark) => mark.sign().0.to_string(),
                Sign::Piece(kind) => {
                    let kind = &layout.kinds[kind as usize];
                    kind.label.is_empty().then(|| piece_text(kind))?
                }
                Sign::Label(text) | Sign::Name(text) => text.to_string(),
                Sign::Link(_) | Sign::Scale => return None,
            };
            Some(format!("{shown} {}", entry.meaning))
        });
        let mut lines: Vec<String> = Vec::new();
        let width = |text: &str| text.chars().count();
        for entry in entries {
            match lines.last_mut() {
                Some(line) if width(line) + width("; ") + width(&entry) < COLUMNS => {
                    *line += &format!("; {entry}");
                }
                _ => lines.push(entry),
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}
