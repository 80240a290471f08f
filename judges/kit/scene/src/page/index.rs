//! The index of a folder of pages.

use super::document::STYLE;
use super::links::link;
use crate::{Parameter, decimal, escaped};

/// A case in the index.
pub struct IndexRow {
    /// The file of its page.
    pub page: String,
    /// The case in words.
    pub case: String,
    /// Parameters that distinguish it.
    pub parameters: Vec<Parameter>,
    /// Its verdict.
    pub verdict: String,
    /// Its raw score.
    pub score: f64,
    /// Its share of the bound, 0 to 1.
    pub share: Option<f64>,
    /// Rule that the contestant broke.
    pub reason: String,
}

/// A table of the pages of a run with this command, without a script.
pub fn index(title: &str, command: &str, rows: &[IndexRow]) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    let parameters = parameters(rows);
    let heads = parameters.iter().map(|parameter| {
        let (meaning, name) = (escaped(&parameter.meaning), escaped(&parameter.name));
        format!("<th title=\"{meaning}\">{name}</th>")
    });
    let heads = heads.collect::<String>();
    let table: String = rows.iter().map(|each| row(each, &parameters)).collect();
    let (title, command) = (escaped(title), escaped(command));
    let means = means(rows);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n\
         <header class=\"top\"><div><h1>{title}</h1>\n<p class=\"chips\"><code>{command}</code></p>\n\
         <p class=\"chips\">{means}</p></div></header>\n\
         <main class=\"index\"><section class=\"card\">\n<table class=\"figures\">\n\
         <thead><tr><th>Case</th>{heads}<th>Verdict</th><th>Score</th><th>Share of bound</th><th></th></tr></thead>\n\
         <tbody>\n{table}</tbody>\n</table>\n</section></main>\n</html>\n"
    )
}

/// The parameters that any case has, in their order.
fn parameters(rows: &[IndexRow]) -> Vec<&Parameter> {
    let mut known: Vec<&Parameter> = Vec::new();
    for parameter in rows.iter().flat_map(|row| &row.parameters) {
        if known.iter().all(|other| other.name != parameter.name) {
            known.push(parameter);
        }
    }
    known
}

/// Number of cases, mean score and mean share.
fn means(rows: &[IndexRow]) -> String {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let failed = rows.iter().filter(|row| row.verdict != "OK").count();
    let mut chips = vec![format!("cases <b>{}</b>", rows.len())];
    if failed > 0 {
        chips.push(format!("failed <b>{failed}</b>"));
    }
    let scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
    if !scores.is_empty() {
        chips.push(format!("mean score <b>{}</b>", decimal(mean(&scores))));
    }
    let shares: Vec<f64> = rows.iter().filter_map(|row| row.share).collect();
    if !shares.is_empty() {
        chips.push(format!(
            "mean share of bound <b>{}</b>",
            percent(mean(&shares))
        ));
    }
    let chips = chips.iter().map(|chip| format!("<span>{chip}</span>"));
    chips.collect()
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn row(row: &IndexRow, parameters: &[&Parameter]) -> String {
    let value = |parameter: &&Parameter| {
        let mut own = row.parameters.iter();
        let own = own.find(|own| own.name == parameter.name);
        let value = own.map_or("", |own| own.value.as_str());
        format!("<td>{}</td>", escaped(value))
    };
    let values: String = parameters.iter().map(value).collect();
    let failed = if row.verdict == "OK" { "" } else { " failed" };
    format!(
        "<tr><th scope=\"row\">{}</th>{values}<td><span class=\"badge{failed}\">{}</span></td>\
         <td>{}</td><td>{}</td><td class=\"reason\">{}</td></tr>\n",
        link(&row.page, &row.case),
        escaped(&row.verdict),
        decimal(row.score),
        row.share.map_or(String::new(), percent),
        escaped(&row.reason),
    )
}
