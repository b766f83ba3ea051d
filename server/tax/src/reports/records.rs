//! The records in the form that core's reports need, and the document or payment of each.

use std::collections::HashMap;
use std::sync::Arc;

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::report::books::{
    Asked as DocumentAsked, Basis, Credited, Income, IncomeKind, Moved, Received, Spending,
    VehicleCost, received,
};
use plumbline_core::time::Date;

use super::flat_rate::FlatRates;
use super::query::Asked;
use super::reclaiming::Reclaiming;
use super::store::{self, CreditNote, Document, Spent, Taken};
use plumbline_platform::db::{Conn, DbResult};

/// The document or expense that a record comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A document: the amount that it charges, or a payment for it.
    Document(Arc<Document>),
    /// An expense.
    Expense(Spent),
}

impl Source {
    /// What to open (`invoice`, `quote`, `credit_note` or `expense`), its id and its title: a number or, for an
    /// expense, the supplier or purpose.
    pub fn told(&self) -> (&'static str, &str, &str) {
        match self {
            Self::Document(document) => (document.kind.word(), &document.id, &document.number),
            Self::Expense(expense) => ("expense", &expense.id, expense.title()),
        }
    }
}

/// Records with their sources.
pub struct Records<R> {
    /// The records.
    pub records: Vec<R>,
    /// The source of each record, by the record's id.
    pub sources: HashMap<String, Source>,
}

/// Prefix for a customer whose contact was deleted and who is identified by the name at issue. No id starts with it.
const BY_NAME: &str = "name:";

/// The name of a customer who is identified only by name.
pub fn name_in(customer: &str) -> Option<&str> {
    customer.strip_prefix(BY_NAME)
}

/// The key of a document's customer: the contact's id or, if it was deleted, the name with a prefix.
pub fn customer(document: &Document) -> Option<String> {
    whose(&document.contact_id, &document.contact_name)
}

/// The same, from the contact's id (empty if it was deleted) and the name at issue.
pub(super) fn whose(contact_id: &str, name: &str) -> Option<String> {
    match (contact_id.is_empty(), name.is_empty()) {
        (false, _) => Some(contact_id.to_owned()),
        (true, false) => Some(format!("{BY_NAME}{name}")),
        (true, true) => None,
    }
}

/// The income of a period. Under VAT's flat rate scheme it is read for all VAT periods that the period overlaps,
/// because what counts on a day depends on the whole VAT period.
pub async fn earned(
    conn: &mut Conn,
    user_id: &str,
    Asked { period, basis }: Asked,
) -> DbResult<Records<Income>> {
    let flat = FlatRates::read(conn, user_id).await?;
    let around = flat.around(period);
    let mut found = match basis {
        Basis::Accruals => issued(store::issued(conn, user_id, around.from, around.to).await?),
        Basis::Cash => {
            let taken = store::taken(conn, user_id, around).await?;
            let credits = store::credits(conn, user_id, around.to).await?;
            paid(taken, credits, around.from)
        }
    };
    flat.count(conn, user_id, around, &mut found).await?;
    Ok(found)
}

fn issued(documents: Vec<Document>) -> Records<Income> {
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
            kind: kind_issued(document.kind),
            customer: customer(&document),
            profile: document.profile_id.clone(),
            net: document.total - document.vat,
            vat: document.vat,
            cis: document.total - document.payable,
            confirmed: true,
        });
        sources.insert(document.id.clone(), Source::Document(Arc::new(document)));
    }
    Records { records, sources }
}

/// The kind of income for an issued document.
pub(super) fn kind_issued(kind: Kind) -> IncomeKind {
    match kind {
        Kind::CreditNote => IncomeKind::CreditNote,
        Kind::Invoice | Kind::Quote => IncomeKind::Invoice,
    }
}

/// The amounts that a document charges or a credit note deducts; `materials` returns the part of its total that is for
/// materials.
fn asked(document: &Document, materials: impl Fn(&Document) -> Pence) -> DocumentAsked {
    DocumentAsked {
        net: document.total - document.vat,
        materials: materials(document),
        deducted: document.total - document.payable,
        payable: document.payable,
    }
}

