//! GET /api/admin/support/{id}/pictures/{picture}

use axum::extract::State;
use axum::response::Response;

use crate::admin::Admin;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::files;
use plumbline_platform::files::store as rows;
use plumbline_platform::http::Path;
use plumbline_platform::ids::{FileId, SupportMessageId};
use plumbline_platform::state::AppState;
use plumbline_records::support::store::pictures;

/// A picture that belongs to a question; the account's other pictures can't be read here.
#[utoipa::path(get, path = "/api/admin/support/{id}/pictures/{picture}", tag = "admin",
    operation_id = "question_picture",
    params(("id" = String, Path), ("picture" = String, Path)),
    responses((status = 200, content_type = "image/jpeg"), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn read_picture(
    State(state): State<AppState>,
    _: Admin,
    Path((id, picture)): Path<(SupportMessageId, FileId)>,
) -> Result<Response, ApiError> {
    let not_found = || ApiError::not_found("Picture");
    let mut conn = state.db.read().await?;
    if !pictures::list_for_message(&mut conn, &id).await?.contains(&picture) {
        return Err(not_found());
    }
    let row = rows::find(&mut conn, &picture).await?;
    drop(conn);
    let row = row.ok_or_else(not_found)?;
    files::respond_privately(&state, &row).await?.ok_or_else(not_found)
}
