//! PUT /api/recurring/{id}

use axum::Json;
use axum::extract::State;

use super::fields::{self, RecurringFields, RecurringInput};
use super::store::{self, RecurringRow};
use super::{Recurring, due};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{Path, RawJson, Update};
use plumbline_platform::ids::{ContactId, RecurringId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::today;

/// Replaces the contents of a recurring invoice; the invoices that it made are unchanged. If its dates change, the
/// series continues from today, and no invoices are made for dates in the past. `version` is the one that was changed;
/// if it is no longer the newest, 409 with the newest. The same request sent again changes nothing more.
#[utoipa::path(put, path = "/api/recurring/{id}", tag = "recurring", params(RecurringId),
    request_body = Update<RecurringInput>, responses((status = 200, body = Recurring),
        (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
    body: RawJson,
) -> Result<Json<Recurring>, ApiError> {
    let today = today(&state)?;
    let mut fields = fields::parse(&body, today)?;
    let version = fields.body.head.version.ok_or_else(|| {
        let text = "Say which version this change was made from.";
        ApiError::rule_broken(vec![FieldError::new("version", "required", text)])
    })?;
    let mut tx = state.db.begin_write().await?;
    let had = super::lock_own(&mut tx, &user.id, &id).await?;
    fields.body.document = fields.body.document_replacing(&had.document()?)?;
    if fields.due_unit.is_none() {
        fields::check_due(fields.days_due, had.due_unit)?;
    }
    let row = next_version(&had, &fields, state.clock.now_ms())?;
    if had.version != version {
        let is_repeated = had.version == version.saturating_add(1) && has_same_content(&had, &row);
        let current = Recurring::load(&mut tx, had, today).await?;
        return if is_repeated { Ok(Json(current)) } else { Err(ApiError::stale_version(&current)) };
    }
    let head = &fields.body.head;
    plumbline_records::documents::drafting::fields::check_references(
        &mut tx,
        &user.id,
        head,
        had.contact_id.as_ref().map(ContactId::as_str),
    )
    .await?;
    let row = RecurringRow { next_day: due::day_after_change(&had, fields.series, today), ..row };
    if !store::update(&mut tx, &row, version).await? {
        return Err(ApiError::internal("a held row changed under its holder"));
    }
    due::schedule(&state, &mut tx, &row).await?;
    super::record_activity(&state, &mut tx, "updated", &row).await?;
    let more = StorageUse::of_bytes(row.stored_size() - had.stored_size());
    let answer = Recurring::load(&mut tx, row, today).await?;
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// The next version of the row, except for its next date.
fn next_version(had: &RecurringRow, fields: &RecurringFields, now: i64) -> Result<RecurringRow, ApiError> {
    let fresh = RecurringRow::new(had.id.clone(), &had.user_id, fields, now)?;
    // Every column is named, so that a new column doesn't compile until somebody decides whether a save replaces it.
    let RecurringRow {
        id: _, // the same
        user_id: _,
        version,
        created_from,
        name: _, // replaced by what was typed
        business_profile_id: _,
        contact_id: _,
        job_description: _,
        job_address: _,
        order_number,
        notes: _,
        template: _,
        terms: _,
        input: _,
        totals: _,
        total_amount: _,
        days_due: _,
        due_unit,
        first_day: _,
        repeats: _,
        last_day: _,
        times: _,
        makes: _,
        paused,
        trouble,
        done_day,
        next_day: _, // `due::day_after_change` says which
        created_at,
        updated_at: _, // now
    } = had.clone();
    Ok(RecurringRow {
        due_unit: fields.due_unit.unwrap_or(due_unit),
        version: version.saturating_add(1),
        order_number: match &fields.body.head.order_number {
            Some(number) => number.clone(),
            None => order_number,
        },
        created_from,
        paused,
        trouble,
        done_day,
        created_at,
        ..fresh
    })
}

/// Whether two rows have the same contents, apart from version and next date.
fn has_same_content(one: &RecurringRow, other: &RecurringRow) -> bool {
    changeable_fields(one) == changeable_fields(other)
}

/// The fields that a save replaces. Every column is named, so that a new column doesn't compile until somebody decides
/// whether it is one of them.
fn changeable_fields(row: &RecurringRow) -> impl PartialEq {
    let RecurringRow {
        id: _, // the same
        user_id: _,
        version: _,      // counts the changes
        created_from: _, // a digest
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
        totals: _, // follow from the input
        total_amount: _,
        days_due,
        due_unit,
        first_day: _, // the series
        repeats: _,
        last_day: _,
        times: _,
        makes,
        paused: _, // its progress
        trouble: _,
        done_day: _,
        next_day: _,
        created_at: _,
        updated_at: _,
    } = row.clone();
    (
        (name, row.series(), makes),
        (days_due, due_unit),
        (business_profile_id, contact_id),
        (job_description, job_address, order_number),
        (notes, template, terms),
        input,
    )
}
