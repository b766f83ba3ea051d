//! When a supply counts as made for VAT.
//!
//! Sources: Value Added Tax Act 1994, s. 6; VATTOS3600 (a payment before, and 14 days after); VATTOS5105 (a
//! payment after completion makes none); VAT Regulations 1995, reg. 93 with VATTOS9105 and VATTOS9110 (stage
//! payments in construction).

use serde::{Deserialize, Serialize};

use crate::time::Date;

/// The days after completion within which an invoice moves the tax point to its issue date.
pub const INVOICE_WITHIN_DAYS: i64 = 14;

/// The reason for a tax point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TaxPointReason {
    /// The work was complete, and there was no invoice within 14 days: the basic tax point.
    Completion,
    /// The invoice, if it was issued before completion or within 14 days of it.
    Invoice,
    /// A stage of a contract with more than one payment: the invoice, whenever the work was done.
    Stage,
}

/// A tax point with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TaxPoint {
    /// The day.
    pub day: Date,
    /// The reason.
    pub reason: TaxPointReason,
}

/// The tax point, if nothing was paid before.
///
/// `supplied` is the day on which the work was complete; `None` for a stage of a construction contract with more than
/// one payment, which has no basic tax point (reg. 93).
#[must_use]
pub fn find_tax_point(supplied: Option<Date>, issued: Date) -> TaxPoint {
    let point = |day, reason| TaxPoint { day, reason };
    match supplied {
        None => point(issued, TaxPointReason::Stage),
        Some(done) if done.days_until(issued) > INVOICE_WITHIN_DAYS => {
            point(done, TaxPointReason::Completion)
        }
        Some(_) => point(issued, TaxPointReason::Invoice),
    }
}

/// Whether a payment has its own tax point for the amount received: only if it was before both completion and the
/// invoice.
#[must_use]
pub fn is_own_tax_point(paid: Date, supplied: Option<Date>, issued: Date) -> bool {
    paid < supplied.map_or(issued, |done| done.min(issued))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn an_invoice_has_14_days() {
        let point = |supplied: &str, issued: &str| {
            let point = find_tax_point(Some(day(supplied)), day(issued));
            (point.day.to_string(), point.reason)
        };
        let invoice = |day: &str| (day.to_owned(), TaxPointReason::Invoice);
        assert_eq!(point("2026-03-20", "2026-03-20"), invoice("2026-03-20"));
        // 20 March and 14 days: 3 April, in the next quarter.
        assert_eq!(point("2026-03-20", "2026-04-03"), invoice("2026-04-03"));
        let done = ("2026-03-20".to_owned(), TaxPointReason::Completion);
        assert_eq!(point("2026-03-20", "2026-04-04"), done);
        // Before the work.
        assert_eq!(point("2026-05-01", "2026-03-20"), invoice("2026-03-20"));
        let stage = find_tax_point(None, day("2026-05-01"));
        assert_eq!((stage.day, stage.reason), (day("2026-05-01"), TaxPointReason::Stage));
    }

    #[test]
    fn a_deposit_makes_its_own_and_a_payment_after_the_work_does_not() {
        let own = |paid: &str, supplied: Option<&str>| {
            is_own_tax_point(day(paid), supplied.map(day), day("2026-04-01"))
        };
        assert!(own("2026-03-19", Some("2026-03-20")));
        assert!(!own("2026-03-20", Some("2026-03-20")));
        // Between completion and invoice.
        assert!(!own("2026-03-25", Some("2026-03-20")));
        // Invoiced before the work: what is paid before the invoice.
        assert!(own("2026-03-31", Some("2026-06-01")));
        assert!(!own("2026-05-01", Some("2026-06-01")));
        assert!(own("2026-03-31", None) && !own("2026-04-01", None));
    }
}
