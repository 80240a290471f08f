//! The lint finds each fault in a small source, and none in its repaired neighbour.

use lint::{README_LINES, Source, idle, notes, readme, repeated, unlisted};

/// Returns the findings in a source, as `line: message`.
fn findings(text: &str) -> Vec<String> {
    let source = Source::read("x.rs", text).unwrap();
    let shown = source.findings.iter().map(ToString::to_string);
    shown
        .map(|line| line.strip_prefix("x.rs:").unwrap().to_string())
        .collect()
}

/// Returns the complaints about the types of sources, among which `shared` may be repeated.
fn repetitions(texts: &[&str], shared: &[(&str, &str)]) -> Vec<String> {
    let mut types = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        types.extend(Source::read(&format!("{number}.rs"), text).unwrap().types);
    }
    let findings = repeated(&types, shared);
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_doc_comment_begins_with_no_question() {
    for word in lint::OPENINGS {
        let text = format!("//! Module.\n\n/// {word} it is.\nfn f() {{}}\n");
        let expected = format!("3: a doc comment begins with `{word}`");
        assert_eq!(findings(&text), [expected]);
        let inner = format!("//! {word} it is.\n");
        assert_eq!(findings(&inner).len(), 1, "{inner}");
        let field = format!("struct S {{\n    /// {word}: a name.\n    x: u8,\n}}\n");
        assert_eq!(findings(&field).len(), 1, "{field}");
    }
}

#[test]
fn other_words_and_later_lines_are_free() {
    let text = "/// Whole numbers of points.\n/// What follows is explained here.\nfn f() {}\n\
                // What a plain comment says is its own affair.\nfn g() {}\n\
                /// However few.\nfn h() {}\n";
    assert_eq!(findings(text), [""; 0]);
}

#[test]
fn every_public_item_is_documented() {
    let faulty = [
        "pub fn x() {}",
        "pub struct x;",
        "pub union x { y: u8 }",
        "pub enum x {}",
        "/// An enum.\npub enum E { x }",
        "/// An enum.\npub enum E {\n    /// A variant.\n    V { x: u8 },\n}",
        "/// A trait.\npub trait T { fn x(); }",
        "/// A trait.\npub trait T { type x; }",
        "/// A trait.\npub trait T { const x: u8; }",
        "pub trait x {}",
        "pub type x = u8;",
        "pub const x: u8 = 0;",
        "pub static x: u8 = 0;",
        "pub mod x {}",
        "mod m { pub fn x() {} }",
        "struct S { pub x: u8 }",
        "impl S { pub fn x() {} }",
        "impl S { pub const x: u8 = 0; }",
    ];
    for text in faulty {
        let found = findings(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(
            found[0].ends_with("public `x` has no doc comment"),
            "{text}"
        );
    }
}

#[test]
fn private_documented_and_inherited_items_are_in_order() {
    let text = "/// A function.\npub fn f() {}\npub(crate) fn g() {}\nfn h() {}\n\
                enum E { A }\ntrait T { fn t(); }\nimpl T for E { fn t() {} }\n\
                pub use m::S;\npub mod n;\n/// A tuple.\npub struct P(pub u8);\n\
                struct A { #[command(flatten)] pub b: B }\n";
    assert_eq!(findings(text), [""; 0]);
}

#[test]
fn a_public_type_is_defined_once() {
    for kind in [
        "struct X;",
        "enum X {}",
        "trait X {}",
        "type X = u8;",
        "union X { y: u8 }",
    ] {
        for visibility in ["pub", "pub(crate)", "pub(super)"] {
            let other = format!("//! Module.\n{visibility} {kind}");
            let found = repetitions(&["pub struct X;", &other], &[]);
            let [found] = &found[..] else {
                panic!("{other}: {found:?}")
            };
            assert!(
                found.starts_with("1.rs:2: type `X` is also in 0.rs:1: rename one of them or"),
                "{other}: {found}"
            );
        }
    }
    let texts = [
        "pub struct X;",
        "struct X;",
        "#[cfg(test)]\nmod tests { pub struct X; }",
    ];
    assert_eq!(repetitions(&texts, &[]), [""; 0]);
}

#[test]
fn a_shared_name_is_repeated_and_a_name_that_is_not_leaves_the_list() {
    let shared = [("X", "the same everywhere")];
    assert_eq!(
        repetitions(&["pub struct X;", "pub enum X {}"], &shared),
        [""; 0]
    );
    let found = repetitions(&["pub struct X;"], &shared);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].ends_with("type `X` is listed here, but defined 1 times: remove it"),
        "{found:?}"
    );
}

#[test]
fn the_readme_is_short_and_there_are_no_notes() {
    let longest = "line\n".repeat(README_LINES);
    assert_eq!(readme("README.md", &longest), None);
    let found = readme("README.md", &format!("{longest}one more\n")).unwrap();
    assert_eq!(
        found.to_string(),
        "README.md:121: 121 lines, expected at most 120"
    );
    assert!(notes("crates/slider/NOTES.md").is_some());
    assert_eq!(notes("crates/slider/DESIGN.md"), None);
}

#[test]
fn a_test_that_nothing_runs_is_found() {
    let text = "#[cfg(unix)]\n    #[test]\nfn a() {}\n";
    let found = unlisted("judges/kit/tests/tools/page.rs", text);
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = "`#[test]` has no effect here: list the test in `tool_tests!`";
    assert_eq!(
        lines,
        [format!("judges/kit/tests/tools/page.rs:2: {expected}")]
    );
    assert_eq!(unlisted("judges/testing/tests/tools.rs", text).len(), 1);
    assert!(unlisted("judges/kit/tests/page.rs", text).is_empty());
}

#[test]
fn a_target_is_built_as_a_test_if_it_has_tests() {
    let test = "fn a() {}\n#[test]\nfn b() {}\n";
    let doc = "/// A.\n/// ```\n/// a();\n/// ```\n";
    let text = "/// A.\n/// ```text\n/// 1 2\n/// ```\nfn a() {}\n";
    let off = "[lib]\ntest = false\ndoctest = false\n[[bin]]\nname = \"a\"\ntest = false\n";
    let messages = |manifest, sources: &[(&str, &str)]| {
        let found = idle("Cargo.toml", manifest, sources);
        let messages: Vec<String> = found.into_iter().map(|fault| fault.message).collect();
        messages.join("; ")
    };
    let empty = [("lib.rs", text), ("main.rs", text)];
    let full = [("lib.rs", doc), ("a.rs", test), ("main.rs", test)];
    assert_eq!(messages(off, &empty), "");
    assert_eq!(messages("", &full), "");
    assert_eq!(
        messages("", &empty),
        "the lib has no tests: say `test = false`; the lib has no tests: say `doctest = false`; \
         the bin has no tests: say `test = false`"
    );
    assert_eq!(
        messages(off, &full),
        "the lib has tests, but `test = false`; the lib has tests, but `doctest = false`; \
         the bin has tests, but `test = false`"
    );
    // Without a library, every file is the program's.
    assert_eq!(messages("", &[("main.rs", text), ("a.rs", test)]), "");
}
