//! GET /api/income-tax/{year}/updates/{number}, the records behind one of its amounts, and the update as a file.

use axum::Json;
use axum::extract::State;
use plumbline_core::report::mtd::{ExpenseDetail, QuarterlyUpdate, UpdateField, build_update};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::books::TaxYearBooks;
use super::file;
use super::response::{TaxRecords, TaxUpdate};
use crate::reports::query::TaxYearPath;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::PathIds;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileFormat, GeneratedFile};

/// The number of an update in its tax year, 1 to 4.
#[derive(Debug, Clone, Copy)]
pub(super) struct UpdateNumber(pub(super) usize);

impl PathIds for UpdateNumber {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        match texts.next() {
            Some("1") => Ok(Self(1)),
            Some("2") => Ok(Self(2)),
            Some("3") => Ok(Self(3)),
            Some("4") => Ok(Self(4)),
            _ => Err(ApiError::not_found("Update")),
        }
    }
}

/// The level of detail for expenses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExpensesAs {
    /// Each category, with its disallowable part.
    #[default]
    Categories,
    /// The total of all allowable expenses.
    Sum,
}

impl From<ExpensesAs> for ExpenseDetail {
    fn from(expenses: ExpensesAs) -> Self {
        match expenses {
            ExpensesAs::Categories => Self::ByCategory,
            ExpensesAs::Sum => Self::Consolidated,
        }
    }
}

/// The query for an update.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct UpdateQuery {
    /// `categories` (the default), or `sum` if the turnover is low enough for a single total.
    #[param(inline)]
    expenses: ExpensesAs,
    /// The name of the trade; the first trade by default.
    trade: Option<String>,
}

/// The query for a field of an update.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct FieldQuery {
    /// The same as for the update.
    #[param(inline)]
    #[serde(default)]
    expenses: ExpensesAs,
    /// HMRC's name for the field.
    field: String,
    /// The name of the trade; the first trade by default.
    #[serde(default)]
    trade: Option<String>,
}

/// The file types of an update.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum UpdateFileAs {
    /// For HMRC's API.
    Json,
    /// For bridging software.
    #[default]
    Csv,
    /// For bridging software, with the records that each amount is the sum of.
    Xlsx,
    /// For reading and filing.
    Pdf,
}

/// The query for an update as a file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct UpdateFileQuery {
    /// The same as for the update.
    #[param(inline)]
    expenses: ExpensesAs,
    /// `csv` (the default), `xlsx`, `json` or `pdf`.
    #[param(inline)]
    r#as: UpdateFileAs,
    /// The name of the trade; the first trade by default.
    trade: Option<String>,
}

/// A quarterly update: the year so far, with HMRC's field names.
#[utoipa::path(get, path = "/api/income-tax/{year}/updates/{number}", operation_id = "update", tag = "income-tax",
    params(("year" = u16, Path), ("number" = u8, Path, description = "1 to 4"), UpdateQuery),
    responses((status = 200, body = TaxUpdate), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((year, number)): Path<(TaxYearPath, UpdateNumber)>,
    ApiQuery(query): ApiQuery<UpdateQuery>,
) -> Result<Json<TaxUpdate>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxYearBooks::load(&mut tx, &user.id, year.0, query.trade.as_deref()).await?;
    drop(tx);
    Ok(Json(TaxUpdate::from(&make_update(&books, number, query.expenses)?)))
}

/// The records behind a field of an update, by date.
#[utoipa::path(get, path = "/api/income-tax/{year}/updates/{number}/records", operation_id = "update_records",
    tag = "income-tax", params(("year" = u16, Path), ("number" = u8, Path), FieldQuery),
    responses((status = 200, body = TaxRecords), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((year, number)): Path<(TaxYearPath, UpdateNumber)>,
    ApiQuery(FieldQuery { expenses, field, trade }): ApiQuery<FieldQuery>,
) -> Result<Json<TaxRecords>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxYearBooks::load(&mut tx, &user.id, year.0, trade.as_deref()).await?;
    drop(tx);
    let quarterly_update = make_update(&books, number, expenses)?;
    let found = list_fields(&quarterly_update).find(|it| it.name == field);
    let found = found.ok_or_else(|| ApiError::not_found("Figure"))?;
    Ok(Json(TaxRecords::from_parts(found.label(), &found.parts, |parts| books.list_records(parts))))
}

/// An update as a file. In the spreadsheet each amount is a formula over its records, so that no amount has to be
/// retyped.
#[utoipa::path(get, path = "/api/income-tax/{year}/updates/{number}/file", operation_id = "update_file",
    tag = "income-tax", params(("year" = u16, Path), ("number" = u8, Path), UpdateFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((year, number)): Path<(TaxYearPath, UpdateNumber)>,
    ApiQuery(UpdateFileQuery { expenses, r#as, trade }): ApiQuery<UpdateFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxYearBooks::load(&mut tx, &user.id, year.0, trade.as_deref()).await?;
    drop(tx);
    let quarterly_update = make_update(&books, number, expenses)?;
    let r#as = match r#as {
        UpdateFileAs::Json => return Ok(file::update_to_json_file(&books, &quarterly_update)),
        UpdateFileAs::Csv => FileFormat::Csv,
        UpdateFileAs::Xlsx => FileFormat::Xlsx,
        UpdateFileAs::Pdf => FileFormat::Pdf,
    };
    let workbook = file::update_to_workbook(&books, &quarterly_update);
    workbook.generate(&state, &user.id, r#as).await
}

/// All fields of an update, in order.
pub(super) fn list_fields<'u, 'a>(
    quarterly_update: &'u QuarterlyUpdate<'a>,
) -> impl Iterator<Item = &'u UpdateField<'a>> {
    let all = [&quarterly_update.income, &quarterly_update.expenses, &quarterly_update.disallowable];
    all.into_iter().flatten()
}

/// Calculates an update.
pub(super) fn make_update(
    books: &TaxYearBooks,
    UpdateNumber(number): UpdateNumber,
    expenses: ExpensesAs,
) -> Result<QuarterlyUpdate<'_>, ApiError> {
    let has_updates = books.days.choices.business_kind().has_updates();
    let days = books.days.updates.get(number - 1).filter(|_| has_updates).copied();
    let days = days.ok_or_else(|| ApiError::not_found("Update"))?;
    let quarterly_update = build_update(books.to_core(), books.days.choices.to_core(), days, expenses.into());
    quarterly_update.map_err(|error| {
        ApiError::rule_broken(vec![FieldError::new("expenses", error.code(), error.to_string())])
    })
}
