//! Pages for everybody: on screens of any size, by keys alone, without a network.

use serde_json::json;

use super::hand::open_panels;
use super::{GAMES, SmallGame};
use crate::shown::{CONTROL, DOWN, ENTER, LEFT, RIGHT, Shown, TAB, UP};

/// Checks that a game's page is accessible, fits every screen, and needs no pointer or network.
pub fn a_page_is_for_everybody() {
    for game in &GAMES {
        let page = game.open();
        page.check_access();
        page.prefer("prefers-color-scheme", "dark");
        for (width, height) in [(844, 390), (800, 600), (640, 450), (390, 844)] {
            page.resize(width, height);
            page.check_width();
            page.screenshot(&format!("site-{}-{width}", game.name));
        }
        keys_alone(&page);
        without_network(&page, game);
        page.check_access();
        page.close();
    }
}

/// Checks that Tab leads to the board and keys play. The bar at the bottom of the window must not
/// cover the controls on the way.
fn keys_alone(page: &Shown) {
    let covered = "(() => {
        const [bar, node] = [$('.transport'), document.activeElement];
        const [below, at] = [bar, node].map((shown) => shown.getBoundingClientRect());
        const isApart = at.bottom <= below.top || at.top >= below.bottom;
        return isApart || bar.contains(node) || node === document.body ? '' : node.outerHTML;
    })()";
    let on_board = "document.activeElement.classList.contains('board')";
    let mut tabs = 0;
    while tabs < 60 || !page.is(on_board) {
        page.press(TAB, false);
        assert_eq!(page.value(covered), "");
        tabs += 1;
        assert!(tabs < 120, "Tab does not lead to the board");
    }
    let has_entry = "location.hash.includes('entries=')";
    let mut keys = [RIGHT, DOWN, LEFT, UP].into_iter().cycle().take(24);
    while let Some(key) = keys.next().filter(|_| !page.is(has_entry)) {
        page.press(key, false);
        page.press(ENTER, false);
    }
    page.wait(has_entry);
    page.wait(on_board);
    // The board describes the position.
    let label: String = page.get("$('.board').ariaLabel");
    assert!(
        label.contains("turn ") && label.contains("legal"),
        "{label}"
    );
    page.check("$('.board').getAttribute('role') === 'application'");
    // Keys may have made more than one.
    for _ in 0..24 {
        page.press_with(CONTROL, 'z');
    }
    page.wait(&format!("!{has_entry}"));
    page.press_with(CONTROL, 'y');
    page.wait(has_entry);
    let purposes = page.texts("#keys dd");
    for purpose in ["undo", "redo", "choose a legal place"] {
        assert!(purposes.contains(&purpose.into()), "{purposes:?}");
    }
}

/// The page asks for nothing; without a network, our solver plays, and its answer is judged.
fn without_network(page: &Shown, game: &SmallGame) {
    page.unplug(true);
    page.reopen(&game.fragment());
    page.check("!navigator.onLine");
    let asked = page.value(
        "performance.getEntriesByType('resource').map(({ name }) => name)
           .filter((name) => !name.startsWith('blob:') && !name.startsWith('data:'))",
    );
    assert_eq!(asked, json!([]));
    open_panels(page);
    page.click("#do-ours");
    page.wait_text("#ruling", "OK · score ");
}
