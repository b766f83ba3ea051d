//! POST /api/auth/forgot-password

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use plumbline_core::credentials::{is_email, normalise_email};
use serde::Deserialize;

use super::caller::{AttemptPolicy, Caller};
use super::{MessageResponse, reset_job, validation_error};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::jobs;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::state::AppState;

/// All requests are counted.
const ATTEMPT_POLICY: AttemptPolicy = AttemptPolicy {
    code: "forgot",
    by_address: AccountLimit::ForgotByAddress,
    by_caller: AccountLimit::ForgotByCaller,
    by_strangers: AccountLimit::ForgotByStrangers,
    refuses_strangers: false,
    unchecked_by_account: 3,
    unchecked_by_address: 10,
};

/// The account whose password was forgotten.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct ForgotPasswordRequest {
    email: String,
    recaptcha_token: Option<String>,
}

/// Sends a link for setting a new password. The response is the same, and takes as long, whether or not the address has
/// an account: that is looked up afterwards.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "accounts",
    request_body = ForgotPasswordRequest,
    responses((status = 200, body = MessageResponse),
        (status = 400, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn forgot_password(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    ApiJson(request): ApiJson<ForgotPasswordRequest>,
) -> Result<Json<MessageResponse>, ApiError> {
    if !is_email(request.email.trim()) {
        let msg = "Please enter a valid email address";
        let error = FieldError::new("email", "invalid_email", msg);
        return Err(validation_error(vec![error], None));
    }
    let key = normalise_email(&request.email);
    let caller = Caller::from_request(&state, &headers, client, &key).await?;
    let solution = request.recaptcha_token.as_deref();
    let tries = ATTEMPT_POLICY.check(&state, (&caller, &key), client, solution).await?;

    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    tries.count(&mut tx, now).await?;
    if tries.is_effective {
        jobs::enqueue(&state, &mut tx, reset_job::KIND, &key).await?;
    }
    tx.commit().await?;
    Ok(Json(MessageResponse::new(
        "If this address has an account, a link to choose a new password is on its way.",
    )))
}
