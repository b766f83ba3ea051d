//! The figures and the latest documents.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::{Conn, DbResult};
use crate::documents;
use crate::documents::reading::list::{DocumentSummary, summary};
use crate::documents::store::takings;
use crate::error::ApiError;
use crate::sessions::CurrentUser;
use crate::state::AppState;
use crate::summaries::find::{Filter, Sums, latest, sums, to_confirm};

/// How many documents the first screen shows.
const RECENT: i64 = 8;

/// The first screen's answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// Pounds that issued invoices still bring in: the sum of the invoices listed as `outstanding`.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// Pounds of it whose due date has passed: the sum of those listed as `overdue`.
    #[schema(value_type = String)]
    pub overdue: Pence,
    /// Pounds of confirmed payments dated in this month, less what went back in it.
    #[schema(value_type = String)]
    pub paid_this_month: Pence,
    /// Sent quotes that can still be accepted.
    pub quotes_awaiting: i64,
    /// Payments that customers recorded and the business has to confirm: those of the documents listed
    /// as `to_confirm`.
    pub to_confirm: Waiting,
    /// Drafts of either kind.
    pub drafts: i64,
    /// The documents that changed last, quotes and invoices.
    pub recent: Vec<DocumentSummary>,
}

/// Payments to confirm.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// On quotes: deposits.
    pub quotes: i64,
    /// On invoices.
    pub invoices: i64,
    /// Pounds in all.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// The document, where there is but one.
    pub only: Option<String>,
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
    // The 31st of a shorter month sorts after its last day all the same.
    let (first, last) = (format!("{month}01"), format!("{month}31"));
    let mut tx = state.db.begin_read().await?;
    let conn = &mut *tx;
    let outstanding = listed(conn, &user.id, Kind::Invoice, "outstanding", today).await?;
    let overdue = listed(conn, &user.id, Kind::Invoice, "overdue", today).await?;
    let awaiting = listed(conn, &user.id, Kind::Quote, "sent", today).await?;
    let quotes = listed(conn, &user.id, Kind::Quote, "draft", today).await?;
    let invoices = listed(conn, &user.id, Kind::Invoice, "draft", today).await?;
    let paid = takings::between(conn, &user.id, &first, &last).await?;
    let to_confirm = waiting(conn, &user.id).await?;
    let recent = latest(conn, &user.id, RECENT).await?;
    Ok(Json(Dashboard {
        outstanding: Pence(outstanding.outstanding),
        overdue: Pence(overdue.outstanding),
        paid_this_month: Pence(paid),
        quotes_awaiting: awaiting.total,
        to_confirm,
        drafts: quotes.total + invoices.total,
        recent: recent.into_iter().map(|row| summary(row, today)).collect(),
    }))
}

async fn waiting(conn: &mut Conn, user_id: &str) -> DbResult<Waiting> {
    let (quotes, deposits, quote) = to_confirm(conn, user_id, Kind::Quote).await?;
    let (invoices, payments, invoice) = to_confirm(conn, user_id, Kind::Invoice).await?;
    Ok(Waiting {
        quotes,
        invoices,
        amount: Pence(deposits + payments),
        only: quote.or(invoice).filter(|_| quotes + invoices == 1),
    })
}

/// The sums of a list as it opens: the figure and the list behind it are one statement.
async fn listed(
    conn: &mut Conn,
    user_id: &str,
    kind: Kind,
    status: &str,
    today: Date,
) -> DbResult<Sums> {
    let filter = Filter {
        shown: kind.list(status),
        ..Filter::of(user_id, kind, today)
    };
    sums(conn, &filter).await
}
