//! GET /api/owed/export

use axum::extract::State;
use plumbline_core::time::text::format_long_date;
use serde::Deserialize;
use utoipa::IntoParams;

use super::list::{OwedOrder, OwedReport, OwedSums, load_report};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{
    FileFormat, GeneratedFile, Workbook, WorkbookCell, WorkbookColumn, WorkbookTable,
};
use plumbline_records::documents;

/// The order, and the kind of file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct OwedExportQuery {
    /// `oldest` (the default) or `most`.
    #[param(inline)]
    sort: Option<OwedOrder>,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileFormat,
}

/// Who owes how much, by how late it is, as a file that ends with a row of sums.
#[utoipa::path(get, path = "/api/owed/export", tag = "owed", params(OwedExportQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(OwedExportQuery { sort, r#as }): ApiQuery<OwedExportQuery>,
) -> Result<GeneratedFile, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let owed = load_report(&mut tx, &user.id, today, sort.unwrap_or_default()).await?;
    drop(tx);
    to_workbook(&owed).generate(&state, &user.id, r#as).await
}

/// The workbook, which has one table.
pub(super) fn to_workbook(owed: &OwedReport) -> Workbook {
    let mut customers = WorkbookTable::new(
        "Customers",
        &[
            WorkbookColumn::text("Customer"),
            WorkbookColumn::count("Invoices"),
            WorkbookColumn::day("Oldest due"),
            WorkbookColumn::money("Not due yet"),
            WorkbookColumn::money("1 to 30 days late"),
            WorkbookColumn::money("31 to 60 days late"),
            WorkbookColumn::money("61 to 90 days late"),
            WorkbookColumn::money("Over 90 days late"),
            WorkbookColumn::money("Total owed"),
        ],
    );
    for one in &owed.customers {
        let oldest = one.oldest.map_or_else(|| WorkbookCell::text(""), WorkbookCell::Day);
        customers.add_row(to_row(&one.name, oldest, &one.sums));
    }
    customers.add_row(to_row("All", WorkbookCell::text(""), &owed.all));
    Workbook {
        name: format!("owed-{}", owed.today),
        title: "Who owes".to_owned(),
        days: format!("On {}", format_long_date(owed.today)),
        lists: vec![customers],
        records: None,
    }
}

fn to_row(name: &str, oldest: WorkbookCell, sums: &OwedSums) -> Vec<WorkbookCell> {
    let amounts = [sums.not_due, sums.to30, sums.to60, sums.to90, sums.over90, sums.outstanding];
    let invoices = usize::try_from(sums.invoices).unwrap_or_default();
    let first = [WorkbookCell::text(name), WorkbookCell::Count(invoices), oldest];
    first.into_iter().chain(amounts.map(WorkbookCell::Money)).collect()
}
