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

/// After this many tries of strangers at an account in an hour they are asked for the human check,
/// which gives each of them as many again.
const UNCHECKED_ATTEMPTS: i64 = code::ATTEMPTS_MAX;

/// The tries of all strangers at an account in an hour. With those of the one browser that registered
/// it these are 55 guesses at a million codes, however many addresses they come from, and whoever
/// guesses right has verified an address and is not signed in. When strangers have spent them, the
/// browser that registered still has its own, and a link to a new password verifies as well.
const BY_STRANGERS_MAX: i64 = 50;

/// An address and the code that was mailed to it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct VerifyEmailRequest {
    email: String,
    code: String,
    recaptcha_token: Option<String>,
}

/// The account whose address is verified now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VerifiedAccount {
    user_id: String,
}

/// Verifies the address of an account by its code. A wrong code, one that ran out, one used up and
/// an address without an account get the same answer, and the same number of tries. They are counted
/// for who enters it; after wrong codes of others the human check is asked for.
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
        limits
            .check_account(AccountLimit::VerifyByAddress, client)
            .await?;
        let mut conn = state.db.read().await?;
        let many = attempts::count_so_far(&mut conn, strangers, now).await? >= UNCHECKED_ATTEMPTS;
        drop(conn);
        if many {
            let solution = request.recaptcha_token.as_deref();
            state.captcha.verify(solution, client).await?;
        }
    }
    limits
        .check_account(AccountLimit::VerifyByCaller, caller.attempt_key(&key))
        .await?;

    let mut tx = state.db.begin_write().await?;
    let counted = tries.count(&mut tx, now).await?;
    let user = store::find_by_email(&mut tx, &key)
        .await?
        .filter(|user| user.verified_at.is_none());
    let id = user.map(|user| user.id.to_string()).unwrap_or_default();
    let sent = codes::find(&mut tx, &id).await?;
    let right = counted.is_ok()
        && sent.is_some_and(|sent| code::is_valid(&sent, &request.code, now))
        && codes::delete(&mut tx, &id).await?;
    // Of the code and the account's end at once, the first counts.
    let right = right && unverified::mark_verified(&mut tx, &id, now).await?;
    if right {
        tries.reset(&mut tx).await?;
    }
    // A wrong code is committed too: its try counts.
    tx.commit().await?;
    counted?;
    if right {
        Ok(Json(VerifiedAccount { user_id: id }))
    } else {
        Err(code::wrong_code())
    }
}

/// Where tries at a code are counted.
struct CodeAttempts {
    /// Those of the caller.
    own: String,
    /// Those of all strangers at the account; none where the caller is no stranger.
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

    /// Counts a try; the error, after they are spent, for the caller to answer once the count is
    /// committed.
    async fn count(&self, tx: &mut WriteTx, now: i64) -> DbResult<Result<(), ApiError>> {
        let Some(strangers) = &self.strangers else {
            return code::count_attempt(tx, (&self.own, code::ATTEMPTS_MAX), now).await;
        };
        let most = UNCHECKED_ATTEMPTS + code::ATTEMPTS_MAX;
        let own = code::count_attempt(tx, (&self.own, most), now).await?;
        if own.is_err() {
            // No code is looked at: it takes nothing from the others.
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
