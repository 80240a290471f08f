//! Tests of the page's file; other tests check its behaviour in a browser.

use sha2::{Digest, Sha256};

use super::*;
use crate::encode::base64;
use crate::{Header, Recorder, Replay, Scene, SceneLayout};

fn titled(title: &str, replays: &[Replay]) -> String {
    page(title, replays, "", &PageLinks::default())
}

#[test]
fn modules_are_blocks_that_import_from_those_above() {
    let one = "export const ONE = 1;\nexport async function two() {}";
    let other = "import {\n  ONE as first,\n  two,\n} from \"./one.js\";\nconst ONE = two;";
    let modules = [("one.js", one), ("other.js", other)];
    let expected = "\nconst modules = {};\n\
        { // one.js\nconst ONE = 1;\nasync function two() {}\nmodules[\"one.js\"] = { ONE, two };\n}\n\
        { // other.js\nconst {  ONE: first,  two,} = modules[\"one.js\"];\nconst ONE = two;\n\
        modules[\"other.js\"] = {  };\n}\n";
    assert_eq!(script(&modules), expected);
    for wrong in [
        "import { one } from \"./below.js\";",
        "import one from \"./one.js\";",
        "export default 1;",
        "export { ONE };",
    ] {
        let modules = [modules[0], ("wrong.js", wrong)];
        let is_right = std::panic::catch_unwind(|| script(&modules)).is_err();
        assert!(is_right, "{wrong}");
    }
}

/// Checks that a page's policy permits its own script.
#[test]
fn the_policy_names_the_script() {
    let page = titled("t", &[]);
    let (before, rest) = page.split_once("<script type=\"module\">").unwrap();
    let (own, _) = rest.split_once("</script>").unwrap();
    let digest = base64(&Sha256::digest(own));
    assert!(before.contains(&format!("script-src 'sha256-{digest}';")));
}

#[test]
fn nothing_in_the_data_is_markup() {
    let evil = "</script><script>alert(1)</script><!-- {{script}} &amp; \" ' \u{2028}";
    let header = Header { contestant: evil.into(), fault: Some(evil.into()), ..Header::default() };
    let mut recorder = Recorder::default();
    recorder.show(Scene { caption: evil.into(), ..Scene::default() });
    let plain =
        titled("t", &[Recorder::default().finish(Header::default(), SceneLayout::default())]);
    let page = titled(evil, &[recorder.finish(header, SceneLayout::default())]);
    let due = plain.matches("<script").count();
    assert_eq!(page.matches("<script").count(), due);
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
