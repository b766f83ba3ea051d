//! Recurring invoices: what a business writes once and invoices again and again, every week, month, quarter or
//! year.
//!
//! ```text
//! fields     what is typed of one: its dates, whether it is sent, and the invoice itself
//! days       the dates of a series: the next one, and what changes them
//! due        the job that makes what is due, each date once
//! make       an invoice of a series, and sending it
//! store      the series; what each made is stored with the documents (documents/store/made.rs)
//! ```
//!
//! On its date, at eight in the morning in London, an invoice is made in the transaction that moves its series on.
//! It is sent if the business wants that. If the date has passed, as after a server was down, it becomes a draft
//! with that date and the business is notified: no customer gets three invoices at once that nobody has looked at.
//! What can't be sent becomes a draft too, with the reason. If not even a draft can be made, because the account is
//! full, the series pauses. Changing, pausing and resuming a series never make up for dates that have passed.

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
