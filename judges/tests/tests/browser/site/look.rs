//! Appearance of the pages: any screen size, no network, accessibility.

use harness::browser::Pointer;
use serde_json::json;

use super::GAMES;
use super::board::Board;
use super::hand::open_panels;
use crate::shown::TAB;

/// Checks that pages fit a phone in both orientations, in light and dark mode, without a network
/// request.
pub fn pages_fit_every_screen() {
    for game in &GAMES {
        let page = game.open();
        page.prefer("prefers-color-scheme", "dark");
        page.wait("document.documentElement.dataset.theme === 'dark'");
        for (width, height) in [(390, 844), (844, 390)] {
            page.resize(width, height);
            page.check_width();
            page.screenshot(&format!("site-{}-{width}", game.name));
        }
        let asked = page.value(
            "performance.getEntriesByType('resource').map(({ name }) => name)
               .filter((name) => !name.startsWith('blob:') && !name.startsWith('data:'))",
        );
        assert_eq!(asked, json!([]));
        page.close();
    }
}

/// Checks that Tab reaches no control that the bar at the window's lower end covers.
pub fn the_bar_covers_no_focus() {
    for game in &GAMES {
        let page = game.open();
        page.resize(390, 844);
        let covered = "(() => {
            const [bar, node] = [$('.transport'), document.activeElement];
            const [below, at] = [bar, node].map((shown) => shown.getBoundingClientRect());
            const isApart = at.bottom <= below.top || at.top >= below.bottom;
            return isApart || bar.contains(node) || node === document.body ? '' : node.outerHTML;
        })()";
        for _ in 0..60 {
            page.press(TAB, false);
            assert_eq!(page.value(covered), "");
        }
        page.close();
    }
}

/// Checks that a page with `?embed` shows only its board, which still plays and gives reasons for
/// refusals.
pub fn a_page_alone_in_another() {
    for game in &GAMES {
        let page = game.open();
        page.reopen(&format!("?embed{}", game.fragment()));
        page.wait("document.body.dataset.hand === '0'");
        Board::new(&page).play(Pointer::Mouse);
        let shown = page.value(
            "$$('section, header, footer').filter((node) => node.checkVisibility()).map((node) => node.id)",
        );
        assert_eq!(shown, json!(["boards", "hand"]));
        page.check_width();
        page.screenshot(&format!("embed-{}", game.name));
        page.close();
    }
}

/// Checks that without a network, our solver plays on every page and its answer is judged.
pub fn a_page_needs_no_network() {
    for game in &GAMES {
        let page = game.open();
        page.unplug(true);
        page.reopen(&game.fragment());
        page.check("!navigator.onLine");
        open_panels(&page);
        page.click("#do-ours");
        page.wait_text("#ruling", "OK · score ");
        page.close();
    }
}

/// Checks accessibility with a game by hand and with an answer, on every page.
pub fn nothing_serious_is_inaccessible() {
    for game in &GAMES {
        let page = game.open();
        page.check_access();
        open_panels(&page);
        page.click("#do-ours");
        page.wait_text("#ruling", "OK");
        page.check_access();
        page.close();
    }
}
