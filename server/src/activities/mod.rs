//! Activities: what happened lately, for the dashboard. Written by the transaction that did it.

mod list;
mod store;

use serde::Serialize;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::db::Conn;
use crate::error::ApiError;
use crate::ids::{ActivityId, UserId};
use crate::state::{AppState, Services};

pub use store::latest;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::list))
}

/// Something that happened.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Activity {
    /// The id.
    #[schema(value_type = String)]
    pub id: ActivityId,
    /// What happened: `quote_accepted`, `payment_recorded`, …
    pub kind: String,
    /// To what: `quote`, `invoice`, …
    pub subject_kind: String,
    /// The id of that.
    pub subject_id: String,
    /// What its line needs: number, contact name, amount.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub data: Value,
    /// When, milliseconds since the epoch.
    pub created_at: i64,
}

/// Notes what the transaction at hand does.
///
/// # Errors
/// When the database fails.
pub async fn record(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
    subject: (&str, &str),
    data: &Value,
) -> Result<(), ApiError> {
    let activity = Activity {
        id: services.ids.new_id(),
        kind: kind.to_owned(),
        subject_kind: subject.0.to_owned(),
        subject_id: subject.1.to_owned(),
        data: data.clone(),
        created_at: services.clock.now_ms(),
    };
    store::insert(conn, user_id, &activity).await?;
    Ok(())
}
