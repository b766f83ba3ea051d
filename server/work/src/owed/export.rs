//! GET /api/owed/export

use axum::extract::State;
use plumbline_core::time::text::date_long;
use serde::Deserialize;
use utoipa::IntoParams;

use super::list::{Owed, OwedOrder, OwedSums, owed};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::workbook::{Cell, Column, FileAs, List, Made, Workbook};
use plumbline_records::documents;

/// The order, and the kind of file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct OwedFileQuery {
    /// `oldest` (the default) or `most`.
    #[param(inline)]
    sort: Option<OwedOrder>,
    /// `csv` (the default), `xlsx` or `pdf`.
    #[param(inline)]
    r#as: FileAs,
}

/// Who owes how much, by how late it is, as a file that ends with a row of sums.
#[utoipa::path(get, path = "/api/owed/export", tag = "owed", params(OwedFileQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(OwedFileQuery { sort, r#as }): ApiQuery<OwedFileQuery>,
) -> Result<Made, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let owed = owed(&mut tx, &user.id, today, sort.unwrap_or_default()).await?;
    drop(tx);
    workbook(&owed).make(&state, &user.id, r#as).await
}

/// The workbook, which has one table.
pub(super) fn workbook(owed: &Owed) -> Workbook {
    let mut customers = List::of(
        "Customers",
        &[
            Column::text("Customer"),
            Column::count("Invoices"),
            Column::day("Oldest due"),
            Column::money("Not due yet"),
            Column::money("1 to 30 days late"),
            Column::money("31 to 60 days late"),
            Column::money("61 to 90 days late"),
            Column::money("Over 90 days late"),
            Column::money("Total owed"),
        ],
    );
    for one in &owed.customers {
        let oldest = one.oldest.map_or_else(|| Cell::text(""), Cell::Day);
        customers.row(row(&one.name, oldest, &one.sums));
    }
    customers.row(row("All", Cell::text(""), &owed.all));
    Workbook {
        name: format!("owed-{}", owed.today),
        title: "Who owes".to_owned(),
        days: format!("On {}", date_long(owed.today)),
        lists: vec![customers],
        records: None,
    }
}

fn row(name: &str, oldest: Cell, sums: &OwedSums) -> Vec<Cell> {
    let amounts = [
        sums.not_due,
        sums.to30,
        sums.to60,
        sums.to90,
        sums.over90,
        sums.outstanding,
    ];
    let invoices = usize::try_from(sums.invoices).unwrap_or_default();
    let first = [Cell::text(name), Cell::Count(invoices), oldest];
    first.into_iter().chain(amounts.map(Cell::Money)).collect()
}
