//! DELETE /api/account

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::store::exports;
use super::within_limits::AtSettings;
use super::{confirm_password, mails, store};
use crate::card;
use crate::documents;
use crate::error::ApiError;
use crate::files;
use crate::http::RawJson;
use crate::jobs;
use crate::mail;
use crate::sessions::cookie::Secret;
use crate::state::AppState;

/// The password, unless it was confirmed a moment ago.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct CurrentPassword {
    /// The password as it is.
    pub(super) current_password: Option<String>,
}

impl CurrentPassword {
    /// The password of a request that may have no body at all.
    pub(super) fn of(body: &RawJson) -> Result<Option<String>, ApiError> {
        if body.0.is_empty() {
            return Ok(None);
        }
        Ok(body.parse::<Self>()?.current_password)
    }
}

/// Deletes the account with everything that it has: every row and every file. What cannot be undone
/// asks for the password; the owner is told by mail.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = CurrentPassword,
    responses((status = 204), (status = 400, body = crate::error::ErrorBody),
        (status = 403, body = crate::error::ErrorBody), (status = 429)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    AtSettings { user, client }: AtSettings,
    body: RawJson,
) -> Result<Response, ApiError> {
    let password = CurrentPassword::of(&body)?;
    confirm_password::require(&state, &user, client, password).await?;

    let mut tx = state.db.begin_write().await?;
    let row = store::find(&mut tx, &user.id)
        .await?
        .ok_or_else(ApiError::session_expired)?;
    let mut keys: Vec<String> = files::store::list(&mut tx, &user.id)
        .await?
        .into_iter()
        .map(|file| file.id.into())
        .collect();
    let ids = exports::ids(&mut tx, &user.id).await?;
    keys.extend(ids.iter().map(|id| exports::key(id)));
    // The bytes go after the commit: were they gone before it, a crash would leave rows without.
    files::remove_later(&state, &mut tx, &keys).await?;
    jobs::store::delete_mails_to(&mut tx, &row.email).await?;
    mail::enqueue(&state, &mut tx, &mails::account_deleted(&row)?).await?;
    documents::store::export::forget_answers(&mut tx, &user.id).await?;
    card::close_all(&state, &mut tx, &user.id).await?;
    store::delete(&mut tx, &user.id).await?;
    tx.commit().await?;
    // The account is gone, whatever becomes of the log.
    if let Err(error) = state.db.empty_log().await {
        tracing::warn!(%error, "the log of the database could not be emptied");
    }

    let mut response = StatusCode::NO_CONTENT.into_response();
    Secret::Session.clear(response.headers_mut(), &state.public_url);
    Secret::Device.clear(response.headers_mut(), &state.public_url);
    Ok(response)
}
