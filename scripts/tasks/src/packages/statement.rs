//! The statement of a problem: the rules of a game, as Markdown and as TeX.

use std::fmt::Write;
use std::fs;

use crate::games::DialogueKind;
use crate::workspace;
use anyhow::{Context, Result};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// Headings of sections that are about this project, not about the game.
const LEFT_OUT: [&str; 3] = ["Linked form", "Playing and submitting", "Submitting"];

/// Beginnings of sentences of an introduction that are about its file.
const ABOUT_FILE: [&str; 2] = ["This page", "This folder"];

/// The end of the input of a game without turns, in every system.
const OFFLINE: &str =
    "The input is a file: it ends after the case, and a program may read it to its end.";

/// The end of the input of a game in turns: systems have their own ways.
const INTERACTIVE: &str = "\
End by yourself after your last answer: some systems keep the input open until your program has
ended, or until one and a half time limits are over. An answer after the last one is wrong.";

/// Returns the rules of a game as Markdown without a title, and without what holds for this
/// project's judge alone.
///
/// # Errors
/// The rules cannot be read.
pub fn rules(game: &str) -> Result<String> {
    let path = workspace().join(format!("crates/{game}/README.md"));
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut sections = text.split("\n## ");
    let introduction = sections.next().unwrap_or_default();
    let mut rules = introduced(introduction);
    for section in sections {
        let heading = section.lines().next().unwrap_or_default();
        if !LEFT_OUT.contains(&heading) {
            rules += &format!("\n## {}\n", section.trim_end());
        }
    }
    Ok(unlinked(&without_our_judge(&rules)))
}

/// Returns the statement of a game of this kind, as Markdown: its rules, what the system does at
/// the end of the input, and how it scores.
pub fn markdown(rules: &str, kind: DialogueKind, scoring: &str) -> String {
    let ending = match kind {
        DialogueKind::Interactive => INTERACTIVE,
        DialogueKind::Offline => OFFLINE,
    };
    format!("{rules}\n## In this system\n\n{ending}\n\n## Score of a submission\n\n{scoring}\n")
}

/// Text without its paragraphs and items of lists that are about this project's judge.
fn without_our_judge(text: &str) -> String {
    let mut kept = String::new();
    let mut block = String::new();
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        let is_item = line.starts_with("- ") || line.starts_with("* ");
        let is_fence = line.starts_with("```");
        let is_kept = is_code || is_fence || line.trim().is_empty();
        if is_item || is_kept {
            keep(&mut kept, &mut block);
        }
        is_code ^= is_fence;
        match is_kept {
            true => kept += line,
            false => block += line,
        }
    }
    keep(&mut kept, &mut block);
    kept
}

/// Moves a block to what is kept, unless it is about this project's judge.
fn keep(kept: &mut String, block: &mut String) {
    if !is_about_our_judge(block) {
        *kept += block;
    }
    block.clear();
}

/// True of text that names an option of this project's judge, or the judge itself.
fn is_about_our_judge(text: &str) -> bool {
    let names_option = |(at, _): (usize, &str)| {
        let word = text[at + 2..].trim_start_matches('-');
        word.starts_with(|first: char| first.is_ascii_alphabetic())
    };
    let names = ["our judge", "Our judge", "judges/", "-judge"];
    text.match_indices("`-").any(names_option) || names.iter().any(|name| text.contains(name))
}

/// An introduction up to the first sentence about its file.
fn introduced(text: &str) -> String {
    let body = text.split_once('\n').map_or("", |(_, body)| body).trim();
    let ends = ABOUT_FILE.iter().filter_map(|words| body.find(words));
    body[..ends.min().unwrap_or(body.len())]
        .trim_end()
        .to_string()
        + "\n"
}

/// Text without links to files beside it: their words stay.
fn unlinked(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("](") {
        let (target, after) = behind.split_once(')').unwrap_or((behind, ""));
        let words = before.rfind('[').filter(|_| !target.contains("://"));
        match words {
            Some(open) => result += &format!("{}{}", &before[..open], &before[open + 1..]),
            None => result += &format!("{before}]({target})"),
        }
        rest = after;
    }
    result + rest
}

/// Returns Markdown as a TeX statement of a problem with this name.
pub fn tex(name: &str, markdown: &str) -> String {
    let mut tex = format!("\\problemname{{{}}}\n\n", escaped(name));
    let mut is_verbatim = false;
    let mut is_first_cell = true;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(tag) => {
                is_verbatim |= matches!(tag, Tag::CodeBlock(_));
                if tag == Tag::TableCell && !std::mem::take(&mut is_first_cell) {
                    tex += " & ";
                }
                tex += &begin(&tag);
            }
            Event::End(tag) => {
                is_verbatim &= tag != TagEnd::CodeBlock;
                is_first_cell |= matches!(tag, TagEnd::TableHead | TagEnd::TableRow);
                tex += end(tag);
            }
            Event::Text(text) if is_verbatim => tex += &text,
            Event::Text(text) => tex += &escaped(&text),
            Event::Code(text) => tex += &format!("\\texttt{{{}}}", escaped(&text)),
            Event::SoftBreak | Event::HardBreak => tex.push('\n'),
            _ => {}
        }
    }
    tex
}

