//! The tables passkeys and passkey_ceremonies.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webauthn_rs::prelude::Passkey as Credential;

use plumbline_platform::clock::{MINUTE, is_valid_at};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, WriteTx, find_dialect, sql};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{PasskeyId, UserId, sha256_hex};
use plumbline_platform::state::AppState;

table! {
    /// A passkey as stored.
    pub(in crate::accounts) struct PasskeyRow: "passkeys", by id {
        /// The id.
        pub id: PasskeyId,
        /// The account.
        pub user_id: UserId,
        /// The id that the authenticator gave it, base64url.
        pub credential_id: String,
        /// The name that the owner gives it.
        pub name: String,
        /// Its public key, its counter and how it was made, JSON.
        pub credential: String,
        /// When it was added, milliseconds since the epoch.
        pub created_at: i64,
        /// When it was last used to sign in, milliseconds since the epoch.
        pub last_used_at: Option<i64>,
    }
}

table! {
    /// What a browser was asked to do.
    pub(in crate::accounts) struct CeremonyRow: "passkey_ceremonies", by token_hash {
        /// The hash of the secret that the browser returns.
        pub token_hash: String,
        /// The account that adds a passkey; `None` if somebody signs in.
        pub user_id: Option<UserId>,
        /// What the response is compared with, JSON.
        pub state: String,
        /// When the browser was asked, milliseconds since the epoch.
        pub created_at: i64,
        /// Until when the browser may respond, milliseconds since the epoch.
        pub expires_at: i64,
    }
}

impl PasskeyRow {
    pub(super) fn new(
        id: PasskeyId,
        user_id: &UserId,
        name: String,
        credential: &Credential,
        now: i64,
    ) -> Result<Self, ApiError> {
        Ok(Self {
            id,
            user_id: user_id.clone(),
            credential_id: encode_id(credential.cred_id()),
            name,
            credential: serde_json::to_string(credential)?,
            created_at: now,
            last_used_at: None,
        })
    }

    /// The public part of the passkey.
    pub(super) fn credential(&self) -> Result<Credential, ApiError> {
        Ok(serde_json::from_str(&self.credential)?)
    }

    /// Stores that the passkey was used to sign in.
    pub(super) fn record_use(&mut self, credential: &Credential, now: i64) -> Result<(), ApiError> {
        self.credential = serde_json::to_string(credential)?;
        self.last_used_at = Some(now);
        Ok(())
    }
}

/// An authenticator's id of a passkey, as it is stored in its column.
pub(super) fn encode_id(credential_id: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(credential_id)
}

/// The passkeys of an account, newest first.
pub(super) async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<PasskeyRow>> {
    PasskeyRow::select("WHERE user_id = $1 ORDER BY created_at DESC, id DESC")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// The passkey with this id of its authenticator, locked until the transaction ends, so that the second of two uses of
/// one counter sees the first.
pub(super) async fn lock(conn: &mut Conn, credential_id: &str) -> DbResult<Option<PasskeyRow>> {
    let end = find_dialect(conn).for_update();
    PasskeyRow::select(&format!("WHERE credential_id = $1{end}"))
        .bind(credential_id)
        .fetch_optional(conn)
        .await
}

pub(super) async fn insert(conn: &mut Conn, row: &PasskeyRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Saves the counter and the time of the last use.
pub(super) async fn update_use(conn: &mut Conn, row: &PasskeyRow) -> DbResult<()> {
    sql::query("UPDATE passkeys SET credential = $1, last_used_at = $2 WHERE id = $3")
        .bind(&row.credential)
        .bind(row.last_used_at)
        .bind(&row.id)
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn rename(
    conn: &mut Conn,
    user_id: &UserId,
    id: &PasskeyId,
    name: &str,
) -> DbResult<Option<PasskeyRow>> {
    sql::query("UPDATE passkeys SET name = $1 WHERE user_id = $2 AND id = $3")
        .bind(name)
        .bind(user_id)
        .bind(id)
        .execute(&mut *conn)
        .await?;
    find(conn, user_id, id).await
}

/// Deletes a passkey and returns it.
pub(super) async fn delete(
    conn: &mut Conn,
    user_id: &UserId,
    id: &PasskeyId,
) -> DbResult<Option<PasskeyRow>> {
    let row = find(conn, user_id, id).await?;
    sql::query("DELETE FROM passkeys WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(row)
}

async fn find(conn: &mut Conn, user_id: &UserId, id: &PasskeyId) -> DbResult<Option<PasskeyRow>> {
    PasskeyRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await
}

/// Deletes all passkeys of an account. Returns how many there were.
pub(in crate::accounts) async fn delete_all(conn: &mut Conn, user_id: &UserId) -> DbResult<u64> {
    let done = sql::query("DELETE FROM passkeys WHERE user_id = $1").bind(user_id).execute(conn).await?;
    Ok(done.rows_affected())
}

pub(super) async fn insert_ceremony(conn: &mut Conn, row: &CeremonyRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// What was asked under this secret, which can't be used again.
pub(super) async fn use_up_ceremony(conn: &mut Conn, token_hash: &str) -> DbResult<Option<CeremonyRow>> {
    let end = find_dialect(conn).for_update();
    let row = CeremonyRow::select(&format!("WHERE token_hash = $1{end}"))
        .bind(token_hash)
        .fetch_optional(&mut *conn)
        .await?;
    sql::query("DELETE FROM passkey_ceremonies WHERE token_hash = $1").bind(token_hash).execute(conn).await?;
    Ok(row)
}

/// Deletes what nobody responded to in time.
pub(in crate::accounts) async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM passkey_ceremonies WHERE expires_at < $1").bind(now).execute(conn).await?;
    Ok(())
}

/// The passkeys of an account, for its export: their names, and no keys.
pub(in crate::accounts) async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = list(conn, user_id).await?;
    let result = rows.into_iter().map(|row| {
        let PasskeyRow {
            id,
            user_id: _,       // the account, which is the same for the whole export
            credential_id: _, // the key itself
            name,
            credential: _,
            created_at,
            last_used_at,
        } = row;
        json!({ "id": id, "name": name, "createdAt": created_at, "lastUsedAt": last_used_at })
    });
    Ok(result.collect())
}

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
    insert_ceremony(tx, &row).await?;
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
    let row = use_up_ceremony(&mut tx, &sha256_hex(token)).await?;
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
