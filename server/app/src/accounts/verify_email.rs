//! POST /api/auth/verify-email

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::credentials::{check_resend, check_verification, is_email, normalise_email};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
use uuid::Uuid;

use super::caller::{AttemptPolicy, Caller};
use super::store::codes::{self, SentCode};
use super::store::{self, UserRow};
use super::{MessageResponse, emails, to_field_errors, unverified, validation_error};
use plumbline_platform::clock::{MINUTE, is_valid_at};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::{UserId, sha256_hex};
use plumbline_platform::jobs::{self, JobHandler, JobKind, Lane};
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::state::{AppState, Services};
use plumbline_platform::{attempts, mail};

/// After this many attempts by strangers at an account in an hour, they have to pass the human check, with which each
/// of them has as many again.
const UNCHECKED_ATTEMPTS: i64 = ATTEMPTS_MAX;

/// The attempts that all strangers together have at an account in an hour. With those of the browser that registered
/// the account, these are 55 guesses at a million codes, however many network addresses they come from, and somebody
/// who guesses right has verified an address without being signed in. Once strangers have used up theirs, the browser
/// that registered still has its own, and a link for a new password verifies the address as well.
const BY_STRANGERS_MAX: i64 = 50;

/// An address and the code that was emailed to it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct VerifyEmailRequest {
    email: String,
    code: String,
    recaptcha_token: Option<String>,
}

/// The account whose address is now verified.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VerifiedAccount {
    user_id: String,
}

/// Verifies the address of an account by its code. A wrong, expired or used code and an address without an account get
/// the same response and the same number of attempts. Attempts are counted for the caller; after wrong codes from
/// others, the human check is required.
#[utoipa::path(post, path = "/api/auth/verify-email", tag = "accounts",
    request_body = VerifyEmailRequest,
    responses((status = 200, body = VerifiedAccount),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn verify_email(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<VerifyEmailRequest>,
) -> Result<Json<VerifiedAccount>, ApiError> {
    let broken = check_verification(request.email.trim(), &request.code);
    if !broken.is_empty() {
        return Err(validation_error(to_field_errors(&broken), None));
    }
    let key = normalise_email(&request.email);
    let limits = &state.limits;
    let caller = Caller::from_request(&state, &headers, client, &key).await?;
    let tries = CodeAttempts::new(&caller, &key);
    let now = state.clock.now_ms();
    if let Some(strangers) = &tries.strangers {
        limits.check_account(AccountLimit::VerifyByAddress, client).await?;
        let mut conn = state.db.read().await?;
        let many = attempts::count_so_far(&mut conn, strangers, now).await? >= UNCHECKED_ATTEMPTS;
        drop(conn);
        if many {
            let solution = request.recaptcha_token.as_deref();
            state.captcha.verify(solution, client).await?;
        }
    }
    limits.check_account(AccountLimit::VerifyByCaller, caller.attempt_key(&key)).await?;

    let mut tx = state.db.begin_write().await?;
    let counted = tries.count(&mut tx, now).await?;
    let user = store::find_by_email(&mut tx, &key).await?.filter(|user| user.verified_at.is_none());
    // The same queries for an address without such an account: the nil UUID is nobody's id.
    let id = user.map_or_else(|| UserId::from(Uuid::nil()), |user| user.id);
    let sent = codes::find(&mut tx, &id).await?;
    let right = counted.is_ok()
        && sent.is_some_and(|sent| is_valid(&sent, &request.code, now))
        && codes::delete(&mut tx, &id).await?;
    // If the code is entered while the account is being deleted, the first counts.
    let right = right && unverified::mark_verified(&mut tx, &id, now).await?;
    if right {
        tries.reset(&mut tx).await?;
    }
    // Committed after a wrong code too, so that the attempt counts.
    tx.commit().await?;
    counted?;
    if right { Ok(Json(VerifiedAccount { user_id: id.into() })) } else { Err(wrong_code()) }
}

/// The keys under which attempts at a code are counted.
struct CodeAttempts {
    /// The key of the caller's own attempts.
    own: String,
    /// The key of the attempts of all strangers at the account; `None` if the caller is not a stranger.
    strangers: Option<String>,
}

impl CodeAttempts {
    fn new(caller: &Caller, email_key: &str) -> Self {
        let is_stranger = matches!(caller, Caller::Stranger(_));
        Self {
            own: format!("verify:{}", caller.attempt_key(email_key)),
            strangers: is_stranger.then(|| format!("verify:{email_key}")),
        }
    }

    /// Counts an attempt. The inner error, once they are used up, is for the caller to return after the count is
    /// committed.
    async fn count(&self, tx: &mut WriteTx, now: i64) -> DbResult<Result<(), ApiError>> {
        let Some(strangers) = &self.strangers else {
            return count_attempt(tx, (&self.own, ATTEMPTS_MAX), now).await;
        };
        let most = UNCHECKED_ATTEMPTS + ATTEMPTS_MAX;
        let own = count_attempt(tx, (&self.own, most), now).await?;
        if own.is_err() {
            // The code is not checked, so this uses up no attempt of the others.
            return Ok(own);
        }
        count_attempt(tx, (strangers, BY_STRANGERS_MAX), now).await
    }

    async fn reset(&self, tx: &mut WriteTx) -> DbResult<()> {
        attempts::reset(tx, &self.own).await?;
        match &self.strangers {
            Some(strangers) => attempts::reset(tx, strangers).await,
            None => Ok(()),
        }
    }
}

/// All requests are counted.
const ATTEMPT_POLICY: AttemptPolicy = AttemptPolicy {
    code: "resend",
    by_address: AccountLimit::ResendByAddress,
    by_caller: AccountLimit::ResendByCaller,
    by_strangers: AccountLimit::ResendByStrangers,
    refuses_strangers: false,
    unchecked_by_account: 6,
    unchecked_by_address: 20,
};

/// The account to which the code is sent again.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct SendVerificationRequest {
    email: String,
    recaptcha_token: Option<String>,
}

