//! GET /api/activities

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use super::{Activity, store};
use crate::error::ApiError;
use crate::http::ApiQuery;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// How many are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// 1 to 200; 50 when not given.
    limit: Option<i64>,
}

/// The latest activities of the account, the newest first.
#[utoipa::path(get, path = "/api/activities", tag = "activities", params(ListQuery),
    responses((status = 200, body = Vec<Activity>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> Result<Json<Vec<Activity>>, ApiError> {
    let limit = query.limit.unwrap_or(50).clamp(1, 200);
    let mut conn = state.db.read().await?;
    Ok(Json(store::latest(&mut conn, &user.id, limit).await?))
}
