//! Notifications: what a customer did while the business was busy with something else. Each is written in the
//! transaction that causes it, appears in a list that open windows follow live, and is sent to the account's
//! browsers if it wants that (`push`).
//!
//! What the business itself did is not notified. On a lock screen nobody is named and no amount is shown, unless
//! the account wants that.

mod devices;
mod kind;
mod settings;
mod store;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::DAY;
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, ApiQuery, Path};
use plumbline_platform::ids::{NotificationId, UserId};
use plumbline_platform::live::{self, Announcement};
use plumbline_platform::push;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

pub use kind::{NotificationKind, NotificationTopic};
pub use store::{export, export_settings};

/// How long notifications are stored; the activities are stored permanently.
const RETENTION: i64 = 400 * DAY;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(unread))
        .routes(routes!(mark_read))
        .routes(routes!(mark_all_read))
        .routes(routes!(settings::get, settings::put))
        .routes(routes!(devices::list, devices::subscribe))
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

// GET /api/notifications, and how many of them are new.

/// The query for the list.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NotificationListQuery {
    /// 1 to 100; 30 by default.
    limit: Option<i64>,
    /// Only notifications after this id in the list: the last one of the page before.
    before: Option<String>,
}

/// How many notifications are unread.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct UnreadNotifications {
    /// The number; 100 means 100 or more.
    unread: i64,
}

/// The account's notifications, newest first.
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(NotificationListQuery),
    responses((status = 200, body = Vec<Notification>), (status = 400, body = ErrorBody)))]
async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<NotificationListQuery>,
) -> Result<Json<Vec<Notification>>, ApiError> {
    let mut conn = state.db.read().await?;
    let before = query.before.as_deref();
    let before = match before.filter(|id| !id.is_empty()) {
        Some(text) => find_position(&mut conn, &user.id, "before", text).await?,
        None => (i64::MAX, String::new()),
    };
    let limit = query.limit.unwrap_or(30).clamp(1, 100);
    let rows = store::list(&mut conn, &user.id, (before.0, &before.1), limit).await?;
    Ok(Json(rows.into_iter().map(Notification::from).collect()))
}

/// How many notifications are unread.
#[utoipa::path(get, path = "/api/notifications/unread", tag = "notifications",
    responses((status = 200, body = UnreadNotifications)))]
async fn unread(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<UnreadNotifications>, ApiError> {
    let mut conn = state.db.read().await?;
    let unread = store::count_unread(&mut conn, &user.id).await?;
    Ok(Json(UnreadNotifications { unread }))
}

/// The position of a notification in the account's list.
async fn find_position(
    conn: &mut Conn,
    user_id: &UserId,
    path: &'static str,
    text: &str,
) -> Result<(i64, String), ApiError> {
    let id = text.parse::<NotificationId>();
    let id = id.map_err(|_| field_error(path, "This is not an id."))?;
    match store::find_created_at(conn, user_id, &id).await? {
        Some(at) => Ok((at, id.into())),
        None => Err(field_error(path, "We couldn’t find this notification.")),
    }
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}

/// How far the list was read.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ReadNotifications {
    /// The newest notification that was displayed: later ones stay unread.
    through: String,
}

/// Marks a notification as read and returns it. Repeating the request is no error.
#[utoipa::path(post, path = "/api/notifications/{id}/read", tag = "notifications",
    params(NotificationId),
    responses((status = 200, body = Notification), (status = 404, body = ErrorBody)))]
async fn mark_read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<NotificationId>,
) -> Result<Json<Notification>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let row = store::mark_read(&mut tx, &user.id, &id, now).await?;
    let row = row.ok_or_else(not_found)?;
    live::announce(&mut tx, &Announcement::notification(&user.id)).await?;
    tx.commit().await?;
    Ok(Json(row.into()))
}

/// Marks all notifications up to one as read.
#[utoipa::path(post, path = "/api/notifications/read", tag = "notifications",
    request_body = ReadNotifications,
    responses((status = 204), (status = 400, body = ErrorBody)))]
async fn mark_all_read(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<ReadNotifications>,
) -> Result<StatusCode, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let (at, id) = find_position(&mut tx, &user.id, "through", &request.through).await?;
    store::mark_all_read(&mut tx, &user.id, (at, &id), now).await?;
    live::announce(&mut tx, &Announcement::notification(&user.id)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
