//! Tests of the report program, from its help to its pages.

use harness::check_sessions;

#[test]
fn reports_print_what_they_printed() {
    check_sessions(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/report/sessions"));
}
