//! Recurring invoices: what a business writes once and invoices again and again, every week, month, quarter or
//! year.
//!
//! ```text
//! fields     what is typed of one: its dates, whether it is sent, and the invoice itself
//! days       the dates of a series: the next one, and what changes them
//! due        the job that makes what is due, each date once
//! make       an invoice of a series, and sending it
//! store      the series; what each made is stored with the documents (documents/store/recurring_documents.rs)
//! ```
//!
//! On its date, at eight in the morning in London, an invoice is made in the transaction that moves its series on.
//! It is sent if the business wants that. If the date has passed, as after a server was down, it becomes a draft
//! with that date and the business is notified: no customer gets three invoices at once that nobody has looked at.
//! What can't be sent becomes a draft too, with the reason. If not even a draft can be made, because the account is
//! full, the series pauses. Changing, pausing and resuming a series never make up for dates that have passed.

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
mod response;
mod skip;
pub mod store;
mod update;

use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use fields::RecurringInput;
pub use response::{Recurring, RecurringSummary};

use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{RecurringId, UserId};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::activities;
use store::RecurringRow;

/// The most recurring invoices of an account: more than anybody has customers under contract, and a limit to what one
/// account can make in a night.
const RECURRING_MAX: i64 = 300;

/// The jobs of recurring invoices.
pub const JOB_HANDLERS: &[JobHandler] = &[due::JOB_HANDLER];

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

/// All recurring invoices of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    rows.iter().map(to_export).collect()
}

fn to_export(row: &RecurringRow) -> DbResult<Value> {
    let RecurringRow {
        id,
        user_id: _,      // the account, which is the same for the whole export
        version: _,      // counts the changes
        created_from: _, // a digest, by which a repeated create is recognised
        name,
        business_profile_id,
        contact_id,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
        input,
        totals,
        total_amount,
        days_due,
        due_unit,
        first_day,
        repeats,
        last_day,
        times,
        makes,
        paused,
        trouble,
        done_day,
        next_day,
        created_at,
        updated_at,
    } = row;
    let parsed = |text: &str| -> DbResult<Value> {
        serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))
    };
    Ok(json!({
        "id": id,
        "name": name,
        "firstDay": first_day,
        "repeat": repeats,
        "lastDay": last_day,
        "times": times,
        "doneDay": done_day,
        "nextDay": next_day,
        "paused": paused,
        "trouble": trouble,
        "makes": makes,
        "daysDue": days_due,
        "dueUnit": due_unit,
        "businessProfileId": business_profile_id,
        "contactId": contact_id,
        "jobDescription": job_description,
        "jobAddress": job_address,
        "orderNumber": order_number,
        "notes": notes,
        "template": template,
        "terms": terms,
        "totalAmount": total_amount,
        "document": parsed(input)?,
        "totals": parsed(totals)?,
        "createdAt": created_at,
        "updatedAt": updated_at,
    }))
}

fn not_found() -> ApiError {
    ApiError::not_found("Recurring invoice")
}

/// A recurring invoice of the account, locked until the transaction ends.
async fn lock_own(tx: &mut WriteTx, user_id: &UserId, id: &RecurringId) -> Result<RecurringRow, ApiError> {
    let row = store::lock(tx, id).await?;
    row.filter(|row| row.user_id == *user_id).ok_or_else(not_found)
}

/// Records an activity about a recurring invoice.
async fn record_activity(
    services: &Services,
    conn: &mut Conn,
    kind: &str,
    row: &RecurringRow,
) -> Result<(), ApiError> {
    let subject = ("recurring_invoice", row.id.as_str(), row.name.as_str());
    activities::record_named(services, conn, &row.user_id, kind, subject).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_says_all_that_is_stored_of_one() {
        let row = RecurringRow::every_field();
        let expected = json!({
            "id": row.id,
            "name": "Boiler cover",
            "firstDay": "2026-12-16",
            "repeat": "fortnightly",
            "lastDay": "2027-12-16",
            "times": 12,
            "doneDay": "2026-12-30",
            "nextDay": "2027-01-13",
            "paused": true,
            "trouble": "No business",
            "makes": "sent",
            "daysDue": 3,
            "dueUnit": "months",
            "businessProfileId": row.business_profile_id,
            "contactId": row.contact_id,
            "jobDescription": "Cover for {month}",
            "jobAddress": "9 Tap Lane",
            "orderNumber": "PO-4711",
            "notes": "Until {date}",
            "template": "bold",
            "terms": "Within two weeks",
            "totalAmount": "41.75",
            "document": { "tax": "17.5" },
            "totals": { "totalAmount": "41.75" },
            "createdAt": 6,
            "updatedAt": 7,
        });
        assert_eq!(to_export(&row).unwrap(), expected);
    }
}
