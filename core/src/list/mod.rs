//! The lists of documents and of expenses: which rows a query lets through, in which order, and what they come to.
//!
//! A server has its database answer the same (`summaries/statement_builder.rs`, `expenses/store/find.rs`), by the names
//! and the filters from here. A device without signal asks these functions of the rows that it holds. A test asks both
//! (`server/app/tests/http/lists`).

pub mod documents;
pub mod expenses;

/// What a list is ordered by, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorting<Key> {
    /// By what.
    pub key: Key,
    /// Highest first.
    pub descending: bool,
}

impl<Key> Sorting<Key> {
    /// Reads `amount`, or `-amount` for highest first; `key` knows the names. None of a name that there is not.
    fn parse(text: &str, key: impl Fn(&str) -> Option<Key>) -> Option<Self> {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let key = key(name)?;
        Some(Self { key, descending })
    }
}

/// Whether a day is within a span whose ends are calendar dates as texts, each empty for an open end. What has no day is in
/// no span.
fn is_within(day: &str, from: &str, to: &str) -> bool {
    let is_open = from.is_empty() && to.is_empty();
    is_open || !day.is_empty() && day >= from && (to.is_empty() || day <= to)
}

#[cfg(test)]
mod tests;
