//! The flat rate scheme: which percentage is due on a turnover with VAT.
//!
//! Sources: Notice 733 (limited cost: goods under 2 % of the turnover with VAT, or under £1,000 a year and £250
//! a quarter, tested each period; 1 % off to the day before the first anniversary of registration).

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::period::{first_of_month, last_of_month};
use super::registration::VatRegistration;
use crate::document::Rate;
use crate::money::text::format_gbp;
use crate::money::{Pence, divide_rounded};
use crate::report::Period;
use crate::tax;
use crate::tax::vat_flat_rate::{FIRST_YEAR_REDUCTION, FlatRateSector, LIMITED_COST};
use crate::time::Date;

/// The result of the limited cost test for a period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitedCostResult {
    /// The spending on goods that count, including VAT.
    pub goods: Pence,
    /// The turnover including VAT.
    pub turnover: Pence,
    /// The least spending on goods for the period's share of the year.
    pub least: Pence,
    /// Whether the business is a limited cost business.
    pub limited: bool,
    /// Whether the share of the year follows from a source, which it does for whole months.
    pub confirmed: bool,
    /// The result as a sentence.
    pub msg: String,
}

/// The limited cost test for a period. Before the rule became law, no business was a limited cost business.
#[must_use]
pub fn check_limited_cost(goods: Pence, turnover: Pence, period: &Period) -> LimitedCostResult {
    let test = tax::find_on(LIMITED_COST, period.to).map(|row| row.value);
    let percent = test.map_or(0, |test| test.percent);
    let a_year = test.map_or(Pence::ZERO, |test| test.a_year);
    let (least, confirmed) = share_of_yearly_amount(a_year, period);
    let is_below_share = i128::from(goods.0) * 100 < i128::from(turnover.0) * i128::from(percent);
    let limited = test.is_some() && (is_below_share || goods < least);
    let spent = format_gbp(goods);
    let msg = if !limited {
        format!("You spent {spent} on goods, so your trade’s own rate applies.")
    } else if is_below_share {
        format!(
            "You spent {spent} on goods, less than {percent}% of your turnover, so the limited-cost rate applies."
        )
    } else {
        format!(
            "You spent {spent} on goods, less than {}, so the limited-cost rate applies.",
            format_gbp(least)
        )
    };
    LimitedCostResult { goods, turnover, least, limited, confirmed, msg }
}

/// A period's share of a yearly amount, and whether it has whole months: £250 of £1,000 for a quarter. A first or last
/// period with other days has a share in days of 365.
fn share_of_yearly_amount(a_year: Pence, period: &Period) -> (Pence, bool) {
    let is_whole =
        first_of_month(period.from) == Some(period.from) && last_of_month(period.to) == Some(period.to);
    let (part, whole) = if is_whole {
        let months = |day: Date| i128::from(day.year()) * 12 + i128::from(day.month());
        (months(period.to) - months(period.from) + 1, 12)
    } else {
        (i128::from(period.from.days_until(period.to)) + 1, 365)
    };
    let share = divide_rounded(i128::from(a_year.0) * part, whole);
    (Pence::saturating_from(share).min(a_year), is_whole)
}

/// The percentage due on a day's turnover: that of the sector or of limited cost, less 1 % in the first year of
/// registration. `None` before the first known percentages.
#[must_use]
pub fn find_percentage(
    sector: FlatRateSector,
    limited: bool,
    registration: &VatRegistration,
    day: Date,
) -> Option<Rate> {
    let sector = if limited { FlatRateSector::LimitedCost } else { sector };
    let decimal = |text: &str| text.parse::<Decimal>().ok();
    let whole = decimal(sector.find_percentage(day)?.value)?;
    let anniversary = registration.from.and_then(|from| from.plus_months(12));
    let reduction = if anniversary.is_some_and(|it| day < it) {
        tax::find_on(FIRST_YEAR_REDUCTION, day).and_then(|row| decimal(row.value))
    } else {
        None
    };
    Some(Rate((whole - reduction.unwrap_or_default()).normalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn test(goods: i64, turnover: i64, from: &str, to: &str) -> (i64, bool) {
        let period = Period::new(day(from), day(to)).unwrap();
        let found = check_limited_cost(Pence(goods), Pence(turnover), &period);
        (found.least.0, found.limited)
    }

    #[test]
    fn goods_under_2_percent_or_250_pounds_a_quarter_are_limited_cost() {
        let quarter = |goods, turnover| test(goods, turnover, "2026-07-01", "2026-09-30");
        // £10,000.00 a quarter and £260.00 of goods: more than £200.00 and more than £250.00.
        assert_eq!(quarter(26_000, 1_000_000), (25_000, false));
        // £20,000.00 and £325.00: less than £400.00.
        assert_eq!(quarter(32_500, 2_000_000), (25_000, true));
        // Exactly 2 %, and exactly £250.00, are not under it.
        assert_eq!(quarter(40_000, 2_000_000), (25_000, false));
        assert_eq!(quarter(39_999, 2_000_000), (25_000, true));
        assert_eq!(quarter(25_000, 100_000), (25_000, false));
        assert_eq!(quarter(24_999, 100_000), (25_000, true));
        // A month: £83.33; a year: £1,000.00.
        assert_eq!(test(8_333, 100_000, "2026-07-01", "2026-07-31"), (8_333, false));
        assert_eq!(test(99_999, 100_000, "2026-04-01", "2027-03-31"), (100_000, true));
        // 15 May to 30 June: 47 of 365 days, £128.77.
        assert_eq!(test(12_876, 100_000, "2026-05-15", "2026-06-30"), (12_877, true));
        // Before 1 April 2017 there was no such thing.
        assert_eq!(test(0, 100_000, "2016-10-01", "2016-12-31"), (0, false));
    }

    #[test]
    fn one_percent_off_to_the_day_before_the_first_anniversary() {
        let registration = VatRegistration { from: Some(day("2026-02-10")), ..VatRegistration::default() };
        let on = |limited, on: &str| {
            let sector = FlatRateSector::Building;
            let found = find_percentage(sector, limited, &registration, day(on));
            found.unwrap().to_string()
        };
        assert_eq!(on(false, "2027-02-09"), "8.5");
        assert_eq!(on(false, "2027-02-10"), "9.5");
        assert_eq!(on(true, "2027-02-09"), "15.5");
        assert_eq!(on(true, "2027-02-10"), "16.5");
    }
}
