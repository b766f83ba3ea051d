//! A value and the day from which it applies.

use serde::Serialize;

use crate::time::Date;

/// A value in a table that applies from a day until the day of the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Dated<T> {
    /// The first day, `YYYY-MM-DD`.
    pub from: &'static str,
    /// The value from that day on.
    pub value: T,
    /// Whether the value was read in a source; if not, the screen shows 'check with your accountant' next to it. The
    /// day itself may be from memory if it lies before all years that are still open.
    pub confirmed: bool,
}

/// A row that was read in the source named by its table.
pub(super) const fn confirmed<T>(from: &'static str, value: T) -> Dated<T>
where
    T: Copy,
{
    Dated { from, value, confirmed: true }
}

/// A row from memory.
pub(super) const fn unconfirmed<T>(from: &'static str, value: T) -> Dated<T>
where
    T: Copy,
{
    Dated { from, value, confirmed: false }
}

/// The row that applies on a day, where the rows are sorted from latest to earliest; `None` before the first known day.
#[must_use]
pub fn find_on<T>(rows: &[Dated<T>], day: Date) -> Option<&Dated<T>> {
    let cached = |row: &&Dated<T>| row.from.parse().is_ok_and(|from: Date| from <= day);
    rows.iter().find(cached)
}

/// Whether all dates of a table are valid, and sorted from latest to earliest.
#[cfg(test)]
pub(super) fn is_in_order<T>(rows: &[Dated<T>]) -> bool {
    rows.is_sorted_by(|a, b| a.from > b.from) && rows.iter().all(|row| row.from.parse::<Date>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_holds_from_its_day_on() {
        let rows = [confirmed("2024-04-01", 2), unconfirmed("2017-04-01", 1)];
        let found = |day: &str| find_on(&rows, day.parse().unwrap()).map(|row| row.value);
        assert_eq!(found("2017-03-31"), None);
        assert_eq!(found("2017-04-01"), Some(1));
        assert_eq!(found("2024-03-31"), Some(1));
        assert_eq!(found("2024-04-01"), Some(2));
        assert!(is_in_order(&rows) && !is_in_order(&[rows[1], rows[0]]));
    }
}
