//! Statement of a problem: the rules of a game as Markdown, TeX and HTML.

use anyhow::Result;
use game::Objective;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::games::DialogueKind;
use crate::text;

/// Headings of sections about this project, or for a person who plays, instead of a program.
const LEFT_OUT: [&str; 4] = ["By hand", "Linked form", "Playing and submitting", "Submitting"];

/// First words of sentences about the file itself, in an introduction.
const ABOUT_FILE: [&str; 2] = ["This page", "This folder"];

/// Paragraph on the end of the input, for games without turns in every system.
const OFFLINE: &str =
    "The input is a file: it ends after the case, and a program may read it to its end.";

/// Paragraph on the end of the input, for games in turns: systems differ.
const INTERACTIVE: &str = "\
End by yourself after your last answer: some systems keep the input open until your program has
ended, or until one and a half time limits are over. An answer after the last one is wrong.";

/// Describes the share of the bound that a play reaches.
pub fn share(objective: Objective) -> &'static str {
    match objective {
        Objective::Maximise => {
            "the share of the bound that the play reaches. No play exceeds the bound"
        }
        Objective::Minimise => {
            "the bound divided by the play's cost. No play costs less than the bound"
        }
    }
}

/// Returns the rules of a game as Markdown, without the title and without parts about our judge.
pub fn rules(game: &str) -> Result<String> {
    let text = text(&format!("crates/{game}/README.md"))?;
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

/// Returns the statement of a game as Markdown: its rules, the end of the input, and the scoring.
pub fn markdown(rules: &str, kind: DialogueKind, scoring: &str) -> String {
    let ending = match kind {
        DialogueKind::Interactive => INTERACTIVE,
        DialogueKind::Offline => OFFLINE,
    };
    format!("{rules}\n## In this system\n\n{ending}\n\n## Score of a submission\n\n{scoring}\n")
}

/// Removes paragraphs and list items about our judge.
fn without_our_judge(text: &str) -> String {
    let (mut kept, mut block, mut is_code) = (String::new(), String::new(), false);
    // An empty line ends the last block.
    for line in text.split_inclusive('\n').chain([""]) {
        let is_fence = line.starts_with("```");
        let ends_block = is_code || is_fence || line.trim().is_empty();
        if ends_block || line.starts_with("- ") || line.starts_with("* ") {
            let ended = std::mem::take(&mut block);
            kept.extend(Some(ended).filter(|block| !is_about_our_judge(block)));
        }
        is_code ^= is_fence;
        if ends_block { &mut kept } else { &mut block }.push_str(line);
    }
    kept
}

/// True if `text` names our judge or one of its options.
fn is_about_our_judge(text: &str) -> bool {
    let names_option = |(at, _): (usize, &str)| {
        let word = text[at + 2..].trim_start_matches('-');
        word.starts_with(|first: char| first.is_ascii_alphabetic())
    };
    let names = ["our judge", "Our judge", "judges/", "-judge"];
    text.match_indices("`-").any(names_option) || names.iter().any(|name| text.contains(name))
}

/// Returns an introduction up to its first sentence about the file itself.
fn introduced(text: &str) -> String {
    let body = text.split_once('\n').map_or("", |(_, body)| body).trim();
    let end = ABOUT_FILE.iter().filter_map(|words| body.find(words)).min().unwrap_or(body.len());
    format!("{}\n", body[..end].trim_end())
}

/// Removes links to files but keeps their words.
fn unlinked(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((words, link)) = rest.split_once("](") {
        let (target, after) = link.split_once(')').unwrap_or((link, ""));
        match words.rsplit_once('[').filter(|_| !target.contains("://")) {
            Some((before, words)) => result.extend([before, words]),
            None => result += &format!("{words}]({target})"),
        }
        rest = after;
    }
    result + rest
}

/// Converts Markdown to a TeX statement; `name` is the problem's name.
pub fn tex(name: &str, markdown: &str) -> String {
    let mut tex = format!("\\problemname{{{}}}\n\n", escaped(name));
    let (mut is_verbatim, mut is_first_cell) = (false, true);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(tag) => {
                is_verbatim |= matches!(tag, Tag::CodeBlock(_));
                if tag == Tag::TableCell && !std::mem::take(&mut is_first_cell) {
                    tex += " & ";
                }
                if let Tag::Table(columns) = &tag {
                    let width = 0.9 / columns.len() as f64;
                    let columns = format!("|p{{{width:.2}\\textwidth}}").repeat(columns.len());
                    tex += &format!("\\begin{{tabular}}{{{columns}|}}\n\\hline\n");
                }
                tex += around(tag.to_end()).0;
            }
            Event::End(tag) => {
                is_verbatim &= tag != TagEnd::CodeBlock;
                is_first_cell |= matches!(tag, TagEnd::TableHead | TagEnd::TableRow);
                tex += around(tag).1;
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

/// TeX before and after an element of Markdown. The start of a table depends on its columns.
fn around(tag: TagEnd) -> (&'static str, &'static str) {
    match tag {
        TagEnd::Heading(HeadingLevel::H2) => ("\\section*{", "}\n\n"),
        TagEnd::Heading(_) => ("\\subsection*{", "}\n\n"),
        TagEnd::Paragraph => ("", "\n\n"),
        TagEnd::CodeBlock => ("\\begin{verbatim}\n", "\\end{verbatim}\n\n"),
        TagEnd::List(false) => ("\\begin{itemize}\n", "\\end{itemize}\n\n"),
        TagEnd::List(true) => ("\\begin{enumerate}\n", "\\end{enumerate}\n\n"),
        TagEnd::Item => ("\\item ", "\n"),
        TagEnd::Emphasis => ("\\emph{", "}"),
        TagEnd::Strong => ("\\textbf{", "}"),
        TagEnd::TableHead | TagEnd::TableRow => ("", " \\\\ \\hline\n"),
        TagEnd::Table => ("", "\\end{tabular}\n\n"),
        _ => ("", ""),
    }
}

/// Converts Markdown to an HTML page with this title.
pub fn html(title: &str, markdown: &str) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<h1>{title}</h1>\n"
    );
    html::push_html(&mut page, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    page
}

/// Escapes the characters that TeX reads as commands.
fn escaped(text: &str) -> String {
    let letter = |letter: char| match letter {
        '\\' => "\\textbackslash{}".into(),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{letter}"),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '<' | '>' | '|' => format!("${letter}$"),
        _ => letter.to_string(),
    };
    text.chars().map(letter).collect()
}
