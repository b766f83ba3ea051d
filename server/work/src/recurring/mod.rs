//! Recurring invoices: what a business writes once and invoices again and again, every week, month, quarter or
//! year.
//!
//! ```text
//! fields     what is typed of one: its dates, whether it is sent, and the invoice itself
//! days       the dates of a series: the next one, and what changes them
//! due        the job that makes what is due, each date once
//! make       an invoice of a series, and sending it
//! store      the series; what each made is stored with the documents (documents/store/recurring_documents.rs)
//! ```
//!
//! On its date, at eight in the morning in London, an invoice is made in the transaction that moves its series on.
//! It is sent if the business wants that. If the date has passed, as after a server was down, it becomes a draft
//! with that date and the business is notified: no customer gets three invoices at once that nobody has looked at.
//! What can't be sent becomes a draft too, with the reason. If not even a draft can be made, because the account is
//! full, the series pauses. Changing, pausing and resuming a series never make up for dates that have passed.

mod due;
mod fields;
mod make;
mod pause;
mod response;
pub mod store;
mod update;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fields::RecurringDays;
use plumbline_core::time::Date;
use response::RecurringUpcoming;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::RecurringRow;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Create, Path, RawJson};
use plumbline_platform::ids::{DocumentId, RecurringId, UserId};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::activities;
use plumbline_records::documents::today;

pub use fields::RecurringInput;
pub use response::{Recurring, RecurringSummary};

/// The most recurring invoices of an account: more than anybody has customers under contract, and a limit to what one
/// account can make in a night.
const RECURRING_MAX: i64 = 300;

/// The jobs of recurring invoices.
pub const JOB_HANDLERS: &[JobHandler] = &[due::JOB_HANDLER];

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(preview))
        .routes(routes!(read, update::update, delete))
        .routes(routes!(pause::pause))
        .routes(routes!(pause::resume))
        .routes(routes!(pause::skip))
}

/// All recurring invoices of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    rows.iter().map(to_export).collect()
}

fn to_export(row: &RecurringRow) -> DbResult<Value> {
    let RecurringRow {
        id,
        user_id: _,      // the account, which is the same for the whole export
        version: _,      // counts the changes
        created_from: _, // a digest, by which a repeated create is recognised
        name,
        business_profile_id,
        contact_id,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals,
        total_amount,
        days_due,
        due_unit,
        first_day,
        repeats,
        last_day,
        times,
        makes,
        paused,
        trouble,
        done_day,
        next_day,
        created_at,
        updated_at,
    } = row;
    let parsed = |text: &str| -> DbResult<Value> {
        serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
    };
    Ok(json!({
        "id": id,
        "name": name,
        "firstDay": first_day,
        "repeat": repeats,
        "lastDay": last_day,
        "times": times,
        "doneDay": done_day,
        "nextDay": next_day,
        "paused": paused,
        "trouble": trouble,
        "makes": makes,
        "daysDue": days_due,
        "dueUnit": due_unit,
        "businessProfileId": business_profile_id,
        "contactId": contact_id,
        "jobDescription": job_description,
        "jobAddress": job_address,
        "orderNumber": order_number,
        "notes": notes,
        "template": template,
        "terms": terms,
        "totalAmount": total_amount,
        "document": parsed(input)?,
        "totals": parsed(totals)?,
        "createdAt": created_at,
        "updatedAt": updated_at,
    }))
}

fn not_found() -> ApiError {
    ApiError::not_found("Recurring invoice")
}

/// A recurring invoice of the account, locked until the transaction ends.
async fn lock_own(tx: &mut WriteTx, user_id: &UserId, id: &RecurringId) -> Result<RecurringRow, ApiError> {
    let row = store::lock(tx, id).await?;
    row.filter(|row| row.user_id == *user_id).ok_or_else(not_found)
}

/// Records an activity about a recurring invoice.
async fn record_activity(
    services: &Services,
    conn: &mut Conn,
    kind: &str,
    row: &RecurringRow,
) -> Result<(), ApiError> {
    let subject = ("recurring_invoice", row.id.as_str(), row.name.as_str());
    activities::record_named(services, conn, &row.user_id, kind, subject).await
}

