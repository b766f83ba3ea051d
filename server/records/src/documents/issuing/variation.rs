//! Starting a variation, its number, and what it is chained to once it is accepted. The chain is written in the
//! transaction of the acceptance: if two are accepted at once, one follows the other.

use plumbline_core::calculate::variation;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;

use crate::contacts::store as contacts;
use crate::documents::agreed_job;
use crate::documents::notifying::{self, DocumentEvent, announce_event};
use crate::documents::parties::Parties;
use crate::documents::store::variations::{self, VariationRow};
use crate::documents::store::{self, DocumentRow, DocumentStatus, stages, versions};
use crate::documents::stored::StoredDocument;
use crate::profiles::store as profiles;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::DocumentId;
use plumbline_platform::state::AppState;

/// The most variations of one job, including drafts and declined ones.
const VARIATIONS_MAX: i64 = 60;

/// Makes a draft that is a variation of a locked quote's job. `None` if its id is taken.
///
/// # Errors
/// 409 if the job can't be varied any more.
pub async fn start_variation(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    row: &DocumentRow,
    today: Date,
) -> Result<Option<StoredDocument>, ApiError> {
    check_can_vary(tx, quote, today).await?;
    if variations::count_for_quote(tx, &quote.row.id).await? >= VARIATIONS_MAX {
        let msg = "This job can’t have any more variations. Make a new quote instead.";
        return Err(ApiError::conflict("too_many_variations", msg));
    }
    let Some(made) = StoredDocument::insert(state, tx, row).await? else {
        return Ok(None);
    };
    let varied = VariationRow {
        variation_id: row.id.clone(),
        quote_id: quote.row.id.clone(),
        ordinal: None,
        place: None,
        chained_quote: None,
        chained_before: None,
        created_at: row.created_at,
    };
    variations::insert(tx, &varied).await?;
    notifying::record(state, tx, "varied", quote, &[]).await?;
    store::touch(tx, &quote.row.id, row.created_at).await?;
    announce_event(tx, quote, DocumentEvent::Updated).await?;
    // Read again, so that it includes what it varies.
    let (user_id, id) = (&made.row.user_id, &made.row.id);
    StoredDocument::find(tx, user_id, made.kind, id).await.map(Some)
}

/// Checks that the job of a quote can still be varied.
async fn check_can_vary(conn: &mut Conn, quote: &mut StoredDocument, today: Date) -> Result<(), ApiError> {
    let Err(refused) = quote.take_quote_step(QuoteAction::Vary, today) else {
        return Ok(());
    };
    let last = match &quote.row.converted_invoice_id {
        Some(id) if refused.code() == JOB_INVOICED => store::find_by_id(conn, id).await?,
        _ => None,
    };
    if last.is_some_and(|last| last.status == DocumentStatus::Draft) {
        // Such a draft can neither be deleted nor voided, but lines can be added to it.
        let msg = "This job’s final invoice is already a draft, so you can’t add variations. Change that draft \
                   before you send it, or make a new quote.";
        return Err(ApiError::conflict(JOB_INVOICED, msg));
    }
    Err(refused)
}

/// The code of core's refusal.
const JOB_INVOICED: &str = "job_invoiced";

