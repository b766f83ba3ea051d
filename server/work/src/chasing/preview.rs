//! POST /api/business-profiles/{id}/chasing/preview

use axum::Json;
use axum::extract::State;
use plumbline_core::chase::Occasion;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::plan::find_profile;
use crate::emails::reminders::{self, ReminderSample};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::{FieldChecks, MESSAGE_MAX};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Which reminder to preview.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReminderPreviewRequest {
    /// The occasion.
    #[schema(value_type = String)]
    pub occasion: Occasion,
    /// The text; empty for the usual one.
    #[serde(default)]
    pub words: String,
}

/// A reminder as it would be sent, for a made-up document. Nothing is stored.
#[utoipa::path(post, path = "/api/business-profiles/{id}/chasing/preview", tag = "chasing",
    params(ProfileId), request_body = ReminderPreviewRequest,
    responses((status = 200, body = ReminderSample), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn preview_reminder(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(request): ApiJson<ReminderPreviewRequest>,
) -> Result<Json<ReminderSample>, ApiError> {
    let mut checks = FieldChecks::new();
    checks.check_paragraphs("words", &request.words, MESSAGE_MAX);
    checks.into_result()?;
    let mut conn = state.db.read().await?;
    let profile = find_profile(&mut conn, &user.id, &id).await?;
    let business = (&user.id, &profile);
    let given = (request.occasion, request.words.as_str());
    Ok(Json(reminders::compose_sample(&state, &mut conn, business, given).await?))
}
