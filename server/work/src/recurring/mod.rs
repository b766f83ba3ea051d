//! Recurring invoices: what a business writes once and invoices again and again, every week, month,
//! quarter or year.
//!
//! ```text
//! fields     what is typed of one: its days, what becomes of each, and the invoice itself
//! days       the days of a series: the next one, and what changes them
//! due        the job that makes what is due, each day once
//! make       an invoice of a series, and sending it
//! store      the series; what each made is kept with the documents (documents/store/made.rs)
//! ```
//!
//! On its day, at eight in the morning in London, an invoice is made in one transaction that moves
//! its series on. One that is made on its day is sent where the business wants so; one whose day has
//! passed, as after a server was down, is a draft of its own day whatever the business wants, and the
//! business is told: nobody gets three invoices at a stroke that nobody has looked at. What cannot be
//! sent is a draft too, with the reason.

mod answer;
mod create;
mod days;
mod delete;
mod due;
mod fields;
mod list;
mod make;
mod pause;
mod preview;
mod read;
mod skip;
pub mod store;
mod update;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use answer::{Recurring, RecurringSummary};

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{RecurringId, UserId};
use plumbline_platform::jobs::Duty;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::activities;
use store::RecurringRow;

/// The most of an account: more than anybody has customers under contract, and a bound to what one
/// account makes in a night.
const MOST: i64 = 300;

/// What this room does by itself.
pub const DUTIES: &[Duty] = &[due::DUTY];

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(preview::preview))
        .routes(routes!(read::read, update::update, delete::delete))
        .routes(routes!(pause::pause))
        .routes(routes!(pause::resume))
        .routes(routes!(skip::skip))
}

/// All of an account, for its copy of everything.
///
/// # Errors
/// When the database fails, or what is stored cannot be read.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::all(conn, user_id).await?;
    rows.iter().map(exported).collect()
}

fn exported(row: &RecurringRow) -> DbResult<Value> {
    let input: Value =
        serde_json::from_str(&row.input).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(json!({
        "id": row.id,
        "name": row.name,
        "firstDay": row.first_day,
        "repeat": row.repeats,
        "lastDay": row.last_day,
        "times": row.times,
        "nextDay": row.next_day,
        "paused": row.paused,
        "makes": row.makes,
        "daysDue": row.days_due,
        "dueUnit": row.due_unit,
        "businessProfileId": row.business_profile_id,
        "contactId": row.contact_id,
        "jobDescription": row.job_description,
        "jobAddress": row.job_address,
        "orderNumber": row.order_number,
        "notes": row.notes,
        "template": row.template,
        "terms": row.terms,
        "totalAmount": row.total_amount,
        "document": input,
    }))
}

fn not_found() -> ApiError {
    ApiError::not_found("Recurring invoice")
}

/// The account's own, held until the transaction ends.
async fn held(
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &RecurringId,
) -> Result<RecurringRow, ApiError> {
    let row = store::lock(tx, id).await?;
    row.filter(|row| row.user_id == *user_id)
        .ok_or_else(not_found)
}

/// Notes what the transaction at hand does to one.
async fn record(
    services: &Services,
    conn: &mut Conn,
    kind: &str,
    row: &RecurringRow,
) -> Result<(), ApiError> {
    let subject = ("recurring_invoice", row.id.as_str(), row.name.as_str());
    activities::record_named(services, conn, &row.user_id, kind, subject).await
}
