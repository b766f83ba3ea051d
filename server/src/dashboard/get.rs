//! The figures and the latest documents.

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::documents;
use crate::documents::reading::list::{DocumentSummary, summary};
use crate::documents::store::list::latest;
use crate::error::ApiError;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// How many documents the first screen shows.
const RECENT: i64 = 8;

/// The first screen's answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// Pounds that issued invoices still bring in.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// Pounds of it whose due date has passed.
    #[schema(value_type = String)]
    pub overdue: Pence,
    /// Pounds of confirmed payments dated in this month.
    #[schema(value_type = String)]
    pub paid_this_month: Pence,
    /// Sent quotes that can still be accepted.
    pub quotes_awaiting: i64,
    /// Drafts of either kind.
    pub drafts: i64,
    /// The documents that changed last, quotes and invoices.
    pub recent: Vec<DocumentSummary>,
}

/// What is owed, what is late, what came in this month, what waits, and the latest documents.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", responses((status = 200, body = Dashboard)))]
pub async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Dashboard>, ApiError> {
    let today = documents::today(&state)?;
    let day = today.to_string();
    let month = day.get(..8).unwrap_or_default();
    let mut tx = state.db.begin_read().await?;
    let figures = store::figures(&mut tx, &user.id, &day).await?;
    // The 31st of a shorter month sorts after its last day all the same.
    let paid = store::paid_between(
        &mut tx,
        &user.id,
        &format!("{month}01"),
        &format!("{month}31"),
    )
    .await?;
    let recent = latest(&mut tx, &user.id, RECENT).await?;
    Ok(Json(Dashboard {
        outstanding: Pence(figures.outstanding),
        overdue: Pence(figures.overdue),
        paid_this_month: Pence(paid),
        quotes_awaiting: figures.quotes_awaiting,
        drafts: figures.drafts,
        recent: recent.into_iter().map(|row| summary(row, today)).collect(),
    }))
}
