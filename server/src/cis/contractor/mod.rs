//! The Construction Industry Scheme from a contractor's side: who is paid as a subcontractor, what is deducted of each
//! payment, the monthly return and the statements. The sums are core's (`plumbline_core::report::cis`).
//!
//! ```text
//! settings        as what HMRC knows the business
//! subcontractors  what HMRC said of a contact, and from which day
//! typed           what is typed of a payment, and what of it can be kept
//! payments        each is an expense with a row beside it, so that nothing is entered twice
//! returns         the months, with the payments behind their figures
//! filing          a month that was sent is locked
//! statement       what a subcontractor has to have, as a PDF and by email
//! ```

mod answer;
mod file;
mod filing;
mod payments;
mod returns;
mod settings;
mod statement;
mod store;
mod subcontractors;
mod typed;

pub use store::hand_over;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::db::{Conn, DbResult};
use crate::state::AppState;

/// The routes.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(settings::list))
        .routes(routes!(settings::register))
        .routes(routes!(subcontractors::list))
        .routes(routes!(subcontractors::put))
        .routes(routes!(payments::add))
        .routes(routes!(payments::preview))
        .routes(routes!(payments::read, payments::update, payments::remove))
        .routes(routes!(returns::read))
        .routes(routes!(returns::file))
        .routes(routes!(filing::lock, filing::unlock))
        .routes(routes!(statement::read, statement::send))
}

/// The businesses that pay subcontractors, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_contractors(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::contractors(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "profileId": row.profile_id, "employerReference": row.employer_reference,
            "accountsOfficeReference": row.accounts_office_reference, "from": row.begins, "until": row.ends,
        })
    });
    Ok(told.collect())
}

/// The contacts who are paid as subcontractors, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_subcontractors(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::subcontractors(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "contactId": row.contact_id, "name": row.name, "utr": row.utr,
            "verificationNumber": row.verification_number, "vatRegistered": row.vat_registered,
            "rates": row.holdings,
        })
    });
    Ok(told.collect())
}

/// What was paid to subcontractors, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_payments(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::of_account(conn, user_id).await?;
    let told = rows.iter().map(|row| {
        json!({
            "expenseId": row.expense_id, "profileId": row.profile_id, "contactId": row.contact_id,
            "date": row.date, "rate": row.rate, "gross": row.gross, "materials": row.materials, "vat": row.vat,
            "deducted": row.deducted,
        })
    });
    Ok(told.collect())
}

/// The months whose returns were marked as filed, for the account's export.
///
/// # Errors
/// When the database fails.
pub async fn export_returns(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::returns(conn, user_id).await?;
    let told = rows.iter().map(
        |row| json!({ "profileId": row.profile_id, "month": row.month, "filedOn": row.filed_on }),
    );
    Ok(told.collect())
}
