//! A document as a PDF, for the business.

use axum::Extension;
use axum::extract::{Path, State};
use plumbline_core::kind::Kind;

use super::paper::{self, Pdf};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The PDF of the document as its customer sees it; a draft is marked as such.
#[utoipa::path(get, path = "/{id}/pdf", tag = "documents", responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdf(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Pdf, ApiError> {
    state.limits.check(Limit::PdfByAccount, &user.id)?;
    paper::own(&state, &user.id, kind, &id).await
}
