//! The index of a folder of pages.

use super::{STYLE, escaped};

/// A case in the index.
pub struct IndexRow {
    /// The file of its page.
    pub page: String,
    /// The case.
    pub case: String,
    /// Its verdict.
    pub verdict: String,
    /// Its raw score.
    pub score: f64,
    /// Its share of the bound, 0 to 1.
    pub share: Option<f64>,
    /// Rule that the contestant broke.
    pub reason: String,
}

/// A table of pages, without a script.
pub fn index(title: &str, rows: &[IndexRow]) -> String {
    let title = escaped(title);
    let rows: String = rows.iter().map(row).collect();
    let heads = ["Case", "Verdict", "Score", "Share of bound", ""];
    let heads = heads.map(|head| format!("<th>{head}</th>")).concat();
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n\
         <header class=\"top\"><h1>{title}</h1></header>\n<main class=\"index\"><section class=\"card\">\n\
         <table class=\"figures\">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</section></main>\n</html>\n"
    )
}

fn row(row: &IndexRow) -> String {
    let share = row
        .share
        .map_or(String::new(), |share| format!("{:.2} %", 100.0 * share));
    let failed = if row.verdict == "OK" { "" } else { " failed" };
    format!(
        "<tr><th><a href=\"{}\">{}</a></th><td><span class=\"badge{failed}\">{}</span></td><td>{}</td><td>{share}</td><td>{}</td></tr>\n",
        linked(&row.page),
        escaped(&row.case),
        escaped(&row.verdict),
        row.score,
        escaped(&row.reason),
    )
}

/// The file as an address: bytes beyond the plain ones in hexadecimal.
fn linked(file: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    file.bytes()
        .map(|byte| match is_plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}
