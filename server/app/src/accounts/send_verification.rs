//! POST /api/auth/send-verification

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::credentials::{check_resend, is_email, normalise_email};
use serde::Deserialize;

use super::caller::{AttemptPolicy, Caller};
use super::{MessageResponse, to_field_errors, validation_error, verification_job};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::jobs;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::state::AppState;

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
        jobs::enqueue(&state, &mut tx, verification_job::KIND, &key).await?;
    }
    tx.commit().await?;
    Ok(Json(MessageResponse::new("If this address is waiting to be verified, a new code is on its way.")))
}

/// The address of the page where the code is entered.
pub(super) fn verify_link(state: &AppState, email: &str) -> String {
    let email: String = url::form_urlencoded::byte_serialize(email.as_bytes()).collect();
    state.link_to(&format!("/verify-email?email={email}"))
}
