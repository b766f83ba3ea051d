//! GET /api/cis/{year} and its file

use std::collections::{BTreeMap, BTreeSet, HashMap};

use axum::Json;
use axum::extract::State;
use plumbline_core::report::Period;
use plumbline_core::report::cis::{CisPaid, LedgerRow, ledger};
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use super::answer::{CisContractor, CisLedger, CisMonth, CisReceipt, CisStanding};
use super::statements;
use super::store::{self, StatementRow};
use crate::reports::names::Names;
use crate::reports::records::{customer, received_for};
use crate::reports::store as records;
use crate::reports::year::YearOf;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileAs, Made};
use plumbline_records::documents::today;

/// The query for the ledger as a file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct FileQuery {
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileAs,
}

/// The amounts that contractors paid and deducted in each tax month of a tax year, compared with their statements.
#[utoipa::path(get, path = "/api/cis/{year}", operation_id = "ledger", tag = "cis",
    params(("year" = u16, Path, description = "The calendar year in which it begins: 2026 is 2026/27")),
    responses((status = 200, body = CisLedger), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(YearOf(year)): Path<YearOf>,
) -> Result<Json<CisLedger>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    Ok(Json(of(&mut tx, &user.id, year, today).await?))
}

/// The ledger as a file.
#[utoipa::path(get, path = "/api/cis/{year}/file", operation_id = "ledger_file", tag = "cis",
    params(("year" = u16, Path), FileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 404, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(YearOf(year)): Path<YearOf>,
    ApiQuery(FileQuery { r#as }): ApiQuery<FileQuery>,
) -> Result<Made, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let told = of(&mut tx, &user.id, year, today).await?;
    drop(tx);
    super::file::of(&told).make(&state, &user.id, r#as).await
}

/// The ledger of a tax year, as of a day.
pub(super) async fn of(
    conn: &mut Conn,
    user_id: &str,
    year: TaxYear,
    today: Date,
) -> DbResult<CisLedger> {
    let (paid, sources) = payments(conn, user_id, year).await?;
    let statements = store::statements(conn, user_id).await?;
    let names = Names::read(conn, user_id).await?;
    let stated: Vec<_> = statements.iter().map(StatementRow::stated).collect();
    let told = ledger(&paid, &stated, year, today);
    let contractor = |key: &str| CisContractor {
        name: names.customer(Some(key)),
        key: key.to_owned(),
    };
    let statements: HashMap<String, &StatementRow> = statements
        .iter()
        .map(|row| (row.id.to_string(), row))
        .collect();
    let contractors: BTreeSet<CisContractor> = told
        .rows
        .iter()
        .map(|row| contractor(&row.contractor))
        .collect();
    let months = told.rows.iter().map(|row| {
        let contractor = contractor(&row.contractor);
        month(row, contractor, &sources, &statements)
    });
    Ok(CisLedger {
        year: year.begins_in(),
        name: year.text(),
        gross: told.gross,
        materials: told.materials,
        deducted: told.deducted,
        stated: told.stated,
        months: months.collect(),
        contractors: contractors.into_iter().collect(),
        today,
    })
}

fn month(
    row: &LedgerRow,
    contractor: CisContractor,
    sources: &BTreeMap<String, CisReceipt>,
    given: &HashMap<String, &StatementRow>,
) -> CisMonth {
    let (standing, differs) = CisStanding::of(row.standing);
    let payments = row
        .payments
        .iter()
        .filter_map(|id| sources.get(id).cloned());
    let of_month = row.statements.iter().filter_map(|id| given.get(id));
    CisMonth {
        from: row.month.first(),
        to: row.month.last(),
        contractor,
        gross: row.gross,
        materials: row.materials,
        deducted: row.deducted,
        statement_due: row.statement_due,
        standing,
        differs,
        payments: payments.collect(),
        statements: of_month.map(|row| statements::told(row)).collect(),
    }
}

/// The payments from contractors in a tax year, with the changes that credit notes made to them, and how each is
/// displayed. With gross payment status nothing is deducted, but the payment is still under the scheme.
async fn payments(
    conn: &mut Conn,
    user_id: &str,
    year: TaxYear,
) -> DbResult<(Vec<CisPaid>, BTreeMap<String, CisReceipt>)> {
    let taken = records::taken_under_cis(conn, user_id, Period::of_tax_year(year)).await?;
    let materials =
        |document: &records::Document| document.total - document.vat - document.cis_base;
    let credits = records::credits(conn, user_id, year.last()).await?;
    let mut paid = Vec::new();
    let mut sources = BTreeMap::new();
    for (document, parts) in received_for(taken, &credits, materials) {
        let contractor = customer(&document).unwrap_or_default();
        for part in parts.into_iter().filter(|part| part.date >= year.first()) {
            let mut notes = credits.iter().map(|note| &note.document);
            let note = notes.find(|note| part.credit && note.id == part.id);
            let subject = note.unwrap_or(&document);
            let shown = CisReceipt {
                id: part.id.clone(),
                kind: subject.kind.word().to_owned(),
                subject: subject.id.clone(),
                number: subject.number.clone(),
                date: part.date,
                gross: part.gross,
                materials: part.materials,
                deducted: part.deducted,
            };
            sources.insert(part.id.clone(), shown);
            paid.push(CisPaid {
                id: part.id,
                date: part.date,
                credit: part.credit,
                contractor: contractor.clone(),
                gross: part.gross,
                materials: part.materials,
                deducted: part.deducted,
            });
        }
    }
    Ok((paid, sources))
}
