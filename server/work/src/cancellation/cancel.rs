//! POST /api/quotes/public/{token}/cancel: the customer cancels the job.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;

use super::recording;
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, lock, respond};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::business;
use plumbline_records::notifications;

/// Cancels the job of an accepted quote, for a consumer who may do so: within 14 days, and not once all of the work
/// that they asked for early is done. Both sides get an email about it. Repeating the request is not an error and
/// changes nothing.
#[utoipa::path(post, path = "/public/{token}/cancel", tag = "public",
    params(("token" = String, Path)), responses(
    (status = 200, body = PublicResponse, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let today = plumbline_records::documents::today(&state)?;
    count_action(&state, DocumentKind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, DocumentKind::Quote, &link.token).await?;
    if quote.row.cancelled_date.is_some() {
        drop(tx);
        return respond(&state, &quote).await;
    }
    let it = match quote.row.variation_of_id {
        Some(_) => "variation",
        None => "job",
    };
    recording::check_may_cancel(&mut tx, &quote, today)
        .await?
        .map_err(|why| ApiError::conflict(why.code(), why.customer_text(it)))?;
    recording::record_cancelled(&state, &mut tx, &mut quote, (today, false)).await?;
    let cancelled = (notifications::NotificationKind::QuoteCancelled, Pence(quote.row.total_amount));
    business::notify_business(&state, &mut tx, &quote, cancelled).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}
