//! The amounts at which VAT begins, ends or changes its rules.

use serde::{Deserialize, Serialize};

use super::{Dated, confirmed, find_on};
use crate::money::Pence;
use crate::time::Date;

/// An amount that decides which VAT rules apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VatThreshold {
    /// A business must register if its taxable turnover in 12 months, or expected in 30 days, is above this.
    Register,
    /// A business may deregister if its taxable turnover is expected to be at or below this.
    Deregister,
    /// The flat rate scheme may be joined up to this expected yearly turnover without VAT.
    FlatRateJoin,
    /// The flat rate scheme must be left above this yearly turnover including VAT.
    FlatRateLeave,
    /// Cash accounting may be joined up to this expected yearly taxable turnover.
    CashJoin,
    /// Cash accounting must be left above this yearly taxable turnover.
    CashLeave,
    /// Like [`Self::CashJoin`], for annual accounting.
    AnnualJoin,
    /// Like [`Self::CashLeave`], for annual accounting.
    AnnualLeave,
    /// An invoice may be simplified up to this total including VAT.
    SimplifiedInvoice,
    /// The least that one purchase of capital goods must cost including VAT for its VAT to be reclaimed under the flat
    /// rate scheme.
    FlatRateCapitalGoods,
    /// Errors up to this amount (VAT overpaid and underpaid set off) are corrected in the next return.
    ErrorCorrection,
    /// Larger errors are also corrected there up to a percentage of box 6, but at most up to this amount. Any above
    /// must be reported to HMRC separately.
    ErrorCorrectionMost,
}

/// The amounts of each threshold, latest first.
///
/// Sources: registration and deregistration, the supplement to Notice 700/1, section 2 (Value Added Tax Act
/// 1994, sch. 1); flat rate, Notice 733 (VAT Regulations 1995, part VIIA); cash accounting, Notice 731, 2.1 and
/// 6.1 (part VIII); annual accounting, Notice 732 (part VII); simplified invoices, reg. 16A; capital goods,
/// Notice 733; the correction of errors, Notice 700/45.
pub const VAT_THRESHOLDS: [(VatThreshold, &[Dated<Pence>]); 12] = [
    (
        VatThreshold::Register,
        &[confirmed("2024-04-01", Pence(9_000_000)), confirmed("2017-04-01", Pence(8_500_000))],
    ),
    (
        VatThreshold::Deregister,
        &[confirmed("2024-04-01", Pence(8_800_000)), confirmed("2017-04-01", Pence(8_300_000))],
    ),
    (VatThreshold::FlatRateJoin, &[confirmed("2011-01-04", Pence(15_000_000))]),
    (VatThreshold::FlatRateLeave, &[confirmed("2011-01-04", Pence(23_000_000))]),
    (VatThreshold::CashJoin, &[confirmed("2007-04-01", Pence(135_000_000))]),
    (VatThreshold::CashLeave, &[confirmed("2007-04-01", Pence(160_000_000))]),
    (VatThreshold::AnnualJoin, &[confirmed("2007-04-01", Pence(135_000_000))]),
    (VatThreshold::AnnualLeave, &[confirmed("2007-04-01", Pence(160_000_000))]),
    (VatThreshold::SimplifiedInvoice, &[confirmed("2013-01-01", Pence(25_000))]),
    (VatThreshold::FlatRateCapitalGoods, &[confirmed("2004-01-01", Pence(200_000))]),
    (VatThreshold::ErrorCorrection, &[confirmed("2008-07-01", Pence(1_000_000))]),
    (VatThreshold::ErrorCorrectionMost, &[confirmed("2008-07-01", Pence(5_000_000))]),
];

/// The percentage of box 6 of the return in which errors are corrected, up to which they may be (Notice 700/45).
pub const ERROR_CORRECTION_PERCENT: i64 = 1;

/// The day from which careless errors of any size must be reported to HMRC as well, `YYYY-MM-DD` (Notice 700/45, as of
/// September 2025).
pub const CARELESS_ERRORS_FROM: &str = "2025-09-01";

impl VatThreshold {
    /// The amount on a day; `None` before the first known one.
    #[must_use]
    pub fn find_amount(self, day: Date) -> Option<&'static Dated<Pence>> {
        let found = VAT_THRESHOLDS.iter().find(|(it, _)| *it == self);
        found.and_then(|(_, rows)| find_on(rows, day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tax::is_in_order;

    #[test]
    fn the_amounts_of_2026_27() {
        let day = "2026-11-25".parse().unwrap();
        let pounds = |it: VatThreshold| it.find_amount(day).unwrap().value.0 / 100;
        assert_eq!(pounds(VatThreshold::Register), 90_000);
        assert_eq!(pounds(VatThreshold::Deregister), 88_000);
        assert_eq!(pounds(VatThreshold::FlatRateJoin), 150_000);
        assert_eq!(pounds(VatThreshold::FlatRateLeave), 230_000);
        assert_eq!(pounds(VatThreshold::CashJoin), 1_350_000);
        assert_eq!(pounds(VatThreshold::CashLeave), 1_600_000);
        assert_eq!(pounds(VatThreshold::AnnualJoin), 1_350_000);
        assert_eq!(pounds(VatThreshold::AnnualLeave), 1_600_000);
        assert_eq!(pounds(VatThreshold::SimplifiedInvoice), 250);
        assert_eq!(pounds(VatThreshold::FlatRateCapitalGoods), 2_000);
        let errors = VatThreshold::ErrorCorrection.find_amount(day).unwrap();
        assert_eq!((errors.value.0, errors.confirmed), (1_000_000, true));
        let before = "2024-03-31".parse().unwrap();
        let register = VatThreshold::Register.find_amount(before).unwrap();
        assert_eq!(register.value, Pence(8_500_000));
    }

    #[test]
    fn lists_the_latest_threshold_first() {
        assert!(VAT_THRESHOLDS.iter().all(|(_, rows)| is_in_order(rows)));
    }
}
