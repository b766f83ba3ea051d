//! Instalments of an invoice: the dates on which it is paid, and how much on each.
//!
//! They are stored with the invoice, not with what was issued: like payments they may be agreed, changed and
//! removed without a new version, as long as something is unpaid. Core checks them and says what is due
//! (`calculate::instalments`). The due date written on the invoice stays as it was issued, but lists, filters,
//! 'overdue' and reminders use the date of the earliest unpaid instalment
//! ([`plumbline_records::documents::stored::StoredDocument::instalment_schedule`]). A payment request names the amount
//! that the customer believes to be open, since two instalments may be of the same amount.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::calculate::instalments::{TypedInstalment, parse_instalments};
use plumbline_core::kind::DocumentKind;
use plumbline_core::status::invoice::InvoiceAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::validation::to_field_error;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::{DocumentResponse, Invoice};
use plumbline_records::documents::stored::StoredDocument;

/// The routes below the path of invoices.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(agree_instalments))
}

/// The instalments of an invoice.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InstalmentsInput {
    /// The version of the invoice for which they were calculated.
    pub version: i64,
    /// 2 to 36 instalments, `{ date: "2027-03-01", amount: "120.00" }`, in the order of their dates, together exactly
    /// what the invoice asks for; an empty list removes them.
    #[schema(value_type = Vec<Object>)]
    pub instalments: Vec<TypedInstalment>,
}

/// Sets the instalments in which an invoice is paid; an empty list if it is to be paid at once again.
#[utoipa::path(put, path = "/{id}/instalments", tag = "documents",
    params(("id" = String, Path)), request_body = InstalmentsInput,
    responses((status = 200, body = Invoice), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn agree_instalments(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: InstalmentsInput = body.parse()?;
    let route = format!("invoice/{id}/instalments");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Invoice, &id).await?;
    stored.take_invoice_step(InvoiceAction::Agree)?;
    if stored.row.version != input.version {
        return Err(ApiError::conflict(
            "changed_meanwhile",
            "This invoice has changed since you opened it. Look at it again, then agree the instalments.",
        ));
    }
    let agreed = if input.instalments.is_empty() {
        Vec::new()
    } else {
        let (whole, _) = stored.instalment_sums();
        let judged = parse_instalments(&input.instalments, whole, stored.issue_date());
        judged.map_err(|errors| ApiError::rule_broken(errors.into_iter().map(to_field_error).collect()))?
    };
    if agreed != stored.instalments {
        let event = match (stored.instalments.is_empty(), agreed.is_empty()) {
            (_, true) => "instalments_taken_away",
            (true, false) => "instalments_agreed",
            (false, false) => "instalments_changed",
        };
        stored.set_instalments(agreed)?;
        stored.write(&state, &mut tx, now).await?;
        announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
        notifying::record(&state, &mut tx, event, &stored, &[]).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(stored.size_change())).await?;
    }
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}
