//! The judge agrees with the slow rules on random case files and answers.

use game::{Game, Referee, Verdict, read_case};
use harness::slow_rules::{check_cases, live, saved};
use harness::{input_count, inputs};
use oracles::slider::PlainCase;
use slider_judge::Slider;

const ALPHABET: &[u8] = b"0123456789 \t\r\n+-.MSUDLRx\0\xff";

/// Returns a board of side 10 with the cells listed, the others empty.
fn board(cells: &[(usize, i64)]) -> PlainCase {
    let mut plain = PlainCase { side: 10, colours: 5, cells: vec![0; 100] };
    for &(at, cell) in cells {
        plain.cells[at] = cell;
    }
    plain
}

#[test]
fn case_files() {
    let full: Vec<(usize, i64)> = (0..100).map(|at| (at, at as i64 % 6)).collect();
    let mut full = board(&full);
    full.cells[0] = -1;
    let samples = [
        board(&[(7, -1)]).text(),
        board(&[(0, -1), (99, -1), (50, 5)]).text().replace('\n', " "),
        full.text(),
        "10 2 1".to_string(),
    ];
    check_cases(&Slider::default(), ALPHABET, &samples, PlainCase::read);
}

/// Checks that the judge agrees with the slow rules on `output`, both live and on the saved answer.
/// Returns true if the answer is legal.
fn check(slider: &Slider, plain: &PlainCase, output: &[u8]) -> bool {
    let text = plain.text();
    let (case, _) = read_case(slider, &text).unwrap();
    let (judged, play) = saved(slider, &case, "", output);
    let answer = String::from_utf8_lossy(output);
    match (&judged, plain.referee(&answer)) {
        (Ok(()), Ok((points, wasted))) => {
            let found = (play.score.points as i64, play.score.wasted);
            assert_eq!(found, (points, wasted), "{answer}");
            let marks = slider.score(&case, &play, Verdict::Ok);
            assert_eq!(slider.ranges(&case).violated(marks.score, None), None);
            assert_eq!(marks.score, points as f64);
        }
        (Err(fault), Err(line)) if fault.verdict() == Verdict::Wa => {
            let is_right = fault.to_string().starts_with(&format!("line {line}: "));
            assert!(is_right, "{answer}: {fault}");
        }
        other => panic!("{answer:?}: {other:?}"),
    }
    let is_ok = judged.is_ok();
    assert_eq!(live(slider, &case, output), (judged, play), "{answer}");
    is_ok
}

/// The protocol and its saved form consist of the answer only.
#[test]
fn answers() {
    let plain = board(&[(0, -1), (2, 3), (9, 2), (45, 5), (55, 1), (99, -1), (95, 4)]);
    let samples = [
        "4\n0 2 M R\n0 9 S L\n0 3 S L\r\n  0 4   S L \nthe rest is ignored\n",
        "2\n4 5 M D\n5 5 S U\n",
        "3\n9 5 S R\n4 5 S U\n0 5 S L\n",
        "5\n4 5 M U\n3 5 M U\n2 5 M R\n2 6 M R\n2 7 S D\n",
        "0",
        "100\n0 2 M U\n",
    ];
    let slider = Slider::default();
    let mut accepted = 0;
    inputs(2, ALPHABET, &samples, |bytes| {
        accepted += usize::from(check(&slider, &plain, bytes));
    });
    assert!(accepted > input_count() / 10, "{accepted}");
}
