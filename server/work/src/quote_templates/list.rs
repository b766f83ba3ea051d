//! GET /api/quote-templates

use axum::Json;
use axum::extract::State;

use super::{QuoteTemplate, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// All quote templates of the account, by name. Each is complete, so that a device without signal can make a quote from
/// any of them.
#[utoipa::path(get, path = "/api/quote-templates", tag = "quote-templates",
    responses((status = 200, body = Vec<QuoteTemplate>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<QuoteTemplate>>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list(&mut conn, &user.id).await?;
    drop(conn);
    let templates: Result<Vec<QuoteTemplate>, ApiError> =
        rows.into_iter().map(QuoteTemplate::try_from).collect();
    templates.map(Json)
}
