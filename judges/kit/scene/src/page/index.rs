//! The index of a folder of pages.

use super::{DRAWING, STYLE, address, filled, skeleton};
use crate::encode::packed_json;
use crate::modules;
use crate::replay::Frame;
use crate::{Form, Header, Parameter, PieceKind, Replay, Scene, SceneLayout, decimal, escaped};

/// A case in the index.
pub struct IndexRow {
    /// File name of the page.
    pub page: String,
    /// Case and result of its replay.
    pub header: Header,
    /// Share of the bound, 0 to 1.
    pub share: Option<f64>,
    /// Its last position, packed; empty if the index does not show it.
    pub position: String,
}

/// Returns the last position of a replay for a small picture, packed. Keeps forms and colours of
/// pieces; drops links and texts except the pips of dice.
pub fn last_position(replay: &Replay) -> String {
    let mut scene = Scene {
        pieces: replay.last.pieces.clone(),
        marks: replay.last.marks.clone(),
        ..Scene::default()
    };
    let mut kinds: Vec<PieceKind> = Vec::new();
    for piece in &mut scene.pieces {
        let own = &replay.layout.kinds[piece.kind as usize];
        let mut kind = PieceKind::new("", own.form);
        kind.role = own.role;
        if own.form == Form::Die {
            kind.label.clone_from(&own.label);
        }
        let known = kinds.iter().position(|known| *known == kind);
        piece.kind = known.unwrap_or(kinds.len()) as u32;
        kinds.extend(known.is_none().then_some(kind));
    }
    let layout = SceneLayout { kinds, ..replay.layout.clone() };
    packed_json(&(layout, Frame::between(&Scene::default(), &scene, &mut Vec::new())))
}

/// Returns a page with a table of the pages of a run, below its `figures` with their names.
pub fn index(title: &str, figures: &[(&str, String)], rows: &[IndexRow]) -> String {
    let parameters = parameters(rows);
    let heads = parameters.iter().map(|parameter| {
        let (meaning, name) = (escaped(&parameter.meaning), escaped(&parameter.name));
        format!("<th scope=\"col\" title=\"{meaning}\">{name}</th>")
    });
    let modules = [DRAWING, modules! { "" "index" }].concat();
    let table_rows = rows.iter().map(|each| row(each, &parameters));
    let figures = figures.iter().map(|(name, value)| {
        let value = typeset(value.clone());
        format!("<span>{name} <b>{value}</b></span>")
    });
    let command = rows.first().map(|row| escaped(&row.header.contestant));
    let parts = [
        ("{{heading}}", escaped(title)),
        ("{{command}}", command.unwrap_or_default()),
        ("{{figures}}", figures.collect()),
        ("{{heads}}", heads.collect()),
        ("{{rows}}", table_rows.collect()),
    ];
    let body = filled(include_str!("index.html"), parts);
    skeleton(title, ("", ""), STYLE, body, &modules)
}

/// Returns all parameters that any case has, in their order.
fn parameters(rows: &[IndexRow]) -> Vec<&Parameter> {
    let mut known: Vec<&Parameter> = Vec::new();
    for parameter in rows.iter().flat_map(|row| &row.header.parameters) {
        if known.iter().all(|other| other.name != parameter.name) {
            known.push(parameter);
        }
    }
    known
}

/// Replaces the hyphen of a negative number by a minus sign.
fn typeset(number: String) -> String {
    number.replace('-', "−")
}

/// Formats a share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn row(row: &IndexRow, parameters: &[&Parameter]) -> String {
    let header = &row.header;
    let value = |parameter: &&Parameter| {
        let own = header.parameters.iter().find(|own| own.name == parameter.name);
        format!("<td>{}</td>", escaped(own.map_or("", |own| &own.value)))
    };
    let values: String = parameters.iter().map(value).collect();
    let failed = if header.fault.is_some() { " failed" } else { "" };
    let position = match &row.position[..] {
        "" => String::new(),
        packed => format!("<span data-position=\"{packed}\"></span>"),
    };
    format!(
        "<tr><th scope=\"row\"><a href=\"{}\">{position}{}</a></th>{values}<td><span class=\"badge{failed}\">{}</span></td>\
         <td>{}</td><td>{}</td><td class=\"reason\">{}</td></tr>\n",
        address(&row.page),
        escaped(&header.case),
        escaped(&header.verdict),
        typeset(decimal(header.score)),
        row.share.map_or(String::new(), |share| typeset(percent(share))),
        header.fault.as_deref().map(escaped).unwrap_or_default(),
    )
}
