//! Declining a quote.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::public::PublicDocument;
use plumbline_core::quote::{QuoteAction, QuoteStatus};

use super::{lock, respond};
use crate::documents::kind::Kind;
use crate::documents::live::{Event, announce};
use crate::documents::{self, events, mail};
use crate::error::{ApiError, ErrorBody};
use crate::http::ClientAddress;
use crate::limits::Limit;
use crate::state::AppState;

/// Declines the quote. Again is no error. Of an accept and a decline at once, the first counts and
/// the other is told.
#[utoipa::path(post, path = "/api/quotes/public/{token}/decline", tag = "public", responses(
    (status = 200, description = "As the GET"), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn decline(
    State(state): State<AppState>,
    address: ClientAddress,
    Path(token): Path<String>,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, Kind::Quote, &token).await?;
    if quote.quote_state().status == QuoteStatus::Declined {
        drop(tx);
        return respond(&state, &quote).await;
    }
    quote.quote_step(QuoteAction::Decline, today)?;
    quote.row.declined_date = Some(today.to_string());
    quote.write(&mut tx, state.clock.now_ms()).await?;
    announce(&mut tx, &quote, Event::Status).await?;
    events::record(&state, &mut tx, "quote_declined", &quote).await?;
    mail::to_business(&state, &mut tx, &quote, &super::told(&quote, "declined")).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}
