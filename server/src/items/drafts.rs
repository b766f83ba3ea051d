//! GET /api/items/{id}/drafts

use axum::Json;
use axum::extract::State;
use plumbline_core::document::Document;
use plumbline_core::kind::Kind;
use plumbline_core::money::number::Number;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Item, store};
use crate::documents::store::{self as documents, DocumentRow};
use crate::error::ApiError;
use crate::http::{ApiQuery, Path};
use crate::ids::{DocumentId, ItemId};
use crate::sessions::CurrentUser;
use crate::state::AppState;
use crate::summaries::find::latest_drafts;

/// The most drafts that are looked through, those that changed last.
const MOST: i64 = 200;

/// Which lines are meant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Had {
    /// The price that the item had, in pounds.
    #[param(value_type = String)]
    price: Number,
}

/// A draft with lines of the item at the price that it had.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DraftWithItem {
    /// A quote or an invoice.
    #[schema(value_type = String)]
    pub kind: Kind,
    /// The document's id.
    #[schema(value_type = String)]
    pub id: DocumentId,
    /// The version that was read: what an edit's operations begin from.
    pub version: i64,
    /// Who it is for; empty: nobody yet.
    pub contact_name: String,
    /// What the job is.
    pub job_description: String,
    /// The ids of the lines.
    pub lines: Vec<String>,
}

/// The drafts whose lines have an item's name and the price that it had: those that its new price
/// can be offered to. Nothing is changed: a line is a copy, and its price is set by an edit of its
/// document. A line that says otherwise than the item was made to, and is left out.
#[utoipa::path(get, path = "/api/items/{id}/drafts", tag = "items", params(ItemId, Had),
    responses((status = 200, body = Vec<DraftWithItem>), (status = 404, body = crate::error::ErrorBody)))]
pub(super) async fn drafts(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ItemId>,
    ApiQuery(had): ApiQuery<Had>,
) -> Result<Json<Vec<DraftWithItem>>, ApiError> {
    let mut conn = state.db.read().await?;
    let item = store::find(&mut conn, &user.id, &id).await?;
    let item = item.ok_or_else(super::not_found)?;
    let mut found = Vec::new();
    for listed in latest_drafts(&mut conn, &user.id, MOST).await? {
        let Some(row) = documents::find_any(&mut conn, &listed.document_id).await? else {
            continue;
        };
        let lines = lines_of(&row, &item, &had.price)?;
        if !lines.is_empty() {
            found.push(DraftWithItem {
                kind: row.kind,
                id: row.id,
                version: row.version,
                contact_name: listed.contact_name,
                job_description: listed.job_description,
                lines,
            });
        }
    }
    Ok(Json(found))
}

/// The ids of a draft's lines that have the item's name and this price.
fn lines_of(row: &DocumentRow, item: &Item, price: &Number) -> Result<Vec<String>, ApiError> {
    let document: Document = serde_json::from_str(&row.input)?;
    let is_it = |name: &str| name.trim() == item.fields.name.trim();
    let lines = document.items.into_iter();
    let lines = lines.filter(|line| is_it(&line.name) && line.price.value() == price.value());
    Ok(lines.map(|line| line.id).collect())
}
