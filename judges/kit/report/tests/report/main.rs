//! Tests of the report program, from its help to its pages.

use harness::check_sessions;

#[test]
fn reports_print_what_they_printed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/report/sessions");
    check_sessions(env!("CARGO_BIN_EXE_judge-report"), folder);
}
