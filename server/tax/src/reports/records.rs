//! The records in the form that core's reports need, and the document or payment of each.

use std::collections::HashMap;
use std::sync::Arc;

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::report::books::{
    AccountingBasis, CreditNoteAmounts, DocumentAmounts as DocumentAsked, Income, IncomeKind, MoneyMovement,
    ReceivedAmounts, Spending, VehicleCost, allocate_movements,
};
use plumbline_core::time::Date;

use super::flat_rate::FlatRates;
use super::query::ReportRequest;
use super::reclaiming::ReclaimingBusinesses;
use super::store::{self, ReportedCreditNote, ReportedDocument, ReportedExpense, ReportedTaking};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

/// The document or expense that a record comes from.
#[derive(Debug, Clone)]
pub enum RecordSource {
    /// A document: the amount that it charges, or a payment for it.
    Document(Arc<ReportedDocument>),
    /// An expense.
    Expense(ReportedExpense),
}

impl RecordSource {
    /// What to open (`invoice`, `quote`, `credit_note` or `expense`), its id and its title: a number or, for an
    /// expense, the supplier or purpose.
    pub fn subject(&self) -> (&'static str, &str, &str) {
        match self {
            Self::Document(document) => (document.kind.code(), &document.id, &document.number),
            Self::Expense(expense) => ("expense", &expense.id, expense.title()),
        }
    }
}

/// Records with their sources.
pub struct SourcedRecords<R> {
    /// The records.
    pub records: Vec<R>,
    /// The source of each record, by the record's id.
    pub sources: HashMap<String, RecordSource>,
}

/// Prefix for a customer whose contact was deleted and who is identified by the name at issue. No id starts with it.
const NAME_PREFIX: &str = "name:";

/// The name of a customer who is identified only by name.
pub fn name_from_key(customer: &str) -> Option<&str> {
    customer.strip_prefix(NAME_PREFIX)
}

/// The key of a document's customer: the contact's id or, if it was deleted, the name with a prefix.
pub fn customer_key(document: &ReportedDocument) -> Option<String> {
    customer_key_for(&document.contact_id, &document.contact_name)
}

/// The same, from the contact's id (empty if it was deleted) and the name at issue.
pub(super) fn customer_key_for(contact_id: &str, name: &str) -> Option<String> {
    match (contact_id.is_empty(), name.is_empty()) {
        (false, _) => Some(contact_id.to_owned()),
        (true, false) => Some(format!("{NAME_PREFIX}{name}")),
        (true, true) => None,
    }
}

/// The income of a period. Under VAT's flat rate scheme it is read for all VAT periods that the period overlaps,
/// because what counts on a day depends on the whole VAT period.
pub async fn load_income(
    conn: &mut Conn,
    user_id: &UserId,
    ReportRequest { period, basis }: ReportRequest,
) -> DbResult<SourcedRecords<Income>> {
    let flat = FlatRates::load(conn, user_id).await?;
    let around = flat.surrounding_period(period);
    let mut found = match basis {
        AccountingBasis::Accruals => {
            income_from_issued(store::list_issued(conn, user_id, around.from, around.to).await?)
        }
        AccountingBasis::Cash => {
            let taken = store::list_takings(conn, user_id, around).await?;
            let credits = store::list_credits(conn, user_id, around.to).await?;
            income_from_payments(taken, credits, around.from)
        }
    };
    flat.apply(conn, user_id, around, &mut found).await?;
    Ok(found)
}

fn income_from_issued(documents: Vec<ReportedDocument>) -> SourcedRecords<Income> {
    let mut records = Vec::with_capacity(documents.len());
    let mut sources = HashMap::with_capacity(documents.len());
    for document in documents {
        // Every issued document has an issue date.
        let Some(date) = document.issue_date else {
            continue;
        };
        records.push(Income {
            id: document.id.clone(),
            date,
            kind: income_kind_for(document.kind),
            customer: customer_key(&document),
            profile: document.profile_id.clone(),
            net: document.total - document.vat,
            vat: document.vat,
            cis: document.total - document.payable,
            confirmed: true,
        });
        sources.insert(document.id.clone(), RecordSource::Document(Arc::new(document)));
    }
    SourcedRecords { records, sources }
}

/// The kind of income for an issued document.
pub(super) fn income_kind_for(kind: DocumentKind) -> IncomeKind {
    match kind {
        DocumentKind::CreditNote => IncomeKind::CreditNote,
        DocumentKind::Invoice | DocumentKind::Quote => IncomeKind::Invoice,
    }
}

/// The amounts that a document charges or a credit note deducts; `materials` returns the part of its total that is for
/// materials.
fn document_amounts(
    document: &ReportedDocument,
    materials: impl Fn(&ReportedDocument) -> Pence,
) -> DocumentAsked {
    DocumentAsked {
        net: document.total - document.vat,
        materials: materials(document),
        deducted: document.total - document.payable,
        payable: document.payable,
    }
}

