//! PUT /api/invoices/{id}/instalments: agrees instalments, changes them or removes them.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::calculate::instalments::{Typed, judge};
use plumbline_core::kind::Kind;
use plumbline_core::status::invoice::InvoiceAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::idempotency::{IdempotencyKey, Repeatable};
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::judge::field;
use plumbline_records::documents::reading::answer::{Answer, Invoice};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};

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
    pub instalments: Vec<Typed>,
}

/// Sets the instalments in which an invoice is paid; an empty list if it is to be paid at once again.
#[utoipa::path(put, path = "/{id}/instalments", tag = "documents", request_body = InstalmentsInput,
    responses((status = 200, body = Invoice), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn agree_instalments(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: InstalmentsInput = body.parse()?;
    let route = format!("invoice/{id}/instalments");
    let repeatable = Repeatable::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = Stored::lock(&mut tx, &user.id, Kind::Invoice, &id).await?;
    stored.invoice_step(InvoiceAction::Agree)?;
    if stored.row.version != input.version {
        return Err(ApiError::conflict(
            "changed_meanwhile",
            "This invoice has changed since you opened it. Look at it again, then agree the instalments.",
        ));
    }
    let agreed = if input.instalments.is_empty() {
        Vec::new()
    } else {
        let (whole, _) = stored.to_instalments();
        let judged = judge(&input.instalments, whole, stored.issue_date());
        judged.map_err(|errors| ApiError::rule_broken(errors.into_iter().map(field).collect()))?
    };
    if agreed != stored.instalments {
        let event = match (stored.instalments.is_empty(), agreed.is_empty()) {
            (_, true) => "instalments_taken_away",
            (true, false) => "instalments_agreed",
            (false, false) => "instalments_changed",
        };
        stored.agree(agreed)?;
        stored.write(&state, &mut tx, now).await?;
        announce(&mut tx, &stored, Event::Updated).await?;
        events::record(&state, &mut tx, event, &stored, &[]).await?;
        quota::keep(&state, &mut tx, &user.id, Kept::bytes(stored.grown())).await?;
    }
    let answer = Answer::of(&state, &mut tx, stored).await?;
    let response = repeatable.store(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}
