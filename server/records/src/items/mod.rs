//! Items: the price list of products and services from which lines are made. Amounts and quantities are stored as
//! they were typed, within the limits of the rules.

mod drafts;
mod export;
pub mod import;
pub mod store;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::calculate::validate::check_limits;
use plumbline_core::document::{CostType, Document, LabourUnit, Line, Treatment, Vat};
use plumbline_core::money::number::Number;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::activities;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX, TEXT_MAX};
use plumbline_platform::http::{ApiJson, Create, Path, Update, Write};
use plumbline_platform::ids::ItemId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
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
        .routes(routes!(list, create))
        .routes(routes!(read, update, delete))
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

/// Creates an item. The client may choose the `id`; repeating the request returns the same item.
#[utoipa::path(post, path = "/api/items", tag = "items", request_body = Create<ItemFields>,
    responses((status = 201, body = Item), (status = 409, body = plumbline_platform::error::ErrorBody),
        (status = 422, body = plumbline_platform::error::ErrorBody)))]
async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ItemFields>>,
) -> Result<(StatusCode, Json<Item>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let is_new = store::insert(&mut tx, &user.id, &id, &fields, now).await?;
    // Not written if the id exists already: then it is this account's own item, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    // Refused if the stored item has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && made.fields != fields {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let subject = ("item", made.id.as_str(), &*made.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::ITEM_BYTES)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Every item of the account, by name.
#[utoipa::path(get, path = "/api/items", tag = "items", responses((status = 200, body = Vec<Item>)))]
async fn list(State(state): State<AppState>, user: CurrentUser) -> Result<Json<Vec<Item>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}

/// One item.
#[utoipa::path(get, path = "/api/items/{id}", tag = "items", params(ItemId),
    responses((status = 200, body = Item), (status = 404, body = plumbline_platform::error::ErrorBody)))]
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
) -> Result<Json<Item>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found.map(Json).ok_or_else(not_found)
}

/// Replaces an item's fields. `version` is the base version; if it is no longer the newest, the response is 409 with
/// the newest. Repeating the request changes nothing.
#[utoipa::path(put, path = "/api/items/{id}", tag = "items", params(ItemId), request_body = Update<ItemFields>,
    responses((status = 200, body = Item), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 409, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
    ApiJson(request): ApiJson<Write<ItemFields>>,
) -> Result<Json<Item>, ApiError> {
    let version = request.check_version(&id)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let written = store::update(&mut tx, &user.id, &id, version, &fields, now).await?;
    let current = store::find(&mut tx, &user.id, &id).await?.ok_or_else(not_found)?;
    let repeated = current.version == version.saturating_add(1) && current.fields == fields;
    if !written && !repeated {
        return Err(ApiError::stale_version(&current));
    }
    if written {
        let subject = ("item", current.id.as_str(), &*current.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    }
    tx.commit().await?;
    Ok(Json(current))
}

/// Deletes an item from the price list. Lines of documents are copies, so they stay.
#[utoipa::path(delete, path = "/api/items/{id}", tag = "items", params(ItemId),
    responses((status = 204), (status = 404, body = plumbline_platform::error::ErrorBody)))]
async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    if let Some(gone) = gone {
        let fields = gone.fields;
        let subject = ("item", id.as_str(), &*fields.name);
        activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    }
    let less = StorageUse::of_bytes(quota::ITEM_BYTES).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