/// Creates a recurring invoice; an account can have at most 300. The client may choose the `id`: the same request sent
/// again returns the same recurring invoice.
#[utoipa::path(post, path = "/api/recurring", tag = "recurring", request_body = Create<RecurringInput>,
    responses((status = 201, body = Recurring), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    body: RawJson,
) -> Result<(StatusCode, Json<Recurring>), ApiError> {
    let today = today(&state)?;
    let fields = fields::parse(&body, today)?;
    let id = fields.body.head.id.as_ref().map(DocumentId::as_str).map(str::parse).transpose();
    let id = id.map_err(ApiError::internal)?;
    let id: RecurringId = id.unwrap_or_else(|| state.ids.new_id());
    let mut row = RecurringRow::new(id, &user.id, &fields, state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    if let Some(made) = find_same_create(&mut tx, &row).await? {
        return Ok((StatusCode::CREATED, Json(Recurring::load(&mut tx, made, today).await?)));
    }
    row.next_day = due::first_day(fields.series, fields.after, today);
    row.done_day = fields.after;
    if row.next_day.is_none() {
        return Err(fields::no_day_left(fields.series));
    }
    plumbline_records::documents::drafting::fields::check_references(
        &mut tx,
        &user.id,
        &fields.body.head,
        None,
    )
    .await?;
    if store::lock_and_count(&mut tx, &user.id).await? >= RECURRING_MAX {
        let text = format!("You have {RECURRING_MAX} recurring invoices, which is the maximum.");
        return Err(ApiError::rule_broken(vec![FieldError::new("name", "too_many", text)]));
    }
    if !store::insert(&mut tx, &row).await? {
        // Another request with this id came first, between the check and the write.
        let made = find_same_create(&mut tx, &row).await?.ok_or_else(id_in_use)?;
        return Ok((StatusCode::CREATED, Json(Recurring::load(&mut tx, made, today).await?)));
    }
    due::schedule(&state, &mut tx, &row).await?;
    record_activity(&state, &mut tx, "created", &row).await?;
    let more = StorageUse::of_bytes(row.stored_size());
    let answer = Recurring::load(&mut tx, row, today).await?;
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// What an earlier copy of the same request created; `None` if nothing has this id.
async fn find_same_create(
    tx: &mut WriteTx,
    recurring_row: &RecurringRow,
) -> Result<Option<RecurringRow>, ApiError> {
    match store::find_by_id(tx, &recurring_row.id).await? {
        None => Ok(None),
        Some(row)
            if row.user_id == recurring_row.user_id && row.created_from == recurring_row.created_from =>
        {
            Ok(Some(row))
        }
        Some(_) => Err(id_in_use()),
    }
}

fn id_in_use() -> ApiError {
    ApiError::conflict("id_in_use", "Something else already has this id.")
}

/// The account's recurring invoices, by their next date; those that are paused or over come last.
#[utoipa::path(get, path = "/api/recurring", tag = "recurring",
    responses((status = 200, body = Vec<RecurringSummary>)))]
async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<RecurringSummary>>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list(&mut conn, &user.id).await?;
    Ok(Json(rows.into_iter().map(RecurringSummary::from).collect()))
}

/// A recurring invoice, with its next dates and the invoices that it made.
#[utoipa::path(get, path = "/api/recurring/{id}", tag = "recurring", params(RecurringId),
    responses((status = 200, body = Recurring), (status = 404, body = ErrorBody)))]
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
) -> Result<Json<Recurring>, ApiError> {
    let today = today(&state)?;
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, &user.id, &id).await?;
    let row = row.ok_or_else(not_found)?;
    Recurring::load(&mut conn, row, today).await.map(Json)
}

/// Deletes a recurring invoice. The invoices that it made remain.
#[utoipa::path(delete, path = "/api/recurring/{id}", tag = "recurring", params(RecurringId),
    responses((status = 204), (status = 404, body = ErrorBody)))]
async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let row = lock_own(&mut tx, &user.id, &id).await?;
    due::cancel(&mut tx, &id).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    record_activity(&state, &mut tx, "deleted", &row).await?;
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(row.stored_size()).negated())
        .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The dates of a series that is being typed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RecurringPreview {
    /// The recurring invoice that is being changed; `None` for a new one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<RecurringId>,
    /// For a new one: the date of the invoice that it repeats.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[schema(value_type = Option<String>)]
    pub after: Option<Date>,
    /// Its dates.
    pub days: RecurringDays,
}

/// The dates of the series from today on. Nothing is stored.
#[utoipa::path(post, path = "/api/recurring/preview", tag = "recurring",
    request_body = RecurringPreview, responses((status = 200, body = RecurringUpcoming),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<RecurringPreview>,
) -> Result<Json<RecurringUpcoming>, ApiError> {
    let today = today(&state)?;
    let series = request.days.to_series(today)?;
    let next = match &request.id {
        Some(id) => {
            let mut conn = state.db.read().await?;
            let had = store::find(&mut conn, &user.id, id).await?;
            due::day_after_change(&had.ok_or_else(not_found)?, series, today)
        }
        None => due::first_day(series, request.after, today),
    };
    Ok(Json(RecurringUpcoming::from_series(series, next)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_everything_stored_of_a_recurring_invoice() {
        let row = RecurringRow::every_field();
        let expected = json!({
            "id": row.id,
            "name": "Boiler cover",
            "firstDay": "2026-12-16",
            "repeat": "fortnightly",
            "lastDay": "2027-12-16",
            "times": 12,
            "doneDay": "2026-12-30",
            "nextDay": "2027-01-13",
            "paused": true,
            "trouble": "No business",
            "makes": "sent",
            "daysDue": 3,
            "dueUnit": "months",
            "businessProfileId": row.business_profile_id,
            "contactId": row.contact_id,
            "jobDescription": "Cover for {month}",
            "jobAddress": "9 Tap Lane",
            "orderNumber": "PO-4711",
            "notes": "Until {date}",
            "template": "bold",
            "terms": "Within two weeks",
            "totalAmount": "41.75",
            "document": { "tax": "17.5" },
            "totals": { "totalAmount": "41.75" },
            "createdAt": 6,
            "updatedAt": 7,
        });
        assert_eq!(to_export(&row).unwrap(), expected);
    }
}
