//! Codes by email: six digits, stored as a salted hash, valid for 15 minutes. There are 5 attempts an hour, however
//! many codes are requested.

use subtle::ConstantTimeEq as _;

use super::emails;
use super::store::UserRow;
use super::store::codes::{self, SentCode};
use plumbline_platform::attempts;
use plumbline_platform::clock::{MINUTE, is_valid_at};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{UserId, sha256_hex};
use plumbline_platform::mail;
use plumbline_platform::state::Services;

/// How long a code is valid, in milliseconds (docs/product.md, section 9).
const LIFETIME: i64 = 15 * MINUTE;
/// How many codes may be tried within [`attempts::WINDOW`].
pub(super) const ATTEMPTS_MAX: i64 = 5;

/// The recipient of a code.
pub(super) struct CodeReceiver<'a> {
    /// The account's id.
    pub id: &'a UserId,
    /// The address to which the code is sent.
    pub email: &'a str,
}

impl<'a> From<&'a UserRow> for CodeReceiver<'a> {
    fn from(user: &'a UserRow) -> Self {
        Self { id: &user.id, email: &user.email }
    }
}

/// Generates a code, and the data to store for it.
pub(super) fn generate(services: &Services) -> (String, SentCode) {
    let now = services.clock.now_ms();
    let code = services.ids.new_code();
    let salt = services.ids.new_token::<16>();
    let row = SentCode { code_hash: hash(&salt, &code), salt, sent_at: now, expires_at: now + LIFETIME };
    (code, row)
}

/// Generates a new verification code, which replaces the one before, and queues its email.
pub(super) async fn send_code(
    services: &Services,
    link: &str,
    tx: &mut WriteTx,
    receiver: CodeReceiver<'_>,
) -> Result<(), ApiError> {
    let (code, row) = generate(services);
    let until = row.expires_at;
    codes::replace(tx, receiver.id, row).await?;
    let mail = emails::compose_verification(&receiver, &code, link)?;
    mail::enqueue_urgent(services, tx, &mail, Some(until)).await
}

/// Whether this is the code that was sent, and it has not expired.
pub(super) fn is_valid(row: &SentCode, code: &str, now: i64) -> bool {
    let same = hash(&row.salt, code).as_bytes().ct_eq(row.code_hash.as_bytes());
    bool::from(same) && is_valid_at(now, row.sent_at, row.expires_at)
}

/// Counts an attempt at the codes of `key`, of which `most` are allowed. The inner error, once they are used up, is for
/// the caller to return after the count is committed.
pub(super) async fn count_attempt(
    tx: &mut WriteTx,
    (key, most): (&str, i64),
    now: i64,
) -> DbResult<Result<(), ApiError>> {
    let tries = attempts::count_attempt(tx, key, now).await?;
    if tries.count <= most {
        return Ok(Ok(()));
    }
    let message = "Too many wrong codes. Please wait, then ask for a new one.";
    Ok(Err(ApiError::too_many(message, tries.seconds_left(now))))
}

/// 400: the code is wrong, has expired or was used.
pub(super) fn wrong_code() -> ApiError {
    let message = "Invalid verification code. It may have expired: you can ask for a new one.";
    ApiError::bad_request("invalid_code", message).with_errors(vec![FieldError::new(
        "code",
        "invalid_code",
        message,
    )])
}

fn hash(salt: &str, code: &str) -> String {
    sha256_hex(format!("{salt}:{code}"))
}
