//! When a supply counts as made for VAT.
//!
//! Sources: Value Added Tax Act 1994, s. 6; VATTOS3600 (a payment before, and 14 days after); VATTOS5105 (a
//! payment after completion makes none); VAT Regulations 1995, reg. 93 with VATTOS9105 and VATTOS9110 (stage
//! payments in construction).

use serde::{Deserialize, Serialize};

use super::advice::{Finding, Severity};
use super::registration::VatRegistration;
use crate::document::Document;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::tax::vat_reliefs::{BuildingPlace, VatRelief};
use crate::time::Date;
use crate::time::text::format_long_date;

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

// Payments before the work and before the invoice: each has its own tax point, so the registration and the rate on its
// day apply (Value Added Tax Act 1994, s. 6(4)), whatever the invoice charges.

/// A payment received for a job before its invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deposit {
    /// The day on which it was received.
    pub date: Date,
    /// The amount.
    pub amount: Pence,
}

/// The findings for an invoice if earlier payments have a different VAT status from that at its tax point.
/// `registration` is given if the invoice charges VAT.
pub(super) fn check_deposits(
    deposits: &[Deposit],
    registration: Option<&VatRegistration>,
    document: &Document,
    issued: Date,
    (tax_point, place): (Date, BuildingPlace),
) -> Vec<Finding> {
    let own = deposits
        .iter()
        .filter(|it| it.amount > Pence::ZERO && is_own_tax_point(it.date, document.supply_date, issued));
    own.filter_map(|deposit| {
        let is_before = |from: Date| deposit.date < from;
        let from = registration.and_then(|it| it.from);
        if from.is_some_and(is_before) {
            return Some(unregistered_finding(deposit));
        }
        let answers = document.vat_answers.as_ref()?;
        check_rate_at_deposit(deposit, &answers.reliefs, (tax_point, place))
    })
    .collect()
}

fn unregistered_finding(deposit: &Deposit) -> Finding {
    let text = format!(
        "{} was paid on {}, before you were registered for VAT: no VAT is due on that part, but this invoice charges \
         it on everything. Is that right?",
        format_gbp(deposit.amount),
        format_long_date(deposit.date)
    );
    Finding::new(Severity::Ask, "payments", "deposit_before_registration", text)
}

/// A finding if the rate of a relief was different on the day on which the deposit was received.
fn check_rate_at_deposit(
    deposit: &Deposit,
    reliefs: &[VatRelief],
    (point, place): (Date, BuildingPlace),
) -> Option<Finding> {
    let changed = |relief: &VatRelief| {
        let on = |day| relief.find_rate_in(day, place);
        let (then, now) = (on(deposit.date)?, on(point)?);
        (then.value != now.value).then_some((relief.info().name, then, now))
    };
    let (name, then, now) = reliefs.iter().find_map(changed)?;
    let text = format!(
        "{name}: {} was paid on {}, when the rate was {}%, and it is {}% on {}. VAT on that part is due at {}%, so \
         it needs its own line.",
        format_gbp(deposit.amount),
        format_long_date(deposit.date),
        then.value,
        now.value,
        format_long_date(point),
        then.value
    );
    let finding = Finding::new(Severity::Ask, "payments", "deposit_rate", text);
    let is_read = then.confirmed && now.confirmed;
    Some(if is_read { finding } else { finding.unconfirmed() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn an_invoice_within_14_days_of_the_work_is_the_tax_point() {
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
    fn a_deposit_has_its_own_tax_point_unlike_a_payment_after_the_work() {
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
