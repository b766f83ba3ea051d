//! POST /api/recurring

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::fields::{self, RecurringInput};
use super::store::{self, RecurringRow};
use super::{RECURRING_MAX, Recurring, days, due};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{Create, RawJson};
use plumbline_platform::ids::RecurringId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::references;
use plumbline_records::documents::today;

/// Creates a recurring invoice; an account can have at most 300. The client may choose the `id`: the same request sent
/// again returns the same recurring invoice.
#[utoipa::path(post, path = "/api/recurring", tag = "recurring", request_body = Create<RecurringInput>,
    responses((status = 201, body = Recurring), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    body: RawJson,
) -> Result<(StatusCode, Json<Recurring>), ApiError> {
    let today = today(&state)?;
    let fields = fields::parse(&body, today)?;
    let id = fields.body.head.id.as_deref().map(str::parse).transpose();
    let id = id.map_err(ApiError::internal)?;
    let id: RecurringId = id.unwrap_or_else(|| state.ids.new_id());
    let mut row = RecurringRow::new(id, &user.id, &fields, state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    if let Some(made) = find_same_create(&mut tx, &row).await? {
        return Ok((StatusCode::CREATED, Json(Recurring::load(&mut tx, made, today).await?)));
    }
    row.next_day = days::first_day(fields.series, fields.after, today);
    row.done_day = fields.after;
    if row.next_day.is_none() {
        return Err(fields::no_day_left(fields.series));
    }
    references::check_references(&mut tx, &user.id, &fields.body.head, None).await?;
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
    super::record_activity(&state, &mut tx, "created", &row).await?;
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
