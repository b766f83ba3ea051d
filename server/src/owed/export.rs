//! GET /api/owed/export

use axum::extract::State;
use plumbline_core::money::Pence;

use super::list::{OwedQuery, OwedSums, owed};
use crate::csv::{CsvFile, Sheet};
use crate::documents;
use crate::error::{ApiError, ErrorBody};
use crate::http::ApiQuery;
use crate::sessions::CurrentUser;
use crate::state::AppState;

const COLUMNS: [&str; 9] = [
    "Customer",
    "Invoices",
    "Oldest due",
    "Not due yet",
    "1 to 30 days late",
    "31 to 60 days late",
    "61 to 90 days late",
    "Over 90 days late",
    "Owed in all",
];

/// Who owes, and how late it is, as a CSV file with a row of sums at its end.
#[utoipa::path(get, path = "/api/owed/export", tag = "owed", params(OwedQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<OwedQuery>,
) -> Result<CsvFile, ApiError> {
    let today = documents::today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let owed = owed(&mut tx, &user.id, today, query.order()).await?;
    drop(tx);
    let mut sheet = Sheet::of(&COLUMNS)?;
    for one in &owed.customers {
        let oldest = one.oldest.map_or(String::new(), |day| day.to_string());
        row(&mut sheet, &one.name, &oldest, &one.sums)?;
    }
    row(&mut sheet, "All", "", &owed.all)?;
    sheet.finish(format!("owed-{today}.csv"))
}

fn row(sheet: &mut Sheet, name: &str, oldest: &str, sums: &OwedSums) -> Result<(), ApiError> {
    let amounts = [
        sums.not_due,
        sums.to30,
        sums.to60,
        sums.to90,
        sums.over90,
        sums.outstanding,
    ];
    let [a, b, c, d, e, all] = amounts.map(|amount: Pence| amount.to_string());
    let invoices = sums.invoices.to_string();
    sheet.row(&[name, &invoices, oldest, &a, &b, &c, &d, &e, &all])
}
