//! The dates of a series. The next one is in its row and moves on in the transaction that makes it or skips it; a
//! change never makes up for dates that have passed.

use plumbline_core::time::Date;
use plumbline_core::time::series::Series;

use super::store::RecurringRow;

/// The next day of a new series: today at the earliest, and not the day of an invoice that it repeats.
pub(super) fn first(series: Series, after: Option<Date>, today: Date) -> Option<Date> {
    goes_on(series, after, today)
}

/// The next day of one that goes on after a pause: not before today, and none that is behind it.
pub(super) fn resumed(row: &RecurringRow, today: Date) -> Option<Date> {
    goes_on(row.series(), row.done_day, today)
}

fn goes_on(series: Series, done: Option<Date>, today: Date) -> Option<Date> {
    match done {
        Some(done) if done >= today => series.after(done),
        Some(_) | None => series.from(today),
    }
}

/// The next day of one whose days become those of `series`. Where only its end is another it is the
/// same, if that is still to come; what was skipped stays skipped.
pub(super) fn changed(had: &RecurringRow, series: Series, today: Date) -> Option<Date> {
    let was = had.series();
    if (was.first, was.repeat) == (series.first, series.repeat) {
        return match had.next_day.filter(|_| !had.paused) {
            Some(day) => Some(day).filter(|day| series.from(*day) == Some(*day)),
            None => goes_on(series, had.done_day, today),
        };
    }
    // Of other days none is behind it but the one that was done today, or skipped.
    let next = series.from(today)?;
    if had.done_day == Some(next) {
        series.after(next)
    } else {
        Some(next)
    }
}

/// The day that has come and is to be made, where one is.
pub(super) fn due(row: &RecurringRow, today: Date) -> Option<Date> {
    row.next_day.filter(|day| !row.paused && *day <= today)
}
