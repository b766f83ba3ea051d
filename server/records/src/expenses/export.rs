//! GET /api/expenses/export

use std::collections::HashMap;

use axum::extract::State;

use super::fields::{GoodsOrService, VatKind};
use super::query::{ExpenseListQuery, ExpenseListRequest};
use super::store::{ExpenseRow, find};
use crate::contacts::{self, Contact};
use crate::profiles::{self, Profile};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::{ContactId, ProfileId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most rows in one file: as many as spreadsheet programs open easily. A range of days gives fewer.
const ROWS_MAX: i64 = 50_000;

const COLUMNS: [&str; 18] = [
    "Date",
    "Supplier",
    "Description",
    "Category",
    "Tax return box",
    "Amount",
    "VAT rate",
    "VAT",
    "Customer",
    "Business",
    "Job",
    "Vehicle",
    "Miles",
    "Private part (%)",
    "Cost of a vehicle",
    "Goods or service",
    "Receipts",
    // A new column goes last, so that programs which read columns by position still work.
    "Kind of VAT",
];

/// The expenses of a list as a CSV file, at most 50,000 rows.
#[utoipa::path(get, path = "/api/expenses/export", tag = "expenses", params(ExpenseListQuery),
    responses((status = 200, content_type = "text/csv", body = [u8]),
        (status = 400, body = ErrorBody)))]
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ExpenseListQuery>,
) -> Result<CsvFile, ApiError> {
    let request = ExpenseListRequest::from_query(&user.id, query)?;
    let slot = state.tables.acquire_worker(user.id.as_str()).await?;
    let mut tx = state.db.begin_read().await?;
    let rows = find::list_page(&mut tx, &request.filter, &request.order, ROWS_MAX).await?;
    let contacts = contacts::store::list(&mut tx, &user.id).await?;
    let profiles = profiles::store::list_any(&mut tx, &user.id).await?;
    drop(tx);
    let name = format!("expenses-{}.csv", london_date(state.clock.now_ms()));
    slot.run(move || to_csv(&rows, contacts, profiles, name)).await?
}

fn to_csv(
    rows: &[ExpenseRow],
    contacts: Vec<Contact>,
    profiles: Vec<Profile>,
    name: String,
) -> Result<CsvFile, ApiError> {
    let businesses = profiles.into_iter().map(|profile| (profile.id, profile.fields.name));
    let businesses: HashMap<ProfileId, String> = businesses.collect();
    let names = contacts.into_iter().map(|contact| {
        let name = contact.fields.display_name().to_owned();
        (contact.id, name)
    });
    let names: HashMap<ContactId, String> = names.collect();
    let mut sheet = CsvWriter::new(&COLUMNS)?;
    for row in rows {
        add_row(&mut sheet, row, (&names, &businesses))?;
    }
    sheet.finish(name)
}

fn add_row(
    sheet: &mut CsvWriter,
    row: &ExpenseRow,
    (names, businesses): (&HashMap<ContactId, String>, &HashMap<ProfileId, String>),
) -> Result<(), ApiError> {
    // Every column is named, so that a new one doesn't compile until the file has it, or somebody decides that it
    // needn't.
    let ExpenseRow {
        id: _, // no program asks for it
        user_id: _,
        version: _,
        date,
        supplier,
        supplier_key: _, // the supplier as suppliers are compared
        description,
        category,
        amount,
        vat_rate,
        vat_amount,
        private_share,
        vehicle_cost,
        vat_kind,
        goods_or_service,
        contact_id,
        business_profile_id,
        job,
        vehicle,
        tenths,
        repeats: _, // each that is made has a row of its own
        repeat_until: _,
        repeat_done: _,
        repeat_next: _,
        repeat_of: _,
        from_bank: _, // where it came from is no matter of the books
        receipt_count,
        words: _, // by which it is found
        created_at: _,
        updated_at: _,
    } = row;
    let category = category.info();
    let customer = contact_id.as_ref().and_then(|id| names.get(id));
    let business = business_profile_id.as_ref();
    let business = business.and_then(|id| businesses.get(id));
    let miles = vehicle.map(|_| plumbline_core::expense::tenths_to_miles(*tenths));
    sheet.write_row(&[
        &date.to_string(),
        supplier,
        description,
        category.name,
        &category.number.to_string(),
        &amount.to_string(),
        &vat_rate.to_string(),
        &vat_amount.to_string(),
        customer.map_or("", String::as_str),
        business.map_or("", String::as_str),
        job,
        vehicle.map_or("", |vehicle| vehicle.code()),
        &miles.map(|miles| miles.to_string()).unwrap_or_default(),
        &private_share.to_string(),
        if *vehicle_cost { "yes" } else { "" },
        match goods_or_service {
            GoodsOrService::NotSaid => "",
            GoodsOrService::Goods => "goods",
            GoodsOrService::Service => "service",
        },
        &receipt_count.to_string(),
        match vat_kind {
            VatKind::Usual => "",
            VatKind::ReverseCharge => "reverse charge",
            VatKind::Capital => "equipment",
            VatKind::Exempt => "exempt",
        },
    ])
}
