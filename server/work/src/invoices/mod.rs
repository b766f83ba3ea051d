//! Invoices: requests for payment, paid by confirmed payments or voided.
//!
//! What they share with other documents is in [`plumbline_records::documents`].

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::status::invoice::InvoiceAction;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::emails;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::{DocumentResponse, Invoice};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;

/// The routes below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(void_invoice))
        .merge(crate::credits::invoice_router())
        .merge(crate::instalments::router())
}

// Voiding an issued invoice. Its number stays in the sequence, its link says that it was voided, and its customer
// gets an email that there is nothing to pay.

/// Makes a voided stage of a job available for invoicing again, unless the final invoice deducted it.
///
/// # Errors
/// 409 if the final invoice deducted it.
async fn release_stage(state: &AppState, tx: &mut WriteTx, stored: &StoredDocument) -> Result<(), ApiError> {
    let Some(quote_id) = &stored.row.stage_of_id else {
        return Ok(());
    };
    let user_id = &stored.row.user_id;
    let quote = StoredDocument::find(tx, user_id, DocumentKind::Quote, quote_id).await?;
    if let Some(last) = &quote.row.converted_invoice_id {
        let last = StoredDocument::find(tx, user_id, DocumentKind::Invoice, last).await?;
        if last.row.status != DocumentStatus::Void {
            return Err(ApiError::conflict(
                "taken_off",
                "The final invoice of this job takes this one off. Void that one first.",
            ));
        }
    }
    store::touch(tx, quote_id, state.clock.now_ms()).await?;
    announce_event(tx, &quote, DocumentEvent::Updated).await?;
    Ok(())
}

/// Voids an invoice without payments; repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/void", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn void_invoice(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let mut stored = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Invoice, &id).await?;
    let before = stored.row.status;
    stored.take_invoice_step(InvoiceAction::Void)?;
    if stored.row.status != before {
        release_stage(&state, &mut tx, &stored).await?;
        stored.write(&state, &mut tx, state.clock.now_ms()).await?;
        announce_event(&mut tx, &stored, DocumentEvent::Status).await?;
        notifying::record(&state, &mut tx, "voided", &stored, &[]).await?;
        emails::queue_voided(&state, &mut tx, &stored).await?;
        tx.commit().await?;
    }
    respond_with_document(&state, stored).await
}
