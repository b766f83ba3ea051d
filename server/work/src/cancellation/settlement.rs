//! PUT /api/quotes/{id}/cancellation: what the business says about the work that was done.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::response::{CancellationResponse, load_state};
use crate::emails;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::settlement;
use plumbline_records::documents::store::cancellations as store;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// What the business says about the work and the goods.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct CancellationSettlement {
    /// The day on which all of the work was done that the customer had asked for early, YYYY-MM-DD; null if it is not
    /// done.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub finished_date: Option<Date>,
    /// For a cancelled job: the share of the work that was done by then, per cent, 0 to 100; null if not known.
    #[schema(value_type = Option<String>)]
    pub share_done: Option<Number>,
    /// The day on which the last of the goods arrived, YYYY-MM-DD, from which the 14 days run; null if they have not
    /// all arrived. Left out: unchanged.
    #[serde(deserialize_with = "deserialize_date", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub goods_arrived_date: Option<Option<Date>>,
}

/// A day that was sent, or null; it is not called for a field that is left out.
fn deserialize_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Date>>, D::Error> {
    plumbline_core::time::supplied::option(deserializer).map(Some)
}

/// Sets the day on which the last of the goods arrived, from which the customer has 14 days to cancel; the day on which
/// all of the work was done, which ends the right to cancel labour alone if the customer had asked for it early; or,
/// for a cancelled job, how much of it was done, after which the customer is notified of what they owe.
#[utoipa::path(put, path = "/{id}/cancellation", tag = "documents",
    params(("id" = String, Path)), request_body = CancellationSettlement,
    responses((status = 200, body = CancellationResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn settle_cancellation(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    ApiJson(input): ApiJson<CancellationSettlement>,
) -> Result<Json<CancellationResponse>, ApiError> {
    let share = parse_share(input.share_done.as_ref())?;
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    if input.finished_date != quote.row.finished_date {
        set_finished(&state, &mut tx, &mut quote, (input.finished_date, today)).await?;
    }
    if let Some(arrived) = input.goods_arrived_date
        && arrived != quote.row.goods_arrived_date
    {
        set_goods_arrived(&state, &mut tx, &mut quote, (arrived, today)).await?;
    }
    if set_share(&mut tx, &quote, share).await? {
        notify_customer(&state, &mut tx, &quote).await?;
    }
    let answer = CancellationResponse::load(&mut tx, &quote, today).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// Sets or clears the day on which the last of the goods arrived. If they come in parts it is set again, and the 14
/// days start again.
async fn set_goods_arrived(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    (arrived, today): (Option<Date>, Date),
) -> Result<(), ApiError> {
    let cancellation_state = load_state(tx, quote).await?.unwrap_or_default();
    if cancellation_state.cancelled_date.is_some() {
        let text = "It was cancelled, so the 14 days no longer matter.";
        return Err(ApiError::conflict("already_cancelled", text));
    }
    if !(cancellation_state.pack.right && cancellation_state.pack.goods) {
        let text = "The notice sent with this quote doesn’t count the 14 days from the day the goods arrive.";
        return Err(ApiError::conflict("no_goods", text));
    }
    let Some(accepted) = cancellation_state.accepted_date else {
        let text = "This quote hasn’t been accepted, so the 14 days haven’t started.";
        return Err(ApiError::conflict("not_accepted", text));
    };
    if let Some(day) = arrived {
        check_date("goodsArrivedDate", day, (Some(accepted), today))?;
    }
    quote.row.goods_arrived_date = arrived;
    quote.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, quote, DocumentEvent::Status).await?;
    let event = match arrived {
        Some(_) => "goods_arrived",
        None => "goods_not_arrived",
    };
    notifying::record(state, tx, event, quote, &[]).await
}

/// 422 for a day in the future, and for one before the quote was accepted.
fn check_date(
    field: &'static str,
    day: Date,
    (accepted, today): (Option<Date>, Date),
) -> Result<(), ApiError> {
    let msg = if day > today {
        "This date is in the future."
    } else if accepted.is_some_and(|accepted| day < accepted) {
        "The quote was accepted after this day."
    } else {
        return Ok(());
    };
    let error = FieldError::new(field, "out_of_range", msg);
    Err(ApiError::rule_broken(vec![error]))
}

/// Sets or clears the day on which the work was done.
async fn set_finished(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &mut StoredDocument,
    (finished, today): (Option<Date>, Date),
) -> Result<(), ApiError> {
    let cancellation_state = load_state(tx, quote).await?.unwrap_or_default();
    let accepted = cancellation_state.accepted_date;
    if cancellation_state.cancelled_date.is_some() {
        let text = "It was cancelled. Say how much of it was done instead.";
        return Err(ApiError::conflict("already_cancelled", text));
    }
    if cancellation_state.pack.goods {
        let text = "With goods, the right to cancel ends 14 days after the last of them arrives, even if all the \
                    work is done.";
        return Err(ApiError::conflict("goods_supplied", text));
    }
    if !cancellation_state.early_start {
        let text = "Only work that the customer asked you to start early ends their right to cancel.";
        return Err(ApiError::conflict("not_asked_early", text));
    }
    if let Some(day) = finished {
        check_date("finishedDate", day, (accepted, today))?;
    }
    quote.row.finished_date = finished;
    quote.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, quote, DocumentEvent::Status).await?;
    let event = match finished {
        Some(_) => "work_finished",
        None => "work_not_finished",
    };
    notifying::record(state, tx, event, quote, &[]).await
}

/// Stores the share. Returns whether it changed; for a job that was not cancelled nothing is stored.
async fn set_share(
    tx: &mut WriteTx,
    quote: &StoredDocument,
    share: Option<String>,
) -> Result<bool, ApiError> {
    let Some(mut row) = store::find(tx, &quote.row.id).await? else {
        return match share {
            None => Ok(false),
            Some(_) => Err(ApiError::conflict(
                "not_cancelled",
                "It wasn’t cancelled, so there is no share to enter.",
            )),
        };
    };
    if row.with_job && share.is_some() {
        let text = "It was cancelled with its job. Say on the quote how much of that was done.";
        return Err(ApiError::conflict("cancelled_with_job", text));
    }
    let is_other = row.share_done != share;
    if is_other {
        row.share_done = share;
        store::save(tx, &row).await?;
    }
    Ok(is_other)
}

/// Notifies the customer, by email and on their open page, of what they owe once it can be calculated: their
/// confirmation promised that. A variation that is settled with its job is covered by the job's email.
async fn notify_customer(state: &AppState, tx: &mut WriteTx, quote: &StoredDocument) -> Result<(), ApiError> {
    announce_event(tx, quote, DocumentEvent::Status).await?;
    let Some(mut settled) = settlement::find_settlement(tx, quote).await? else {
        return Ok(());
    };
    let mut job = None;
    if settled.with_whole
        && let Some(id) = &quote.row.variation_of_id
    {
        let whole = StoredDocument::lock(tx, &quote.row.user_id, DocumentKind::Quote, id).await?;
        announce_event(tx, &whole, DocumentEvent::Status).await?;
        let Some(of_whole) = settlement::find_settlement(tx, &whole).await? else {
            return Ok(());
        };
        (settled, job) = (of_whole, Some(whole));
    }
    let (Some(text), Some(owed)) = (settled.customer_text(), settled.owed.owed) else {
        return Ok(());
    };
    let told_of = job.as_ref().unwrap_or(quote);
    notifying::record(state, tx, "owed_said", told_of, &[("amount", &*owed.to_string())]).await?;
    emails::queue_cancellation_amount(state, tx, told_of, &text).await
}

/// The share as it is stored.
fn parse_share(typed: Option<&Number>) -> Result<Option<String>, ApiError> {
    let Some(typed) = typed.filter(|typed| !typed.is_empty()) else {
        return Ok(None);
    };
    let value = match typed {
        Number::Value(value) => Some(*value),
        _ => None,
    };
    let fits = |value: &Decimal| {
        (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(value) && value.normalize().scale() <= 2
    };
    match value.filter(fits) {
        Some(value) => Ok(Some(value.normalize().to_string())),
        None => {
            let msg = "Enter the share of the work done as a percentage between 0 and 100.";
            let error = FieldError::new("shareDone", "out_of_range", msg);
            Err(ApiError::rule_broken(vec![error]))
        }
    }
}
