//! POST /api/auth/verify-email

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::credentials::{check_verification, normalise_email};
use serde::{Deserialize, Serialize};

use super::caller::Caller;
use super::store::codes;
use super::{code, store, to_field_errors, unverified, validation_error};
use plumbline_platform::attempts;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::state::AppState;

/// After this many attempts by strangers at an account in an hour, they have to pass the human check, with which each
/// of them has as many again.
const UNCHECKED_ATTEMPTS: i64 = code::ATTEMPTS_MAX;

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
    let id = user.map(|user| user.id.to_string()).unwrap_or_default();
    let sent = codes::find(&mut tx, &id).await?;
    let right = counted.is_ok()
        && sent.is_some_and(|sent| code::is_valid(&sent, &request.code, now))
        && codes::delete(&mut tx, &id).await?;
    // If the code is entered while the account is being deleted, the first counts.
    let right = right && unverified::mark_verified(&mut tx, &id, now).await?;
    if right {
        tries.reset(&mut tx).await?;
    }
    // Committed after a wrong code too, so that the attempt counts.
    tx.commit().await?;
    counted?;
    if right { Ok(Json(VerifiedAccount { user_id: id })) } else { Err(code::wrong_code()) }
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
            return code::count_attempt(tx, (&self.own, code::ATTEMPTS_MAX), now).await;
        };
        let most = UNCHECKED_ATTEMPTS + code::ATTEMPTS_MAX;
        let own = code::count_attempt(tx, (&self.own, most), now).await?;
        if own.is_err() {
            // The code is not checked, so this uses up no attempt of the others.
            return Ok(own);
        }
        code::count_attempt(tx, (strangers, BY_STRANGERS_MAX), now).await
    }

    async fn reset(&self, tx: &mut WriteTx) -> DbResult<()> {
        attempts::reset(tx, &self.own).await?;
        match &self.strangers {
            Some(strangers) => attempts::reset(tx, strangers).await,
            None => Ok(()),
        }
    }
}
