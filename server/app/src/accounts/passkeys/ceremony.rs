//! What a browser is asked to sign, stored here and used up by one response.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::store::{self, CeremonyRow};
use plumbline_platform::clock::{MINUTE, is_valid_at};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{UserId, sha256_hex};
use plumbline_platform::state::AppState;

/// How long a browser's response may take, in milliseconds: a page waits with its question while somebody reads.
const LIFETIME: i64 = 10 * MINUTE;

/// Stores what the owner of this account, or anybody, is asked. Returns the secret that identifies it.
pub(super) async fn save(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: Option<&UserId>,
    requested: &impl Serialize,
) -> Result<String, ApiError> {
    let token = state.ids.new_token::<32>();
    let now = state.clock.now_ms();
    let row = CeremonyRow {
        token_hash: sha256_hex(&token),
        user_id: user_id.cloned(),
        state: serde_json::to_string(requested)?,
        created_at: now,
        expires_at: now + LIFETIME,
    };
    store::insert_ceremony(tx, &row).await?;
    Ok(token)
}

/// Returns what was asked and deletes it, so that it can't be used again, whatever the outcome.
///
/// # Errors
/// 400 `ceremony_over` if it was used, has expired, or belongs to another account.
pub(super) async fn use_up<T: DeserializeOwned>(
    state: &AppState,
    user_id: Option<&UserId>,
    token: &str,
) -> Result<T, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let row = store::use_up_ceremony(&mut tx, &sha256_hex(token)).await?;
    tx.commit().await?;
    let now = state.clock.now_ms();
    let row = row
        .filter(|row| row.user_id.as_ref() == user_id)
        .filter(|row| is_valid_at(now, row.created_at, row.expires_at))
        .ok_or_else(ceremony_over)?;
    Ok(serde_json::from_str(&row.state)?)
}

fn ceremony_over() -> ApiError {
    ApiError::bad_field(
        "ceremony",
        "ceremony_over",
        "This took too long or has already been done. Please try again.",
    )
}

/// Reads a browser's response.
///
/// # Errors
/// 400 naming the field.
pub(super) fn parse_answer<T: DeserializeOwned>(credential: serde_json::Value) -> Result<T, ApiError> {
    serde_json::from_value(credential).map_err(|error| {
        let text = "We couldn’t read the browser’s reply.";
        tracing::info!(%error, "a passkey's answer cannot be read");
        ApiError::bad_request("invalid_type", text).with_errors(vec![FieldError::new(
            "credential",
            "invalid_type",
            text,
        )])
    })
}
