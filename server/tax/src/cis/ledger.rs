//! GET /api/cis/{year} and its file

use std::collections::{BTreeMap, BTreeSet, HashMap};

use axum::Json;
use axum::extract::State;
use plumbline_core::report::Period;
use plumbline_core::report::cis::{CisLedgerRow, LedgerPayment, build_ledger};
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use super::response::{CisContractor, CisLedger, CisMonth, CisMonthState, CisReceipt};
use super::statements;
use super::store::{self, CisStatementRow};
use crate::reports::names::Names;
use crate::reports::query::TaxYearPath;
use crate::reports::records::{allocate_payments, customer_key};
use crate::reports::store as records;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiQuery, Path};
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{FileFormat, GeneratedFile};
use plumbline_records::documents::today;

/// The query for the ledger as a file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct LedgerFileQuery {
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
}

/// The amounts that contractors paid and deducted in each tax month of a tax year, compared with their statements.
#[utoipa::path(get, path = "/api/cis/{year}", operation_id = "ledger", tag = "cis",
    params(("year" = u16, Path, description = "The calendar year in which it begins: 2026 is 2026/27")),
    responses((status = 200, body = CisLedger), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
) -> Result<Json<CisLedger>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    Ok(Json(load_ledger(&mut tx, &user.id, year, today).await?))
}

/// The ledger as a file.
#[utoipa::path(get, path = "/api/cis/{year}/file", operation_id = "ledger_file", tag = "cis",
    params(("year" = u16, Path), LedgerFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]), (status = 404, body = ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(TaxYearPath(year)): Path<TaxYearPath>,
    ApiQuery(LedgerFileQuery { r#as }): ApiQuery<LedgerFileQuery>,
) -> Result<GeneratedFile, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let cis_ledger = load_ledger(&mut tx, &user.id, year, today).await?;
    drop(tx);
    super::file::to_workbook(&cis_ledger).generate(&state, &user.id, r#as).await
}

/// The ledger of a tax year, as of a day.
pub(super) async fn load_ledger(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
    today: Date,
) -> DbResult<CisLedger> {
    let (paid, sources) = load_payments(conn, user_id, year).await?;
    let statements = store::list_statements(conn, user_id).await?;
    let names = Names::load(conn, user_id).await?;
    let stated: Vec<_> = statements.iter().map(CisStatementRow::to_core).collect();
    let cis_ledger = build_ledger(&paid, &stated, year, today);
    let contractor = |key: &str| CisContractor { name: names.customer_name(Some(key)), key: key.to_owned() };
    let statements: HashMap<String, &CisStatementRow> =
        statements.iter().map(|row| (row.id.to_string(), row)).collect();
    let contractors: BTreeSet<CisContractor> =
        cis_ledger.rows.iter().map(|row| contractor(&row.contractor)).collect();
    let months = cis_ledger.rows.iter().map(|row| {
        let contractor = contractor(&row.contractor);
        to_month(row, contractor, &sources, &statements)
    });
    Ok(CisLedger {
        year: year.start_year(),
        name: year.label(),
        gross: cis_ledger.gross,
        materials: cis_ledger.materials,
        deducted: cis_ledger.deducted,
        stated: cis_ledger.stated,
        months: months.collect(),
        contractors: contractors.into_iter().collect(),
        today,
    })
}

fn to_month(
    row: &CisLedgerRow,
    contractor: CisContractor,
    sources: &BTreeMap<String, CisReceipt>,
    given: &HashMap<String, &CisStatementRow>,
) -> CisMonth {
    let (cis_month_state, differs) = CisMonthState::from_core(row.standing);
    let payments = row.payments.iter().filter_map(|id| sources.get(id).cloned());
    let of_month = row.statements.iter().filter_map(|id| given.get(id));
    CisMonth {
        from: row.month.first_day(),
        to: row.month.last_day(),
        contractor,
        gross: row.gross,
        materials: row.materials,
        deducted: row.deducted,
        statement_due: row.statement_due,
        standing: cis_month_state,
        differs,
        payments: payments.collect(),
        statements: of_month.map(|row| statements::to_response(row)).collect(),
    }
}

/// The payments from contractors in a tax year, with the changes that credit notes made to them, and how each is
/// displayed. With gross payment status nothing is deducted, but the payment is still under the scheme.
async fn load_payments(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
) -> DbResult<(Vec<LedgerPayment>, BTreeMap<String, CisReceipt>)> {
    let taken = records::list_takings_under_cis(conn, user_id, Period::for_tax_year(year)).await?;
    let materials = |document: &records::ReportedDocument| document.total - document.vat - document.cis_base;
    let credits = records::list_credits(conn, user_id, year.last_day()).await?;
    let mut paid = Vec::new();
    let mut sources = BTreeMap::new();
    for (document, parts) in allocate_payments(taken, &credits, materials) {
        let contractor = customer_key(&document).unwrap_or_default();
        for part in parts.into_iter().filter(|part| part.date >= year.first_day()) {
            let mut notes = credits.iter().map(|note| &note.document);
            let note = notes.find(|note| part.credit && note.id == part.id);
            let subject = note.unwrap_or(&document);
            let cis_receipt = CisReceipt {
                id: part.id.clone(),
                kind: subject.kind.code().to_owned(),
                subject: subject.id.clone(),
                number: subject.number.clone(),
                date: part.date,
                gross: part.gross,
                materials: part.materials,
                deducted: part.deducted,
            };
            sources.insert(part.id.clone(), cis_receipt);
            paid.push(LedgerPayment {
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
