//! The lists of documents and of expenses: which rows a query includes, in which order, and their sums.
//!
//! The server's database does the same in SQL (`summaries/statement_builder.rs`, `expenses/store/find.rs`), with the
//! names and filters defined here. A device without signal calls these functions with the rows that it stores. A test
//! compares the two (`server/app/tests/http/lists`).

pub mod documents;
pub mod expenses;

/// The order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sorting<Key> {
    /// The field.
    pub key: Key,
    /// Whether the highest value comes first.
    pub descending: bool,
}

impl<Key> Sorting<Key> {
    /// Reads `amount`, or `-amount` for highest first; `key` knows the names of the fields. `None` for an unknown name.
    fn parse(text: &str, key: impl Fn(&str) -> Option<Key>) -> Option<Self> {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let key = key(name)?;
        Some(Self { key, descending })
    }
}

/// Whether a day is in a period, all given as YYYY-MM-DD; an empty start or end means no limit. A row without a day is
/// only in a period without limits.
fn is_within(day: &str, from: &str, to: &str) -> bool {
    let is_open = from.is_empty() && to.is_empty();
    is_open || !day.is_empty() && day >= from && (to.is_empty() || day <= to)
}

#[cfg(test)]
mod tests;
