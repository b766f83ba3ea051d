//! What was agreed for a job: its quote, with the variations that were accepted since. Core puts them together
//! (`calculate/variation.rs`).

use plumbline_core::calculate::variation::{Varied, agreed, judge};
use plumbline_core::document::{Document, Invoiced};
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;

use crate::documents::store::{Status, stages, variations};
use crate::documents::stored::Stored;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// The agreed work of a job.
#[derive(Debug)]
pub struct Agreed {
    /// The quote and its accepted variations as one document.
    pub document: Document,
    /// Its total when it was accepted, including VAT.
    pub total: Pence,
    /// The accepted variations, in the order of their acceptance.
    pub variations: Vec<Stored>,
}

/// Reads the agreed work of a quote's job.
///
/// # Errors
/// 500 if stored data can't be read; 422 if today's rules reject what was accepted.
pub async fn of(conn: &mut Conn, quote: &Stored) -> Result<Agreed, ApiError> {
    let variations = accepted(conn, quote).await?;
    let changes = variations.iter().map(|it| it.totals.total_amount);
    Ok(Agreed {
        document: agreed(&quote.document, &varied(&variations))?,
        total: quote.totals.total_amount + changes.sum::<Pence>(),
        variations,
    })
}

/// Refuses an invoice for the rest of a job if the job's invoices exceed what is now agreed, because a variation was
/// cancelled after they were issued. `left` is the rest, including VAT.
///
/// # Errors
/// 409 with the amount that must be credited first.
pub fn not_over(left: Pence) -> Result<(), ApiError> {
    if left >= Pence::ZERO {
        return Ok(());
    }
    let msg = format!(
        "{} more was invoiced than is agreed now. Make a credit note for it first.",
        gbp(Pence(-left.0))
    );
    Err(ApiError::conflict("over_invoiced", msg))
}

async fn accepted(conn: &mut Conn, quote: &Stored) -> Result<Vec<Stored>, ApiError> {
    let mut variations = Vec::new();
    // Most quotes have no variations.
    if quote.row.variations > 0 {
        for row in variations::accepted(conn, &quote.row.id).await? {
            variations.push(Stored::read(conn, row).await?);
        }
    }
    Ok(variations)
}

fn varied(variations: &[Stored]) -> Vec<Varied<'_>> {
    variations.iter().map(one).collect()
}

fn one(variation: &Stored) -> Varied<'_> {
    Varied {
        id: &variation.row.id,
        number: variation.row.number.as_deref().unwrap_or_default(),
        document: &variation.document,
    }
}

/// Checks that a variation may be offered and accepted. The caller has locked its quote.
///
/// # Errors
/// 422 with the reason.
pub async fn may_vary(conn: &mut Conn, quote: &Stored, variation: &Stored) -> Result<(), ApiError> {
    let accepted = accepted(conn, quote).await?;
    stages::hold(conn, &quote.row.id).await?;
    let invoiced = invoiced(conn, quote).await?;
    judge(
        &quote.document,
        &varied(&accepted),
        &one(variation),
        invoiced,
    )?;
    Ok(())
}

/// The total that the job's stages charge.
async fn invoiced(conn: &mut Conn, quote: &Stored) -> Result<Pence, ApiError> {
    let mut invoiced = Pence::ZERO;
    for row in stages::invoices(conn, &quote.row.id).await? {
        if row.status != Status::Void {
            let stage = Stored::read(conn, row).await?;
            let now = stage.as_taken_off(conn).await?.pop();
            invoiced += now.as_ref().map_or(Pence::ZERO, Invoiced::total);
        }
    }
    Ok(invoiced)
}