/// Sends a new code, at most once a minute for one caller; after many requests, only with the human check. The response
/// is the same whether or not the address has an account that waits for its code.
#[utoipa::path(post, path = "/api/auth/send-verification", tag = "accounts",
    request_body = SendVerificationRequest,
    responses((status = 200, body = MessageResponse),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn send_verification(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<SendVerificationRequest>,
) -> Result<Json<MessageResponse>, ApiError> {
    let email = request.email.trim();
    if let Some(broken) = check_resend(email) {
        return Err(validation_error(to_field_errors(&[broken]), None));
    }
    if !is_email(email) {
        let msg = "Please enter a valid email address";
        return Err(validation_error(vec![FieldError::new("email", "invalid_email", msg)], None));
    }
    let key = normalise_email(email);
    let caller = Caller::from_request(&state, &headers, client, &key).await?;
    let solution = request.recaptcha_token.as_deref();
    // Somebody who had to pass the human check sends the request again at once.
    let minute = (caller.attempt_key(&key), solution.is_some());
    let minute = format!("{}, checked: {}", minute.0, minute.1);
    state.limits.check_account(AccountLimit::ResendByMinute, minute).await?;
    let tries = ATTEMPT_POLICY.check(&state, (&caller, &key), client, solution).await?;

    // Looked up afterwards, so that the response takes as long for an address without an account.
    let mut tx = state.db.begin_write().await?;
    tries.count(&mut tx, state.clock.now_ms()).await?;
    if tries.is_effective {
        jobs::enqueue(&state, &mut tx, KIND, &key).await?;
    }
    tx.commit().await?;
    Ok(Json(MessageResponse::new("If this address is waiting to be verified, a new code is on its way.")))
}

/// The address of the page where the code is entered.
pub(super) fn verify_link(state: &AppState, email: &str) -> String {
    let email: String = url::form_urlencoded::byte_serialize(email.as_bytes()).collect();
    state.link_to(&format!("/verify-email?email={email}"))
}

// The job that emails a new verification code, if the address is waiting for one. Its payload is the address as
// addresses are compared. It is looked up here, so that the response to the request is the same, and as quick, for
// every address.

/// The job that sends a requested code.
pub(super) const KIND: JobKind = JobKind::new("verification", Lane::Urgent);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async { send(state, task.payload).await.map_err(super::retry_later) })
});

async fn send(state: &AppState, email_key: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    let user = store::find_by_email(&mut tx, email_key).await?;
    if let Some(user) = user.filter(|user| user.verified_at.is_none()) {
        let link = verify_link(state, &user.email);
        send_code(state, &link, &mut tx, (&user).into()).await?;
    }
    tx.commit().await?;
    Ok(())
}

// Codes by email: six digits, stored as a salted hash, valid for 15 minutes. There are 5 attempts an hour, however
// many codes are requested.

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
