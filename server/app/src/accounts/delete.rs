//! DELETE /api/account

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::within_limits::LimitedUser;
use super::{confirm_password, deletion, emails, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::RawJson;
use plumbline_platform::mail;
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::state::AppState;

/// The password, unless it was just confirmed.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct CurrentPassword {
    /// The current password.
    pub(super) current_password: Option<String>,
}

impl CurrentPassword {
    /// The password in a request that may have no body.
    pub(super) fn parse(body: &RawJson) -> Result<Option<String>, ApiError> {
        if body.0.is_empty() {
            return Ok(None);
        }
        Ok(body.parse::<Self>()?.current_password)
    }
}

/// Deletes the account with everything in it: every row and every file. For a large account, some rows are deleted
/// within the next minutes, while nobody can use it. The password is required because this can't be undone; the owner
/// gets an email.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = CurrentPassword,
    responses((status = 204), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    body: RawJson,
) -> Result<Response, ApiError> {
    let password = CurrentPassword::parse(&body)?;
    confirm_password::require_password(&state, &user, client, password).await?;

    let mut tx = state.db.begin_write().await?;
    let row = store::find(&mut tx, &user.id).await?.ok_or_else(ApiError::session_expired)?;
    deletion::close(&state, &mut tx, &row).await?;
    mail::enqueue_account_end(&state, &mut tx, &emails::compose_account_deleted(&row)?).await?;
    tx.commit().await?;
    deletion::delete_after_closing(&state, &row.id).await;

    let mut response = StatusCode::NO_CONTENT.into_response();
    CookieSecret::Session.clear(response.headers_mut(), &state.public_url);
    CookieSecret::Device.clear(response.headers_mut(), &state.public_url);
    Ok(response)
}
