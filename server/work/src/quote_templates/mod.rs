//! Quote templates: whole quotes that a business writes again and again, with their lines, sections, choices,
//! costs, deposit, discount, notes and terms, and without anything that belongs to one job.
//!
//! ```text
//! fields     what is typed of one
//! answer     one in a response
//! room       how many an account has, and how large they are
//! store      the table
//! ```
//!
//! A quote is made from one by an ordinary create (`POST /api/quotes`), so that a device without signal makes it
//! like any other.

mod answer;
mod create;
mod delete;
mod fields;
mod list;
mod read;
mod room;
pub mod store;
mod update;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use answer::QuoteTemplate;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::activities;
use store::QuoteTemplateRow;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
}

/// All of an account, for its copy of everything.
///
/// # Errors
/// When the database fails, or what is stored cannot be read.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list(conn, user_id).await?;
    rows.iter().map(exported).collect()
}

fn exported(row: &QuoteTemplateRow) -> DbResult<Value> {
    let input: Value =
        serde_json::from_str(&row.input).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(json!({
        "id": row.id,
        "name": row.name,
        "businessProfileId": row.business_profile_id,
        "jobDescription": row.job_description,
        "notes": row.notes,
        "template": row.template,
        "terms": row.terms,
        "totalAmount": row.total_amount,
        "document": input,
        "createdAt": row.created_at,
        "updatedAt": row.updated_at,
    }))
}

fn not_found() -> ApiError {
    ApiError::not_found("Template")
}

/// Notes what the transaction at hand does to one.
async fn record(
    services: &Services,
    conn: &mut Conn,
    kind: &str,
    row: &QuoteTemplateRow,
) -> Result<(), ApiError> {
    let subject = ("quote_template", row.id.as_str(), row.name.as_str());
    activities::record_named(services, conn, &row.user_id, kind, subject).await
}
