//! POST /api/auth/verify-email

use axum::Json;
use axum::extract::State;
use plumbline_core::credentials::{normal_email, verification};
use serde::{Deserialize, Serialize};

use super::store::codes;
use super::{code, field_errors, invalid, store};
use crate::attempts;
use crate::error::ApiError;
use crate::http::{ApiJson, ClientAddress};
use crate::limits::AccountLimit;
use crate::state::AppState;

/// An address and the code that was mailed to it.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VerifyEmailRequest {
    email: String,
    code: String,
}

/// The account whose address is verified now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Verified {
    user_id: String,
}

/// Verifies the address of an account by its code. A wrong code, one that ran out, one used up and
/// an address without an account get the same answer, and the same number of tries.
#[utoipa::path(post, path = "/api/auth/verify-email", tag = "accounts",
    request_body = VerifyEmailRequest,
    responses((status = 200, body = Verified),
        (status = 400, body = crate::error::ErrorBody), (status = 429)))]
pub(super) async fn verify_email(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    ApiJson(request): ApiJson<VerifyEmailRequest>,
) -> Result<Json<Verified>, ApiError> {
    let broken = verification(request.email.trim(), &request.code);
    if !broken.is_empty() {
        return Err(invalid(field_errors(&broken), None));
    }
    let key = normal_email(&request.email);
    state
        .limits
        .check_account(AccountLimit::VerifyByAddress, client)
        .await?;
    state
        .limits
        .check_account(AccountLimit::VerifyByAccount, &key)
        .await?;

    let now = state.clock.now_ms();
    let tries = format!("verify:{key}");
    let mut tx = state.db.begin_write().await?;
    let counted = code::count_try(&mut tx, &tries, now).await?;
    let user = store::find_by_email(&mut tx, &key)
        .await?
        .filter(|user| user.verified_at.is_none());
    let id = user.map(|user| user.id.to_string()).unwrap_or_default();
    let sent = codes::find(&mut tx, &id).await?;
    let right = counted.is_ok()
        && sent.is_some_and(|sent| code::is_right(&sent, &request.code, now))
        && codes::delete(&mut tx, &id).await?;
    if right {
        store::set_verified(&mut tx, &id, now).await?;
        attempts::forget(&mut tx, &tries).await?;
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
