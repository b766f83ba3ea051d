//! POST /api/auth/forgot-password

use axum::Json;
use axum::extract::State;
use plumbline_core::credentials::{is_email, normal_email};
use serde::Deserialize;

use super::{Told, invalid, reset_job};
use crate::attempts;
use crate::error::{ApiError, FieldError};
use crate::http::{ApiJson, ClientAddress};
use crate::jobs;
use crate::limits::AccountLimit;
use crate::state::AppState;

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
    state
        .limits
        .check_account(AccountLimit::ForgotByAddress, client)
        .await?;
    state
        .limits
        .check_account(AccountLimit::ForgotByAccount, &key)
        .await?;
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
    jobs::enqueue(&state, &mut tx, reset_job::KIND, &key).await?;
    tx.commit().await?;
    Ok(Json(Told::new(
        "If this address has an account, a link to a new password is on its way.",
    )))
}