/// What each payment or refund was for, and what credit notes changed; `materials` returns the part of a document's
/// total that is for materials.
pub fn received_for(
    taken: Vec<Taken>,
    credits: &[CreditNote],
    materials: impl Fn(&Document) -> Pence,
) -> Vec<(Document, Vec<Received>)> {
    let moved = taken.into_iter().map(|one| {
        let moved = Moved {
            id: one.id(),
            date: one.date,
            amount: one.amount,
        };
        (one.document.id.clone(), one.document, moved)
    });
    by_document(moved, &credited(credits, &materials), |document| {
        asked(document, &materials)
    })
}

/// The amounts that credit notes deduct, by invoice.
pub(super) fn credited(
    credits: &[CreditNote],
    materials: impl Fn(&Document) -> Pence,
) -> HashMap<String, Vec<Credited>> {
    let mut by_invoice: HashMap<String, Vec<Credited>> = HashMap::new();
    for note in credits {
        // Every issued document has an issue date.
        let Some(date) = note.document.issue_date else {
            continue;
        };
        let of = by_invoice.entry(note.credits.clone()).or_default();
        of.push(Credited {
            id: note.document.id.clone(),
            date,
            asked: asked(&note.document, &materials),
        });
    }
    by_invoice
}

/// What each payment or refund was for, calculated per document from all of its payments so far and its credit notes.
/// The input has the document's id, the document's data and the movement.
pub(super) fn by_document<D>(
    moved: impl Iterator<Item = (String, D, Moved)>,
    credits: &HashMap<String, Vec<Credited>>,
    asked: impl Fn(&D) -> DocumentAsked,
) -> Vec<(D, Vec<Received>)> {
    let mut by_document: HashMap<String, (D, Vec<Moved>)> = HashMap::new();
    for (id, document, moved) in moved {
        let of = by_document.entry(id);
        of.or_insert_with(|| (document, Vec::new())).1.push(moved);
    }
    let parts = by_document.into_iter().map(|(id, (document, moved))| {
        let credits = credits.get(&id).map_or(&[][..], Vec::as_slice);
        let parts = received(asked(&document), credits, &moved);
        (document, parts)
    });
    parts.collect()
}

fn paid(taken: Vec<Taken>, credits: Vec<CreditNote>, from: Date) -> Records<Income> {
    let mut records = Vec::new();
    let mut sources = HashMap::new();
    // The part for materials matters only in the CIS ledger.
    let received = received_for(taken, &credits, |_| Pence::ZERO);
    let notes = credits.into_iter().map(|note| note.document);
    let notes: HashMap<String, Arc<Document>> = notes
        .map(|note| (note.id.clone(), Arc::new(note)))
        .collect();
    for (document, parts) in received {
        let document = Arc::new(document);
        for part in parts {
            if part.date < from {
                continue;
            }
            let (customer, profile) = (customer(&document), document.profile_id.clone());
            // A change by a credit note is shown as that credit note.
            let note = notes.get(&part.id).filter(|_| part.credit);
            let source = Arc::clone(note.unwrap_or(&document));
            sources.insert(part.id.clone(), Source::Document(source));
            records.push(earned_by(part, customer, profile));
        }
    }
    Records { records, sources }
}

/// The income from a payment or refund.
pub(super) fn earned_by(
    part: Received,
    customer: Option<String>,
    profile: Option<String>,
) -> Income {
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
pub async fn spent(
    conn: &mut Conn,
    user_id: &str,
    Asked { period, .. }: Asked,
) -> DbResult<Records<Spending>> {
    let reclaiming = Reclaiming::read(conn, user_id).await?;
    let first = reclaiming.first().map(str::to_owned);
    let rows = store::spent(conn, user_id, period.from, period.to).await?;
    let mut sources = HashMap::with_capacity(rows.len());
    let records = rows.into_iter().map(|row| {
        let reclaims = reclaiming.on(row.profile_id.as_deref(), row.date);
        let cost = match row.vehicle {
            Some(vehicle) => VehicleCost::Journey {
                vehicle,
                tenths: row.tenths,
            },
            None if row.vehicle_cost => VehicleCost::Running,
            None => VehicleCost::Ordinary,
        };
        let record = Spending {
            customer: row.contact_id.clone(),
            profile: row.profile_id.clone().or_else(|| first.clone()),
            ..row.bought().spending(reclaims, cost)
        };
        sources.insert(row.id.clone(), Source::Expense(row));
        record
    });
    let records = records.collect();
    Ok(Records { records, sources })
}
