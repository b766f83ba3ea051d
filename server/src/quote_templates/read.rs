//! GET /api/quote-templates/{id}

use axum::Json;
use axum::extract::State;

use super::{QuoteTemplate, store};
use crate::error::{ApiError, ErrorBody};
use crate::http::Path;
use crate::ids::QuoteTemplateId;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// One template of quotes.
#[utoipa::path(get, path = "/api/quote-templates/{id}", tag = "quote-templates", params(QuoteTemplateId),
    responses((status = 200, body = QuoteTemplate), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<QuoteTemplateId>,
) -> Result<Json<QuoteTemplate>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    let found = found.ok_or_else(super::not_found)?;
    Ok(Json(found.try_into()?))
}
