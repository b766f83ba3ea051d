//! The dates of a series. The next one is in its row and moves on in the transaction that makes it or skips it; a
//! change never makes up for dates that have passed.

use plumbline_core::time::Date;
use plumbline_core::time::series::Series;

use super::store::RecurringRow;

/// The first date of a new series: not before today, and later than an invoice that it repeats.
pub(super) fn first_day(series: Series, after: Option<Date>, today: Date) -> Option<Date> {
    next_day(series, after, today)
}

/// The next date of a series that is resumed: not before today, and later than the last date that is done.
pub(super) fn day_after_pause(row: &RecurringRow, today: Date) -> Option<Date> {
    next_day(row.series(), row.done_day, today)
}

fn next_day(series: Series, done: Option<Date>, today: Date) -> Option<Date> {
    match done {
        Some(done) if done >= today => series.next_after(done),
        Some(_) | None => series.next_from(today),
    }
}

/// The next date of a series that becomes `series`. If only its end changes, the next date is the same, if it is still
/// in the series; what was skipped remains skipped.
pub(super) fn day_after_change(had: &RecurringRow, series: Series, today: Date) -> Option<Date> {
    let was = had.series();
    if (was.first, was.repeat) == (series.first, series.repeat) {
        return match had.next_day.filter(|_| !had.paused) {
            Some(day) => Some(day).filter(|day| series.next_from(*day) == Some(*day)),
            None => next_day(series, had.done_day, today),
        };
    }
    // If the dates themselves change, none of them counts as done except the one that was made, or skipped, last.
    let next = series.next_from(today)?;
    if had.done_day == Some(next) { series.next_after(next) } else { Some(next) }
}

/// The date that has come and whose invoice should be made, if there is one.
pub(super) fn due_day(row: &RecurringRow, today: Date) -> Option<Date> {
    row.next_day.filter(|day| !row.paused && *day <= today)
}
