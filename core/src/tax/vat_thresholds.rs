//! The amounts at which VAT begins, ends or changes its rules.

use serde::{Deserialize, Serialize};

use super::dated::{Dated, on, read};
use crate::money::Pence;
use crate::time::Date;

/// An amount that decides which rules of VAT hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VatThreshold {
    /// Taxable turnover above it, in 12 months or expected in 30 days, must be registered.
    Register,
    /// Taxable turnover that is expected to stay at or below it may leave.
    Deregister,
    /// Expected yearly turnover without VAT up to which the flat rate scheme may be joined.
    FlatRateJoin,
    /// Yearly turnover with VAT above which the flat rate scheme must be left.
    FlatRateLeave,
    /// Expected yearly taxable turnover up to which cash accounting may be joined.
    CashJoin,
    /// Yearly taxable turnover above which cash accounting must be left.
    CashLeave,
    /// As [`Self::CashJoin`], of annual accounting.
    AnnualJoin,
    /// As [`Self::CashLeave`], of annual accounting.
    AnnualLeave,
    /// The total with VAT up to which an invoice may be simplified.
    SimplifiedInvoice,
    /// What one purchase of capital goods must come to with VAT, for its VAT to be reclaimed under the flat
    /// rate scheme.
    FlatRateCapitalGoods,
    /// Errors up to it, VAT over- and underpaid set off, go into the next return.
    ErrorCorrection,
    /// So do larger ones up to a percent of box 6, and at the most up to this: those above are told to HMRC by themselves.
    ErrorCorrectionMost,
}

/// Each threshold's amounts, the latest first.
///
/// Sources: registration and deregistration, the supplement to Notice 700/1, section 2 (Value Added Tax Act
/// 1994, sch. 1); flat rate, Notice 733 (VAT Regulations 1995, part VIIA); cash accounting, Notice 731, 2.1 and
/// 6.1 (part VIII); annual accounting, Notice 732 (part VII); simplified invoices, reg. 16A; capital goods,
/// Notice 733; the correction of errors, Notice 700/45.
pub const VAT_THRESHOLDS: [(VatThreshold, &[Dated<Pence>]); 12] = [
    (
        VatThreshold::Register,
        &[
            read("2024-04-01", Pence(9_000_000)),
            read("2017-04-01", Pence(8_500_000)),
        ],
    ),
    (
        VatThreshold::Deregister,
        &[
            read("2024-04-01", Pence(8_800_000)),
            read("2017-04-01", Pence(8_300_000)),
        ],
    ),
    (
        VatThreshold::FlatRateJoin,
        &[read("2011-01-04", Pence(15_000_000))],
    ),
    (
        VatThreshold::FlatRateLeave,
        &[read("2011-01-04", Pence(23_000_000))],
    ),
    (
        VatThreshold::CashJoin,
        &[read("2007-04-01", Pence(135_000_000))],
    ),
    (
        VatThreshold::CashLeave,
        &[read("2007-04-01", Pence(160_000_000))],
    ),
    (
        VatThreshold::AnnualJoin,
        &[read("2007-04-01", Pence(135_000_000))],
    ),
    (
        VatThreshold::AnnualLeave,
        &[read("2007-04-01", Pence(160_000_000))],
    ),
    (
        VatThreshold::SimplifiedInvoice,
        &[read("2013-01-01", Pence(25_000))],
    ),
    (
        VatThreshold::FlatRateCapitalGoods,
        &[read("2004-01-01", Pence(200_000))],
    ),
    (
        VatThreshold::ErrorCorrection,
        &[read("2008-07-01", Pence(1_000_000))],
    ),
    (
        VatThreshold::ErrorCorrectionMost,
        &[read("2008-07-01", Pence(5_000_000))],
    ),
];

/// Of box 6 of the return in which errors are put right, the percentage up to which they may be (Notice 700/45).
pub const ERROR_CORRECTION_PERCENT: i64 = 1;

/// Since when careless errors of any size are told to HMRC as well, `YYYY-MM-DD` (Notice 700/45, as of September 2025).
pub const CARELESS_ERRORS_FROM: &str = "2025-09-01";

impl VatThreshold {
    /// Its amount on a day; none before the first that is known.
    #[must_use]
    pub fn on(self, day: Date) -> Option<&'static Dated<Pence>> {
        let found = VAT_THRESHOLDS.iter().find(|(it, _)| *it == self);
        found.and_then(|(_, rows)| on(rows, day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tax::dated::is_in_order;

    #[test]
    fn the_amounts_of_2026_27() {
        let day = "2026-11-25".parse().unwrap();
        let pounds = |it: VatThreshold| it.on(day).unwrap().value.0 / 100;
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
        let errors = VatThreshold::ErrorCorrection.on(day).unwrap();
        assert_eq!((errors.value.0, errors.confirmed), (1_000_000, true));
        let before = "2024-03-31".parse().unwrap();
        let register = VatThreshold::Register.on(before).unwrap();
        assert_eq!(register.value, Pence(8_500_000));
    }

    #[test]
    fn the_latest_stands_first() {
        assert!(VAT_THRESHOLDS.iter().all(|(_, rows)| is_in_order(rows)));
    }
}
