//! POST /api/auth/send-verification

use axum::Json;
use axum::extract::State;
use plumbline_core::credentials::{is_email, normal_email, resend};
use serde::Deserialize;

use super::{Told, field_errors, invalid, verification_job};
use crate::error::{ApiError, FieldError};
use crate::http::{ApiJson, ClientAddress};
use crate::jobs;
use crate::limits::AccountLimit;
use crate::state::AppState;

/// Whose code is to be sent again.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SendVerificationRequest {
    email: String,
}

/// Sends a new code, at most once a minute to an address. The answer is the same whether the
/// address has an account that waits for its code or not.
#[utoipa::path(post, path = "/api/auth/send-verification", tag = "accounts",
    request_body = SendVerificationRequest,
    responses((status = 200, body = Told),
        (status = 400, body = crate::error::ErrorBody), (status = 429)))]
pub(super) async fn send_verification(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    ApiJson(request): ApiJson<SendVerificationRequest>,
) -> Result<Json<Told>, ApiError> {
    let email = request.email.trim();
    if let Some(broken) = resend(email) {
        return Err(invalid(field_errors(&[broken]), None));
    }
    if !is_email(email) {
        let msg = "Please enter a valid email address";
        return Err(invalid(
            vec![FieldError::new("email", "invalid_email", msg)],
            None,
        ));
    }
    let key = normal_email(email);
    state
        .limits
        .check_account(AccountLimit::ResendByAddress, client)
        .await?;
    state
        .limits
        .check_account(AccountLimit::ResendByAccount, &key)
        .await?;

    state
        .limits
        .check_account(AccountLimit::ResendByAccountHour, &key)
        .await?;

    // Looked up afterwards: the answer takes as long for an address without an account.
    let mut tx = state.db.begin_write().await?;
    jobs::enqueue(&state, &mut tx, verification_job::KIND, &key).await?;
    tx.commit().await?;
    Ok(Json(Told::new(
        "If this address is waiting to be verified, a new code is on its way.",
    )))
}

/// Where the code is entered.
pub(super) fn verify_link(state: &AppState, email: &str) -> String {
    let email: String = url::form_urlencoded::byte_serialize(email.as_bytes()).collect();
    state.link(&format!("/verify-email?email={email}"))
}
