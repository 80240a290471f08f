//! Tests of the page as a file; how it behaves in a browser is tested with one.

use super::document::{BASICS, DRAWING, VIEWER};
use super::*;
use crate::{Header, Recorder, Replay, Scene, SceneLayout};

fn titled(title: &str, replays: &[Replay]) -> String {
    page(title, replays, "", &PageLinks::default())
}

#[test]
fn modules_import_only_from_those_before() {
    let modules = [&BASICS, DRAWING, VIEWER].concat();
    for (index, (name, source)) in modules.iter().enumerate() {
        for line in source.lines().filter(|line| line.starts_with("import ")) {
            let known = modules[..index].iter();
            let from = |other: &&(&str, &str)| line.ends_with(&format!("from \"./{}\";", other.0));
            assert_eq!(known.filter(from).count(), 1, "{name}: {line}");
        }
    }
}

#[test]
fn nothing_in_the_data_is_markup() {
    let evil = "</script><script>alert(1)</script><!-- {{script}} &amp; \" ' \u{2028}";
    let header = Header {
        contestant: evil.into(),
        fault: Some(evil.into()),
        ..Header::default()
    };
    let mut recorder = Recorder::default();
    recorder.show(Scene {
        caption: evil.into(),
        ..Scene::default()
    });
    let plain = titled(
        "t",
        &[Recorder::default().finish(Header::default(), SceneLayout::default())],
    );
    let page = titled(evil, &[recorder.finish(header, SceneLayout::default())]);
    assert_eq!(
        page.matches("<script").count(),
        plain.matches("<script").count()
    );
    assert_eq!(page.matches("<!--").count(), 0);
    assert!(page.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)"));
}

#[test]
fn a_page_names_no_other_host() {
    let page = titled("t", &[]);
    let addresses = page.match_indices("http").map(|(at, _)| &page[at..at + 26]);
    for address in addresses {
        let is_name =
            address.starts_with("http://www.w3.org/2000/svg") || address.starts_with("http-equiv");
        assert!(is_name, "{address}");
    }
}
