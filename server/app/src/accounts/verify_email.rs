//! POST /api/auth/verify-email

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::credentials::{normal_email, verification};
use serde::{Deserialize, Serialize};

use super::caller::Caller;
use super::store::codes;
use super::{code, field_errors, invalid, store, unverified};
use plumbline_platform::attempts;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::state::AppState;

/// After this many tries of strangers at an account in an hour they are asked for the human check,
/// which gives each of them as many again.
const UNCHECKED: i64 = code::MAX_TRIES;

/// The tries of all strangers at an account in an hour. With those of the one browser that registered
/// it these are 55 guesses at a million codes, however many addresses they come from, and whoever
/// guesses right has verified an address and is not signed in. When strangers have spent them, the
/// browser that registered still has its own, and a link to a new password verifies as well.
const BY_STRANGERS: i64 = 50;

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
pub struct Verified {
    user_id: String,
}

/// Verifies the address of an account by its code. A wrong code, one that ran out, one used up and
/// an address without an account get the same answer, and the same number of tries. They are counted
/// for who enters it; after wrong codes of others the human check is asked for.
#[utoipa::path(post, path = "/api/auth/verify-email", tag = "accounts",
    request_body = VerifyEmailRequest,
    responses((status = 200, body = Verified),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn verify_email(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<VerifyEmailRequest>,
) -> Result<Json<Verified>, ApiError> {
    let broken = verification(request.email.trim(), &request.code);
    if !broken.is_empty() {
        return Err(invalid(field_errors(&broken), None));
    }
    let key = normal_email(&request.email);
    let limits = &state.limits;
    let caller = Caller::of(&state, &headers, client, &key).await?;
    let tries = Tries::of(&caller, &key);
    let now = state.clock.now_ms();
    if let Some(strangers) = &tries.strangers {
        limits
            .check_account(AccountLimit::VerifyByAddress, client)
            .await?;
        let mut conn = state.db.read().await?;
        let many = attempts::so_far(&mut conn, strangers, now).await? >= UNCHECKED;
        drop(conn);
        if many {
            let solution = request.recaptcha_token.as_deref();
            state.captcha.verify(solution, client).await?;
        }
    }
    limits
        .check_account(AccountLimit::VerifyByCaller, caller.at(&key))
        .await?;

    let mut tx = state.db.begin_write().await?;
    let counted = tries.count(&mut tx, now).await?;
    let user = store::find_by_email(&mut tx, &key)
        .await?
        .filter(|user| user.verified_at.is_none());
    let id = user.map(|user| user.id.to_string()).unwrap_or_default();
    let sent = codes::find(&mut tx, &id).await?;
    let right = counted.is_ok()
        && sent.is_some_and(|sent| code::is_right(&sent, &request.code, now))
        && codes::delete(&mut tx, &id).await?;
    // Of the code and the account's end at once, the first counts.
    let right = right && unverified::verified(&mut tx, &id, now).await?;
    if right {
        tries.forget(&mut tx).await?;
    }
    // A wrong code is committed too: its try counts.
    tx.commit().await?;
    counted?;
    if right {
        Ok(Json(Verified { user_id: id }))
    } else {
        Err(code::wrong())
    }
}

/// Where tries at a code are counted.
struct Tries {
    /// Those of the caller.
    own: String,
    /// Those of all strangers at the account; none where the caller is no stranger.
    strangers: Option<String>,
}

impl Tries {
    fn of(caller: &Caller, email_key: &str) -> Self {
        let is_stranger = matches!(caller, Caller::Stranger(_));
        Self {
            own: format!("verify:{}", caller.at(email_key)),
            strangers: is_stranger.then(|| format!("verify:{email_key}")),
        }
    }

    /// Counts a try; the error, after they are spent, for the caller to answer once the count is
    /// committed.
    async fn count(&self, tx: &mut WriteTx, now: i64) -> DbResult<Result<(), ApiError>> {
        let Some(strangers) = &self.strangers else {
            return code::count_try(tx, (&self.own, code::MAX_TRIES), now).await;
        };
        let most = UNCHECKED + code::MAX_TRIES;
        let own = code::count_try(tx, (&self.own, most), now).await?;
        if own.is_err() {
            // No code is looked at: it takes nothing from the others.
            return Ok(own);
        }
        code::count_try(tx, (strangers, BY_STRANGERS), now).await
    }

    async fn forget(&self, tx: &mut WriteTx) -> DbResult<()> {
        attempts::forget(tx, &self.own).await?;
        match &self.strangers {
            Some(strangers) => attempts::forget(tx, strangers).await,
            None => Ok(()),
        }
    }
}
