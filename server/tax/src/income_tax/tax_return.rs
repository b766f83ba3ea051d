//! GET /api/income-tax/{year}/return, the records behind one of its boxes, and the return as a file.

use axum::Json;
use axum::extract::State;
use plumbline_core::report::AmountPart;
use plumbline_core::report::self_assessment::{
    FormPages, ReturnError, SelfAssessment, build_self_assessment,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::books::TaxYearBooks;
use super::file;
use super::response::{TaxRecords, TaxReturn};
use crate::reports::query::TaxYearPath;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileFormat, GeneratedFile};

/// The full or the short self-employment pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ReturnPages {
    /// SA103F.
    #[default]
    Full,
    /// SA103S.
    Short,
}

impl From<ReturnPages> for FormPages {
    fn from(pages: ReturnPages) -> Self {
        match pages {
            ReturnPages::Full => Self::Full,
            ReturnPages::Short => Self::Short,
        }
    }
}

/// The query for a return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct TaxReturnQuery {
    /// `full` (SA103F, the default) or `short` (SA103S).
    #[param(inline)]
    pages: ReturnPages,
    /// The name of the trade; the first trade by default.
    trade: Option<String>,
}

/// The query for a box.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct TaxBoxQuery {
    /// `full` (SA103F, the default) or `short` (SA103S).
    #[param(inline)]
    #[serde(default)]
    pages: ReturnPages,
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
pub(super) struct TaxReturnFileQuery {
    /// `full` (SA103F, the default) or `short` (SA103S).
    #[param(inline)]
    pages: ReturnPages,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
    /// The name of the trade; the first trade by default.
    trade: Option<String>,
}

/// The boxes of the self-employment pages for a tax year, to the penny.
#[utoipa::path(get, path = "/api/income-tax/{year}/return", operation_id = "return", tag = "income-tax",
    params(("year" = u16, Path), TaxReturnQuery),
    responses((status = 200, body = TaxReturn), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(TaxReturnQuery { pages, trade }): ApiQuery<TaxReturnQuery>,
) -> Result<Json<TaxReturn>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxYearBooks::load(&mut tx, &user.id, year, trade.as_deref()).await?;
    drop(tx);
    Ok(Json(TaxReturn::from(&build_boxes(&books, pages)?)))
}

/// The records behind a box, by date; for a box that is a sum, those of all boxes in the sum.
#[utoipa::path(get, path = "/api/income-tax/{year}/return/records", operation_id = "return_records",
    tag = "income-tax", params(("year" = u16, Path), TaxBoxQuery),
    responses((status = 200, body = TaxRecords), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(TaxBoxQuery { pages, number, trade }): ApiQuery<TaxBoxQuery>,
) -> Result<Json<TaxRecords>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxYearBooks::load(&mut tx, &user.id, year, trade.as_deref()).await?;
    drop(tx);
    let self_assessment = build_boxes(&books, pages)?;
    let found = self_assessment.boxes.iter().find(|it| it.number == number);
    let found = found.ok_or_else(|| ApiError::not_found("Box"))?;
    let label = format!("Box {number}: {}", found.label);
    Ok(Json(TaxRecords::from_parts(label, &box_parts(&self_assessment, number), |parts| {
        books.list_records(parts)
    })))
}

/// The boxes as a file; a spreadsheet has the records behind each box.
#[utoipa::path(get, path = "/api/income-tax/{year}/return/file", operation_id = "return_file", tag = "income-tax",
    params(("year" = u16, Path), TaxReturnFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(TaxReturnFileQuery { pages, r#as, trade }): ApiQuery<TaxReturnFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let books = TaxYearBooks::load(&mut tx, &user.id, year, trade.as_deref()).await?;
    drop(tx);
    let workbook = file::return_to_workbook(&books, &build_boxes(&books, pages)?);
    workbook.generate(&state, &user.id, r#as).await
}

/// Calculates the boxes.
pub(super) fn build_boxes(books: &TaxYearBooks, pages: ReturnPages) -> Result<SelfAssessment<'_>, ApiError> {
    let chosen = &books.days.choices;
    if !chosen.business_kind().has_self_employment() {
        return Err(to_api_error(ReturnError::Company));
    }
    let period = Some(books.days.period());
    let self_assessment =
        build_self_assessment(books.to_core(), chosen.to_core(), pages.into(), chosen.year, period);
    self_assessment.map_err(to_api_error)
}

fn to_api_error(error: ReturnError) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("year", error.code(), error.to_string())])
}

/// The parts of a box, or of the boxes that it is the sum of. Profit is a difference, so the parts from expenses are
/// negative.
fn box_parts<'a>(self_assessment: &SelfAssessment<'a>, number: u8) -> Vec<AmountPart<'a>> {
    let find = |number: u8| self_assessment.boxes.iter().find(|it| it.number == number);
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
        for part in box_parts(self_assessment, *of) {
            let amount = if takes_off { -part.amount } else { part.amount };
            all.push(AmountPart { amount, ..part });
        }
    }
    all
}
