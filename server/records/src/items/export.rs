//! GET /api/items/export

use axum::extract::State;
use plumbline_core::document::{CostType, LabourUnit, Treatment, Vat};

use super::{Item, ItemFields, store};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, CsvWriter};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The columns, which an import of the file reads again.
const COLUMNS: [&str; 14] = [
    "Name",
    "Description",
    "Code",
    "Category",
    "Unit",
    "Cost",
    "Price",
    "Quantity",
    "VAT",
    "Kind of cost",
    "Labour",
    "Labour rate",
    "Labour unit",
    "Favourite",
];

/// Every item of the account as a CSV file, by name.
#[utoipa::path(get, path = "/api/items/export", tag = "items",
    responses((status = 200, content_type = "text/csv", body = [u8])))]
pub(super) async fn export(State(state): State<AppState>, user: CurrentUser) -> Result<CsvFile, ApiError> {
    let slot = state.tables.acquire_worker(user.id.as_str()).await?;
    let mut conn = state.db.read().await?;
    let items = store::list(&mut conn, &user.id).await?;
    drop(conn);
    let name = format!("items-{}.csv", london_date(state.clock.now_ms()));
    slot.run(move || to_csv(&items, name)).await?
}

fn to_csv(items: &[Item], name: String) -> Result<CsvFile, ApiError> {
    let mut sheet = CsvWriter::new(&COLUMNS)?;
    for item in items {
        let cells = to_cells(&item.fields);
        sheet.write_row(&cells.each_ref().map(String::as_str))?;
    }
    sheet.finish(name)
}

/// An item's cells. Every field is named, so that a new one doesn't compile until it has a column, which an import
/// reads again.
fn to_cells(fields: &ItemFields) -> [String; COLUMNS.len()] {
    let ItemFields {
        name,
        description,
        quantity,
        price,
        cost,
        unit,
        code,
        category,
        favourite,
        include_labour,
        labour_hours,
        labour_rate,
        labour_unit_type,
        vat,
        cost_type,
    } = fields.clone();
    // The labour columns are filled only if there is labour.
    let of_labour = |text: String| {
        if include_labour { text } else { String::new() }
    };
    [
        name,
        description,
        code,
        category,
        unit,
        cost.to_string(),
        price.to_string(),
        quantity.to_string(),
        vat.as_ref().map(vat_cell).unwrap_or_default(),
        match cost_type {
            CostType::Materials => "Materials",
            CostType::Labour => "Labour",
        }
        .to_owned(),
        of_labour(labour_hours.to_string()),
        of_labour(labour_rate.to_string()),
        of_labour(
            match labour_unit_type {
                LabourUnit::Hours => "Hours",
                LabourUnit::Days => "Days",
            }
            .to_owned(),
        ),
        if favourite { "Yes" } else { "" }.to_owned(),
    ]
}

/// `20%`, `Reverse charge 20%`, `Exempt`, `Outside the scope`.
fn vat_cell(vat: &Vat) -> String {
    match vat.treatment {
        Treatment::Taxable => format!("{}%", vat.rate),
        Treatment::ReverseCharge => format!("Reverse charge {}%", vat.rate),
        Treatment::Exempt => "Exempt".to_owned(),
        Treatment::OutsideScope => "Outside the scope".to_owned(),
    }
}
