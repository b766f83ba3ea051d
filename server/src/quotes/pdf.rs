//! A quote as a PDF.

use axum::extract::{Path, State};
use plumbline_core::kind::Kind;

use crate::documents::reading::paper::{self, Pdf};
use crate::error::{ApiError, ErrorBody};
use crate::limits::Limit;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// The quote as its customer sees it; a draft is marked as one.
#[utoipa::path(get, path = "/api/quotes/{id}/pdf", tag = "quotes", responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdf(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Pdf, ApiError> {
    state.limits.check(Limit::PdfByAccount, &user.id)?;
    paper::own(&state, &user.id, Kind::Quote, &id).await
}
