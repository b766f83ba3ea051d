//! GET, PUT and DELETE /api/account/passkeys: listing, renaming and removing passkeys.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;

use super::add::check_name;
use super::{Passkey, store};
use crate::accounts::emails;
use crate::accounts::store as accounts;
use crate::accounts::within_limits::LimitedUser;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::PasskeyId;
use plumbline_platform::mail;
use plumbline_platform::state::AppState;

/// The account's passkeys, newest first.
#[utoipa::path(get, path = "/api/account/passkeys", tag = "account", operation_id = "passkeys",
    responses((status = 200, body = Vec<Passkey>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<Json<Vec<Passkey>>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list(&mut conn, &user.id).await?;
    Ok(Json(rows.into_iter().map(Passkey::from).collect()))
}

/// The new name of a passkey.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PasskeyName {
    name: String,
}

/// Renames a passkey.
#[utoipa::path(put, path = "/api/account/passkeys/{id}", tag = "account",
    operation_id = "rename_passkey", params(PasskeyId), request_body = PasskeyName,
    responses((status = 200, body = Passkey), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn rename(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    Path(id): Path<PasskeyId>,
    ApiJson(input): ApiJson<PasskeyName>,
) -> Result<Json<Passkey>, ApiError> {
    let name = input.name.trim();
    check_name("name", name)?;
    let mut tx = state.db.begin_write().await?;
    let row = store::rename(&mut tx, &user.id, &id, name).await?;
    let row = row.ok_or_else(not_found)?;
    tx.commit().await?;
    Ok(Json(row.into()))
}

/// Removes a passkey, so that it can't sign in any more; the owner gets an email. Requires the password unless it was
/// just entered, so that somebody who finds an open screen can't lock out the owner's devices.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "account",
    operation_id = "remove_passkey", params(PasskeyId),
    responses((status = 204), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn remove(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    Path(id): Path<PasskeyId>,
) -> Result<StatusCode, ApiError> {
    user.require_fresh_password(state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    let row = store::delete(&mut tx, &user.id, &id).await?;
    let row = row.ok_or_else(not_found)?;
    let owner = accounts::find(&mut tx, &user.id).await?;
    let owner = owner.ok_or_else(ApiError::session_expired)?;
    let email = emails::compose_passkey_removed(&state, &owner, &row.name)?;
    mail::enqueue(&state, &mut tx, &email).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

fn not_found() -> ApiError {
    ApiError::not_found("Passkey")
}
