//! The Construction Industry Scheme. For a subcontractor: what contractors paid and deducted in each tax month,
//! compared with the statements that they gave. For a contractor ([`contractor`]): what is deducted from payments
//! to subcontractors, the return and the statements. Core adds it up (`plumbline_core::report::cis`).

mod answer;
pub mod contractor;
mod file;
mod ledger;
pub mod pack;
mod statements;
mod store;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ledger::read))
        .routes(routes!(ledger::file))
        .routes(routes!(statements::add))
        .routes(routes!(statements::remove))
        .merge(contractor::router())
}

pub use contractor::merged::{Merged, before_merge, take_apart};

/// Gives one contact's statements and payments to another.
///
/// # Errors
/// When the database fails.
pub async fn hand_over(conn: &mut Conn, user_id: &str, ids: [&str; 2]) -> DbResult<()> {
    store::hand_over(conn, user_id, ids).await?;
    contractor::hand_over(conn, user_id, ids).await
}

/// The statements that were written down, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::statements(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "id": row.id, "contractor": row.contractor, "month": row.month, "gross": row.gross,
            "materials": row.materials, "deducted": row.deducted,
        })
    });
    Ok(told.collect())
}
