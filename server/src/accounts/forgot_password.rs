//! POST /api/auth/forgot-password

use axum::Json;
use axum::extract::State;
use plumbline_core::credentials::{is_email, normal_email};
use serde::Deserialize;

use super::store::resets::{self, ResetRow};
use super::{Told, invalid, mails, store};
use crate::attempts;
use crate::clock::HOUR;
use crate::error::{ApiError, FieldError};
use crate::http::{ApiJson, ClientAddress};
use crate::ids::sha256_hex;
use crate::jobs::{self, JobKind};
use crate::limits::Limit;
use crate::mail;
use crate::state::AppState;

/// How long a link serves.
const LIFETIME: i64 = HOUR;
/// After this many requests for one account in an hour the human check is asked for.
const UNCHECKED_BY_ACCOUNT: i64 = 3;
/// After this many requests from one address in an hour the human check is asked for.
const UNCHECKED_BY_ADDRESS: i64 = 10;

/// Whose password was forgotten.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ForgotPasswordRequest {
    email: String,
    recaptcha_token: Option<String>,
}

/// Sends a link to a new password. The answer is the same, and as quick, whether the address has an
/// account or not: it is looked up afterwards.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "accounts",
    request_body = ForgotPasswordRequest,
    responses((status = 200, body = Told),
        (status = 400, body = crate::error::ErrorBody), (status = 429)))]
pub(super) async fn forgot_password(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    ApiJson(request): ApiJson<ForgotPasswordRequest>,
) -> Result<Json<Told>, ApiError> {
    if !is_email(request.email.trim()) {
        let msg = "Please enter a valid email address";
        let error = FieldError::new("email", "invalid_email", msg);
        return Err(invalid(vec![error], None));
    }
    let key = normal_email(&request.email);
    state.limits.check(Limit::ForgotByAddress, client)?;
    state.limits.check(Limit::ForgotByAccount, &key)?;
    let now = state.clock.now_ms();
    let (account, address) = (format!("forgot:{key}"), format!("forgot-from:{client}"));
    let mut conn = state.db.read().await?;
    let checked = attempts::so_far(&mut conn, &account, now).await? >= UNCHECKED_BY_ACCOUNT
        || attempts::so_far(&mut conn, &address, now).await? >= UNCHECKED_BY_ADDRESS;
    drop(conn);
    if checked {
        let solution = request.recaptcha_token.as_deref();
        state.captcha.verify(solution, client).await?;
    }

    let mut tx = state.db.begin_write().await?;
    attempts::count(&mut tx, &account, now).await?;
    attempts::count(&mut tx, &address, now).await?;
    jobs::enqueue(&state, &mut tx, JobKind::Reset, &key).await?;
    tx.commit().await?;
    Ok(Json(Told::new(
        "If this address has an account, a link to a new password is on its way.",
    )))
}

/// Does the job: sends the link if the address has an account.
pub(super) async fn send(state: &AppState, email_key: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(user) = store::find_by_email(&mut tx, email_key).await? {
        let now = state.clock.now_ms();
        let token = state.ids.token::<32>();
        let reset = ResetRow {
            user_id: user.id.clone(),
            created_at: now,
            expires_at: now + LIFETIME,
        };
        resets::insert(&mut tx, &sha256_hex(&token), &reset).await?;
        let link = state.link(&format!("/reset-password?token={token}"));
        mail::enqueue(state, &mut tx, &mails::reset(&user, &link)?).await?;
    }
    tx.commit().await?;
    Ok(())
}
