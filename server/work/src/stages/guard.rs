//! No part of a job is invoiced twice: whenever a stage is written, it may ask for no more than is left, and once
//! there is a final invoice, for exactly what that deducted.

use futures::future::BoxFuture;
use plumbline_core::calculate::stage::{calculate_remaining, check_within_remaining};
use plumbline_core::document::Invoiced;
use plumbline_core::kind::DocumentKind;

use super::job::{StageInvoice, load_stages};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::DocumentChanged;
use plumbline_platform::state::AppState;
use plumbline_records::documents::agreed_job;
use plumbline_records::documents::drafting::validation;
use plumbline_records::documents::store::{self, DocumentStatus, stages};
use plumbline_records::documents::stored::StoredDocument;

pub(super) fn on_changed<'a>(
    _state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a DocumentChanged,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let document = &event.document;
        if document.kind != DocumentKind::Invoice {
            return Ok(());
        }
        let Some(stage) = stages::find(tx, &document.id).await? else {
            return Ok(());
        };
        stages::lock_for_quote(tx, &stage.quote_id).await?;
        check_stage(tx, &stage.quote_id, &document.id).await
    })
}

async fn check_stage(tx: &mut WriteTx, quote_id: &str, id: &str) -> Result<(), ApiError> {
    let all = load_stages(tx, quote_id).await?;
    let (mine, others): (Vec<_>, Vec<_>) = all.not_voided().partition(|part| &*part.invoice.row.id == id);
    // A voided invoice asks for nothing.
    let Some(mine) = mine.first() else {
        return Ok(());
    };
    let row = store::find_by_id(tx, quote_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a stage of a quote that is gone"))?;
    let last = row.converted_invoice_id.clone();
    let quote = StoredDocument::load(tx, row).await?;
    if let Some(last) = last {
        return check_against_final(tx, &last, mine).await;
    }
    let before: Vec<Invoiced> = others.iter().filter_map(|part| part.current()).cloned().collect();
    let agreed = agreed_job::load_agreed_job(tx, &quote).await?;
    let rest = calculate_remaining(&agreed.document, &before).map_err(ApiError::internal)?;
    check_within_remaining(&rest, &mine.invoice.totals, "items")
        .map_err(|broken| ApiError::rule_broken(vec![validation::to_field_error(broken)]))
}

/// 409 for a stage that no longer asks for the amount that the final invoice deducts, which is what it asked for after
/// the credit notes of that time.
async fn check_against_final(tx: &mut WriteTx, last: &str, stage: &StageInvoice) -> Result<(), ApiError> {
    let Some(row) = store::find_by_id(tx, last).await? else {
        return Ok(());
    };
    if row.status == DocumentStatus::Void {
        return Ok(());
    }
    let last = StoredDocument::load(tx, row).await?;
    let mut taken = last.document.invoiced.iter();
    let taken = taken.find(|one| one.id == *stage.invoice.row.id);
    let figures = |one: &Invoiced| (one.groups.clone(), one.cis_base, one.cis_deduction);
    let is_same = |one: &&Invoiced| stage.after.iter().any(|then| figures(then) == figures(one));
    if taken.is_none() || taken.filter(is_same).is_some() {
        return Ok(());
    }
    Err(ApiError::conflict(
        "taken_off",
        "This job’s final invoice takes this one off, so its figures can no longer change.",
    ))
}
