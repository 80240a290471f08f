//! Many cases in one run: failures of one leave nothing to the next.

use game::Verdict;
use harness::hostile::{Arena, PATIENT, games};

/// Hundreds of cases in one run, of which each goes wrong in one of several ways.
#[test]
fn many_failures_in_one_run() {
    let count = oracles::test_size(250, 1000);
    let arena = Arena::here();
    let hostile = arena.exec(&games::all()[0], "\"$1\"");
    let ways = "exits-3 segfaults aborts binary endless-line reads-nothing-answers no-such-way \
        leaves-children exits";
    let text = format!(
        "#!/bin/bash\nways=({ways})\nset -- ${{ways[$((SRANDOM % 9))]}}\n\
         [ $1 = leaves-children ] && sleep 500 &\nexec {hostile}\n"
    );
    let result = arena.play_script(&text, &format!("--seed 1-{count} --threads 2 {PATIENT}"));
    assert_eq!(result.ended.status, 1, "{:?}", result.ended);
    assert_eq!(result.records.len(), count);
    let verdicts = || result.records.iter().map(|record| record.ruling.verdict);
    let expected = [Verdict::Ok, Verdict::Wa, Verdict::Re, Verdict::Ole];
    let counts = expected.map(|verdict| verdicts().filter(|found| *found == verdict).count());
    assert_eq!(counts.iter().sum::<usize>(), count, "{:?}", result.records);
    assert!(counts.iter().all(|&found| found > count / 20), "{counts:?}");
    // Supervisors of both cases, and what these have left.
    result.check_usage(4).unwrap();
}

#[test]
fn the_remaining_cases_are_played() {
    // Crashes on an instance that begins with two beads, plays all others.
    let text = "#!/bin/sh\nread line\ncase $line in 2*) kill -SEGV $$;; esac\n\
         { echo \"$line\"; exec cat; } | ioiwari\n";
    let line = "--seed {1,60,119,178,237,296,357} --threads 2 --wall-limit 60000";
    let result = Arena::here().play_script(text, line);
    let mut crashed = 0;
    for record in &result.records {
        let crashes = record.parameters["pits"][0] == 2;
        crashed += usize::from(crashes);
        let expected = if crashes {
            (Verdict::Re, 0.0)
        } else {
            (Verdict::Ok, 4.0)
        };
        assert_eq!(
            (record.ruling.verdict, record.score),
            expected,
            "{record:?}"
        );
    }
    assert!(
        result.records.len() == 7 && (1..7).contains(&crashed),
        "{crashed}"
    );
}
