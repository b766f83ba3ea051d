//! Voiding an issued credit note: its invoice asks for the amount again.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::kind::DocumentKind;
use plumbline_core::status::credit_note::CreditNoteAction;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::reading::get::respond_with_document;
use plumbline_records::documents::reading::response::{CreditNote, DocumentResponse};
use plumbline_records::documents::stored::StoredDocument;

/// Voids a credit note for which nothing was refunded; repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/void", tag = "documents", responses(
    (status = 200, body = CreditNote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn void_credit_note(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let mut stored = StoredDocument::lock(&mut tx, &user.id, DocumentKind::CreditNote, &id).await?;
    let before = stored.row.status;
    stored.take_credit_note_step(CreditNoteAction::Void)?;
    if stored.row.status != before {
        stored.write(&state, &mut tx, state.clock.now_ms()).await?;
        announce_event(&mut tx, &stored, DocumentEvent::Status).await?;
        events::record(&state, &mut tx, "voided", &stored, &[]).await?;
        tx.commit().await?;
    }
    respond_with_document(&state, stored).await
}
