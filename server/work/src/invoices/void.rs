//! Voiding an issued invoice. Its number stays in the sequence, its link says that it was voided, and its customer
//! gets an email that there is nothing to pay.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::kind::Kind;
use plumbline_core::status::invoice::InvoiceAction;

use crate::letters;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::answer::{Answer, Invoice};
use plumbline_records::documents::reading::get::respond;
use plumbline_records::documents::store::{self, Status};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};

/// What a voided stage of a job asked for can be invoiced again, unless the final invoice deducted it.
///
/// # Errors
/// 409 if the final invoice deducted it.
async fn leave_the_job(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
) -> Result<(), ApiError> {
    let Some(quote_id) = &stored.row.stage_of_id else {
        return Ok(());
    };
    let user_id = &stored.row.user_id;
    let quote = Stored::find(tx, user_id, Kind::Quote, quote_id).await?;
    if let Some(last) = &quote.row.converted_invoice_id {
        let last = Stored::find(tx, user_id, Kind::Invoice, last).await?;
        if last.row.status != Status::Void {
            return Err(ApiError::conflict(
                "taken_off",
                "The final invoice of this job takes this one off. Void that one first.",
            ));
        }
    }
    store::touch(tx, quote_id, state.clock.now_ms()).await?;
    announce(tx, &quote, Event::Updated).await?;
    Ok(())
}

/// Voids an invoice without payments; repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/void", tag = "documents", responses(
    (status = 200, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn void(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let mut stored = Stored::lock(&mut tx, &user.id, Kind::Invoice, &id).await?;
    let before = stored.row.status;
    stored.invoice_step(InvoiceAction::Void)?;
    if stored.row.status != before {
        leave_the_job(&state, &mut tx, &stored).await?;
        stored.write(&state, &mut tx, state.clock.now_ms()).await?;
        announce(&mut tx, &stored, Event::Status).await?;
        events::record(&state, &mut tx, "voided", &stored, &[]).await?;
        letters::voided(&state, &mut tx, &stored).await?;
        tx.commit().await?;
    }
    respond(&state, stored).await
}
