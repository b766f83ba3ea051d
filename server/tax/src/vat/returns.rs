//! GET /api/vat/{profile}/return, the records behind one of its boxes, and the return as a file.

use axum::Json;
use axum::extract::State;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use super::books::VatReturnBooks;
use super::file;
use super::records::VatRecords;
use super::report::VatReturnReport;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::dates::parse_query_day;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileFormat, GeneratedFile};
use plumbline_records::documents::today;

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
