//! GET and DELETE /api/account/sessions: where the account is signed in, or can be by PIN.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;

use super::captcha::LimitedUser;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{Path, PathIds};
use plumbline_platform::ids::{DeviceId, Id as _, SessionId};
use plumbline_platform::sessions::{devices, store as sessions};
use plumbline_platform::state::AppState;

/// A device of the account: signed in now, or able to sign in with its PIN.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SignedInDevice {
    /// The id of the session, or of the device if it is not signed in now.
    id: String,
    /// Whether it is the device that asks.
    current: bool,
    /// Whether it is signed in now.
    active: bool,
    /// Its browser and system: `Chrome on Android`.
    device: String,
    /// When it signed in or, if it is not signed in now, when it became a device of the account; milliseconds since the
    /// epoch.
    created_at: i64,
    /// When it was last used, milliseconds since the epoch.
    last_seen_at: i64,
    /// Whether a PIN signs in on it.
    pin: bool,
}

/// The account's devices: the one that asks first, then the others by their last use.
#[utoipa::path(get, path = "/api/account/sessions", tag = "account",
    responses((status = 200, body = Vec<SignedInDevice>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<Json<Vec<SignedInDevice>>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let now = state.clock.now_ms();
    let alive = sessions::list(&mut tx, &user.id, now).await?;
    let with_pin = devices::list_with_pin(&mut tx, &user.id).await?;
    drop(tx);
    let has_pin = |device: Option<&DeviceId>| with_pin.iter().any(|row| Some(&row.id) == device);
    let mut rows: Vec<_> = alive
        .iter()
        .filter(|row| row.is_active(now))
        .map(|row| SignedInDevice {
            current: row.id == user.session_id,
            active: true,
            device: match &row.entered_by {
                None => devices::describe_user_agent(&row.user_agent),
                Some(_) => "Plumbline support, view only".to_owned(),
            },
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            pin: has_pin(row.device_id.as_ref()),
            id: row.id.to_string(),
        })
        .collect();
    let resting =
        with_pin.iter().filter(|device| !alive.iter().any(|row| row.device_id.as_ref() == Some(&device.id)));
    rows.extend(resting.map(|device| SignedInDevice {
        id: device.id.to_string(),
        current: false,
        active: false,
        device: devices::describe_user_agent(&device.user_agent),
        created_at: device.created_at,
        last_seen_at: device.last_used_at,
        pin: true,
    }));
    rows.sort_by_key(|row| (!row.current, std::cmp::Reverse(row.last_seen_at)));
    Ok(Json(rows))
}

/// The id of an entry of the list: of a session, or of a device that is not signed in. Both are UUIDs.
pub(super) struct ListedId {
    session: SessionId,
    device: DeviceId,
}

impl PathIds for ListedId {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        match (text.parse(), text.parse()) {
            (Ok(session), Ok(device)) => Ok(Self { session, device }),
            _ => Err(ApiError::not_found(DeviceId::NOUN)),
        }
    }
}

/// Signs a device out and removes its PIN.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "account",
    params(("id" = String, Path)), responses((status = 204), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn end_session(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    Path(id): Path<ListedId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let ended = sessions::delete_by_id(&mut tx, &user.id, &id.session).await?;
    let device = match &ended {
        Some(device) => device.as_ref(),
        None => Some(&id.device),
    };
    let mut found = ended.is_some();
    if let Some(device) = device {
        sessions::delete_on_device(&mut tx, &user.id, device).await?;
        found |= devices::delete(&mut tx, &user.id, device).await?;
    }
    tx.commit().await?;
    if found { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::not_found("Device")) }
}

/// Signs all other devices out and removes their PINs.
#[utoipa::path(delete, path = "/api/account/sessions", tag = "account", responses((status = 204)))]
pub(super) async fn end_other_sessions(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    sessions::delete_others(&mut tx, &user.id, Some(&user.session_id)).await?;
    devices::delete_others(&mut tx, &user.id, user.device_id.as_ref()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
