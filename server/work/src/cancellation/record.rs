//! POST /api/quotes/{id}/cancellation: the business records that the customer cancelled in another way.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::consumer::CancellationRefusal;
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::recording;
use super::response::CancellationResponse;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::{StoredDocument, parse_date};
use plumbline_records::documents::today;

/// The cancellation that the business records.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancellationInput {
    /// The day on which the customer sent the message, YYYY-MM-DD: a message that was sent in time counts, whenever it
    /// arrives.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub said_on: Date,
}

/// Records that the customer cancelled by post, email or phone. They get an email about it. Repeating the request with
/// the same day is not an error and changes nothing.
#[utoipa::path(post, path = "/{id}/cancellation", tag = "documents", request_body = CancellationInput,
    responses((status = 200, body = CancellationResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn record_cancellation(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    ApiJson(input): ApiJson<CancellationInput>,
) -> Result<Json<CancellationResponse>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    if parse_date(&quote.row.cancelled_date) != Some(input.said_on) {
        check_date(&quote, input.said_on, today)?;
        recording::check_may_cancel(&mut tx, &quote, input.said_on)
            .await?
            .map_err(|why| ApiError::conflict(why.code(), refusal_text(why)))?;
        recording::record_cancelled(&state, &mut tx, &mut quote, (input.said_on, true)).await?;
    }
    let answer = CancellationResponse::load(&mut tx, &quote, today).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// Why the quote can't be cancelled by a message of that day, worded for the business.
fn refusal_text(why: CancellationRefusal) -> String {
    match why {
        CancellationRefusal::NotAccepted => {
            "This quote hasn’t been accepted, so there is nothing to cancel.".to_owned()
        }
        CancellationRefusal::NoRight => "The customer has no right to cancel it within 14 days.".to_owned(),
        CancellationRefusal::AlreadyCancelled(day) => {
            format!("It was cancelled on {}.", format_short_date(day))
        }
        CancellationRefusal::Finished(day) => format!(
            "All of the work was done on {}, as they had asked you to start early, so it can no longer be cancelled.",
            format_short_date(day)
        ),
        CancellationRefusal::TooLate(until) => {
            format!("They could cancel until {}.", format_short_date(until))
        }
    }
}

/// 422 for a day in the future, and for one before the quote was accepted.
fn check_date(quote: &StoredDocument, date: Date, today: Date) -> Result<(), ApiError> {
    let accepted = parse_date(&quote.row.accepted_date);
    let msg = if date > today {
        "This date is in the future."
    } else if accepted.is_some_and(|accepted| date < accepted) {
        "The quote was accepted after this day."
    } else {
        return Ok(());
    };
    let error = FieldError::new("saidOn", "out_of_range", msg);
    Err(ApiError::rule_broken(vec![error]))
}
