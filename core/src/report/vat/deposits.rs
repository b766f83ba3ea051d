//! Payments before the work and before the invoice: each has its own tax point, so the registration and the rate on its
//! day apply (Value Added Tax Act 1994, s. 6(4)), whatever the invoice charges.

use super::finding::{Finding, Severity};
use super::registration::VatRegistration;
use super::tax_point::is_own_tax_point;
use crate::document::Document;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::tax::vat_reliefs::{BuildingPlace, VatRelief};
use crate::time::Date;
use crate::time::text::format_long_date;

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
