//! The invoice that replaces a voided one. Its customer is sent there, so nothing is guessed: it must be a copy of the
//! voided one, or ask for the same part of the same job, and be for the same customer.

use crate::activities;
use crate::documents::store::stages::{self, StageBasis, StageRow};
use crate::documents::store::{self, DocumentRow, DocumentStatus};
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DocumentId;

/// How many voided invoices in a row are followed to the valid one.
const STEPS_MAX: usize = 8;

/// The invoice that was sent to replace a voided one; if that was voided too, its own replacement.
pub async fn find_replacement(
    conn: &mut Conn,
    voided: &DocumentRow,
) -> Result<Option<DocumentRow>, ApiError> {
    let mut from = voided.clone();
    for _ in 0..STEPS_MAX {
        let mut theirs = list_candidates(conn, &from).await?;
        theirs.retain(|row| is_same_customer(voided, row));
        if let Some(found) = theirs.iter().find(|row| is_sent(row)) {
            return Ok(Some(found.clone()));
        }
        let mut theirs = theirs.into_iter();
        match theirs.find(|row| row.status == DocumentStatus::Void) {
            Some(next) => from = next,
            None => break,
        }
    }
    Ok(None)
}

fn is_sent(row: &DocumentRow) -> bool {
    row.issued_version > 0 && row.status != DocumentStatus::Void
}

/// Whether both are for the same customer, so that no link leads to another customer's invoice. If the contacts were
/// deleted, the names are compared.
fn is_same_customer(one: &DocumentRow, other: &DocumentRow) -> bool {
    match (&one.contact_id, &other.contact_id) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.customer_name.is_some() && one.customer_name == other.customer_name,
        _ => false,
    }
}

/// The possible replacements of an invoice, including drafts and void ones: its copies, newest first, then invoices
/// made since it was voided for the same part of its job.
async fn list_candidates(conn: &mut Conn, from: &DocumentRow) -> Result<Vec<DocumentRow>, ApiError> {
    let mut all = store::list_copies(conn, &from.user_id, &from.id).await?;
    let subject = (&from.user_id, from.id.as_str());
    let Some(voided_at) = activities::find_last_time(conn, subject, "voided").await? else {
        return Ok(all);
    };
    if let Some(quote_id) = &from.stage_of_id {
        all.extend(find_same_stage(conn, from, quote_id, voided_at).await?);
        // The final invoice is for everything that the stages left, which includes this one's part.
        let quote = store::find_by_id(conn, quote_id).await?;
        let last = quote.and_then(|quote| quote.converted_invoice_id);
        all.extend(find_made_since(conn, last, voided_at).await?);
    }
    if let Some(quote_id) = &from.source_quote_id {
        all.extend(find_invoice_of_copied_quote(conn, from, quote_id, voided_at).await?);
    }
    Ok(all)
}

/// The invoice with this id, if it was made since then.
async fn find_made_since(
    conn: &mut Conn,
    id: Option<DocumentId>,
    since: i64,
) -> Result<Option<DocumentRow>, ApiError> {
    let Some(id) = id else {
        return Ok(None);
    };
    let row = store::find_by_id(conn, &id).await?;
    Ok(row.filter(|row| row.created_at >= since))
}

/// The stage for the same part of the job. `None` if there are two, or if it may replace another voided stage.
async fn find_same_stage(
    conn: &mut Conn,
    from: &DocumentRow,
    quote_id: &DocumentId,
    voided_at: i64,
) -> Result<Option<DocumentRow>, ApiError> {
    let all = stages::list_for_quote(conn, quote_id).await?;
    let Some(own) = all.iter().find(|stage| stage.invoice_id == from.id) else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for row in stages::list_invoices(conn, quote_id).await? {
        let stage = all.iter().find(|stage| stage.invoice_id == row.id);
        let Some(stage) = stage.filter(|stage| stage.invoice_id != own.invoice_id) else {
            continue;
        };
        if !is_same_request(conn, (own, from), (stage, &row)).await? {
            continue;
        }
        if row.created_at >= voided_at {
            found.push(row);
        } else if row.status == DocumentStatus::Void {
            let subject = (&row.user_id, row.id.as_str());
            let other_voided_at = activities::find_last_time(conn, subject, "voided").await?;
            // A stage that was voided before this one was made doesn't need a replacement.
            if other_voided_at.is_none_or(|at| at > from.created_at) {
                return Ok(None);
            }
        }
    }
    // A replacement that was voided too has its own replacement, which is among them.
    let sent = found.iter().filter(|row| is_sent(row)).count();
    Ok(match sent {
        1 => found.into_iter().find(is_sent),
        _ => None,
    })
}

/// Whether two stages are for the same part of their job; if they are for lines, for the same lines.
async fn is_same_request(
    conn: &mut Conn,
    (one, one_row): (&StageRow, &DocumentRow),
    (other, other_row): (&StageRow, &DocumentRow),
) -> Result<bool, ApiError> {
    if (one.asked, &one.share) != (other.asked, &other.share) {
        return Ok(false);
    }
    if one.asked != StageBasis::Lines {
        return Ok(true);
    }
    let mut ids = Vec::new();
    for row in [one_row, other_row] {
        let stored = StoredDocument::load(conn, row.clone()).await?;
        let items = stored.document.items;
        ids.push(items.into_iter().map(|line| line.id).collect::<Vec<_>>());
    }
    Ok(ids[0] == ids[1])
}

/// A quote is invoiced once; to invoice it again, it is copied, and the invoice is made from the copy. `None` if there
/// are two.
async fn find_invoice_of_copied_quote(
    conn: &mut Conn,
    from: &DocumentRow,
    quote_id: &DocumentId,
    voided_at: i64,
) -> Result<Option<DocumentRow>, ApiError> {
    let mut found = Vec::new();
    for quote in store::list_copies(conn, &from.user_id, quote_id).await? {
        if quote.created_at >= voided_at {
            found.extend(find_made_since(conn, quote.converted_invoice_id, voided_at).await?);
        }
    }
    let sent = found.iter().filter(|row| is_sent(row)).count();
    Ok(match sent {
        1 => found.into_iter().find(is_sent),
        // The only replacement was voided too, and its replacement is also this invoice's.
        0 if found.len() == 1 => found.pop(),
        _ => None,
    })
}
