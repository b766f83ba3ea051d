//! GET /api/reports/income · /api/reports/expenses, the records behind their figures, and both as files

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use plumbline_core::report::books::{Income, Spending};
use plumbline_core::report::{Row, income, spending};
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::{ReportRecord, ReportRecords, SumsReport};
use super::names::Names;
use super::query::{Asked, By, FileQuery, RecordsQuery, ReportQuery, Wanted};
use super::records::{Records, earned, spent};
use super::summed;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::path::PathIds;
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::Made;
use plumbline_records::documents;

/// The two reports of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum SumsOf {
    /// The income report.
    Income,
    /// The expenses report.
    Expenses,
}

/// The income of a period by month, customer and business profile, or its expenses, also by category. On the cash
/// basis, the income from a payment is its share of the document's total before the CIS deduction. For a VAT-registered
/// business, expenses count without the VAT that it reclaims.
#[utoipa::path(get, path = "/api/reports/{of}", operation_id = "sums", tag = "reports",
    params(("of" = inline(SumsOf), Path), ReportQuery),
    responses((status = 200, body = SumsReport), (status = 400, body = ErrorBody)))]
pub(super) async fn sums(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(of): Path<SumsOf>,
    ApiQuery(query): ApiQuery<ReportQuery>,
) -> Result<Json<SumsReport>, ApiError> {
    let asked = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let (report, _) = report(&mut tx, &user.id, of, asked).await?;
    Ok(Json(report))
}

/// The records behind a row of the report, or behind the whole report, by date.
#[utoipa::path(get, path = "/api/reports/{of}/records", operation_id = "records", tag = "reports",
    params(("of" = inline(SumsOf), Path), RecordsQuery),
    responses((status = 200, body = ReportRecords), (status = 400, body = ErrorBody)))]
pub(super) async fn records(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(of): Path<SumsOf>,
    ApiQuery(query): ApiQuery<RecordsQuery>,
) -> Result<Json<ReportRecords>, ApiError> {
    let (asked, wanted) = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let found = Found::read(&mut tx, &user.id, of, asked).await?;
    Ok(Json(ReportRecords::of(found.records(wanted.as_ref()))))
}

/// The report as a file. A CSV file has the lists one below the other, and each row names its list.
#[utoipa::path(get, path = "/api/reports/{of}/export", operation_id = "export", tag = "reports",
    params(("of" = inline(SumsOf), Path), FileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(of): Path<SumsOf>,
    ApiQuery(query): ApiQuery<FileQuery>,
) -> Result<Made, ApiError> {
    let (asked, r#as) = query.asked(documents::today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let (report, names) = report(&mut tx, &user.id, of, asked).await?;
    drop(tx);
    let name = match of {
        SumsOf::Income => "Income",
        SumsOf::Expenses => "Expenses",
    };
    let workbook = super::export::sums((of.word(), name), &report, (&names, None));
    workbook.make(&state, &user.id, r#as).await
}

/// The report, and the names in it.
pub(super) async fn report(
    conn: &mut Conn,
    user_id: &str,
    of: SumsOf,
    asked: Asked,
) -> DbResult<(SumsReport, Names)> {
    let names = Names::read(conn, user_id).await?;
    let Asked { period, basis } = asked;
    let report = match of {
        SumsOf::Income => {
            let records = summed::income(conn, user_id, asked).await?;
            SumsReport::of_income(&income(&records, period, basis), &names)
        }
        SumsOf::Expenses => {
            let found = spent(conn, user_id, asked).await?;
            SumsReport::of_spending(&spending(&found.records, period, basis), &names)
        }
    };
    Ok((report, names))
}

impl SumsOf {
    /// The name in the URL.
    fn word(self) -> &'static str {
        match self {
            Self::Income => "income",
            Self::Expenses => "expenses",
        }
    }
}

impl PathIds for SumsOf {
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        let found = [Self::Income, Self::Expenses]
            .into_iter()
            .find(|of| of.word() == text);
        found.ok_or_else(|| ApiError::not_found("report"))
    }
}

/// The data that was read for a report.
struct Found {
    asked: Asked,
    names: Names,
    books: Books,
}

enum Books {
    Income(Records<Income>),
    Expenses(Records<Spending>),
}

impl Found {
    async fn read(conn: &mut Conn, user_id: &str, of: SumsOf, asked: Asked) -> DbResult<Self> {
        let books = match of {
            SumsOf::Income => Books::Income(earned(conn, user_id, asked).await?),
            SumsOf::Expenses => Books::Expenses(spent(conn, user_id, asked).await?),
        };
        let names = Names::read(conn, user_id).await?;
        Ok(Self {
            asked,
            names,
            books,
        })
    }

    fn records(&self, wanted: Option<&Wanted>) -> Vec<ReportRecord> {
        let Asked { period, basis } = self.asked;
        let by = wanted.map(|wanted| wanted.by);
        match &self.books {
            Books::Income(found) => {
                let report = income(&found.records, period, basis);
                let ids = ids_in(
                    match by {
                        None => std::slice::from_ref(&report.total),
                        Some(By::Month) => &report.by_month,
                        Some(By::Customer) => &report.by_customer,
                        Some(By::Profile) => &report.by_profile,
                        Some(By::Category) => &[],
                    },
                    wanted,
                );
                let of_row = found.records.iter().filter(|it| ids.contains(&*it.id));
                let told = of_row.filter_map(|it| {
                    let source = found.sources.get(&it.id)?;
                    let [net, vat, cis] = [it.net, it.vat, it.cis].map(|sum| it.signed(sum));
                    let customer = self.names.customer(it.customer.as_deref());
                    Some(ReportRecord::of(
                        &it.id,
                        source,
                        it.date,
                        customer,
                        [net, vat, cis],
                    ))
                });
                told.collect()
            }
            Books::Expenses(found) => {
                let report = spending(&found.records, period, basis);
                let ids = ids_in(
                    match by {
                        None => std::slice::from_ref(&report.total),
                        Some(By::Month) => &report.by_month,
                        Some(By::Customer) => &report.by_customer,
                        Some(By::Category) => &report.by_category,
                        Some(By::Profile) => &report.by_profile,
                    },
                    wanted,
                );
                let of_row = found.records.iter().filter(|it| ids.contains(&*it.id));
                let told = of_row.filter_map(|it| {
                    let source = found.sources.get(&it.id)?;
                    let customer = it.customer.as_deref();
                    let customer =
                        customer.map_or_else(String::new, |id| self.names.customer(Some(id)));
                    let sums = [it.net(), it.reclaimed, Pence::ZERO];
                    Some(ReportRecord::of(&it.id, source, it.date, customer, sums))
                });
                told.collect()
            }
        }
    }
}

/// The ids of the records behind the requested row; of all rows if no row is requested.
fn ids_in<'a>(rows: &'a [Row<'_>], wanted: Option<&Wanted>) -> HashSet<&'a str> {
    let of = rows
        .iter()
        .filter(|row| wanted.is_none_or(|wanted| wanted.key == row.key));
    of.flat_map(|row| row.ids.iter().copied()).collect()
}
