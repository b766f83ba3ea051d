//! The records behind a box of the VAT return.

use plumbline_core::money::Pence;
use plumbline_core::report::vat::{Entry, EntryKind, VatReturn};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::books::VatBooks;
use super::report::VatFlatPart;
use crate::reports::answer::MOST;

/// A record behind a box.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatRecord {
    /// The record, unique in its box.
    pub id: String,
    /// What it is: `Invoice`, `Deposit`, …
    pub what: String,
    /// `invoice`, `quote`, `credit_note` or `expense`: what is opened; empty where it is gone.
    pub kind: String,
    /// The document or the expense.
    pub subject: String,
    /// Its number; whom it was paid to, or what for.
    pub title: String,
    /// The customer as they are now; empty where there is none.
    pub customer: String,
    /// The day that it counts on, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds that it adds, below zero where it takes off. Under the flat rate scheme box 1 has its turnover.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Why it stands here and not in the return of its day, in a sentence.
    pub note: Option<String>,
}

/// The records behind a box.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatRecords {
    /// The box.
    pub label: String,
    /// Pounds that are filed in it.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// By day, at most 1,000 of them.
    pub records: Vec<VatRecord>,
    /// How many there are.
    pub total: usize,
    /// Under the flat rate scheme what is due of the records' turnover, by percentage: in boxes 1, 3 and 5, where the
    /// records of sales have their turnover with VAT.
    pub flat: Vec<VatFlatPart>,
}

impl VatRecords {
    /// The records behind a box of a return; none where there is no such box.
    pub(super) fn of(books: &VatBooks, made: &VatReturn, number: u8) -> Option<Self> {
        let found = made.boxes.iter().find(|it| it.info.number == number)?;
        let entries = found.entries.iter().filter_map(|at| made.entries.get(*at));
        let mut records: Vec<VatRecord> = entries
            .map(|entry| VatRecord::of(books, entry, number))
            .collect();
        let total = records.len();
        records.truncate(MOST);
        let of_turnover = matches!(number, 1 | 3 | 5);
        let flat = made.flat.iter().filter(|_| of_turnover);
        Some(Self {
            label: format!("Box {number}: {}", found.info.label),
            amount: found.amount,
            records,
            total,
            flat: flat.map(VatFlatPart::from).collect(),
        })
    }
}

impl VatRecord {
    /// What an entry adds to a box.
    pub(super) fn of(books: &VatBooks, entry: &Entry, number: u8) -> Self {
        let note = entry.note.as_ref().map(|note| note.msg.clone());
        let (source, note) = match source(books, entry) {
            Some(source) if source.kind.is_empty() => (
                source,
                note.or_else(|| Some("It no longer exists.".to_owned())),
            ),
            Some(source) => (source, note),
            // A return that was filed before this was kept.
            None => (Source::gone("No longer there", ""), note),
        };
        Self {
            id: format!("{} {}", entry.document, entry.record),
            what: words(entry.kind).to_owned(),
            kind: source.kind,
            subject: source.subject,
            title: source.title,
            customer: source.customer,
            date: entry.date,
            amount: amount(entry, number),
            note,
        }
    }
}

/// What a record is shown by.
pub(super) struct Source {
    /// What is opened; empty where it is gone.
    kind: String,
    subject: String,
    pub(super) title: String,
    pub(super) customer: String,
}

impl Source {
    fn gone(title: &str, customer: &str) -> Self {
        Self {
            kind: String::new(),
            subject: String::new(),
            title: title.to_owned(),
            customer: customer.to_owned(),
        }
    }
}

/// What a record is shown by: as it is now, and where it is gone as it was when its return was filed. None where that
/// was not kept.
pub(super) fn source(books: &VatBooks, entry: &Entry) -> Option<Source> {
    // A credit note is a record of its own; a payment is one of its document.
    let shown = books
        .shown(&entry.record)
        .or_else(|| books.shown(&entry.document));
    if let Some(shown) = shown {
        return Some(Source {
            kind: shown.kind.word().to_owned(),
            subject: shown.id.clone(),
            title: shown.number.clone(),
            customer: books.customer(shown),
        });
    }
    if let Some(title) = books.title(&entry.document) {
        return Some(Source {
            kind: "expense".to_owned(),
            subject: entry.document.clone(),
            title: title.to_owned(),
            customer: String::new(),
        });
    }
    let then = books.shown_then(entry)?;
    Some(Source::gone(&then.title, &then.customer))
}

/// What an entry adds to a box: of those that are sums what it adds to them.
fn amount(entry: &Entry, number: u8) -> Pence {
    let it = &entry.amounts;
    // Under the flat rate scheme what is due is worked out on the sum of the period.
    let one = if entry.flat.is_some() {
        it.box6
    } else {
        it.box1
    };
    match number {
        1 => one,
        2 => it.box2,
        3 => one + it.box2,
        4 => it.box4,
        5 => one + it.box2 - it.box4,
        6 => it.box6,
        7 => it.box7,
        8 => it.box8,
        _ => it.box9,
    }
}

fn words(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Sale => "Invoice",
        EntryKind::Deposit => "Deposit",
        EntryKind::Receipt => "Payment",
        EntryKind::Refund => "Refund",
        EntryKind::CreditNote => "Credit note",
        EntryKind::ReverseChargeSale => "Invoice, reverse charge",
        EntryKind::Purchase => "Expense",
        EntryKind::PurchasePayment => "Expense paid",
        EntryKind::ReverseChargePurchase => "Expense, reverse charge",
        EntryKind::Acquisition => "From the EU",
        EntryKind::CapitalGoods => "Capital goods",
        EntryKind::BadDebtRelief => "Bad debt, claimed back",
        EntryKind::BadDebtRepaid => "Bad debt, paid after all",
    }
}