/// What each payment or refund was for, and what credit notes changed; `materials` returns the part of a document's
/// total that is for materials.
pub fn allocate_payments(
    taken: Vec<ReportedTaking>,
    credits: &[ReportedCreditNote],
    materials: impl Fn(&ReportedDocument) -> Pence,
) -> Vec<(ReportedDocument, Vec<ReceivedAmounts>)> {
    let moved = taken.into_iter().map(|one| {
        let moved = MoneyMovement { id: one.unique_id(), date: one.date, amount: one.amount };
        (one.document.id.clone(), one.document, moved)
    });
    allocate_by_document(moved, &credit_amounts_by_invoice(credits, &materials), |document| {
        document_amounts(document, &materials)
    })
}

/// The amounts that credit notes deduct, by invoice.
pub(super) fn credit_amounts_by_invoice(
    credits: &[ReportedCreditNote],
    materials: impl Fn(&ReportedDocument) -> Pence,
) -> HashMap<String, Vec<CreditNoteAmounts>> {
    let mut by_invoice: HashMap<String, Vec<CreditNoteAmounts>> = HashMap::new();
    for note in credits {
        // Every issued document has an issue date.
        let Some(date) = note.document.issue_date else {
            continue;
        };
        let of = by_invoice.entry(note.credits.clone()).or_default();
        of.push(CreditNoteAmounts {
            id: note.document.id.clone(),
            date,
            amounts: document_amounts(&note.document, &materials),
        });
    }
    by_invoice
}

/// What each payment or refund was for, calculated per document from all of its payments so far and its credit notes.
/// The input has the document's id, the document's data and the movement.
pub(super) fn allocate_by_document<D>(
    moved: impl Iterator<Item = (String, D, MoneyMovement)>,
    credits: &HashMap<String, Vec<CreditNoteAmounts>>,
    requested: impl Fn(&D) -> DocumentAsked,
) -> Vec<(D, Vec<ReceivedAmounts>)> {
    let mut by_document: HashMap<String, (D, Vec<MoneyMovement>)> = HashMap::new();
    for (id, document, moved) in moved {
        let of = by_document.entry(id);
        of.or_insert_with(|| (document, Vec::new())).1.push(moved);
    }
    let parts = by_document.into_iter().map(|(id, (document, moved))| {
        let credits = credits.get(&id).map_or(&[][..], Vec::as_slice);
        let parts = allocate_movements(requested(&document), credits, &moved);
        (document, parts)
    });
    parts.collect()
}

fn income_from_payments(
    taken: Vec<ReportedTaking>,
    credits: Vec<ReportedCreditNote>,
    from: Date,
) -> SourcedRecords<Income> {
    let mut records = Vec::new();
    let mut sources = HashMap::new();
    // The part for materials matters only in the CIS ledger.
    let received = allocate_payments(taken, &credits, |_| Pence::ZERO);
    let notes = credits.into_iter().map(|note| note.document);
    let notes: HashMap<String, Arc<ReportedDocument>> =
        notes.map(|note| (note.id.clone(), Arc::new(note))).collect();
    for (document, parts) in received {
        let document = Arc::new(document);
        for part in parts {
            if part.date < from {
                continue;
            }
            let (customer, profile) = (customer_key(&document), document.profile_id.clone());
            // A change by a credit note is shown as that credit note.
            let note = notes.get(&part.id).filter(|_| part.credit);
            let source = Arc::clone(note.unwrap_or(&document));
            sources.insert(part.id.clone(), RecordSource::Document(source));
            records.push(to_income(part, customer, profile));
        }
    }
    SourcedRecords { records, sources }
}

/// The income from a payment or refund.
pub(super) fn to_income(part: ReceivedAmounts, customer: Option<String>, profile: Option<String>) -> Income {
    // A penny of VAT that rounding deducts from a payment doesn't make it a refund.
    let went_back = part.gross < Pence::ZERO || part.gross.is_zero() && part.vat < Pence::ZERO;
    Income {
        id: part.id,
        date: part.date,
        kind: match went_back {
            true => IncomeKind::Refund,
            false => IncomeKind::Payment,
        },
        customer,
        profile,
        net: part.gross,
        vat: part.vat,
        cis: part.deducted,
        confirmed: true,
    }
}

/// The expenses of a period. Those that are assigned to no business count with the account's first. VAT is reclaimed by
/// a business that is registered on the day; under the flat rate scheme, only on capital goods.
pub async fn load_spending(
    conn: &mut Conn,
    user_id: &UserId,
    ReportRequest { period, .. }: ReportRequest,
) -> DbResult<SourcedRecords<Spending>> {
    let reclaiming = ReclaimingBusinesses::load(conn, user_id).await?;
    let first = reclaiming.first_business().map(str::to_owned);
    let rows = store::list_expenses(conn, user_id, period.from, period.to).await?;
    let mut sources = HashMap::with_capacity(rows.len());
    let records = rows.into_iter().map(|row| {
        let reclaims = reclaiming.reclaim_scope_on(row.profile_id.as_deref(), row.date);
        let cost = match row.vehicle {
            Some(vehicle) => VehicleCost::Journey { vehicle, tenths: row.tenths },
            None if row.vehicle_cost => VehicleCost::Running,
            None => VehicleCost::Ordinary,
        };
        let record = Spending {
            customer: row.contact_id.clone(),
            profile: row.profile_id.clone().or_else(|| first.clone()),
            ..row.to_core().to_spending(reclaims, cost)
        };
        sources.insert(row.id.clone(), RecordSource::Expense(row));
        record
    });
    let records = records.collect();
    Ok(SourcedRecords { records, sources })
}
