//! Marking a month's return as filed, which locks its payments: POST and DELETE /api/cis/contractors/{profile}/filed

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::response::CisReturns;
use super::returns::ContractorBooks;
use super::store::{self, FiledCisReturnRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::today;

/// The return that was sent, and when.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisFiling {
    /// The last day of its tax month, YYYY-MM-DD: a 5th.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub month: Date,
    /// The day on which it was sent, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub filed_on: Date,
    /// Whether no return is needed because HMRC was notified on that day that nobody is paid in the month.
    #[serde(default)]
    pub not_needed: bool,
}

/// The return to reopen.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisReopening {
    /// The last day of its tax month, YYYY-MM-DD: a 5th.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub month: Date,
}

fn field_error(path: &'static str, code: &'static str, text: &'static str) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, text)])
}

/// The tax month that ends on a day; refused for any other day.
fn month_ending(day: Date) -> Result<TaxMonth, ApiError> {
    let month = TaxMonth::containing(day);
    if month.last_day() != day {
        let text = "Choose a tax month, by its last day (the 5th).";
        return Err(field_error("month", "not_a_month", text));
    }
    Ok(month)
}

/// Marks a month's return as sent to HMRC, which locks its payments; or, for a month in which nobody is paid, that HMRC
/// was notified and needs no return. Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/cis/contractors/{id}/filed", operation_id = "lock_cis_return", tag = "cis",
    params(ProfileId), request_body = CisFiling, responses((status = 201, body = CisReturns),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn lock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(CisFiling { month, filed_on, not_needed }): ApiJson<CisFiling>,
) -> Result<(StatusCode, Json<CisReturns>), ApiError> {
    let today = today(&state)?;
    let month = month_ending(month)?;
    // HMRC can be notified that no return is needed before the month is over.
    let may_say = if not_needed { month.first_day() <= today } else { month.last_day().has_passed(today) };
    if !may_say {
        let text = "This month isn’t over yet.";
        return Err(field_error("month", "not_over", text));
    }
    if filed_on > today {
        let text = "This date is in the future: mark the return once you’ve sent it.";
        return Err(field_error("filedOn", "in_future", text));
    }
    if not_needed && filed_on > month.due_date() {
        let text = "HMRC has to know by the day the return is due. Please send a nil return.";
        return Err(field_error("filedOn", "too_late", text));
    }
    if !not_needed && filed_on <= month.last_day() {
        let text = "You send a return after its month is over: please check the date.";
        return Err(field_error("filedOn", "too_early", text));
    }
    let mut tx = state.db.begin_write().await?;
    let cached = store::lock_contractor(&mut tx, &user.id, &id).await?;
    let contractor_row = cached.ok_or_else(|| ApiError::not_found("Contractor"))?;
    let year = TaxYear::containing(month.last_day());
    let books = ContractorBooks::load(&mut tx, &user.id, &id, year).await?;
    if not_needed && !books.is_nil(month) {
        let text = "You paid someone this month, so you have to send its return.";
        return Err(field_error("notNeeded", "not_nil", text));
    }
    let row = FiledCisReturnRow {
        id: state.ids.new_id(),
        user_id: user.id.clone(),
        profile_id: contractor_row.profile_id,
        month: month.last_day(),
        filed_on,
        not_needed,
        filed: serde_json::to_string(&books.to_filed_return(month))?,
        created_at: state.clock.now_ms(),
    };
    if store::insert_return(&mut tx, &row).await? {
        let name = format!("to {}", format_long_date(month.last_day()));
        let subject = ("cis_return", row.id.as_str(), &*name);
        activities::record_named(&state, &mut tx, &user.id, "filed", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES)).await?;
    }
    let books = ContractorBooks::load(&mut tx, &user.id, &id, year).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(books.list_returns(today))))
}

/// Reopens a month whose return was marked as filed, so that its payments can be changed.
#[utoipa::path(delete, path = "/api/cis/contractors/{id}/filed", operation_id = "unlock_cis_return", tag = "cis",
    params(ProfileId), request_body = CisReopening, responses((status = 200, body = CisReturns),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn unlock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(CisReopening { month }): ApiJson<CisReopening>,
) -> Result<Json<CisReturns>, ApiError> {
    let today = today(&state)?;
    let month = month_ending(month)?;
    let mut tx = state.db.begin_write().await?;
    let contractor_row = store::lock_contractor(&mut tx, &user.id, &id).await?;
    contractor_row.ok_or_else(|| ApiError::not_found("Contractor"))?;
    let Some(row) = store::find_return(&mut tx, &id, month).await? else {
        let text = "The return of this month is not marked as filed.";
        return Err(field_error("month", "not_filed", text));
    };
    store::delete_return(&mut tx, &row.id).await?;
    let name = format!("to {}", format_long_date(month.last_day()));
    let subject = ("cis_return", row.id.as_str(), &*name);
    activities::record_named(&state, &mut tx, &user.id, "opened_again", subject).await?;
    let less = StorageUse::of_bytes(quota::EXPENSE_BYTES).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    let books = ContractorBooks::load(&mut tx, &user.id, &id, TaxYear::containing(month.last_day())).await?;
    tx.commit().await?;
    Ok(Json(books.list_returns(today)))
}
