//! When the VAT on a document is accounted for: by invoices, or by payments.
//!
//! Sources: by invoices, Value Added Tax Act 1994, s. 6, and VATTOS3600; by payments, VAT Regulations 1995,
//! reg. 57, Notice 731 and VCAS5250 (a credit note before any payment changes nothing that was accounted for).

use super::record::{Credit, VatAmount, VatPayment};
use super::supply_lines::{add_amounts, clamp_between_zero_and, take_proportion};
use crate::money::Pence;
use crate::time::Date;

/// A document, or the part of it that is accounted for with one method.
pub(super) struct AccountedDocument<'a> {
    /// The document's id.
    pub id: &'a str,
    /// The tax point, apart from earlier payments; `None` if there is none yet.
    pub tax_point: Option<Date>,
    /// The amounts, in the order of treatments and rates.
    pub amounts: &'a [VatAmount],
    /// The amount that pays the whole document in full.
    pub payable: Pence,
    /// The payments.
    pub payments: Vec<&'a VatPayment>,
    /// The credit notes, each with the part that is accounted for with the same method.
    pub credits: Vec<(&'a Credit, Vec<VatAmount>)>,
}

/// What a record adds to the VAT account.
pub(super) struct AccountingStep<'a> {
    /// The id of the record: the document, a payment or a credit note.
    pub record: &'a str,
    /// The day.
    pub date: Date,
    /// The type of record.
    pub kind: AccountingStepKind,
    /// The amounts.
    pub amounts: Vec<VatAmount>,
}

/// The type of record of a step; on the same day they count in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AccountingStepKind {
    /// The document itself.
    Document,
    /// A credit note.
    Credit,
    /// A payment or a refund.
    Payment,
}

impl<'a> AccountedDocument<'a> {
    /// The steps by invoices: a payment with its own tax point counts then, the rest at the document's tax point, and a
    /// credit note on its own day.
    pub fn steps_by_invoice(&self, makes_its_own: impl Fn(Date) -> bool) -> Vec<AccountingStep<'a>> {
        let mut early = self.payments.clone();
        early.retain(|payment| makes_its_own(payment.date));
        early.sort_by(|a, b| (a.date, &a.id, a.amount).cmp(&(b.date, &b.id, b.amount)));
        let mut steps = Vec::with_capacity(early.len() + 1 + self.credits.len());
        let mut accounted = Vec::new();
        let mut received = Pence::ZERO;
        for payment in early {
            received += payment.amount;
            let now =
                take_proportion(self.amounts, clamp_between_zero_and(received, self.payable), self.payable);
            let amounts = difference(&now, &accounted);
            accounted = now;
            steps.push(AccountingStep {
                record: &payment.id,
                date: payment.date,
                kind: AccountingStepKind::Payment,
                amounts,
            });
        }
        steps.extend(self.tax_point.map(|date| AccountingStep {
            record: self.id,
            date,
            kind: AccountingStepKind::Document,
            amounts: difference(self.amounts, &accounted),
        }));
        steps.extend(self.credits.iter().map(|(credit, amounts)| AccountingStep {
            record: &credit.id,
            date: credit.issued,
            kind: AccountingStepKind::Credit,
            amounts: difference(&[], amounts),
        }));
        steps
    }

    /// The steps by payments: a payment counts in proportion to what is left after credit notes; anything paid beyond
    /// that counts for what was credited until it is given back. Anything beyond both doesn't count.
    ///
    /// The rates are those of the document, even if they have changed by the day of a payment: cash accounting moves
    /// the day of accounting, not the tax point.
    pub fn steps_by_payments(&self) -> Vec<AccountingStep<'a>> {
        let document = |date| ((date, AccountingStepKind::Document, self.id), Pence::ZERO, None);
        let mut events: Vec<_> = self.tax_point.map(document).into_iter().collect();
        for payment in &self.payments {
            let key = (payment.date, AccountingStepKind::Payment, payment.id.as_str());
            events.push((key, payment.amount, None));
        }
        for credit in &self.credits {
            let key = (credit.0.issued, AccountingStepKind::Credit, credit.0.id.as_str());
            events.push((key, Pence::ZERO, Some(credit)));
        }
        events.sort_by_key(|(key, amount, _)| (*key, *amount));
        let mut left = Vec::new();
        add_amounts(&mut left, self.amounts, 1);
        let (mut credited, mut taken_off) = (Pence::ZERO, Vec::new());
        let (mut received, mut accounted) = (Pence::ZERO, Vec::new());
        let mut steps = Vec::new();
        // A document with nothing to pay counts at its tax point, and not before.
        let mut is_made = self.payable != Pence::ZERO;
        for ((date, kind, record), amount, credit) in events {
            received += amount;
            is_made |= kind == AccountingStepKind::Document;
            if let Some((credit, amounts)) = credit {
                credited += credit.payable;
                add_amounts(&mut left, amounts, -1);
                add_amounts(&mut taken_off, amounts, 1);
            }
            if !is_made {
                continue;
            }
            let payable = self.payable - credited;
            let paid = clamp_between_zero_and(received, payable);
            let mut now = take_proportion(&left, paid, payable);
            let over = clamp_between_zero_and(received - paid, credited);
            add_amounts(&mut now, &take_proportion(&taken_off, over, credited), 1);
            let amounts = difference(&now, &accounted);
            accounted = now;
            if amounts.iter().any(|it| !it.net.is_zero() || !it.vat.is_zero()) {
                steps.push(AccountingStep { record, date, kind, amounts });
            }
        }
        steps
    }
}

fn difference(now: &[VatAmount], before: &[VatAmount]) -> Vec<VatAmount> {
    let mut sum = Vec::with_capacity(now.len());
    add_amounts(&mut sum, now, 1);
    add_amounts(&mut sum, before, -1);
    sum
}
