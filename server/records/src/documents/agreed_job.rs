//! The agreed work of a job: its quote, with the variations that were accepted since. Core joins them
//! (`calculate/variation.rs`).

use plumbline_core::calculate::variation::{JobVariation, apply_variations, check_variation};
use plumbline_core::document::{Document, Invoiced};
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;

use crate::documents::store::{DocumentStatus, stages, variations};
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// The agreed work of a job.
#[derive(Debug)]
pub struct AgreedJob {
    /// The quote and its accepted variations as one document.
    pub document: Document,
    /// Its total when it was accepted, including VAT.
    pub total: Pence,
    /// The accepted variations, in the order of their acceptance.
    pub variations: Vec<StoredDocument>,
}

/// Reads the agreed work of a quote's job.
///
/// # Errors
/// 500 if stored data can't be read; 422 if today's rules reject what was accepted.
pub async fn load_agreed_job(conn: &mut Conn, quote: &StoredDocument) -> Result<AgreedJob, ApiError> {
    let variations = load_accepted_variations(conn, quote).await?;
    let changes = variations.iter().map(|it| it.totals.total_amount);
    Ok(AgreedJob {
        document: apply_variations(&quote.document, &to_job_variations(&variations))?,
        total: quote.totals.total_amount + changes.sum::<Pence>(),
        variations,
    })
}

/// Refuses an invoice for the rest of a job if the job's invoices exceed what is now agreed, because a variation was
/// cancelled after they were issued. `left` is the rest, including VAT.
///
/// # Errors
/// 409 with the amount that must be credited first.
pub fn check_not_over_invoiced(left: Pence) -> Result<(), ApiError> {
    if left >= Pence::ZERO {
        return Ok(());
    }
    let msg = format!(
        "{} more was invoiced than is agreed now. Make a credit note for it first.",
        format_gbp(Pence(-left.0))
    );
    Err(ApiError::conflict("over_invoiced", msg))
}

/// The accepted variations of a quote's job that weren't cancelled, in the order of their acceptance.
///
/// # Errors
/// 500 if stored data can't be read.
pub async fn load_accepted_variations(
    conn: &mut Conn,
    quote: &StoredDocument,
) -> Result<Vec<StoredDocument>, ApiError> {
    let mut variations = Vec::new();
    // Most quotes have no variations.
    if quote.row.variations > 0 {
        for row in variations::list_accepted(conn, &quote.row.id).await? {
            variations.push(StoredDocument::load(conn, row).await?);
        }
    }
    Ok(variations)
}

fn to_job_variations(variations: &[StoredDocument]) -> Vec<JobVariation<'_>> {
    variations.iter().map(to_job_variation).collect()
}

fn to_job_variation(variation: &StoredDocument) -> JobVariation<'_> {
    JobVariation {
        id: variation.row.id.as_str(),
        number: variation.row.number.as_deref().unwrap_or_default(),
        document: &variation.document,
    }
}

/// Checks that a variation may be offered and accepted. The caller has locked its quote.
///
/// # Errors
/// 422 with the reason.
pub async fn check_variation_fits(
    conn: &mut Conn,
    quote: &StoredDocument,
    variation: &StoredDocument,
) -> Result<(), ApiError> {
    let accepted = load_accepted_variations(conn, quote).await?;
    stages::lock_for_quote(conn, &quote.row.id).await?;
    let invoiced = sum_invoiced(conn, quote).await?;
    check_variation(&quote.document, &to_job_variations(&accepted), &to_job_variation(variation), invoiced)?;
    Ok(())
}

/// The total that the job's stages charge.
async fn sum_invoiced(conn: &mut Conn, quote: &StoredDocument) -> Result<Pence, ApiError> {
    let mut invoiced = Pence::ZERO;
    for row in stages::list_invoices(conn, &quote.row.id).await? {
        if row.status != DocumentStatus::Void {
            let stage = StoredDocument::load(conn, row).await?;
            let now = stage.to_invoiced(conn).await?.pop();
            invoiced += now.as_ref().map_or(Pence::ZERO, Invoiced::total);
        }
    }
    Ok(invoiced)
}
