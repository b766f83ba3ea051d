//! The VAT return of a business that is registered: its boxes, the records behind them, and what was filed. Core
//! adds it up (`plumbline_core::report::vat`).
//!
//! A filed return never changes: what would change it counts in the next one, with a sentence that says why. An
//! expense of no particular business counts with the one that registered first.

mod answer;
mod bad_debts;
mod before_issue;
mod books;
mod file;
mod filing;
mod outside;
pub mod pack;
mod purchases;
mod records;
mod registration;
mod report;
mod returns;
mod sales;
mod still;
mod store;
mod threshold;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::state::AppState;

pub use before_issue::HOOKS;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(before_issue::read))
        .routes(routes!(registration::list))
        .routes(routes!(threshold::read))
        .routes(routes!(registration::register))
        .routes(routes!(returns::read))
        .routes(routes!(returns::records))
        .routes(routes!(returns::file))
        .routes(routes!(filing::lock, filing::unlock))
        .routes(routes!(
            bad_debts::list,
            bad_debts::write_off,
            bad_debts::take_back
        ))
}

/// Registrations, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_registrations(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::registrations(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "profileId": row.profile_id, "from": row.registered_from, "until": row.registered_until,
            "stagger": row.stagger, "schemes": row.schemes,
        })
    });
    Ok(told.collect())
}

/// Invoices that were written off for VAT, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_bad_debts(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::bad_debts(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "invoice": row.document_id, "writtenOff": row.written_off, "createdAt": row.created_at,
        })
    });
    Ok(told.collect())
}

/// Returns that were filed, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_returns(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::of_account(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "profileId": row.profile_id, "from": row.period_from, "to": row.period_to, "filed": row.filed,
            "filedAt": row.filed_at,
        })
    });
    Ok(told.collect())
}
