//! Declining a quote.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::status::quote::{QuoteAction, QuoteStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::emails;
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, lock, respond};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::notifications;

/// The most characters of a reason.
const REASON_MAX: usize = 2_000;

/// What a customer may send when they decline. The body is optional.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct DeclineInput {
    /// The reason.
    pub reason: Option<String>,
}

/// Declines the quote, with a reason for the business to read. Repeating the request is not an error, and the first
/// reason remains. If an accept and a decline arrive together, the first counts and the other is refused.
#[utoipa::path(post, path = "/public/{token}/decline", tag = "public",
    params(("token" = String, Path)), request_body = Option<DeclineInput>, responses(
    (status = 200, body = PublicResponse, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn decline(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
    body: RawJson,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let reason = parse_reason(&body)?;
    let today = documents::today(&state)?;
    count_action(&state, DocumentKind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, DocumentKind::Quote, &link.token).await?;
    if quote.quote_state().status == QuoteStatus::Declined {
        drop(tx);
        return respond(&state, &quote).await;
    }
    quote.take_quote_step(QuoteAction::Decline, today)?;
    quote.row.declined_date = Some(today);
    quote.row.decline_reason = reason;
    quote.write(&state, &mut tx, state.clock.now_ms()).await?;
    announce_event(&mut tx, &quote, DocumentEvent::Status).await?;
    let reason = quote.row.decline_reason.as_deref();
    let words = reason.map(|text| ("reason", text));
    notifying::record(&state, &mut tx, "quote_declined", &quote, words.as_slice()).await?;
    let declined = (notifications::NotificationKind::QuoteDeclined, Pence(quote.row.total_amount));
    notifying::notify_business(&state, &mut tx, &quote, declined).await?;
    let sentence = crate::public::describe_action(&quote, "declined");
    let more = reason.map(|text| ("Reason", text.to_owned()));
    emails::notify_business(&state, &mut tx, &quote, &sentence, more.as_slice()).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}

/// The reason, if one was given.
fn parse_reason(body: &RawJson) -> Result<Option<String>, ApiError> {
    if body.0.is_empty() {
        return Ok(None);
    }
    let input: DeclineInput = body.parse()?;
    let reason = input.reason.unwrap_or_default().trim().to_owned();
    let mut checks = FieldChecks::new();
    checks.check_paragraphs("reason", &reason, REASON_MAX);
    checks.into_result()?;
    Ok(Some(reason).filter(|reason| !reason.is_empty()))
}
