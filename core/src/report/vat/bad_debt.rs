//! VAT bad debt relief: reclaiming VAT that was accounted for on an invoice that nobody will pay.
//!
//! Sources: Value Added Tax Act 1994, s. 36 (it was accounted for and paid, the debt was written off, and six months
//! have passed); VAT Regulations 1995, reg. 165A and 172 with VBDR3100 (six months from the later of the supply and the
//! day on which payment was due, and four years and six months for the claim), reg. 171 (what is received later repays
//! its part, among the VAT due). Under cash accounting, nothing is accounted for that was not received.

use serde::Serialize;

use super::basis::AccountedDocument;
use super::record::{Sale, VatAmount, VatBooks};
use super::supply_lines::{add_amounts, clamp_between_zero_and, take_proportion};
use crate::document::Treatment;
use crate::money::Pence;
use crate::time::Date;

/// The months after both the supply and the due date before a claim may be made.
pub const WAIT_MONTHS: u32 = 6;
/// The months after them within which the claim must be made.
pub const CLAIM_MONTHS: u32 = 54;

/// When the VAT of an unpaid sale may be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClaimDays {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
}

/// The unpaid part of a sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BadDebt {
    /// The id of the invoice.
    pub document: String,
    /// When its VAT may be claimed.
    pub days: ClaimDays,
    /// The unpaid amount, including VAT.
    pub unpaid: Pence,
    /// The VAT in it.
    pub vat: Pence,
}

/// Why the VAT of a sale can't be claimed on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimRefusal {
    /// The sale is not invoiced, is void, or was made while the business was not registered.
    #[error("You haven’t accounted for VAT on this invoice.")]
    NotAccounted,
    /// Under cash accounting, it counts only when it is paid.
    #[error("With cash accounting you only account for what was paid, so there is nothing to claim back.")]
    Cash,
    /// The flat rate scheme has different rules, which are not calculated here.
    #[error("Bad debts work differently under the flat rate scheme. Please ask your accountant.")]
    FlatRate,
    /// Six months have not passed yet.
    #[error("You can claim VAT back on an unpaid invoice six months after it was due.")]
    TooEarly,
    /// More than four and a half years have passed.
    #[error("You can only claim VAT back on an unpaid invoice within four years and six months.")]
    TooLate,
    /// Nothing is unpaid, or it contains no VAT.
    #[error("There is no unpaid VAT on this invoice.")]
    Nothing,
}

impl ClaimRefusal {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAccounted => "not_accounted",
            Self::Cash => "cash",
            Self::FlatRate => "flat_rate",
            Self::TooEarly => "too_early",
            Self::TooLate => "too_late",
            Self::Nothing => "nothing_unpaid",
        }
    }
}

impl VatBooks<'_> {
    /// When the VAT of a sale may be claimed; `None` if it has no tax point.
    fn claim_days(&self, sale: &Sale) -> Option<ClaimDays> {
        let point = self.find_tax_point(sale)?;
        let later = sale.due.map_or(point, |due| due.max(point));
        Some(ClaimDays { from: later.plus_months(WAIT_MONTHS)?, to: later.plus_months(CLAIM_MONTHS)? })
    }

    /// The day on which a written-off debt counts: not before it may be claimed. `None` if it can't be claimed.
    pub(super) fn claim_day(&self, sale: &Sale) -> Option<Date> {
        let written_off = sale.written_off?;
        let days = self.claim_days(sale)?;
        Some(written_off.max(days.from)).filter(|day| *day <= days.to)
    }
}

/// What could be claimed for a sale on a day.
///
/// # Errors
/// A [`ClaimRefusal`] if nothing can be claimed.
pub fn check_claim(books: &VatBooks<'_>, sale: &Sale, on: Date) -> Result<BadDebt, ClaimRefusal> {
    let point = books.find_tax_point(sale);
    let point = point.filter(|day| !sale.voided && books.registration.is_registered_on(*day));
    let point = point.filter(|_| sale.issued.is_some());
    let scheme = books.find_scheme(point.ok_or(ClaimRefusal::NotAccounted)?);
    if scheme.flat_rate.is_some() {
        return Err(ClaimRefusal::FlatRate);
    }
    if scheme.cash {
        return Err(ClaimRefusal::Cash);
    }
    let days = books.claim_days(sale).ok_or(ClaimRefusal::NotAccounted)?;
    if on < days.from {
        return Err(ClaimRefusal::TooEarly);
    }
    if on > days.to {
        return Err(ClaimRefusal::TooLate);
    }
    let mut unpaid = UnpaidPart::new(&sale.amounts, sale.payable);
    for event in list_events(sale).into_iter().filter(|event| event.date <= on) {
        unpaid.add_event(&event);
    }
    let vat = unpaid.unpaid_vat();
    if vat <= Pence::ZERO {
        return Err(ClaimRefusal::Nothing);
    }
    Ok(BadDebt {
        document: sale.id.clone(),
        days,
        unpaid: unpaid.payable - clamp_between_zero_and(unpaid.received, unpaid.payable),
        vat,
    })
}

