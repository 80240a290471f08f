//! Tests of the pages in headless browsers.
//!
//! Tests share browsers, so that few are started. Therefore they have a `main` of their own, which
//! ends the browsers.

mod folder;
mod games;
mod keys;
mod pages;
mod pair;
mod report;
mod rounds;
mod scripts;
mod shown;
mod site;
mod solitaire;

use std::process::ExitCode;

use site::{answers, hand, judged, lessons, losses, pointing, walk};

use harness::{Tool, tool_tests};

fn main() -> ExitCode {
    // Tests that take longest come first.
    let tests = tool_tests![
        [Tool::NODE] => scripts::what_needs_no_browser_is_right;
        [Tool::TYPE_SCRIPT, Tool::NODE] => scripts::types_are_right;
        [Tool::CHROMIUM, Tool::CHROME_DRIVER, Tool::WASM, Tool::AXE_CORE] => walk::in_chromium;
        [Tool::FIREFOX, Tool::WASM] => walk::in_firefox;
        [Tool::CHROMIUM, Tool::CHROME_DRIVER, Tool::WASM] =>
        pointing::a_click_counts_after_every_control,
        pointing::a_gesture_is_one_click,
        answers::a_paste_shows_its_verdict,
        answers::are_judged_as_the_judge_does,
        answers::other_programs_drive_the_page,
        lessons::a_move_is_valued,
        hand::a_wrong_entry_says_why,
        hand::a_weaker_opponent_is_for_practice,
        hand::nothing_is_lost,
        hand::a_symbol_is_discarded_by_a_button,
        pointing::a_finger_enlarges_a_large_board,
        pointing::headings_stay_on_an_enlarged_board,
        losses::the_costliest_turns_are_those_of_the_record;
        [Tool::CHROMIUM, Tool::CHROME_DRIVER, Tool::AXE_CORE] =>
        games::a_page_shows_what_the_text_does,
        folder::an_index_leads_to_every_case,
        folder::repetitions_count_as_one_case,
        keys::keys_and_buttons_step,
        keys::the_slider_and_the_plot_are_dragged,
        keys::a_click_out_of_a_field_meets_what_is_seen,
        keys::it_plays_by_itself_to_the_end,
        pages::pieces_lie_where_their_cells_are,
        pages::tiles_merge_where_they_meet_and_show_their_whole_labels,
        pages::a_link_or_the_field_leads_to_a_turn_or_the_nearest,
        pages::a_failed_run_opens_at_its_fault_whose_reason_stays_text,
        pages::dark_light_and_small,
        pages::rules_and_signs_are_explained,
        pair::a_failed_run_has_no_difference_after_its_fault,
        pair::boards_are_level_and_events_are_of_both,
        pair::two_runs_go_together_and_part_where_they_part,
        report::the_page_has_the_digits_of_compare,
        report::a_filter_selects_cases,
        report::names_are_text,
        report::a_page_of_runs_fits_every_screen_and_is_used_by_keys,
        report::a_play_leads_to_its_case_and_both_runs,
        report::a_play_leads_to_its_page,
        rounds::a_failed_run_opens_in_the_round_of_its_fault,
        rounds::a_round_is_chosen,
        judged::the_judge_records_the_game;
    ];
    let status = harness::run(tests);
    shown::end_browsers();
    status
}
