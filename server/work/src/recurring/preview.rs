//! POST /api/recurring/preview

use axum::Json;
use axum::extract::State;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::RecurringDays;
use super::response::RecurringUpcoming;
use super::{days, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::ids::RecurringId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::today;

/// The dates of a series that is being typed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RecurringPreview {
    /// The recurring invoice that is being changed; `None` for a new one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<RecurringId>,
    /// For a new one: the date of the invoice that it repeats.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub after: Option<Date>,
    /// Its dates.
    pub days: RecurringDays,
}

/// The dates of the series from today on. Nothing is stored.
#[utoipa::path(post, path = "/api/recurring/preview", tag = "recurring",
    request_body = RecurringPreview, responses((status = 200, body = RecurringUpcoming),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<RecurringPreview>,
) -> Result<Json<RecurringUpcoming>, ApiError> {
    let today = today(&state)?;
    let series = request.days.to_series(today)?;
    let next = match &request.id {
        Some(id) => {
            let mut conn = state.db.read().await?;
            let had = store::find(&mut conn, &user.id, id).await?;
            days::day_after_change(&had.ok_or_else(super::not_found)?, series, today)
        }
        None => days::first_day(series, request.after, today),
    };
    Ok(Json(RecurringUpcoming::from_series(series, next)))
}
