//! How often quotes are accepted.

/// The percentage of ended quotes that were accepted: a whole number, with halves rounded up. `not` counts those that
/// were declined, or expired without an answer. `None` if no quote has ended yet: quotes that await an answer don't
/// count.
#[must_use]
pub fn calculate_acceptance_rate(accepted: u64, not: u64) -> Option<u64> {
    let ended = accepted.checked_add(not).filter(|ended| *ended > 0)?;
    // (200 × accepted + ended) ÷ (2 × ended), in whole numbers that no count of quotes can overflow.
    let (accepted, ended) = (u128::from(accepted), u128::from(ended));
    u64::try_from((200 * accepted + ended) / (2 * ended)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_a_whole_percent() {
        for (accepted, not, rate) in [
            (0, 0, None),
            (0, 3, Some(0)),
            (3, 0, Some(100)),
            (1, 2, Some(33)),
            (2, 1, Some(67)),
            (1, 7, Some(13)),
            (1, 199, Some(1)),
            (1, 200, Some(0)),
            (u64::MAX, 0, Some(100)),
            (u64::MAX, 1, None),
        ] {
            assert_eq!(calculate_acceptance_rate(accepted, not), rate, "{accepted} of {not} more");
        }
    }
}
