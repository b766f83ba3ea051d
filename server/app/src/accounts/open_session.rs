//! Opening a session, by password, passkey or PIN: always with a new id and a new secret.

use axum::http::HeaderMap;
use url::Url;

use super::emails;
use super::store::{self, UserRow};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DeviceId, UserId, sha256_hex};
use plumbline_platform::mail;
use plumbline_platform::sessions::devices::{self, DeviceRow};
use plumbline_platform::sessions::{CookieSecret, store as sessions};
use plumbline_platform::state::AppState;

/// The secrets that the browser gets as cookies.
pub(super) struct SessionSecrets {
    session: String,
    device: String,
}

impl SessionSecrets {
    pub(super) fn set_cookies(&self, headers: &mut HeaderMap, public_url: &Url) {
        CookieSecret::Session.set(headers, public_url, &self.session);
        CookieSecret::Device.set(headers, public_url, &self.device);
    }
}

/// Begins a session after the right password was entered. The browser becomes a known device of the account; if it was
/// not one before, its owner gets an email, except at the very first log-in.
pub(super) async fn open_by_password(
    state: &AppState,
    tx: &mut WriteTx,
    headers: &HeaderMap,
    user: &UserRow,
) -> Result<SessionSecrets, ApiError> {
    open_on_device(state, tx, headers, user, false).await
}

/// The same with a passkey: what requires the password will still ask for it.
pub(super) async fn open_by_passkey(
    state: &AppState,
    tx: &mut WriteTx,
    headers: &HeaderMap,
    user: &UserRow,
) -> Result<SessionSecrets, ApiError> {
    open_on_device(state, tx, headers, user, true).await
}

async fn open_on_device(
    state: &AppState,
    tx: &mut WriteTx,
    headers: &HeaderMap,
    user: &UserRow,
    without_password: bool,
) -> Result<SessionSecrets, ApiError> {
    let now = state.clock.now_ms();
    let user_agent = devices::read_user_agent(headers);
    let carried = CookieSecret::Device.read(headers, &state.public_url);
    let known = match &carried {
        Some(secret) => devices::find(tx, &user.id, secret).await?,
        None => None,
    };
    if known.is_none() && user.last_login_at.is_some() {
        let mail = emails::compose_new_device(state, user, &devices::describe_user_agent(&user_agent))?;
        mail::enqueue(state, tx, &mail).await?;
    }
    let (device_id, device) = match (known, carried) {
        (Some(device), Some(secret)) if device.removed_at.is_none() => {
            devices::record_use(tx, &device.id, &user_agent, now).await?;
            (device.id, secret)
        }
        (removed, _) => {
            // The secret of a device that another account uses here, or whose PIN was guessed at, is not used again:
            // nobody knows the new one.
            if let Some(removed) = removed {
                devices::delete(tx, &user.id, &removed.id).await?;
            }
            let (id, secret) = (state.ids.new_id::<DeviceId>(), state.ids.new_token::<32>());
            let device = DeviceRow::new(id.clone(), &user.id, &secret, user_agent, now);
            devices::insert(tx, &device).await?;
            (id, secret)
        }
    };
    store::record_login(tx, &user.id, now).await?;
    let owner = (&user.id, &device_id);
    let session = insert_session(state, tx, headers, owner, without_password).await?;
    Ok(SessionSecrets { session, device })
}

/// Makes the browser a known device of the account, without a session, after a proof that is valid once: it registered
/// the account, or set a new password with a link. From then on, attempts by strangers don't affect it. Returns the
/// device's secret.
pub(super) async fn register_device(
    state: &AppState,
    tx: &mut WriteTx,
    headers: &HeaderMap,
    user_id: &UserId,
) -> DbResult<String> {
    let (id, secret) = (state.ids.new_id::<DeviceId>(), state.ids.new_token::<32>());
    let now = state.clock.now_ms();
    let device = DeviceRow::new(id, user_id, &secret, devices::read_user_agent(headers), now);
    devices::insert(tx, &device).await?;
    Ok(secret)
}

/// Begins a session after the right PIN of a device, whose secret is unchanged.
pub(super) async fn open_by_pin(
    state: &AppState,
    tx: &mut WriteTx,
    headers: &HeaderMap,
    (user_id, device_id): (&UserId, &DeviceId),
    device: String,
) -> Result<SessionSecrets, ApiError> {
    let now = state.clock.now_ms();
    devices::record_use(tx, device_id, &devices::read_user_agent(headers), now).await?;
    let session = insert_session(state, tx, headers, (user_id, device_id), true).await?;
    Ok(SessionSecrets { session, device })
}

/// Inserts the session, which replaces the browser's old one, and returns its secret. Refused if the account is
/// suspended.
async fn insert_session(
    state: &AppState,
    tx: &mut WriteTx,
    headers: &HeaderMap,
    (user_id, device_id): (&UserId, &DeviceId),
    by_pin: bool,
) -> Result<String, ApiError> {
    // Only reported to somebody who has proved that the account is theirs.
    if plumbline_platform::sessions::is_suspended(tx, user_id).await? {
        return Err(plumbline_platform::sessions::suspended_error(&state.config));
    }
    // Also the session to which an administrator would have returned from somebody's account, because nobody returns to
    // it any more.
    for old in [CookieSecret::Session, CookieSecret::Own] {
        if let Some(old) = old.read(headers, &state.public_url) {
            sessions::delete(tx, &sha256_hex(old)).await?;
        }
    }
    let secret = state.ids.new_token::<32>();
    let session = sessions::NewSession {
        id: state.ids.new_id(),
        token_hash: sha256_hex(&secret),
        user_id: user_id.clone(),
        user_agent: devices::read_user_agent(headers),
        device_id: Some(device_id.clone()),
        by_pin,
        entered: None,
        now: state.clock.now_ms(),
    };
    sessions::insert(tx, session).await?;
    Ok(secret)
}
