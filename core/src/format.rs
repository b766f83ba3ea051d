//! Money, dates and numbers as a person reads them (spec.md, section 9).

use rust_decimal::Decimal;

use crate::dates::{Date, push_padded};
use crate::money::{Pence, round2};
use crate::number::Number;
use crate::wall_clock::WallClock;

/// An amount as GBP in the en-GB way with exactly 2 decimals: `£1,234.50`, `-£5.00`.
#[must_use]
pub fn gbp(amount: Pence) -> String {
    let size = amount.0.unsigned_abs();
    let mut out = pounds(amount < Pence::ZERO, &(size / 100).to_string());
    // The remainder of a hundred is two digits.
    push_padded(&mut out, (size % 100) as u16, 2);
    out
}

/// The sign, the pounds with a comma before every three digits, and the point.
fn pounds(negative: bool, whole: &str) -> String {
    let mut out = String::with_capacity(16);
    out.push_str(if negative { "-£" } else { "£" });
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push('.');
    out
}

/// A unit price: as [`gbp`], with the third and fourth decimal where it has them:
/// `£0.125`.
#[must_use]
pub fn price(each: Decimal) -> String {
    let each = each.normalize();
    if each.scale() <= 2 {
        return gbp(round2(each));
    }
    let text = each.abs().to_string();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, "00"));
    pounds(each.is_sign_negative(), whole) + decimals
}

/// An amount in pounds, as text, in the form of [`gbp`], rounded half away from zero;
/// a non-number amount shows as `£0.00` (spec.md, section 9).
#[must_use]
pub fn gbp_text(pounds: &str) -> String {
    gbp(round2(Number::from_text(pounds).value()))
}

/// `05/03/2026`: dates on the public pages (spec.md, section 9).
#[must_use]
pub fn date_short(date: Date) -> String {
    let mut out = String::with_capacity(10);
    push_padded(&mut out, u16::from(date.day()), 2);
    out.push('/');
    push_padded(&mut out, u16::from(date.month()), 2);
    out.push('/');
    push_padded(&mut out, date.year(), 4);
    out
}

/// The short months of en-GB as current browsers write them.
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec",
];

/// `5 Mar 2026`: en-GB day, short month, year, in the document renderer
/// (spec.md, section 9). September is `Sept`, as en-GB has it.
#[must_use]
pub fn date_long(date: Date) -> String {
    let month = MONTHS[usize::from(date.month()) - 1];
    format!("{} {month} {}", date.day(), date.year())
}

/// `05/03/2026 14:07`: a payment in the history of an invoice (spec.md,
/// section 4), in London wall-clock time; only the date where no time is known.
#[must_use]
pub fn date_time(at: WallClock) -> String {
    let mut out = date_short(at.date);
    if let Some((hour, minute)) = at.time {
        out.push(' ');
        push_padded(&mut out, u16::from(hour), 2);
        out.push(':');
        push_padded(&mut out, u16::from(minute), 2);
    }
    out
}

/// A quantity, rate or percentage without trailing zeros: `2`, `1.5`, `0`.
#[must_use]
pub fn quantity(number: Decimal) -> String {
    number.normalize().to_string()
}

/// `17.5%`, without trailing zeros.
#[must_use]
pub fn percent(number: Decimal) -> String {
    let mut out = quantity(number);
    out.push('%');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pence_show_as_pounds_with_two_decimals_and_commas() {
        for (pence, text) in [
            (0, "£0.00"),
            (5, "£0.05"),
            (99, "£0.99"),
            (100, "£1.00"),
            (99_999, "£999.99"),
            (100_000, "£1,000.00"),
            (123_450, "£1,234.50"),
            (10_000_000, "£100,000.00"),
            (12_345_678_901, "£123,456,789.01"),
            (-500, "-£5.00"),
            (-123_450, "-£1,234.50"),
            (i64::MAX, "£92,233,720,368,547,758.07"),
            (i64::MIN, "-£92,233,720,368,547,758.08"),
        ] {
            assert_eq!(gbp(Pence(pence)), text);
        }
    }

    #[test]
    fn a_text_amount_shows_as_pounds_and_a_non_number_as_nothing() {
        for (pounds, text) in [
            ("1234.5", "£1,234.50"),
            (" 12 ", "£12.00"),
            ("-5", "-£5.00"),
            ("0.005", "£0.01"),
            ("0.0049", "£0.00"),
            ("-0.005", "-£0.01"),
            ("2.675", "£2.68"),
            ("", "£0.00"),
            ("abc", "£0.00"),
            ("NaN", "£0.00"),
            ("1_000", "£0.00"),
            ("1,000", "£0.00"),
            ("1e3", "£1,000.00"),
            ("-", "£0.00"),
            ("--5", "£0.00"),
            ("1.2.3", "£0.00"),
            ("99999999999999999999999999999", "£0.00"),
        ] {
            assert_eq!(gbp_text(pounds), text, "{pounds:?}");
        }
    }

    #[test]
    fn a_unit_price_keeps_its_third_and_fourth_decimal() {
        for (each, text) in [
            ("12", "£12.00"),
            ("12.5000", "£12.50"),
            ("0.125", "£0.125"),
            ("1234567.1234", "£1,234,567.1234"),
            ("-0.0005", "-£0.0005"),
            ("-1234.5", "-£1,234.50"),
        ] {
            assert_eq!(price(each.parse().unwrap()), text);
        }
    }

    #[test]
    fn dates_show_short_and_long() {
        for (date, short, long) in [
            ("2026-03-05", "05/03/2026", "5 Mar 2026"),
            ("2026-12-31", "31/12/2026", "31 Dec 2026"),
            ("2026-01-01", "01/01/2026", "1 Jan 2026"),
            ("2026-09-10", "10/09/2026", "10 Sept 2026"),
        ] {
            let date = date.parse().unwrap();
            assert_eq!(date_short(date), short);
            assert_eq!(date_long(date), long);
        }
    }

    #[test]
    fn each_month_has_its_short_name() {
        let names: Vec<_> = (1..=12)
            .map(|m| date_long(Date::new(2026, m, 2).unwrap()))
            .collect();
        let want: Vec<_> = MONTHS.iter().map(|m| format!("2 {m} 2026")).collect();
        assert_eq!(names, want);
    }

    #[test]
    fn a_payment_time_shows_hours_and_minutes() {
        assert_eq!(
            date_time("2026-03-05T14:07".parse().unwrap()),
            "05/03/2026 14:07"
        );
        assert_eq!(
            date_time("2026-03-05T04:30:59".parse().unwrap()),
            "05/03/2026 04:30"
        );
        assert_eq!(date_time("2026-03-05".parse().unwrap()), "05/03/2026");
    }

    #[test]
    fn numbers_lose_trailing_zeros_only() {
        for (number, text) in [
            ("2.0000", "2"),
            ("1.50", "1.5"),
            ("0.00", "0"),
            ("100", "100"),
            ("17.5", "17.5"),
        ] {
            let number: Decimal = number.parse().unwrap();
            assert_eq!(quantity(number), text);
            assert_eq!(percent(number), format!("{text}%"));
        }
    }
}
