//! A document's row in the lists, written whenever the document is, with the status and amounts that core calculates.

use plumbline_core::calculate::instalments::allocate_paid;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::payment::amount_to_confirm;
use plumbline_core::time::Date;

use super::store::payments::{self, PaymentRow, PaymentStatus};
use super::store::{self, takings};
use super::stored::StoredDocument;
use crate::summaries::write::{self, SummaryInput};
use crate::summaries::{customer, open_instalments};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// How many documents are rewritten in one transaction.
const BATCH_SIZE: i64 = 200;

/// Writes the summary of a document and its payments, which lists and reports read. `today` is the date for refunds
/// made since it was last written.
pub async fn write_summary(conn: &mut Conn, stored: &StoredDocument, today: Date) -> Result<(), ApiError> {
    let (of, totals) = (&stored.row, &stored.totals);
    let contact = match &of.contact_id {
        Some(id) => customer::find_names(conn, &of.user_id, id, &of.id).await?,
        None => None,
    };
    let [person, company] = contact.unwrap_or_default();
    let supply_date = stored.document.supply_date.map(|day| day.to_string());
    let issue_date = of.issue_date.map(|day| day.to_string());
    let due_date = stored.due_date().map(|day| day.to_string());
    let pending = totals.pending_amount;
    let is_carried =
        of.paid_on_id.is_some() && pending != Pence::ZERO && is_pending_carried(conn, stored).await?;
    let total = format_gbp(totals.total_amount);
    let lines = stored.document.items.iter().map(|line| line.name.as_str());
    let sections = stored.document.sections.iter();
    let sections = sections.map(|section| section.name.as_str());
    let summary = SummaryInput {
        id: &of.id,
        user_id: &of.user_id,
        kind: stored.kind,
        archived: of.archived,
        status: of.status,
        shown: stored.display_status(),
        number: of.number.as_deref(),
        issue_date: issue_date.as_deref(),
        supply_date: supply_date.as_deref(),
        due_date: due_date.as_deref(),
        contact_id: of.contact_id.as_ref(),
        issued_to: of.customer_name.as_deref(),
        contact_now: [&person, &company],
        business_profile_id: of.business_profile_id.as_ref(),
        credited_invoice_id: of.credited_invoice_id.as_ref(),
        total_amount: totals.total_amount.0,
        vat_amount: totals.vat_amount.0,
        vat_groups: &totals.vat_groups,
        under_cis: stored.document.is_under_cis(),
        cis_base: totals.cis_base.0,
        amount_payable: totals.amount_payable.0,
        credited_amount: totals.credited_amount.0,
        paid_amount: totals.paid_amount.0,
        balance_due: totals.balance_due.0,
        to_confirm: amount_to_confirm(pending, is_carried).0,
        created_at: of.created_at,
        updated_at: of.updated_at,
        job_description: &of.job_description,
        search_texts: [total.as_str(), &of.job_address, &of.order_number]
            .into_iter()
            .chain(lines)
            .chain(sections)
            .collect(),
    };
    let amount = summary.shown.outstanding;
    write::save(conn, &summary).await?;
    // Only an invoice is paid in instalments.
    if stored.kind == DocumentKind::Invoice {
        let open = open_instalment_amounts(stored, amount);
        open_instalments::replace_open(conn, (&of.user_id, &of.id), &open).await?;
    }
    if !stored.payments.is_empty() {
        takings::update_for_document(conn, of, &stored.payments, today).await?;
    }
    Ok(())
}

/// The outstanding part of each instalment.
fn open_instalment_amounts(stored: &StoredDocument, outstanding: Pence) -> Vec<(Date, i64)> {
    if outstanding == Pence::ZERO {
        return Vec::new();
    }
    let (whole, paid) = stored.instalment_sums();
    let each = allocate_paid(&stored.instalments, whole, paid).into_iter();
    let open = each.map(|(row, paid)| (row.date, (row.amount - paid).0));
    open.filter(|(_, open)| *open > 0).collect()
}

/// Whether a quote's pending payment was carried over to its invoice; at most one payment of a document is pending.
async fn is_pending_carried(conn: &mut Conn, stored: &StoredDocument) -> Result<bool, ApiError> {
    let waits = |row: &&PaymentRow| row.status == PaymentStatus::Pending;
    match stored.payments.iter().find(waits) {
        Some(payment) => Ok(payments::find_carried_copy(conn, &payment.id).await?.is_some()),
        None => Ok(false),
    }
}

/// Writes the summaries of documents that an older server stored without one, in batches; if it is stopped, the next
/// start continues. Each document is locked while its summary is written, so servers that start at the same time only
/// repeat some work.
pub async fn fill_missing_summaries(state: &AppState) -> Result<(), ApiError> {
    if write::is_filled(&mut *state.db.read().await?).await? {
        return Ok(());
    }
    let today = super::today(state)?;
    let (mut after, mut done, mut broken) = (String::new(), 0, 0);
    loop {
        let mut tx = state.db.begin_write().await?;
        let ids = write::list_unfilled(&mut tx, &after, BATCH_SIZE).await?;
        let Some(last) = ids.last() else {
            if broken == 0 {
                write::mark_all_filled(&mut tx).await?;
            }
            tx.commit().await?;
            break;
        };
        last.as_str().clone_into(&mut after);
        for id in &ids {
            let Some(found) = store::lock_by_id(&mut tx, id).await? else {
                continue;
            };
            match StoredDocument::load(&mut tx, found).await {
                Ok(stored) => write_summary(&mut tx, &stored, today).await?,
                // A document that can't be read isn't in the lists, but doesn't prevent others from being listed.
                Err(error) => {
                    broken += 1;
                    tracing::error!(document = %id, ?error, "a document cannot be listed");
                }
            }
        }
        tx.commit().await?;
        done += ids.len();
    }
    tracing::info!(documents = done, "the lists of documents were written");
    Ok(())
}
