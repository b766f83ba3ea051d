//! Dates as a person reads them (docs/product.md, section 9).

use super::Date;
use super::wall_clock::WallClock;

/// `05/03/2026`: dates on the public pages (docs/product.md, section 9).
#[must_use]
pub fn format_short_date(date: Date) -> String {
    let (day, month, year) = (date.day(), date.month(), date.year());
    format!("{day:02}/{month:02}/{year:04}")
}

/// The abbreviated months of en-GB, as current browsers write them.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/// `5 Mar 2026`: day, abbreviated month and year, on documents (docs/product.md, section 9). September is `Sept`, as in
/// en-GB.
#[must_use]
pub fn format_long_date(date: Date) -> String {
    let month = MONTHS[usize::from(date.month()) - 1];
    format!("{} {month} {}", date.day(), date.year())
}

/// `05/03/2026 14:07`: a payment in the history of an invoice (docs/product.md, section 4), in London time; only the
/// date if the time is not known.
#[must_use]
pub fn format_date_time(at: WallClock) -> String {
    append_time(format_short_date(at.date), at)
}

/// `5 Mar 2026 14:07`: the same on documents, with the month as text (docs/product.md, section 9).
#[must_use]
pub fn format_long_date_time(at: WallClock) -> String {
    append_time(format_long_date(at.date), at)
}

fn append_time(date: String, at: WallClock) -> String {
    match at.time {
        Some((hour, minute)) => format!("{date} {hour:02}:{minute:02}"),
        None => date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_show_short_and_long() {
        for (date, short, long) in [
            ("2026-03-05", "05/03/2026", "5 Mar 2026"),
            ("2026-12-31", "31/12/2026", "31 Dec 2026"),
            ("2026-01-01", "01/01/2026", "1 Jan 2026"),
            ("2026-09-10", "10/09/2026", "10 Sept 2026"),
        ] {
            let date = date.parse().unwrap();
            assert_eq!(format_short_date(date), short);
            assert_eq!(format_long_date(date), long);
        }
    }

    #[test]
    fn each_month_has_its_short_name() {
        let names: Vec<_> = (1..=12).map(|m| format_long_date(Date::new(2026, m, 2).unwrap())).collect();
        let want: Vec<_> = MONTHS.iter().map(|m| format!("2 {m} 2026")).collect();
        assert_eq!(names, want);
    }

    #[test]
    fn a_payment_time_shows_hours_and_minutes() {
        assert_eq!(format_date_time("2026-03-05T14:07".parse().unwrap()), "05/03/2026 14:07");
        assert_eq!(format_date_time("2026-03-05T04:30:59".parse().unwrap()), "05/03/2026 04:30");
        assert_eq!(format_date_time("2026-03-05".parse().unwrap()), "05/03/2026");
        assert_eq!(format_long_date_time("2026-09-05T04:30".parse().unwrap()), "5 Sept 2026 04:30");
        assert_eq!(format_long_date_time("2026-03-05".parse().unwrap()), "5 Mar 2026");
    }
}