/// Returns Markdown as a page of HTML with this title.
pub fn html(title: &str, markdown: &str) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<h1>{title}</h1>\n"
    );
    html::push_html(&mut page, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    page
}

fn begin(tag: &Tag) -> String {
    match tag {
        Tag::Heading { level, .. } if *level == HeadingLevel::H2 => "\\section*{".into(),
        Tag::Heading { .. } => "\\subsection*{".into(),
        Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
            "\\begin{verbatim}\n".into()
        }
        Tag::List(None) => "\\begin{itemize}\n".into(),
        Tag::List(Some(_)) => "\\begin{enumerate}\n".into(),
        Tag::Item => "\\item ".into(),
        Tag::Emphasis => "\\emph{".into(),
        Tag::Strong => "\\textbf{".into(),
        Tag::Table(columns) => {
            let width = 0.9 / columns.len() as f64;
            let column = format!("|p{{{width:.2}\\textwidth}}");
            format!(
                "\\begin{{tabular}}{{{}|}}\n\\hline\n",
                column.repeat(columns.len())
            )
        }
        _ => String::new(),
    }
}

fn end(tag: TagEnd) -> &'static str {
    match tag {
        TagEnd::Heading(_) => "}\n\n",
        TagEnd::Paragraph => "\n\n",
        TagEnd::CodeBlock => "\\end{verbatim}\n\n",
        TagEnd::List(false) => "\\end{itemize}\n\n",
        TagEnd::List(true) => "\\end{enumerate}\n\n",
        TagEnd::Item => "\n",
        TagEnd::Emphasis | TagEnd::Strong => "}",
        TagEnd::TableHead | TagEnd::TableRow => " \\\\ \\hline\n",
        TagEnd::Table => "\\end{tabular}\n\n",
        _ => "",
    }
}

/// Text with the characters that TeX reads as commands made harmless.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        // Writing to a string does not fail.
        let _ = match letter {
            '\\' => write!(escaped, "\\textbackslash{{}}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => write!(escaped, "\\{letter}"),
            '~' => write!(escaped, "\\textasciitilde{{}}"),
            '^' => write!(escaped, "\\textasciicircum{{}}"),
            '<' | '>' | '|' => write!(escaped, "${letter}$"),
            _ => write!(escaped, "{letter}"),
        };
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every environment and every brace that is opened is closed, and a row has as many cells as
    /// its table.
    #[test]
    fn rules_of_every_game_are_whole_in_tex() {
        for game in crate::games::all().unwrap() {
            let rules = rules(&game.name).unwrap();
            assert!(!rules.contains("]("), "{}", game.name);
            let rules = markdown(&rules, game.kind, "A sentence.");
            let tex = tex("Name_1", &rules);
            assert!(tex.starts_with("\\problemname{Name\\_1}"));
            for kind in ["verbatim", "itemize", "enumerate", "tabular"] {
                let count = |word: &str| tex.matches(&format!("\\{word}{{{kind}}}")).count();
                assert_eq!(count("begin"), count("end"), "{}: {kind}", game.name);
            }
            for table in tex.split("\\begin{tabular}").skip(1) {
                let columns = table.lines().next().unwrap().matches("|p").count();
                let rows = table.split("\\end").next().unwrap().lines().skip(2);
                for row in rows.filter(|row| row.ends_with("\\hline")) {
                    assert_eq!(
                        row.matches(" & ").count() + 1,
                        columns,
                        "{}: {row}",
                        game.name
                    );
                }
            }
        }
    }

    /// A statement holds in the system that shows it: it names no option of our judge, nothing of
    /// this project, and says of the end of the input what is true there.
    #[test]
    fn a_statement_says_nothing_of_our_judge() {
        for game in crate::games::all().unwrap() {
            let name = &game.name;
            let rules = rules(name).unwrap();
            let about = |line: &&str| is_about_our_judge(line) || line.contains("make ");
            assert_eq!(rules.lines().find(about), None, "{name}");
            assert!(!rules.contains("stays open"), "{name}");
            let statement = markdown(&rules, game.kind, "A sentence.");
            let ends = statement.contains("it ends after the case");
            assert_eq!(ends, game.kind == DialogueKind::Offline, "{name}");
            for kept in ["## Rules", "```text", "Limits"] {
                assert!(statement.contains(kept), "{name}: {kept}");
            }
        }
    }

    #[test]
    fn what_tex_reads_as_a_command_is_text() {
        let text = "5 % of $a_1$ & `x^2 {y} ~ #`: **a** *b* [c](d.md) < \\ end";
        let expected = "\\problemname{N}\n\n5 \\% of \\$a\\_1\\$ \\& \\texttt{x\\textasciicircum{}2 \\{y\\} \\textasciitilde{} \\#}: \
                        \\textbf{a} \\emph{b} c $<$ \\textbackslash{} end\n\n";
        assert_eq!(tex("N", &unlinked(text)), expected);
    }
}
