//! Locking a return that was filed: POST and DELETE /api/vat/{profile}/filed

use std::borrow::Cow;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::report::vat::FilingState;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::books::VatReturnBooks;
use super::file;
use super::records::VatRecords;
use super::report::VatReturnReport;
use super::store::{self, VatReturnRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::query::parse_query_day;
use plumbline_platform::http::{ApiJson, ApiQuery, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileFormat, GeneratedFile};
use plumbline_records::activities;
use plumbline_records::documents::today;

/// The return to file or to reopen.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatFiling {
    /// The last day of the return's period, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub to: Date,
}

fn field_error(code: &'static str, result: impl Into<Cow<'static, str>>) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("to", code, result)])
}

/// Marks a return as filed: it no longer changes, and later changes in its period count in the next return. The first
/// return that a business files also closes the periods before it, which count as filed elsewhere. Repeating the
/// request changes nothing.
#[utoipa::path(post, path = "/api/vat/{id}/filed", operation_id = "lock", tag = "vat", params(ProfileId),
    request_body = VatFiling, responses((status = 201, body = VatReturnReport),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn lock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(VatFiling { to }): ApiJson<VatFiling>,
) -> Result<(StatusCode, Json<VatReturnReport>), ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let books = VatReturnBooks::load_to_file(&mut tx, &user.id, &id, to).await?;
    if books.period.to != to {
        let text = "Choose a return by the last day of its period.";
        return Err(field_error("not_a_period", text));
    }
    let filing_state = books.filing_order().filing_state(&books.period, today);
    if filing_state != FilingState::Filed {
        let code = match filing_state {
            FilingState::Filed | FilingState::Ready => None,
            FilingState::NotOver => Some("not_over"),
            FilingState::Waits => Some("not_next"),
            FilingState::Elsewhere => Some("before_first"),
        };
        if let Some(code) = code {
            return Err(field_error(code, books.filing_order().describe_state(&books.period, today)));
        }
        let filed = books.to_filed_returns();
        let filed = match &filed[..] {
            [alone] => serde_json::to_string(alone)?,
            all => serde_json::to_string(all)?,
        };
        let size = i64::try_from(filed.len()).unwrap_or(i64::MAX);
        let row = VatReturnRow {
            id: state.ids.new_id(),
            user_id: user.id.clone(),
            profile_id: id.clone(),
            period_from: books.period.from,
            period_to: to,
            filed,
            filed_at: state.clock.now_ms(),
        };
        if store::insert_return(&mut tx, &row).await? {
            let name = format!("to {}", format_long_date(to));
            let subject = ("vat_return", row.id.as_str(), &*name);
            activities::record_named(&state, &mut tx, &user.id, "filed", subject).await?;
            quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(size)).await?;
        }
    }
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, to).await?;
    let answer = VatReturnReport::new(&books, &books.build_return(), today);
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Reopens a return that was marked as filed by mistake; only the last one can be reopened.
#[utoipa::path(delete, path = "/api/vat/{id}/filed", operation_id = "unlock", tag = "vat", params(ProfileId),
    request_body = VatFiling, responses((status = 200, body = VatReturnReport),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn unlock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(VatFiling { to }): ApiJson<VatFiling>,
) -> Result<Json<VatReturnReport>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, to).await?;
    let Some(last) = books.return_rows.last().filter(|row| row.period_to == to) else {
        let text = "You can only reopen the last return you filed.";
        return Err(field_error("not_last", text));
    };
    store::delete_return(&mut tx, &last.id).await?;
    let name = format!("to {}", format_long_date(to));
    let subject = ("vat_return", last.id.as_str(), &*name);
    activities::record_named(&state, &mut tx, &user.id, "opened_again", subject).await?;
    let less = i64::try_from(last.filed.len()).unwrap_or(i64::MAX);
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(less).negated()).await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, to).await?;
    let answer = VatReturnReport::new(&books, &books.build_return(), today);
    tx.commit().await?;
    Ok(Json(answer))
}

// GET /api/vat/{profile}/return, the records behind one of its boxes, and the return as a file.

/// The query for a return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct VatReturnQuery {
    /// A day of its period, YYYY-MM-DD; today by default.
    on: Option<String>,
}

/// The query for a box of a return.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct VatBoxQuery {
    /// A day of its period, YYYY-MM-DD; today by default.
    #[serde(default)]
    on: Option<String>,
    /// The box, 1 to 9.
    #[serde(rename = "box")]
    number: u8,
}

/// The query for a return as a file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct VatReturnFileQuery {
    /// A day of its period, YYYY-MM-DD; today by default.
    on: Option<String>,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
}

fn parse_day(on: Option<&str>, today: Date) -> Result<Date, ApiError> {
    Ok(parse_query_day("on", on)?.unwrap_or(today))
}

/// The VAT return for the period of a day. A filed return is unchanged; the one after it has what changed since.
#[utoipa::path(get, path = "/api/vat/{id}/return", operation_id = "return", tag = "vat",
    params(ProfileId, VatReturnQuery),
    responses((status = 200, body = VatReturnReport), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiQuery(VatReturnQuery { on }): ApiQuery<VatReturnQuery>,
) -> Result<Json<VatReturnReport>, ApiError> {
    let today = today(&state)?;
    let on = parse_day(on.as_deref(), today)?;
    let mut tx = state.db.begin_read().await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, on).await?;
    drop(tx);
    Ok(Json(VatReturnReport::new(&books, &books.build_return(), today)))
}

/// The records behind a box of the return, by date.
#[utoipa::path(get, path = "/api/vat/{id}/return/records", operation_id = "return_records", tag = "vat",
    params(ProfileId, VatBoxQuery),
    responses((status = 200, body = VatRecords), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiQuery(VatBoxQuery { on, number }): ApiQuery<VatBoxQuery>,
) -> Result<Json<VatRecords>, ApiError> {
    let on = parse_day(on.as_deref(), today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, on).await?;
    drop(tx);
    let found = VatRecords::for_box(&books, &books.build_return(), number);
    found.map(Json).ok_or_else(|| ApiError::not_found("Box"))
}

/// The return as a file; a spreadsheet has the records behind each box.
#[utoipa::path(get, path = "/api/vat/{id}/return/file", operation_id = "return_file", tag = "vat",
    params(ProfileId, VatReturnFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiQuery(VatReturnFileQuery { on, r#as }): ApiQuery<VatReturnFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let on = parse_day(on.as_deref(), today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, on).await?;
    drop(tx);
    let workbook = file::to_workbook(&books, &books.build_return());
    workbook.generate(&state, &user.id, r#as).await
}
