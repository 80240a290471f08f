//! The page of a game: one HTML file around the viewer.

use serde_json::json;

use scene::encode::packed;
use scene::modules;
use scene::page::{Parts, filled, section};

/// Script modules that follow the viewer's; each imports only from earlier modules.
const MODULES: &[(&str, &str)] = modules! {
    "document/" "address" "programs" "messages" "zoom" "pointing" "board-choices" "boards" "form" "answers"
    "runs" "files" "hand" "standing" "solver" "panel" "scores" "lessons" "actions" "background"
    "game-page" "page"
};

/// Programs that answer the page's requests.
pub enum PageProgram<'a> {
    /// Programs in WebAssembly inside the page.
    Within {
        /// Program of the game.
        game: &'a [u8],
        /// Program of our solver.
        solver: &'a [u8],
        /// Lessons as JSON; `null` if there are none.
        course: &'a str,
    },
    /// The judge that serves the page, at addresses next to it.
    Behind {
        /// Seed of the only case.
        seed: u64,
        /// Entries at the start of the game.
        entries: &'a [String],
    },
}

/// Returns the page of a game; `rules` are Markdown.
pub fn document(title: &str, rules: &str, program: &PageProgram) -> String {
    let (data, policy, links) = match program {
        PageProgram::Within { game, solver, course } => (
            json!({
                "game": packed(game),
                "solver": packed(solver),
                "worker": include_str!("document/worker.js"),
                "course": course,
            }),
            (" 'wasm-unsafe-eval'", "; worker-src blob:"),
            r#"<nav class="links" aria-label="Games"><a rel="up" href="index.html">All games</a></nav>"#,
        ),
        PageProgram::Behind { seed, entries } => (
            json!({ "seed": seed.to_string(), "entries": entries }),
            ("", "; connect-src 'self'"),
            "",
        ),
    };
    let how = section(rules, "By hand");
    scene::page::document(&Parts {
        title,
        rules,
        policy,
        links,
        style: include_str!("document/panel.css"),
        panel: &filled(include_str!("document/panel.html"), [("{{how}}", how)]),
        data: &data.to_string().replace('<', "\\u003c"),
        modules: MODULES,
    })
}
