//! Removing a confirmed payment, with a reason.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::decide::{PaymentDecision, decide};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::get::respond_with_document;
use plumbline_records::documents::reading::response::DocumentResponse;

/// The most characters of a reason.
pub const REASON_MAX: usize = 300;

/// Why a payment does not count after all.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovePaymentInput {
    /// The reason, on one line, for the customer to read.
    pub reason: String,
}

/// Removes a payment that was confirmed by mistake. It no longer counts, the timeline shows the reason, and the
/// customer is notified. Repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/payments/{pid}/remove", tag = "documents",
    request_body = RemovePaymentInput, responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn remove(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path((id, pid)): Path<(String, String)>,
    body: RawJson,
) -> Result<Json<DocumentResponse>, ApiError> {
    let input: RemovePaymentInput = body.parse()?;
    let mut checks = FieldChecks::new();
    let blank = "Say why, in a few words. Your customer sees it.";
    checks.check_required_line("reason", &input.reason, REASON_MAX, blank);
    checks.into_result()?;
    let which = (&*user.id, kind, &*id, &*pid);
    let stored = decide(&state, which, PaymentDecision::Remove(input.reason.trim())).await?;
    respond_with_document(&state, stored).await
}
