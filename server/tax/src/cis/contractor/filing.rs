//! Marking a month's return as filed, which locks its payments: POST and DELETE /api/cis/contractors/{profile}/filed

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::tax::{TaxMonth, TaxYear};
use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::CisReturns;
use super::returns::ContractorBooks;
use super::store::{self, ReturnRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::limits::quota::{self, Kept};
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
pub struct CisOpening {
    /// The last day of its tax month, YYYY-MM-DD: a 5th.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub month: Date,
}

fn refused(path: &'static str, code: &'static str, told: &'static str) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, told)])
}

/// The tax month that ends on a day; refused for any other day.
fn month_of(day: Date) -> Result<TaxMonth, ApiError> {
    let month = TaxMonth::of(day);
    if month.last() != day {
        let told = "Choose a tax month, by its last day (the 5th).";
        return Err(refused("month", "not_a_month", told));
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
    ApiJson(CisFiling {
        month,
        filed_on,
        not_needed,
    }): ApiJson<CisFiling>,
) -> Result<(StatusCode, Json<CisReturns>), ApiError> {
    let today = today(&state)?;
    let month = month_of(month)?;
    // HMRC can be notified that no return is needed before the month is over.
    let may_say = if not_needed {
        month.first() <= today
    } else {
        month.last().has_passed(today)
    };
    if !may_say {
        let told = "This month isn’t over yet.";
        return Err(refused("month", "not_over", told));
    }
    if filed_on > today {
        let told = "This date is in the future: mark the return once you’ve sent it.";
        return Err(refused("filedOn", "in_future", told));
    }
    if not_needed && filed_on > month.due() {
        let told = "HMRC has to know by the day the return is due. Please send a nil return.";
        return Err(refused("filedOn", "too_late", told));
    }
    if !not_needed && filed_on <= month.last() {
        let told = "You send a return after its month is over: please check the date.";
        return Err(refused("filedOn", "too_early", told));
    }
    let mut tx = state.db.begin_write().await?;
    let held = store::hold(&mut tx, &user.id, &id).await?;
    let held = held.ok_or_else(|| ApiError::not_found("Contractor"))?;
    let year = TaxYear::of(month.last());
    let books = ContractorBooks::read(&mut tx, &user.id, &id, year).await?;
    if not_needed && !books.is_nil(month) {
        let told = "You paid someone this month, so you have to send its return.";
        return Err(refused("notNeeded", "not_nil", told));
    }
    let row = ReturnRow {
        id: state.ids.new_id(),
        user_id: user.id.clone(),
        profile_id: held.profile_id,
        month: month.last(),
        filed_on,
        not_needed,
        filed: serde_json::to_string(&books.to_file(month))?,
        created_at: state.clock.now_ms(),
    };
    if store::file(&mut tx, &row).await? {
        let name = format!("to {}", date_long(month.last()));
        let subject = ("cis_return", row.id.as_str(), &*name);
        activities::record_named(&state, &mut tx, &user.id, "filed", subject).await?;
        quota::keep(&state, &mut tx, &user.id, Kept::bytes(quota::EXPENSE)).await?;
    }
    let books = ContractorBooks::read(&mut tx, &user.id, &id, year).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(books.returns(today))))
}

/// Reopens a month whose return was marked as filed, so that its payments can be changed.
#[utoipa::path(delete, path = "/api/cis/contractors/{id}/filed", operation_id = "unlock_cis_return", tag = "cis",
    params(ProfileId), request_body = CisOpening, responses((status = 200, body = CisReturns),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn unlock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(CisOpening { month }): ApiJson<CisOpening>,
) -> Result<Json<CisReturns>, ApiError> {
    let today = today(&state)?;
    let month = month_of(month)?;
    let mut tx = state.db.begin_write().await?;
    let held = store::hold(&mut tx, &user.id, &id).await?;
    held.ok_or_else(|| ApiError::not_found("Contractor"))?;
    let Some(row) = store::filed(&mut tx, &id, month).await? else {
        let told = "The return of this month is not marked as filed.";
        return Err(refused("month", "not_filed", told));
    };
    store::unfile(&mut tx, &row.id).await?;
    let name = format!("to {}", date_long(month.last()));
    let subject = ("cis_return", row.id.as_str(), &*name);
    activities::record_named(&state, &mut tx, &user.id, "opened_again", subject).await?;
    let less = Kept::bytes(quota::EXPENSE).less();
    quota::keep(&state, &mut tx, &user.id, less).await?;
    let books = ContractorBooks::read(&mut tx, &user.id, &id, TaxYear::of(month.last())).await?;
    tx.commit().await?;
    Ok(Json(books.returns(today)))
}
