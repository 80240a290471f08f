//! Pages on screens of any size, without a network, and for everybody.

use harness::browser::Pointer;
use serde_json::json;

use super::GAMES;
use super::board::Board;
use crate::shown::TAB;

/// Pages fit a phone upright and on its side, in light and dark, and ask no network.
pub fn pages_fit_every_screen() {
    for game in &GAMES {
        let page = game.open();
        page.browser.prefer("prefers-color-scheme", "dark").unwrap();
        page.wait("document.documentElement.dataset.theme === 'dark'");
        for (width, height) in [(390, 844), (844, 390)] {
            page.browser.resize(width, height).unwrap();
            page.wait(&format!("innerWidth === {width}"));
            let wide =
                "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(page.value(wide), 0, "{} at {width} px", game.name);
            page.screenshot(&format!("site-{}-{width}", game.name));
        }
        let asked = "performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !name.startsWith('blob:') && !name.startsWith('data:'))";
        assert_eq!(page.value(asked), json!([]), "{}", game.name);
        page.close();
    }
}

/// Tab leads to no control that the bar at the lower end of the window covers.
pub fn the_bar_covers_no_focus() {
    for game in &GAMES {
        let page = game.open();
        page.browser.resize(390, 844).unwrap();
        let covered = "(() => {
            const [bar, node] = [document.querySelector('.transport'), document.activeElement];
            const [below, at] = [bar, node].map((shown) => shown.getBoundingClientRect());
            const isApart = at.bottom <= below.top || at.top >= below.bottom;
            return isApart || bar.contains(node) || node === document.body ? '' : node.outerHTML;
        })()";
        for _ in 0..60 {
            page.press(TAB, false);
            assert_eq!(page.value(covered), "", "{}", game.name);
        }
        page.close();
    }
}

/// With `?embed`, a page shows its board alone, which still plays and says why it refuses.
pub fn a_page_alone_in_another() {
    for game in &GAMES {
        let page = game.open();
        let address = format!("file://{}?embed{}", page.file.display(), game.fragment());
        page.browser.visit(&address).unwrap();
        page.wait("document.body.dataset.hand === '0'");
        Board::new(&page).play(Pointer::Mouse);
        let shown = page.value(
            "[...document.querySelectorAll('section, header, footer')]
               .filter((node) => node.checkVisibility()).map((node) => node.id)",
        );
        assert_eq!(shown, json!(["boards", "hand"]), "{}", game.name);
        page.check_width();
        page.screenshot(&format!("embed-{}", game.name));
        page.close();
    }
}

/// Without a network, our solver plays on every page, and its answer is judged.
pub fn a_page_needs_no_network() {
    for game in &GAMES {
        let page = game.open();
        page.browser.unplug(true).unwrap();
        page.browser.open(&page.file, &game.fragment()).unwrap();
        assert_eq!(page.value("navigator.onLine"), false);
        page.browser.click("#do-ours").unwrap();
        page.wait("document.getElementById('ruling').textContent.startsWith('OK · score ')");
        page.close();
    }
}

/// A game by hand and an answer, on every page.
pub fn nothing_serious_is_inaccessible() {
    for game in &GAMES {
        let page = game.open();
        page.check_access();
        page.browser.click("#do-ours").unwrap();
        page.wait("document.getElementById('ruling').textContent.startsWith('OK')");
        page.check_access();
        page.close();
    }
}
