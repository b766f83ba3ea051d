//! GET /api/quotes/{id}/cancellation: whether its customer may cancel, until when, and what follows.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::kind::DocumentKind;

use super::response::CancellationResponse;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// Whether the quote's customer may cancel the job, why and until when, and what is owed for a cancelled one.
#[utoipa::path(get, path = "/{id}/cancellation", tag = "documents", responses(
    (status = 200, body = CancellationResponse), (status = 404, body = ErrorBody)))]
pub(super) async fn read_cancellation(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<CancellationResponse>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let quote = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    CancellationResponse::load(&mut tx, &quote, today).await.map(Json)
}
