//! The records behind a box of the VAT return.

use std::collections::HashMap;

use plumbline_core::money::Pence;
use plumbline_core::report::vat::tax_point::find_tax_point;
use plumbline_core::report::vat::{EntryKind, VatEntry, VatReturn};
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::books::VatReturnBooks;
use super::report::VatFlatPart;
use super::sales::SoldDocument;
use super::store::{self, PresentDocumentRow, PresentExpenseRow, PresentTakingRow};
use crate::reports::response::RECORDS_MAX;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

/// A record behind a box.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatRecord {
    /// The record's id, unique in its box.
    pub id: String,
    /// The record's label: `Invoice`, `Deposit`, …
    pub what: String,
    /// `invoice`, `quote`, `credit_note` or `expense`: what to open; empty if it was deleted.
    pub kind: String,
    /// The id of the document or the expense.
    pub subject: String,
    /// The document's number, or the expense's supplier or purpose.
    pub title: String,
    /// The customer's present name; empty if there is no customer.
    pub customer: String,
    /// The date on which it counts, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds that it adds, negative if it reduces the box. For box 1 under the flat rate scheme, its turnover.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// A sentence that explains why it is here and not in the return for its own date.
    pub note: Option<String>,
}

/// The records behind a box.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VatRecords {
    /// The box.
    pub label: String,
    /// Pounds that are filed in the box.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The records by date, at most 1,000.
    pub records: Vec<VatRecord>,
    /// How many records there are.
    pub total: usize,
    /// Under the flat rate scheme, the VAT due on the records' turnover, by percentage. Only in boxes 1, 3 and 5, where
    /// a sale's record has its turnover including VAT.
    pub flat: Vec<VatFlatPart>,
}

impl VatRecords {
    /// The records behind a box of a return; `None` if there is no such box.
    pub(super) fn for_box(books: &VatReturnBooks, made: &VatReturn, number: u8) -> Option<Self> {
        let found = made.boxes.iter().find(|it| it.info.number == number)?;
        let entries = found.entries.iter().filter_map(|at| made.entries.get(*at));
        let mut records: Vec<VatRecord> =
            entries.map(|entry| VatRecord::from_entry(books, entry, number)).collect();
        let total = records.len();
        records.truncate(RECORDS_MAX);
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
    /// The record that an entry adds to a box.
    pub(super) fn from_entry(books: &VatReturnBooks, entry: &VatEntry, number: u8) -> Self {
        let note = entry.note.as_ref().map(|note| note.msg.clone());
        let (source, note) = match find_source(books, entry) {
            Some(source) if source.kind.is_empty() => {
                (source, note.or_else(|| Some("It no longer exists.".to_owned())))
            }
            Some(source) => (source, note),
            // The return was filed before display details were stored.
            None => (VatRecordSource::deleted("No longer there", ""), note),
        };
        Self {
            id: format!("{} {}", entry.document, entry.record),
            what: kind_label(entry.kind).to_owned(),
            kind: source.kind,
            subject: source.subject,
            title: source.title,
            customer: source.customer,
            date: entry.date,
            amount: amount_in_box(entry, number),
            note,
        }
    }
}

/// How a record is displayed.
pub(super) struct VatRecordSource {
    /// What to open; empty if it was deleted.
    kind: String,
    subject: String,
    pub(super) title: String,
    pub(super) customer: String,
}

impl VatRecordSource {
    fn deleted(title: &str, customer: &str) -> Self {
        Self {
            kind: String::new(),
            subject: String::new(),
            title: title.to_owned(),
            customer: customer.to_owned(),
        }
    }
}

/// How a record is displayed: as it is now or, if it was deleted, as it was when its return was filed. `None` if that
/// wasn't stored.
pub(super) fn find_source(books: &VatReturnBooks, entry: &VatEntry) -> Option<VatRecordSource> {
    // A credit note is a record of its own; a payment belongs to its document.
    let displayed = books.find_document(&entry.record).or_else(|| books.find_document(&entry.document));
    if let Some(sold_document) = displayed {
        return Some(VatRecordSource {
            kind: sold_document.kind.code().to_owned(),
            subject: sold_document.id.clone(),
            title: sold_document.number.clone(),
            customer: books.customer_name(sold_document),
        });
    }
    if let Some(title) = books.find_title(&entry.document) {
        return Some(VatRecordSource {
            kind: "expense".to_owned(),
            subject: entry.document.clone(),
            title: title.to_owned(),
            customer: String::new(),
        });
    }
    let then = books.displayed_when_filed(entry)?;
    Some(VatRecordSource::deleted(&then.title, &then.customer))
}

/// What an entry adds to a box; for a box that is a sum, what it adds to that sum.
fn amount_in_box(entry: &VatEntry, number: u8) -> Pence {
    let it = &entry.amounts;
    // Under the flat rate scheme the VAT due is calculated on the total of the period.
    let one = if entry.flat.is_some() { it.box6 } else { it.box1 };
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

fn kind_label(kind: EntryKind) -> &'static str {
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

// Records of filed returns that still exist but have other dates now. They are read so that the list behind a filed
// box stays readable, and the sentence about a moved record is true.

/// How many ids one query asks for.
const BATCH_SIZE: usize = 200;

/// The records that were found.
#[derive(Default)]
pub(super) struct MovedRecords {
    /// Documents, by id.
    pub(super) documents: HashMap<String, SoldDocument>,
    /// The titles of expenses, by id.
    pub(super) titles: HashMap<String, String>,
    /// The present dates of documents, expenses and payments whose dates have changed, by id.
    pub(super) moved: HashMap<String, Date>,
}

/// Finds documents and expenses by their ids, and payments by the ids that VAT entries have for them.
pub(super) async fn load_moved_records(
    conn: &mut Conn,
    user_id: &UserId,
    subjects: &[&str],
    payments: &[&str],
) -> DbResult<MovedRecords> {
    let mut still = MovedRecords::default();
    for ids in subjects.chunks(BATCH_SIZE) {
        for row in store::list_by_ids(conn, user_id, ids).await? {
            still.add_document(row);
        }
        for row in store::list_by_ids(conn, user_id, ids).await? {
            still.add_expense(row);
        }
    }
    // In VAT entries, a payment's id is followed by a hyphen and the number of the movement.
    let ids: Vec<&str> = payments.iter().filter_map(|id| id.rsplit_once('-').map(|(id, _)| id)).collect();
    for ids in ids.chunks(BATCH_SIZE) {
        let rows: Vec<PresentTakingRow> = store::list_by_ids(conn, user_id, ids).await?;
        for row in rows {
            still.moved.insert(format!("{}-{}", row.payment_id, row.n), row.date);
        }
    }
    Ok(still)
}

impl MovedRecords {
    fn add_document(&mut self, row: PresentDocumentRow) {
        if let Some(issued) = row.issue_date.0.filter(|_| row.status != "void") {
            let point = find_tax_point(row.supply_date.0, issued);
            self.moved.insert(row.document_id.clone(), point.day);
        }
        let sold_document = SoldDocument {
            kind: row.kind,
            id: row.document_id.clone(),
            number: row.number,
            contact_id: row.contact_id,
            contact_name: row.contact_name,
        };
        self.documents.insert(row.document_id, sold_document);
    }

    fn add_expense(&mut self, row: PresentExpenseRow) {
        let texts = [row.supplier, row.description];
        let message = texts.into_iter().find(|text| !text.trim().is_empty());
        let title = message.unwrap_or_else(|| row.category.info().name.to_owned());
        self.moved.insert(row.id.clone(), row.date);
        self.titles.insert(row.id, title);
    }
}
