//! GET /api/income-tax/{year}/updates/{number}, the records behind one of its amounts, and the update as a file.

use axum::Json;
use axum::extract::State;
use plumbline_core::report::mtd::{Expenses, Field, Update, update};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::answer::{TaxRecords, TaxUpdate};
use super::books::TaxBooks;
use super::file;
use crate::reports::year::YearOf;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::path::PathIds;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileAs, Made};

/// The number of an update in its tax year, 1 to 4.
#[derive(Debug, Clone, Copy)]
pub(super) struct UpdateNo(pub(super) usize);

impl PathIds for UpdateNo {
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
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

impl From<ExpensesAs> for Expenses {
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
    Path((year, number)): Path<(YearOf, UpdateNo)>,
    ApiQuery(query): ApiQuery<UpdateQuery>,
) -> Result<Json<TaxUpdate>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxBooks::read(&mut tx, &user.id, year.0, query.trade.as_deref()).await?;
    drop(tx);
    Ok(Json(TaxUpdate::from(&of(&books, number, query.expenses)?)))
}

/// The records behind a field of an update, by date.
#[utoipa::path(get, path = "/api/income-tax/{year}/updates/{number}/records", operation_id = "update_records",
    tag = "income-tax", params(("year" = u16, Path), ("number" = u8, Path), FieldQuery),
    responses((status = 200, body = TaxRecords), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((year, number)): Path<(YearOf, UpdateNo)>,
    ApiQuery(FieldQuery {
        expenses,
        field,
        trade,
    }): ApiQuery<FieldQuery>,
) -> Result<Json<TaxRecords>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxBooks::read(&mut tx, &user.id, year.0, trade.as_deref()).await?;
    drop(tx);
    let told = of(&books, number, expenses)?;
    let found = fields(&told).find(|it| it.name == field);
    let found = found.ok_or_else(|| ApiError::not_found("Figure"))?;
    Ok(Json(TaxRecords::of(found.label(), &found.parts, |parts| {
        books.records(parts)
    })))
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
    Path((year, number)): Path<(YearOf, UpdateNo)>,
    ApiQuery(UpdateFileQuery {
        expenses,
        r#as,
        trade,
    }): ApiQuery<UpdateFileQuery>,
) -> Result<Made, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxBooks::read(&mut tx, &user.id, year.0, trade.as_deref()).await?;
    drop(tx);
    let told = of(&books, number, expenses)?;
    let r#as = match r#as {
        UpdateFileAs::Json => return Ok(file::json_of_update(&books, &told)),
        UpdateFileAs::Csv => FileAs::Csv,
        UpdateFileAs::Xlsx => FileAs::Xlsx,
        UpdateFileAs::Pdf => FileAs::Pdf,
    };
    let workbook = file::of_update(&books, &told);
    workbook.make(&state, &user.id, r#as).await
}

/// All fields of an update, in order.
pub(super) fn fields<'u, 'a>(told: &'u Update<'a>) -> impl Iterator<Item = &'u Field<'a>> {
    let all = [&told.income, &told.expenses, &told.disallowable];
    all.into_iter().flatten()
}

/// Calculates an update.
pub(super) fn of(
    books: &TaxBooks,
    UpdateNo(number): UpdateNo,
    expenses: ExpensesAs,
) -> Result<Update<'_>, ApiError> {
    let has_updates = books.days.chosen.kind().has_updates();
    let days = books
        .days
        .updates
        .get(number - 1)
        .filter(|_| has_updates)
        .copied();
    let days = days.ok_or_else(|| ApiError::not_found("Update"))?;
    let told = update(
        books.books(),
        books.days.chosen.choices(),
        days,
        expenses.into(),
    );
    told.map_err(|error| {
        ApiError::rule_broken(vec![FieldError::new(
            "expenses",
            error.code(),
            error.to_string(),
        )])
    })
}
