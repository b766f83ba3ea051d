//! The dates of a series. The next one is in its row and moves on in the transaction that makes it or skips it; a
//! change never makes up for dates that have passed.

use plumbline_core::time::Date;
use plumbline_core::time::series::Series;

use super::store::RecurringRow;

/// The first date of a new series: not before today, and later than an invoice that it repeats.
pub(super) fn first(series: Series, after: Option<Date>, today: Date) -> Option<Date> {
    goes_on(series, after, today)
}

/// The next date of a series that is resumed: not before today, and later than the last date that is done.
pub(super) fn resumed(row: &RecurringRow, today: Date) -> Option<Date> {
    goes_on(row.series(), row.done_day, today)
}

fn goes_on(series: Series, done: Option<Date>, today: Date) -> Option<Date> {
    match done {
        Some(done) if done >= today => series.after(done),
        Some(_) | None => series.from(today),
    }
}

/// The next date of a series that becomes `series`. If only its end changes, the next date is the same, if it is still
/// in the series; what was skipped remains skipped.
pub(super) fn changed(had: &RecurringRow, series: Series, today: Date) -> Option<Date> {
    let was = had.series();
    if (was.first, was.repeat) == (series.first, series.repeat) {
        return match had.next_day.filter(|_| !had.paused) {
            Some(day) => Some(day).filter(|day| series.from(*day) == Some(*day)),
            None => goes_on(series, had.done_day, today),
        };
    }
    // If the dates themselves change, none of them counts as done except the one that was made, or skipped, last.
    let next = series.from(today)?;
    if had.done_day == Some(next) {
        series.after(next)
    } else {
        Some(next)
    }
}

/// The date that has come and whose invoice should be made, if there is one.
pub(super) fn due(row: &RecurringRow, today: Date) -> Option<Date> {
    row.next_day.filter(|day| !row.paused && *day <= today)
}
