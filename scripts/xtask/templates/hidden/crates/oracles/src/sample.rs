//! Sample, number by number.

/// Returns the reply to the question whether `secret` is one of these numbers.
pub fn reply(secret: u32, numbers: &[u32]) -> &'static str {
    let mut reply = "no";
    for &number in numbers {
        if number == secret {
            reply = "yes";
        }
    }
    reply
}

/// Returns the fewest questions that find every secret of so many, summed over the secrets, for all
/// counts up to `most`: a first question divides the secrets in two, and each of them needs it.
pub fn fewest_questions(most: usize) -> Vec<u32> {
    let mut fewest = vec![0, 0];
    for count in 2..=most {
        let parts = (1..count).map(|part| fewest[part] + fewest[count - part]);
        fewest.push(count as u32 + parts.min().unwrap_or_default());
    }
    fewest
}
