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

/// What was agreed of a job.
#[derive(Debug)]
pub struct Agreed {
    /// The quote and its accepted variations as one document.
    pub document: Document,
    /// What it came to when it was accepted, VAT and all.
    pub total: Pence,
    /// The accepted variations, in the order in which they were.
    pub variations: Vec<Stored>,
}

/// What was agreed of a quote's job.
///
/// # Errors
/// 500 when what is stored cannot be read; 422 where the rules of today refuse what was accepted.
pub async fn of(conn: &mut Conn, quote: &Stored) -> Result<Agreed, ApiError> {
    let variations = accepted(conn, quote).await?;
    let changes = variations.iter().map(|it| it.totals.total_amount);
    Ok(Agreed {
        document: agreed(&quote.document, &varied(&variations))?,
        total: quote.totals.total_amount + changes.sum::<Pence>(),
        variations,
    })
}

/// Refuses to invoice what is left of a job of which more was invoiced than is agreed now: a variation was cancelled
/// after that. `left` is what is left of it, VAT and all.
///
/// # Errors
/// 409 saying how much has to be credited first.
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
    // Most quotes have none.
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

/// Lets a variation pass that may be offered and accepted, of a quote that the caller holds.
///
/// # Errors
/// 422 naming what stands against it.
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

/// What the stages of its job ask for.
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
