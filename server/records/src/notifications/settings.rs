//! GET and PUT /api/notifications/settings: which notifications are sent to the account's browsers, and how much of
//! them a lock screen shows. The list in the app always has all notifications.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::NotificationTopic;
use super::store::{self, NotificationSettingsRow};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The settings for notifications to an account's browsers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NotificationSwitches {
    /// Whether notifications include names and amounts.
    pub show_details: bool,
    switched_off: Vec<NotificationTopic>,
}

impl NotificationSwitches {
    pub(super) fn is_sent(&self, topic: NotificationTopic) -> bool {
        !self.switched_off.contains(&topic)
    }
}

/// The account's settings; by default every topic is on, without names and amounts.
pub(super) async fn load_switches(conn: &mut Conn, user_id: &UserId) -> DbResult<NotificationSwitches> {
    let Some(row) = store::find_settings(conn, user_id).await? else {
        return Ok(NotificationSwitches::default());
    };
    let topics: Vec<serde_json::Value> =
        serde_json::from_str(&row.switched_off).map_err(|e| sqlx::Error::Decode(e.into()))?;
    // A topic that only a newer server knows is left out: this server sends nothing for it.
    let topics = topics.into_iter();
    let known = topics.filter_map(|topic| serde_json::from_value(topic).ok());
    Ok(NotificationSwitches { show_details: row.show_details, switched_off: known.collect() })
}

/// The settings as displayed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NotificationSettings {
    /// Whether names and amounts are included, where anybody who sees the screen can read them.
    show_details: bool,
    /// The topics that can be switched off, in display order.
    topics: Vec<TopicSwitch>,
}

/// The switch of one topic.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TopicSwitch {
    /// The topic.
    topic: NotificationTopic,
    /// Its label.
    label: &'static str,
    /// A description of what it covers.
    hint: &'static str,
    /// Whether it is on.
    on: bool,
}

impl From<NotificationSwitches> for NotificationSettings {
    fn from(switches: NotificationSwitches) -> Self {
        let topics = NotificationTopic::ALL.into_iter().map(|topic| {
            let (label, hint) = topic.label_and_hint();
            TopicSwitch { topic, label, hint, on: switches.is_sent(topic) }
        });
        Self { show_details: switches.show_details, topics: topics.collect() }
    }
}

/// The new settings.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NotificationSettingsInput {
    show_details: bool,
    /// The topics that are off.
    off: Vec<NotificationTopic>,
}

/// The settings for notifications to the account's browsers.
#[utoipa::path(get, path = "/api/notifications/settings", tag = "notifications",
    operation_id = "settings", responses((status = 200, body = NotificationSettings)))]
pub(super) async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<NotificationSettings>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(load_switches(&mut conn, &user.id).await?.into()))
}

/// Saves the settings for notifications to the account's browsers.
#[utoipa::path(put, path = "/api/notifications/settings", tag = "notifications",
    operation_id = "set_settings", request_body = NotificationSettingsInput,
    responses((status = 200, body = NotificationSettings), (status = 400, body = ErrorBody)))]
pub(super) async fn put(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(mut input): ApiJson<NotificationSettingsInput>,
) -> Result<Json<NotificationSettings>, ApiError> {
    input.off.sort_unstable();
    input.off.dedup();
    let row = NotificationSettingsRow {
        user_id: user.id.clone(),
        show_details: input.show_details,
        switched_off: serde_json::to_string(&input.off)?,
        updated_at: state.clock.now_ms(),
    };
    let mut tx = state.db.begin_write().await?;
    store::save_settings(&mut tx, &row).await?;
    tx.commit().await?;
    let switches = NotificationSwitches { show_details: input.show_details, switched_off: input.off };
    Ok(Json(switches.into()))
}
