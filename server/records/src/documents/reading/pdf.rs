//! A document as a PDF, for the business.

use axum::Extension;
use axum::extract::{Path, State};
use plumbline_core::kind::DocumentKind;

use super::printable::{self, PdfFile};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The PDF of the document as its customer sees it; a draft is marked as such.
#[utoipa::path(get, path = "/{id}/pdf", tag = "documents", responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdf(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
) -> Result<PdfFile, ApiError> {
    state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    printable::make_own_pdf(&state, &user.id, kind, &id).await
}
