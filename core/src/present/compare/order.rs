//! Which entries of a list have moved.

use std::collections::{HashMap, HashSet};

/// The entries of `after` that are also in `before` but have moved: the smallest set whose removal leaves the rest in
/// the old order.
pub(super) fn find_moved<'a>(before: &[String], after: &'a [String]) -> HashSet<&'a str> {
    let places = before.iter().enumerate();
    let places: HashMap<&str, usize> = places.map(|(at, id)| (id.as_str(), at)).collect();
    let common: Vec<(&'a str, usize)> =
        after.iter().filter_map(|id| Some((id.as_str(), *places.get(id.as_str())?))).collect();
    // The longest subsequence in the old order: `ends[k]` is the last entry of the best one of length k + 1 so far.
    let mut ends: Vec<usize> = Vec::new();
    let mut earlier: Vec<Option<usize>> = Vec::with_capacity(common.len());
    for (at, (_, place)) in common.iter().enumerate() {
        let length = ends.partition_point(|end| common[*end].1 < *place);
        earlier.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut stay = HashSet::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        stay.insert(at);
        next = earlier[at];
    }
    let others = common.iter().enumerate();
    others.filter(|(at, _)| !stay.contains(at)).map(|(_, (id, _))| *id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_letters(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    fn moved_letters(before: &str, after: &str) -> String {
        let (before, after) = (split_letters(before), split_letters(after));
        let mut found: Vec<&str> = find_moved(&before, &after).into_iter().collect();
        found.sort_unstable();
        found.concat()
    }

    #[test]
    fn as_few_as_can_be() {
        for (before, after, moved) in [
            ("", "", ""),
            ("abc", "abc", ""),
            ("abcd", "bcda", "a"),
            ("abcd", "dabc", "d"),
            ("abcdef", "afbcde", "f"),
            // What came and what went moves nothing.
            ("abcd", "axd", ""),
        ] {
            assert_eq!(moved_letters(before, after), moved, "{before} → {after}");
        }
        // Of two that changed places either may be said to have moved.
        assert_eq!(moved_letters("abc", "acb").len(), 1);
    }
}
