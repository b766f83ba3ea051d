//! Rates of tax, each with the day from which it applies. No other module contains a rate.

mod home_office;
mod late_payment;
mod mileage;
mod mtd;
mod self_assessment;
pub mod vat_boxes;
pub mod vat_flat_rate;
pub mod vat_reliefs;
pub mod vat_thresholds;
mod year;

use serde::Serialize;

use crate::time::Date;

pub use home_office::{HOME_OFFICE_RATES, HomeOfficeRates};
pub use late_payment::{
    DEFAULT_PAYMENT_DAYS, FIXED_SUMS, REFERENCE_RATES, ReferenceRate, STATUTORY_MARGIN, find_fixed_sum,
};
pub use mileage::{MILEAGE_RATES, MileageRate, Vehicle};
pub use mtd::{MTD_POINTS_FROM, MTD_QUARTERS, MTD_THRESHOLDS, MtdQuarter, MtdThreshold};
pub use self_assessment::{
    CASH_BASIS_FROM, ExpenseBox, FormBox, SA103F, SA103S, SINGLE_EXPENSE_LIMITS, TaxForm,
    find_single_expense_limit,
};
pub use year::{TAX_YEAR_START, TaxMonth, TaxYear};

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
const fn confirmed<T>(from: &'static str, value: T) -> Dated<T>
where
    T: Copy,
{
    Dated { from, value, confirmed: true }
}

/// A row from memory.
const fn unconfirmed<T>(from: &'static str, value: T) -> Dated<T>
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
fn is_in_order<T>(rows: &[Dated<T>]) -> bool {
    rows.is_sorted_by(|a, b| a.from > b.from) && rows.iter().all(|row| row.from.parse::<Date>().is_ok())
}

/// A named VAT rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VatRate {
    /// The rate that applies unless another does.
    Standard,
    /// For some works and goods, such as a home that was empty for two years.
    Reduced,
    /// For some others, such as a new dwelling.
    Zero,
}

/// A percentage, and the day from which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DatedPercentage {
    /// `YYYY-MM-DD`.
    pub from: &'static str,
    /// The percentage as typed: `20`.
    pub percent: &'static str,
}

const fn percentage_from(from: &'static str, percent: &'static str) -> DatedPercentage {
    DatedPercentage { from, percent }
}

/// The percentages of each rate, latest first. Sources: Value Added Tax Act 1994, s. 2 (20 % from 4 January 2011 by
/// Finance (No. 2) Act 2010, s. 3), s. 29A (5 % from 1 November 2001, when it took in the works on homes) and s. 30
/// (zero).
pub const VAT_RATES: [(VatRate, &str, &[DatedPercentage]); 3] = [
    (VatRate::Standard, "standard", &[percentage_from("2011-01-04", "20")]),
    (VatRate::Reduced, "reduced", &[percentage_from("2001-11-01", "5")]),
    (VatRate::Zero, "zero", &[percentage_from("1973-04-01", "0")]),
];

/// The percentages of the Construction Industry Scheme: gross payment, registered, not registered.
pub const CIS_RATES: [u32; 3] = [0, 20, 30];

impl VatRate {
    /// The percentage on a day; `None` before the rate existed.
    #[must_use]
    pub fn percentage_on(self, day: Date) -> Option<&'static str> {
        let day = day.to_string();
        let (_, _, rates) = VAT_RATES.iter().find(|(rate, ..)| *rate == self)?;
        // Dates in this form sort like their texts.
        let dated_percentage = rates.iter().find(|rate| *rate.from <= *day)?;
        Some(dated_percentage.percent)
    }
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

    #[test]
    fn a_rate_holds_from_its_day_on() {
        let on = |rate: VatRate, day: &str| rate.percentage_on(day.parse().unwrap());
        assert_eq!(on(VatRate::Standard, "2011-01-03"), None);
        assert_eq!(on(VatRate::Standard, "2011-01-04"), Some("20"));
        assert_eq!(on(VatRate::Standard, "2026-11-16"), Some("20"));
        assert_eq!(on(VatRate::Reduced, "2026-11-16"), Some("5"));
        assert_eq!(on(VatRate::Zero, "2026-11-16"), Some("0"));
    }

    #[test]
    fn lists_the_latest_percentage_first() {
        for (_, name, rates) in VAT_RATES {
            assert!(rates.is_sorted_by(|a, b| a.from > b.from), "{name}");
            assert!(rates.iter().all(|it| it.from.parse::<Date>().is_ok()));
        }
    }
}

/// Writes the tables as a TypeScript file for the browser, next to the types that ts-rs generates.
#[cfg(all(test, feature = "typescript"))]
mod export {
    use std::path::PathBuf;

    use super::{CIS_RATES, VAT_RATES};
    use crate::tax::TAX_YEAR_START;

    #[test]
    fn export_bindings_rates() {
        let rates = VAT_RATES.map(|(_, name, rates)| {
            let rates = serde_json::to_string(rates).unwrap();
            format!("  {name}: {rates},\n")
        });
        let text = format!(
            "// This file was generated from core/src/tax/mod.rs. Do not edit this file manually.\n\n\
             /** Each rate of VAT: its percentages and from when they hold, the latest first. */\n\
             export const VAT_RATES = {{\n{}}} as const;\n\n\
             /** The percentages of the Construction Industry Scheme. */\n\
             export const CIS_RATES = {} as const;\n\n\
             /** The month and the day on which every tax year begins: MM-DD. */\n\
             export const TAX_YEAR_BEGINS = \"{:02}-{:02}\";\n",
            rates.concat(),
            serde_json::to_string(&CIS_RATES.map(|rate| rate.to_string())).unwrap(),
            TAX_YEAR_START.0,
            TAX_YEAR_START.1
        );
        let folder = std::env::var("TS_RS_EXPORT_DIR").unwrap_or_else(|_| "./bindings".into());
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("rates.ts"), text).unwrap();
    }
}
