//! GET /api/items/export

use axum::extract::State;
use plumbline_core::document::{CostType, LabourUnit, Treatment, Vat};

use super::{Item, ItemFields, store};
use plumbline_platform::clock::london_date;
use plumbline_platform::csv::{CsvFile, Sheet};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// What an import of the file reads again.
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
pub(super) async fn export(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<CsvFile, ApiError> {
    let bench = state.tables.sit(&user.id).await?;
    let mut conn = state.db.read().await?;
    let items = store::list(&mut conn, &user.id).await?;
    drop(conn);
    let name = format!("items-{}.csv", london_date(state.clock.now_ms()));
    bench.work(move || file(&items, name)).await?
}

fn file(items: &[Item], name: String) -> Result<CsvFile, ApiError> {
    let mut sheet = Sheet::of(&COLUMNS)?;
    for item in items {
        let cells = cells(&item.fields);
        sheet.row(&cells.each_ref().map(String::as_str))?;
    }
    sheet.finish(name)
}

fn cells(it: &ItemFields) -> [String; 14] {
    let of_labour = |text: String| {
        if it.include_labour {
            text
        } else {
            String::new()
        }
    };
    [
        it.name.clone(),
        it.description.clone(),
        it.code.clone(),
        it.category.clone(),
        it.unit.clone(),
        it.cost.to_string(),
        it.price.to_string(),
        it.quantity.to_string(),
        it.vat.as_ref().map(vat).unwrap_or_default(),
        match it.cost_type {
            CostType::Materials => "Materials",
            CostType::Labour => "Labour",
        }
        .to_owned(),
        of_labour(it.labour_hours.to_string()),
        of_labour(it.labour_rate.to_string()),
        of_labour(
            match it.labour_unit_type {
                LabourUnit::Hours => "Hours",
                LabourUnit::Days => "Days",
            }
            .to_owned(),
        ),
        if it.favourite { "Yes" } else { "" }.to_owned(),
    ]
}

/// `20%`, `Reverse charge 20%`, `Exempt`, `Outside the scope`.
fn vat(vat: &Vat) -> String {
    match vat.treatment {
        Treatment::Taxable => format!("{}%", vat.rate),
        Treatment::ReverseCharge => format!("Reverse charge {}%", vat.rate),
        Treatment::Exempt => "Exempt".to_owned(),
        Treatment::OutsideScope => "Outside the scope".to_owned(),
    }
}