/// What could be claimed on a day for sales that haven't been written off, oldest first.
#[must_use]
pub fn list_unclaimed(books: &VatBooks<'_>, on: Date) -> Vec<BadDebt> {
    let open = books.sales.iter().filter(|it| it.written_off.is_none());
    let mut found: Vec<BadDebt> = open.filter_map(|it| check_claim(books, it, on).ok()).collect();
    found.sort_by(|a, b| (a.days.from, &a.document).cmp(&(b.days.from, &b.document)));
    found
}

/// A claim or repayment for a written-off debt: a positive amount is claimed, a negative one repaid.
pub(super) struct BadDebtRelief {
    /// The id of the sale, or of the payment or credit note that causes a repayment.
    pub record: String,
    /// The day.
    pub date: Date,
    /// The amount of VAT.
    pub vat: Pence,
}

/// The claim for a sale, and the repayments when money is received or a credit note reduces the VAT.
pub(super) fn calculate_relief(
    sale: &Sale,
    account: &AccountedDocument<'_>,
    claimed: Date,
) -> Vec<BadDebtRelief> {
    let mut unpaid = UnpaidPart::new(account.amounts, account.payable);
    let mut events = list_events(sale);
    let after = events.split_off(events.partition_point(|event| event.date <= claimed));
    events.iter().for_each(|event| unpaid.add_event(event));
    let mut had = unpaid.unpaid_vat().max(Pence::ZERO);
    if had.is_zero() {
        return Vec::new();
    }
    let mut steps = vec![BadDebtRelief { record: format!("{}-bad-debt", sale.id), date: claimed, vat: had }];
    let most = had;
    for event in after {
        unpaid.add_event(&event);
        let now = unpaid.unpaid_vat().clamp(Pence::ZERO, most);
        if now != had {
            steps.push(BadDebtRelief {
                record: format!("{}-bad-debt", event.id),
                date: event.date,
                vat: now - had,
            });
        }
        had = now;
    }
    steps
}

/// A payment or a credit note.
struct DebtEvent<'a> {
    date: Date,
    id: &'a str,
    amount: Pence,
    credit: Option<(&'a [VatAmount], Pence)>,
}

/// The payments and credit notes, in order.
fn list_events(sale: &Sale) -> Vec<DebtEvent<'_>> {
    let paid = sale.payments.iter().map(|it| DebtEvent {
        date: it.date,
        id: &it.id,
        amount: it.amount,
        credit: None,
    });
    let credits = sale.credits.iter().filter(|it| !it.voided);
    let credited = credits.map(|it| DebtEvent {
        date: it.issued,
        id: &it.id,
        amount: Pence::ZERO,
        credit: Some((&it.amounts, it.payable)),
    });
    let mut events: Vec<DebtEvent<'_>> = paid.chain(credited).collect();
    events.sort_by_key(|it| (it.date, it.credit.is_none(), it.id, it.amount));
    events
}

/// What is left of a sale after credit notes, and how much of that was paid.
struct UnpaidPart {
    remaining: Vec<VatAmount>,
    payable: Pence,
    received: Pence,
}

impl UnpaidPart {
    fn new(amounts: &[VatAmount], payable: Pence) -> Self {
        let mut left = Vec::with_capacity(amounts.len());
        add_amounts(&mut left, amounts, 1);
        Self { remaining: left, payable, received: Pence::ZERO }
    }

    fn add_event(&mut self, event: &DebtEvent<'_>) {
        self.received += event.amount;
        if let Some((amounts, payable)) = event.credit {
            add_amounts(&mut self.remaining, amounts, -1);
            self.payable -= payable;
        }
    }

    /// The charged VAT in the unpaid part.
    fn unpaid_vat(&self) -> Pence {
        let charged = |amounts: &[VatAmount]| -> Pence {
            let taxable = amounts.iter().filter(|it| it.treatment == Treatment::Taxable);
            taxable.map(|it| it.vat).sum()
        };
        // Under the reverse charge no VAT was charged, and no money is paid for it.
        let own: Vec<VatAmount> =
            self.remaining.iter().filter(|it| it.treatment != Treatment::ReverseCharge).copied().collect();
        let paid = clamp_between_zero_and(self.received, self.payable);
        charged(&own) - charged(&take_proportion(&own, paid, self.payable))
    }
}
