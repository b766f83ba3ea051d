//! What was paid before the work and before the invoice: it has a tax point of its own, and so its day's registration
//! and its day's rate (Value Added Tax Act 1994, s. 6(4)), whatever the invoice charges.

use super::finding::{Finding, Weight};
use super::registration::Registration;
use super::tax_point::makes_its_own;
use crate::document::Document;
use crate::money::Pence;
use crate::money::text::gbp;
use crate::tax::vat_reliefs::{Place, VatRelief};
use crate::time::Date;
use crate::time::text::date_long;

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
pub(super) fn findings(
    deposits: &[Deposit],
    registration: Option<&Registration>,
    document: &Document,
    issued: Date,
    (tax_point, place): (Date, Place),
) -> Vec<Finding> {
    let own = deposits.iter().filter(|it| {
        it.amount > Pence::ZERO && makes_its_own(it.date, document.supply_date, issued)
    });
    own.filter_map(|deposit| {
        let is_before = |from: Date| deposit.date < from;
        let from = registration.and_then(|it| it.from);
        if from.is_some_and(is_before) {
            return Some(unregistered(deposit));
        }
        let answers = document.vat_answers.as_ref()?;
        at_another_rate(deposit, &answers.reliefs, (tax_point, place))
    })
    .collect()
}

fn unregistered(deposit: &Deposit) -> Finding {
    let told = format!(
        "{} was paid on {}, before you were registered for VAT: no VAT is due on that part, but this invoice charges \
         it on everything. Is that right?",
        gbp(deposit.amount),
        date_long(deposit.date)
    );
    Finding::new(Weight::Ask, "payments", "deposit_before_registration", told)
}

/// A finding if the rate of a relief was different on the day on which the deposit was received.
fn at_another_rate(
    deposit: &Deposit,
    reliefs: &[VatRelief],
    (point, place): (Date, Place),
) -> Option<Finding> {
    let changed = |relief: &VatRelief| {
        let on = |day| relief.on_in(day, place);
        let (then, now) = (on(deposit.date)?, on(point)?);
        (then.value != now.value).then_some((relief.info().name, then, now))
    };
    let (name, then, now) = reliefs.iter().find_map(changed)?;
    let told = format!(
        "{name}: {} was paid on {}, when the rate was {}%, and it is {}% on {}. VAT on that part is due at {}%, so \
         it needs its own line.",
        gbp(deposit.amount),
        date_long(deposit.date),
        then.value,
        now.value,
        date_long(point),
        then.value
    );
    let finding = Finding::new(Weight::Ask, "payments", "deposit_rate", told);
    let is_read = then.confirmed && now.confirmed;
    Some(if is_read { finding } else { finding.unread() })
}
