//! Declining a quote.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::status::quote::{QuoteAction, QuoteStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::letters;
use crate::public::answer::PublicAnswer;
use crate::public::link::Link;
use crate::public::{count_act, lock, respond};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::text::Checks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};
use plumbline_records::documents::telling::news;
use plumbline_records::notifications;

/// The most characters of a reason.
const REASON: usize = 2_000;

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
    (status = 200, body = PublicAnswer, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn decline(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
    body: RawJson,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    let reason = read(&body)?;
    let today = documents::today(&state)?;
    count_act(&state, Kind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, Kind::Quote, &link.token).await?;
    if quote.quote_state().status == QuoteStatus::Declined {
        drop(tx);
        return respond(&state, &quote).await;
    }
    quote.quote_step(QuoteAction::Decline, today)?;
    quote.row.declined_date = Some(today.to_string());
    quote.row.decline_reason = reason;
    quote.write(&state, &mut tx, state.clock.now_ms()).await?;
    announce(&mut tx, &quote, Event::Status).await?;
    let reason = quote.row.decline_reason.as_deref();
    let words = reason.map(|text| ("reason", text));
    events::record(&state, &mut tx, "quote_declined", &quote, words.as_slice()).await?;
    let declined = (
        notifications::Kind::QuoteDeclined,
        Pence(quote.row.total_amount),
    );
    news::tell(&state, &mut tx, &quote, declined).await?;
    let sentence = crate::public::told(&quote, "declined");
    let more = reason.map(|text| ("Reason", text.to_owned()));
    letters::to_business(&state, &mut tx, &quote, &sentence, more.as_slice()).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}

/// The reason, if one was given.
fn read(body: &RawJson) -> Result<Option<String>, ApiError> {
    if body.0.is_empty() {
        return Ok(None);
    }
    let input: DeclineInput = body.parse()?;
    let reason = input.reason.unwrap_or_default().trim().to_owned();
    let mut checks = Checks::new();
    checks.paragraphs("reason", &reason, REASON);
    checks.finish()?;
    Ok(Some(reason).filter(|reason| !reason.is_empty()))
}
