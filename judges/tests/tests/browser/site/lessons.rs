//! Lessons on the games' pages.

use harness::{Course, Lesson};

use super::hand::open_panels;
use super::{GAMES, SmallGame};

/// Checks that a move without cost is called right and another one wrong, and that the moves are
/// marked on the board.
pub fn a_move_is_valued() {
    let with_lessons = |game: &&SmallGame| "ioiwari lucky yahtzee".contains(game.name);
    for game in GAMES.iter().filter(with_lessons) {
        let Course { question, lessons } = Course::of(game.name);
        let page = game.open();
        open_panels(&page);
        for index in [0, lessons.len() - 1] {
            let Lesson { costs, entries, .. } = &lessons[index];
            let (count, at) = (costs.len(), entries.len());
            for (entry, cost) in costs {
                page.click(&format!("#lesson-list button:nth-child({})", index + 1));
                page.wait(&format!("document.body.dataset.hand === '{at}'"));
                assert_eq!(question, page.text("#question"));
                assert_eq!(page.text("#answer"), "");
                page.wait(&format!("$$('.choice.hinted').length === {count}"));
                assert!(page.count("#moves button") > 1);
                page.fill("#entry", entry);
                page.run("$('#entry-form').requestSubmit()");
                page.wait("$('#answer').textContent !== ''");
                let begins = if *cost == 0.0 { "Right" } else { "This loses " };
                let answer = page.text("#answer");
                assert!(answer.starts_with(begins), "{entry}: {answer}");
            }
        }
        // The position in question stays in the window.
        page.run("$('#answer').scrollIntoView()");
        page.check(
            "(({ top, bottom }) => top >= 0 && bottom <= $('.transport').getBoundingClientRect().top)
               ($('.seat .board').getBoundingClientRect())",
        );
        page.screenshot(&format!("lesson-{}", game.name));
        page.click("#do-next");
        page.wait("$('#lesson-list button').ariaCurrent === 'true'");
    }
}
