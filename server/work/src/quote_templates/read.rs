//! GET /api/quote-templates/{id}

use axum::Json;
use axum::extract::State;

use super::{QuoteTemplate, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::QuoteTemplateId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One quote template.
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
