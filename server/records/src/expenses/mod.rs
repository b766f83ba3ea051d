//! Expenses: what a business spends, with receipts, for the tax return.
//!
//! ```text
//! fields      the fields that a person enters, and their checks
//! mileage     the amount of a journey, which depends on the others of its tax year
//! receipts    pictures, uploaded when they are taken; the expense that is saved later refers to them
//! repeating   the job that creates the next expense of a series
//! import      importing a bank's file, each row only once
//! shared      photos that another app shares with the installed one
//! ```

mod create;
mod delete;
mod export;
pub mod fields;
mod import;
mod list;
mod mileage;
mod preview;
mod query;
mod read;
mod receipts;
mod repeating;
mod response;
mod shared;
pub mod store;
mod suppliers;
mod update;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use response::{Expense, ExpenseSummary};

use crate::activities;
use crate::documents::store::parties;
use fields::ExpenseFields;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::files::store::{self as files, Purpose};
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::ids::{ExpenseId, UserId};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::{AppState, Services};

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[repeating::JOB_HANDLER];

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let receipts = OpenApiRouter::new()
        .routes(routes!(receipts::upload))
        .layer(DefaultBodyLimit::max(receipts::FILE_LIMIT.0 + FRAME_MAX));
    let import = OpenApiRouter::new()
        .routes(routes!(import::preview))
        .routes(routes!(import::import))
        .layer(DefaultBodyLimit::max(import::FILE_LIMIT.0 + import::CHOICES_MAX));
    OpenApiRouter::new()
        .merge(receipts)
        .merge(import)
        .routes(routes!(receipts::receipt))
        .routes(routes!(export::export))
        .routes(routes!(suppliers::suppliers))
        .routes(routes!(preview::preview))
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
}

/// Paths outside `/api`.
pub fn page_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .route("/expenses/shared", get(shared::redirect_to_form).post(shared::redirect_shared))
}

fn not_found() -> ApiError {
    ApiError::not_found("Expense")
}

/// Checks the customer and the receipts of an expense: they must be the account's own, and no receipt may belong to
/// another expense. They are locked while it is written.
async fn check_references(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
    fields: &ExpenseFields,
) -> Result<(), ApiError> {
    let refused =
        |path: String, code, message| Err(ApiError::rule_broken(vec![FieldError::new(path, code, message)]));
    if let Some(contact) = &fields.contact_id
        && !parties::lock_contact(conn, user_id, contact).await?
    {
        let text = "This contact no longer exists. Please choose another.";
        return refused("contactId".to_owned(), "not_found", text);
    }
    if let Some(business) = &fields.business_profile_id
        && !parties::owns_profile(conn, user_id, business).await?
    {
        let text = "This business no longer exists. Please choose another.";
        return refused("businessProfileId".to_owned(), "not_found", text);
    }
    for (at, receipt) in fields.receipts.iter().enumerate() {
        let path = format!("receipts[{at}]");
        if !files::is_owned(conn, user_id, receipt, Purpose::Receipt).await? {
            let text = "This receipt no longer exists. Please add it again.";
            return refused(path, "not_found", text);
        }
        if store::receipts::is_used_elsewhere(conn, receipt, id).await? {
            let text = "This receipt belongs to another expense.";
            return refused(path, "taken", text);
        }
    }
    Ok(())
}

/// Records an activity for an expense in the present transaction.
async fn record_activity(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
    expense: &Expense,
) -> Result<(), ApiError> {
    let subject = ("expense", expense.id.as_str(), expense.display_name());
    activities::record_named(services, conn, user_id, kind, subject).await
}
