//! Notifications: what a customer did while the business was busy with something else. Each is written in the
//! transaction that causes it, appears in a list that open windows follow live, and is sent to the account's
//! browsers if it wants that (`push`).
//!
//! What the business itself did is not notified. On a lock screen nobody is named and no amount is shown, unless
//! the account wants that.

mod devices;
mod kind;
mod list;
mod read;
mod settings;
mod store;
mod subscribe;

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::DAY;
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{NotificationId, UserId};
use plumbline_platform::live::{self, Announcement};
use plumbline_platform::push;
use plumbline_platform::state::AppState;

pub use kind::{NotificationKind, NotificationTopic};
pub use store::{export, export_settings};

/// How long notifications are stored; the activities are stored permanently.
const RETENTION: i64 = 400 * DAY;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(list::unread))
        .routes(routes!(read::mark_read))
        .routes(routes!(read::mark_all_read))
        .routes(routes!(settings::get, settings::put))
        .routes(routes!(devices::list, subscribe::subscribe))
        .routes(routes!(devices::unsubscribe))
}

/// A notification.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Notification {
    /// The id.
    #[schema(value_type = String)]
    pub id: NotificationId,
    /// Its kind: `quote_accepted`, `card_paid`, …
    pub kind: String,
    /// A sentence without its full stop, with names and amounts.
    pub sentence: String,
    /// The kind of the subject: `quote`, `invoice`, `recurring_invoice`, or `cis_statement` or `account_statement` of a
    /// contact.
    pub subject_kind: String,
    /// The subject's id.
    pub subject_id: String,
    /// When it happened, milliseconds since the epoch.
    pub created_at: i64,
    /// When the business read it, milliseconds since the epoch.
    pub read_at: Option<i64>,
}

/// An event that the business is notified of.
#[derive(Debug, Clone, Copy)]
pub struct NewNotification<'a> {
    /// The kind of notification.
    pub kind: NotificationKind,
    /// The kind of the subject (`quote`, `invoice` or `recurring_invoice`) and its id; or `cis_statement` and the
    /// contact's id.
    pub subject: (&'a str, &'a str),
    /// The document's number.
    pub number: &'a str,
    /// The customer's name; empty if there is no customer.
    pub who: &'a str,
    /// The amount concerned.
    pub amount: Pence,
}

/// Stores a notification in the present transaction, updates open windows, and queues it for the account's browsers.
pub async fn notify(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    news: NewNotification<'_>,
) -> Result<(), ApiError> {
    let row = store::NotificationRow {
        id: state.ids.new_id(),
        user_id: user_id.clone(),
        kind: news.kind,
        subject_kind: news.subject.0.to_owned(),
        subject_id: news.subject.1.to_owned(),
        number: news.number.to_owned(),
        who: news.who.trim().to_owned(),
        amount: news.amount.0,
        created_at: state.clock.now_ms(),
        read_at: None,
    };
    store::insert(tx, &row).await?;
    live::announce(tx, &Announcement::notification(user_id)).await?;
    let settings = settings::load_switches(tx, user_id).await?;
    if settings.is_sent(news.kind.topic()) {
        let message = push::PushMessage {
            title: row.sentence(settings.show_details),
            path: format!("/notifications/{}", row.id),
            tag: row.id.to_string(),
        };
        push::enqueue(state, tx, user_id, &message).await?;
    }
    Ok(())
}

impl store::NotificationRow {
    /// The sentence, with or without names and amounts.
    fn sentence(&self, with_details: bool) -> String {
        let who = match self.who.as_str() {
            "" => "your customer",
            who => who,
        };
        let amount = format_gbp(Pence(self.amount));
        let subject = match self.subject_kind.as_str() {
            "cis_statement" => "the CIS statement of",
            "account_statement" => "the statement of",
            kind => kind,
        };
        self.kind.sentence((subject, &self.number), (who, &amount), with_details)
    }
}

impl From<store::NotificationRow> for Notification {
    fn from(row: store::NotificationRow) -> Self {
        Self {
            sentence: row.sentence(true),
            kind: row.kind.code().to_owned(),
            id: row.id,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

/// Deletes old notifications.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_before(conn, now - RETENTION).await
}

fn not_found() -> ApiError {
    ApiError::not_found("Notification")
}
