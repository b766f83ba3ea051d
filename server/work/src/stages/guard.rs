//! No part of a job is invoiced twice: whenever a stage is written, it may ask for no more than is left, and once
//! there is a final invoice, for exactly what that deducted.

use futures::future::BoxFuture;
use plumbline_core::calculate::stage::{left, within};
use plumbline_core::document::Invoiced;
use plumbline_core::kind::Kind;

use super::job::{Part, live};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::Changed;
use plumbline_platform::state::AppState;
use plumbline_records::documents::agreed;
use plumbline_records::documents::drafting::judge;
use plumbline_records::documents::store::{self, Status, stages};
use plumbline_records::documents::stored::Stored;

pub(super) fn changed<'a>(
    _state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Changed,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        let document = &event.document;
        if document.kind != Kind::Invoice {
            return Ok(());
        }
        let Some(stage) = stages::find(tx, &document.id).await? else {
            return Ok(());
        };
        stages::hold(tx, &stage.quote_id).await?;
        judge_stage(tx, &stage.quote_id, &document.id).await
    })
}

async fn judge_stage(tx: &mut WriteTx, quote_id: &str, id: &str) -> Result<(), ApiError> {
    let all = live(tx, quote_id).await?;
    let (mine, others): (Vec<_>, Vec<_>) =
        all.standing().partition(|part| &*part.invoice.row.id == id);
    // A voided invoice asks for nothing.
    let Some(mine) = mine.first() else {
        return Ok(());
    };
    let row = store::find_any(tx, quote_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a stage of a quote that is gone"))?;
    let last = row.converted_invoice_id.clone();
    let quote = Stored::read(tx, row).await?;
    if let Some(last) = last {
        return still_as_taken_off(tx, &last, mine).await;
    }
    let before: Vec<Invoiced> = others
        .iter()
        .filter_map(|part| part.now())
        .cloned()
        .collect();
    let agreed = agreed::of(tx, &quote).await?;
    let rest = left(&agreed.document, &before).map_err(ApiError::internal)?;
    within(&rest, &mine.invoice.totals, "items")
        .map_err(|broken| ApiError::rule_broken(vec![judge::field(broken)]))
}

/// 409 for a stage that no longer asks for the amount that the final invoice deducts, which is what it asked for after
/// the credit notes of that time.
async fn still_as_taken_off(tx: &mut WriteTx, last: &str, stage: &Part) -> Result<(), ApiError> {
    let Some(row) = store::find_any(tx, last).await? else {
        return Ok(());
    };
    if row.status == Status::Void {
        return Ok(());
    }
    let last = Stored::read(tx, row).await?;
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
