//! GET /api/income-tax/{year}/return, the records behind one of its boxes, and the return as a file.

use axum::Json;
use axum::extract::State;
use plumbline_core::report::Part;
use plumbline_core::report::self_assessment::{
    Pages, ReturnError, SelfAssessment, self_assessment,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::answer::{TaxRecords, TaxReturn};
use super::books::TaxBooks;
use super::file;
use crate::reports::year::YearOf;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileAs, Made};

/// The full or the short self-employment pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum FormPages {
    /// SA103F.
    #[default]
    Full,
    /// SA103S.
    Short,
}

impl From<FormPages> for Pages {
    fn from(pages: FormPages) -> Self {
        match pages {
            FormPages::Full => Self::Full,
            FormPages::Short => Self::Short,
        }
    }
}

/// The query for a return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReturnQuery {
    /// `full` (SA103F, the default) or `short` (SA103S).
    #[param(inline)]
    pages: FormPages,
    /// The name of the trade; the first trade by default.
    trade: Option<String>,
}

/// The query for a box.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct BoxQuery {
    /// `full` (SA103F, the default) or `short` (SA103S).
    #[param(inline)]
    #[serde(default)]
    pages: FormPages,
    /// The number of the box.
    #[serde(rename = "box")]
    number: u8,
    /// The name of the trade; the first trade by default.
    #[serde(default)]
    trade: Option<String>,
}

/// The query for a return as a file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReturnFileQuery {
    /// `full` (SA103F, the default) or `short` (SA103S).
    #[param(inline)]
    pages: FormPages,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileAs,
    /// The name of the trade; the first trade by default.
    trade: Option<String>,
}

/// The boxes of the self-employment pages for a tax year, to the penny.
#[utoipa::path(get, path = "/api/income-tax/{year}/return", operation_id = "return", tag = "income-tax",
    params(("year" = u16, Path), ReturnQuery),
    responses((status = 200, body = TaxReturn), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(YearOf(year)): Path<YearOf>,
    ApiQuery(ReturnQuery { pages, trade }): ApiQuery<ReturnQuery>,
) -> Result<Json<TaxReturn>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxBooks::read(&mut tx, &user.id, year, trade.as_deref()).await?;
    drop(tx);
    Ok(Json(TaxReturn::from(&boxes(&books, pages)?)))
}

/// The records behind a box, by date; for a box that is a sum, those of all boxes in the sum.
#[utoipa::path(get, path = "/api/income-tax/{year}/return/records", operation_id = "return_records",
    tag = "income-tax", params(("year" = u16, Path), BoxQuery),
    responses((status = 200, body = TaxRecords), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(YearOf(year)): Path<YearOf>,
    ApiQuery(BoxQuery {
        pages,
        number,
        trade,
    }): ApiQuery<BoxQuery>,
) -> Result<Json<TaxRecords>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxBooks::read(&mut tx, &user.id, year, trade.as_deref()).await?;
    drop(tx);
    let told = boxes(&books, pages)?;
    let found = told.boxes.iter().find(|it| it.number == number);
    let found = found.ok_or_else(|| ApiError::not_found("Box"))?;
    let label = format!("Box {number}: {}", found.label);
    Ok(Json(TaxRecords::of(
        label,
        &parts(&told, number),
        |parts| books.records(parts),
    )))
}

/// The boxes as a file; a spreadsheet has the records behind each box.
#[utoipa::path(get, path = "/api/income-tax/{year}/return/file", operation_id = "return_file", tag = "income-tax",
    params(("year" = u16, Path), ReturnFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(YearOf(year)): Path<YearOf>,
    ApiQuery(ReturnFileQuery { pages, r#as, trade }): ApiQuery<ReturnFileQuery>,
) -> Result<Made, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxBooks::read(&mut tx, &user.id, year, trade.as_deref()).await?;
    drop(tx);
    let workbook = file::of_return(&books, &boxes(&books, pages)?);
    workbook.make(&state, &user.id, r#as).await
}

/// Calculates the boxes.
pub(super) fn boxes(books: &TaxBooks, pages: FormPages) -> Result<SelfAssessment<'_>, ApiError> {
    let chosen = &books.days.chosen;
    if !chosen.kind().has_self_employment() {
        return Err(refused(ReturnError::Company));
    }
    let period = Some(books.days.period());
    let told = self_assessment(
        books.books(),
        chosen.choices(),
        pages.into(),
        chosen.year,
        period,
    );
    told.map_err(refused)
}

fn refused(error: ReturnError) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(
        "year",
        error.code(),
        error.to_string(),
    )])
}

/// The parts of a box, or of the boxes that it is the sum of. Profit is a difference, so the parts from expenses are
/// negative.
fn parts<'a>(told: &SelfAssessment<'a>, number: u8) -> Vec<Part<'a>> {
    let find = |number: u8| told.boxes.iter().find(|it| it.number == number);
    let Some(found) = find(number) else {
        return Vec::new();
    };
    if found.of.is_empty() {
        return found.parts.clone();
    }
    let is_total = |number: u8| find(number).is_some_and(|it| !it.of.is_empty());
    // A result is made of totals; a total only of ordinary boxes.
    let is_result = found.of.iter().any(|it| is_total(*it));
    let mut all = Vec::new();
    for of in &found.of {
        let takes_off = is_result && is_total(*of);
        for part in parts(told, *of) {
            let amount = if takes_off { -part.amount } else { part.amount };
            all.push(Part { amount, ..part });
        }
    }
    all
}