/// Locks and returns the quote whose job a variation varies, if the job can still be varied like this.
///
/// # Errors
/// 409 if the job can't be varied any more; 422 with what prevents the variation.
pub(super) async fn lock_quote(
    conn: &mut Conn,
    stored: &StoredDocument,
    quote_id: &DocumentId,
    today: Date,
) -> Result<StoredDocument, ApiError> {
    let row = store::lock_by_id(conn, quote_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a variation of a quote that is gone"))?;
    let mut quote = StoredDocument::load(conn, row).await?;
    check_can_vary(conn, &mut quote, today).await?;
    check_same_parties(conn, &quote.row, &stored.row).await?;
    agreed_job::check_variation_fits(conn, &quote, stored).await?;
    Ok(quote)
}

/// A job is agreed between two parties, so a variation must be for the same customer and from the same business. A
/// party that was deleted since may be replaced.
///
/// # Errors
/// 422 naming the party that differs.
pub async fn check_same_parties(
    conn: &mut Conn,
    quote: &DocumentRow,
    variation: &DocumentRow,
) -> Result<(), ApiError> {
    let mut errors = Vec::new();
    let refused = |field, msg| FieldError::new(field, "other_party", msg);
    if let Some(contact) = &quote.contact_id
        && variation.contact_id.as_ref() != Some(contact)
        && contacts::find(conn, &quote.user_id, contact).await?.is_some()
    {
        let msg =
            "A variation is for the same customer as its quote. Make a separate quote for another customer.";
        errors.push(refused("contactId", msg));
    }
    if let Some(profile) = &quote.business_profile_id
        && variation.business_profile_id.as_ref() != Some(profile)
        && profiles::find(conn, &quote.user_id, profile).await?.is_some()
    {
        let msg =
            "A variation is from the same business as its quote. Make a separate quote for another business.";
        errors.push(refused("businessProfileId", msg));
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(ApiError::rule_broken(errors)),
    }
}

/// The number for a variation that is issued for the first time: its quote's number with the variation's place among
/// the variations. It uses no number of the business's own sequence. The caller has locked the quote.
pub(super) async fn assign_number(
    conn: &mut Conn,
    stored: &StoredDocument,
    quote: &StoredDocument,
) -> Result<String, ApiError> {
    let ordinal = variations::assign_ordinal(conn, &stored.row.id, &quote.row.id).await?;
    let number = quote.row.number.as_deref().unwrap_or_default();
    Ok(variation::format_variation_number(number, ordinal))
}

/// Checks whether a variation may be accepted, and returns the locked quote of its job.
///
/// # Errors
/// 409 `job_invoiced` and others if the job can't be varied any more, and `job_changed` if this variation no longer
/// fits the job, with a message for the customer.
pub async fn check_acceptance(
    conn: &mut Conn,
    stored: &StoredDocument,
    quote_id: &DocumentId,
    today: Date,
) -> Result<StoredDocument, ApiError> {
    match lock_quote(conn, stored, quote_id, today).await {
        Ok(quote) => Ok(quote),
        Err(refused) => Err(error_for_customer(conn, stored, quote_id, refused).await?),
    }
}

/// Chains a variation that is being accepted to the accepted version of its locked quote and to the variation that was
/// accepted last; if two are accepted at once, the second follows the first.
pub async fn chain_acceptance(
    conn: &mut Conn,
    stored: &StoredDocument,
    quote: &StoredDocument,
) -> Result<(), ApiError> {
    let last = variations::find_last_accepted(conn, &quote.row.id).await?;
    let (place, before) = match last {
        Some((place, row)) => (place + 1, Some(find_accepted_hash(conn, &row).await?)),
        None => (1, None),
    };
    let own = find_accepted_hash(conn, &quote.row).await?;
    variations::chain(conn, &stored.row.id, place, (&own, before.as_deref())).await?;
    Ok(())
}

/// The message for the business says what else it can do; a customer can only ask the business.
async fn error_for_customer(
    conn: &mut Conn,
    stored: &StoredDocument,
    quote_id: &DocumentId,
    refused: ApiError,
) -> Result<ApiError, ApiError> {
    if refused.code() == JOB_INVOICED {
        let msg = "The job is being invoiced or has been invoiced, so nothing can be added to it. Please ask for a \
                   new quote.";
        return Ok(ApiError::conflict(JOB_INVOICED, msg));
    }
    if !refused.status().is_client_error() || refused.field().is_none() {
        return Ok(refused);
    }
    let mut invoices = stages::list_invoices(conn, quote_id).await?.into_iter();
    let why = match refused.field() {
        Some("totalAmount") if invoices.any(|invoice| invoice.status != DocumentStatus::Void) => {
            "Part of what this leaves out has now been invoiced."
        }
        Some("totalAmount") => "Part of what this leaves out has already been left out.",
        _ => "What was agreed for the job has changed, so this no longer fits.",
    };
    let business = Parties::for_document(conn, &stored.row).await?.profile.name;
    let msg = format!("{why} Please ask {business} for a new variation.");
    Ok(ApiError::conflict("job_changed", msg))
}

/// The hash of the accepted version; empty for a quote that was issued by another program.
async fn find_accepted_hash(conn: &mut Conn, row: &DocumentRow) -> Result<String, ApiError> {
    let number = row.accepted_version.unwrap_or(row.issued_version);
    match versions::find(conn, &row.id, number).await? {
        Some(version) => super::hash_version(row.kind, row, &version),
        None => Ok(String::new()),
    }
}
