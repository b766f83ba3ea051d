//! Items: the price list of products and services from which lines are made. Amounts and quantities are stored as
//! they were typed, within the limits of the rules.

mod create;
mod delete;
mod drafts;
mod export;
pub mod import;
mod list;
mod read;
pub mod store;
mod update;

use plumbline_core::calculate::validate::check_limits;
use plumbline_core::document::{CostType, Line, Treatment, Vat};
use plumbline_core::document::{Document, LabourUnit};
use plumbline_core::money::number::Number;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX, TEXT_MAX};
use plumbline_platform::ids::ItemId;
use plumbline_platform::state::AppState;

/// The most characters of a unit.
const UNIT_MAX: usize = 20;
/// The most characters of a code in a price list.
const CODE_MAX: usize = 60;
/// The most characters of a category's name.
const CATEGORY_MAX: usize = 60;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
        .routes(routes!(drafts::drafts))
        .routes(routes!(drafts::drafts_for_items))
        .routes(routes!(export::export))
        .merge(import::router())
}

/// The fields of an item that a person enters. Numbers are decimal strings; JSON numbers are accepted too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ItemInput"))]
#[schema(as = ItemInput)]
pub struct ItemFields {
    /// The item's name.
    pub name: String,
    /// A longer description.
    #[serde(default)]
    pub description: String,
    /// The quantity of a new line.
    #[serde(default = "one")]
    #[schema(value_type = String)]
    pub quantity: Number,
    /// The price of one unit, in pounds.
    #[serde(default)]
    #[schema(value_type = String)]
    pub price: Number,
    /// What one unit costs the business, in pounds; never shown to a customer.
    #[serde(default)]
    #[schema(value_type = String)]
    pub cost: Number,
    /// The unit: 'metre', 'box'. Empty means a piece.
    #[serde(default)]
    pub unit: String,
    /// The code in the merchant's price list.
    #[serde(default)]
    pub code: String,
    /// The category in the price list; may be empty.
    #[serde(default)]
    pub category: String,
    /// Whether it is at the top of the price list and of suggestions.
    #[serde(default)]
    pub favourite: bool,
    /// Whether it includes labour.
    #[serde(default)]
    pub include_labour: bool,
    /// Hours or days of labour.
    #[serde(default)]
    #[schema(value_type = String)]
    pub labour_hours: Number,
    /// Pounds per hour or day.
    #[serde(default)]
    #[schema(value_type = String)]
    pub labour_rate: Number,
    /// The unit of the labour.
    #[serde(default)]
    #[schema(value_type = String)]
    pub labour_unit_type: LabourUnit,
    /// The item's VAT; null for the document's own rate.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub vat: Option<Vat>,
    /// Whether its price is for materials or labour, for the Construction Industry Scheme.
    #[serde(default)]
    #[schema(value_type = String)]
    pub cost_type: CostType,
}

/// An item of the price list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ItemRecord"))]
#[schema(as = ItemRecord)]
pub struct Item {
    /// The item's id.
    #[schema(value_type = String)]
    pub id: ItemId,
    /// The version. An update sends the base version.
    pub version: i64,
    /// The fields that a person enters.
    #[serde(flatten)]
    pub fields: ItemFields,
    /// Milliseconds since the epoch.
    pub created_at: i64,
    /// Milliseconds since the epoch.
    pub updated_at: i64,
}

fn one() -> Number {
    Number::from(1)
}

impl ItemFields {
    /// An item in which every field has a different value, for tests that check what a copy leaves out.
    #[must_use]
    pub fn every_field() -> Self {
        Self {
            name: "Mixer tap".to_owned(),
            description: "Chrome.\nWith two handles.".to_owned(),
            quantity: Number::from(3),
            price: Number::from_text("112.5"),
            cost: Number::from_text("71.25"),
            unit: "box".to_owned(),
            code: "MT-4711".to_owned(),
            category: "Bathroom".to_owned(),
            favourite: true,
            include_labour: true,
            labour_hours: Number::from_text("1.75"),
            labour_rate: Number::from_text("43.25"),
            labour_unit_type: LabourUnit::Days,
            vat: Some(Vat { treatment: Treatment::ReverseCharge, rate: Number::from(5) }),
            cost_type: CostType::Materials,
        }
    }

    /// An item without a name.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            quantity: one(),
            price: Number::default(),
            cost: Number::default(),
            unit: String::new(),
            code: String::new(),
            category: String::new(),
            favourite: false,
            include_labour: false,
            labour_hours: Number::default(),
            labour_rate: Number::default(),
            labour_unit_type: LabourUnit::default(),
            vat: None,
            cost_type: CostType::default(),
        }
    }

    /// The fields, if all of them are valid; numbers have the limits of a line.
    fn checked(self) -> Result<Self, ApiError> {
        let mut checks = FieldChecks::new();
        self.check(&mut checks);
        checks.into_result()?;
        Ok(self)
    }

    /// Adds the errors in the fields.
    fn check(&self, checks: &mut FieldChecks) {
        checks.check_required_line("name", &self.name, NAME_MAX, "Please enter a name.");
        checks.check_paragraphs("description", &self.description, TEXT_MAX);
        checks.check_line("unit", &self.unit, UNIT_MAX);
        checks.check_line("code", &self.code, CODE_MAX);
        checks.check_line("category", &self.category, CATEGORY_MAX);
        let line = Line {
            quantity: self.quantity.clone(),
            price: self.price.clone(),
            labour_hours: self.labour_hours.clone(),
            labour_rate: self.labour_rate.clone(),
            vat: self.vat.clone(),
            cost: Some(self.cost.clone()),
            ..Line::default()
        };
        for error in check_limits(&Document { items: vec![line], ..Document::default() }) {
            let path = error.path.strip_prefix("items[0].").unwrap_or(&error.path);
            checks.add(path, error.code, error.msg);
        }
    }
}

fn not_found() -> ApiError {
    ApiError::not_found("Item")
}
