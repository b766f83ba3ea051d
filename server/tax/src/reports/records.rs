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

/// What a record is of.
#[derive(Debug, Clone)]
pub enum Source {
    /// A document: what it asks for, or money that came in for it.
    Document(Arc<Document>),
    /// An expense.
    Expense(Spent),
}

impl Source {
    /// What is opened, `invoice`, `quote`, `credit_note` or `expense`, its id, and what it goes by: a number, or whom it
    /// was paid to or what for.
    pub fn told(&self) -> (&'static str, &str, &str) {
        match self {
            Self::Document(document) => (document.kind.word(), &document.id, &document.number),
            Self::Expense(expense) => ("expense", &expense.id, expense.title()),
        }
    }
}

/// Records with what each is of, by their ids.
pub struct Records<R> {
    /// The records.
    pub records: Vec<R>,
    /// What each is of, by its id.
    pub sources: HashMap<String, Source>,
}

/// A customer whose contact is gone is known by the name that was issued. No id begins so.
const BY_NAME: &str = "name:";

/// The name of a customer who is known by it alone.
pub fn name_in(customer: &str) -> Option<&str> {
    customer.strip_prefix(BY_NAME)
}

/// Whose a document is: the contact, or the name of one that is gone.
pub fn customer(document: &Document) -> Option<String> {
    whose(&document.contact_id, &document.contact_name)
}

/// The same, by the contact's id, empty where that is gone, and the name as it was issued.
pub(super) fn whose(contact_id: &str, name: &str) -> Option<String> {
    match (contact_id.is_empty(), name.is_empty()) {
        (false, _) => Some(contact_id.to_owned()),
        (true, false) => Some(format!("{BY_NAME}{name}")),
        (true, true) => None,
    }
}

/// What was earned in a period, and under the flat rate scheme of VAT in the VAT periods that it touches: what counts of
/// a day depends on the whole of its VAT period.
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
        // What is issued has a day.
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

/// What kind of income a document that was issued is.
pub(super) fn kind_issued(kind: Kind) -> IncomeKind {
    match kind {
        Kind::CreditNote => IncomeKind::CreditNote,
        Kind::Invoice | Kind::Quote => IncomeKind::Invoice,
    }
}

/// What a document asks for, or a credit note takes off, `materials` saying what of its sum they are.
fn asked(document: &Document, materials: impl Fn(&Document) -> Pence) -> DocumentAsked {
    DocumentAsked {
        net: document.total - document.vat,
        materials: materials(document),
        deducted: document.total - document.payable,
        payable: document.payable,
    }
}

/// What each movement of money was for, and what credit notes changed of it, `materials` saying what of a document's sum
/// they are.
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

/// What credit notes take off, by the invoice.
pub(super) fn credited(
    credits: &[CreditNote],
    materials: impl Fn(&Document) -> Pence,
) -> HashMap<String, Vec<Credited>> {
    let mut by_invoice: HashMap<String, Vec<Credited>> = HashMap::new();
    for note in credits {
        // What is issued has a day.
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

/// What each movement of money was for: worked out document by document, of all its money so far and its credit notes. A
/// movement comes with the id of its document, and with what is known of it.
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
    // Which part of it was materials is the CIS ledger's to say.
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
            // What a credit note changed is read in the credit note.
            let note = notes.get(&part.id).filter(|_| part.credit);
            let source = Arc::clone(note.unwrap_or(&document));
            sources.insert(part.id.clone(), Source::Document(source));
            records.push(earned_by(part, customer, profile));
        }
    }
    Records { records, sources }
}

/// What was earned by money that moved.
pub(super) fn earned_by(
    part: Received,
    customer: Option<String>,
    profile: Option<String>,
) -> Income {
    // A penny of VAT that rounding takes back of money that came in is none that went back.
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

/// What was spent in a period. What is of no business by name is of the account's first. VAT comes back to a business that is registered on the
/// day; where it accounts at a flat rate, that of capital goods alone.
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
