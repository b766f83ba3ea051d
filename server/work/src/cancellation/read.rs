//! GET /api/quotes/{id}/cancellation: whether its customer may cancel, until when, and what follows.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::kind::Kind;

use super::answer::CancellationAnswer;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::today;

/// Whether the quote's customer may cancel the job, why and until when, and what is owed for a cancelled one.
#[utoipa::path(get, path = "/{id}/cancellation", tag = "documents", responses(
    (status = 200, body = CancellationAnswer), (status = 404, body = ErrorBody)))]
pub(super) async fn cancellation(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<CancellationAnswer>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let quote = Stored::find(&mut tx, &user.id, Kind::Quote, &id).await?;
    CancellationAnswer::of(&mut tx, &quote, today)
        .await
        .map(Json)
}
