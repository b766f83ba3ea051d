//! GET /api/items/{id}/drafts, and POST /api/items/drafts for many items at once.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::calculate::{vat, vat_conversion};
use plumbline_core::document::{Document, Line, Treatment};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Item, store};
use crate::documents::store::{self as documents, DocumentRow};
use crate::summaries::find::list_latest_drafts;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::{ApiJson, ApiQuery, Path};
use plumbline_platform::ids::{DocumentId, ItemId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most drafts that are searched: those that changed last.
const DRAFTS_MAX: i64 = 200;
/// The most decimals of a price, as the editor calculates it with VAT.
const DECIMALS_MAX: u32 = 4;
/// The most items in one request: as many as one import has.
const ITEMS_MAX: usize = 5_000;

/// The query for lines.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct OldPriceQuery {
    /// The item's previous price, in pounds.
    #[param(value_type = String)]
    price: Number,
}

/// A draft with lines of the item at its previous price.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DraftWithItem {
    /// A quote or an invoice.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// The document's id.
    #[schema(value_type = String)]
    pub id: DocumentId,
    /// The version that was read: the base version for an edit's operations.
    pub version: i64,
    /// The customer; empty if no customer is chosen yet.
    pub contact_name: String,
    /// A description of the job.
    pub job_description: String,
    /// The ids of the lines that can take the item's price. Empty if the draft's prices include VAT.
    pub lines: Vec<String>,
    /// The lines of a draft whose prices include VAT; left out if they don't.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LineWithVat>>"))]
    pub with_vat: Vec<LineWithVat>,
}

/// A line whose price includes VAT, whereas an item's price doesn't.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LineWithVat {
    /// Its id.
    pub id: String,
    /// Its price in pounds: the item's previous price with the line's VAT.
    #[schema(value_type = String)]
    pub was: Number,
    /// The item's present price with the line's VAT, in pounds with at most 4 decimals.
    #[schema(value_type = String)]
    pub price: Number,
}

/// The drafts with lines that have an item's name and its previous price, so that the new price can be offered for
/// them. Nothing is changed: a line is a copy, and its price is set by editing its document. A line with another price
/// was changed by a person, and is left out.
#[utoipa::path(get, path = "/api/items/{id}/drafts", tag = "items", params(ItemId, OldPriceQuery),
    responses((status = 200, body = Vec<DraftWithItem>), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn drafts(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
    ApiQuery(had): ApiQuery<OldPriceQuery>,
) -> Result<Json<Vec<DraftWithItem>>, ApiError> {
    let mut conn = state.db.read().await?;
    let item = store::find(&mut conn, &user.id, &id).await?;
    let item = item.ok_or_else(super::not_found)?;
    let drafts = OpenedDraft::list_latest(&mut conn, &user.id).await?;
    let found = drafts.iter().filter_map(|draft| draft.find_item_lines(&item, &had.price));
    Ok(Json(found.collect()))
}

/// Items whose prices changed, as in the report of an import.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RepricedItems {
    /// The items, at most 5,000.
    items: Vec<RepricedItem>,
}

/// An item and its previous price.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RepricedItem {
    /// The item.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    id: ItemId,
    /// The previous price, in pounds.
    #[schema(value_type = String)]
    price: Number,
}

/// An item's new price, and the drafts that have the previous one.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ItemOffer {
    /// The present item.
    item: Item,
    /// The previous price.
    #[schema(value_type = String)]
    was: Number,
    /// The drafts.
    drafts: Vec<DraftWithItem>,
}

/// The same for many items: only those that some draft has at the previous price, in the request's order. Items that
/// the account doesn't have are ignored.
#[utoipa::path(post, path = "/api/items/drafts", tag = "items", request_body = RepricedItems,
    responses((status = 200, body = Vec<ItemOffer>), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn drafts_for_items(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(repriced_items): ApiJson<RepricedItems>,
) -> Result<Json<Vec<ItemOffer>>, ApiError> {
    if repriced_items.items.len() > ITEMS_MAX {
        let text = "At most 5,000 items can be asked about at once.";
        let error = FieldError::new("items", "too_many", text);
        return Err(ApiError::rule_broken(vec![error]));
    }
    let mut conn = state.db.read().await?;
    let drafts = OpenedDraft::list_latest(&mut conn, &user.id).await?;
    let items = store::list(&mut conn, &user.id).await?.into_iter();
    let mut items: HashMap<ItemId, Item> = items.map(|item| (item.id.clone(), item)).collect();
    let mut offers = Vec::new();
    for RepricedItem { id, price: was } in repriced_items.items {
        let Some(item) = items.remove(&id) else {
            continue;
        };
        let drafts = drafts.iter().filter_map(|draft| draft.find_item_lines(&item, &was));
        let drafts: Vec<DraftWithItem> = drafts.collect();
        if !drafts.is_empty() {
            offers.push(ItemOffer { item, was, drafts });
        }
    }
    Ok(Json(offers))
}

/// A draft that is searched for items.
struct OpenedDraft {
    row: DocumentRow,
    document: Document,
    contact_name: String,
    job_description: String,
}

impl OpenedDraft {
    /// The drafts of an account that changed last.
    async fn list_latest(conn: &mut Conn, user_id: &UserId) -> Result<Vec<Self>, ApiError> {
        let mut drafts = Vec::new();
        for listed in list_latest_drafts(conn, user_id, DRAFTS_MAX).await? {
            let Some(row) = documents::find_by_id(conn, &listed.document_id).await? else {
                continue;
            };
            drafts.push(Self {
                document: serde_json::from_str(&row.input)?,
                row,
                contact_name: listed.contact_name,
                job_description: listed.job_description,
            });
        }
        Ok(drafts)
    }

    /// The draft's lines with the item's name and this price; `None` if it has no such line. An item's price is without
    /// VAT: if the draft's prices include it, both prices are compared with the VAT of each line.
    fn find_item_lines(&self, item: &Item, price: &Number) -> Option<DraftWithItem> {
        let is_it = |line: &&Line| line.name.trim() == item.fields.name.trim();
        let named = self.document.items.iter().filter(is_it);
        let (mut lines, mut with_vat) = (Vec::new(), Vec::new());
        if self.document.prices_include_vat {
            let prices = (price, &item.fields.price);
            with_vat.extend(named.filter_map(|line| self.reprice_line_with_vat(line, prices)));
        } else {
            let same = named.filter(|line| line.price.value() == price.value());
            lines.extend(same.map(|line| line.id.clone()));
        }
        let is_any = !lines.is_empty() || !with_vat.is_empty();
        is_any.then(|| DraftWithItem {
            kind: self.row.kind,
            id: self.row.id.clone(),
            version: self.row.version,
            contact_name: self.contact_name.clone(),
            job_description: self.job_description.clone(),
            lines,
            with_vat,
        })
    }

    /// A line at the item's previous price including VAT, with the present price including VAT; `None` if the line has
    /// another price.
    fn reprice_line_with_vat(&self, line: &Line, (had, has): (&Number, &Number)) -> Option<LineWithVat> {
        let with_vat = |price: &Number| match vat::line_vat(line, &self.document) {
            (Treatment::Taxable, rate) => vat_conversion::add_vat(price.value(), rate.0, DECIMALS_MAX),
            _ => Some(price.value().normalize()),
        };
        if line.price.value() != with_vat(had)? {
            return None;
        }
        Some(LineWithVat {
            id: line.id.clone(),
            was: line.price.clone(),
            price: Number::from(with_vat(has)?),
        })
    }
}
