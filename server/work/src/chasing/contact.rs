//! GET and PUT /api/contacts/{id}/chasing

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schedule::{self, RescheduleScope};
use super::store;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::contacts;
use plumbline_records::contacts::store::ContactRow;

/// Whether automatic reminders are switched off for a customer or a document.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChaseSwitch {
    /// No automatic reminders are sent.
    pub off: bool,
}

/// Whether a customer gets automatic reminders.
#[utoipa::path(get, path = "/api/contacts/{id}/chasing", tag = "chasing",
    operation_id = "contact_chasing", params(ContactId),
    responses((status = 200, body = ChaseSwitch), (status = 404, body = ErrorBody)))]
pub(super) async fn read_contact_chasing(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<Json<ChaseSwitch>, ApiError> {
    let mut conn = state.db.read().await?;
    find_contact(&mut conn, &user.id, &id).await?;
    let off = store::is_contact_off(&mut conn, &id).await?;
    Ok(Json(ChaseSwitch { off }))
}

/// Switches automatic reminders to a customer on or off, for all documents.
#[utoipa::path(put, path = "/api/contacts/{id}/chasing", tag = "chasing",
    operation_id = "switch_contact", params(ContactId), request_body = ChaseSwitch,
    responses((status = 200, body = ChaseSwitch), (status = 404, body = ErrorBody)))]
pub(super) async fn switch_contact_chasing(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiJson(chase_switch): ApiJson<ChaseSwitch>,
) -> Result<Json<ChaseSwitch>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let contact = find_contact(&mut tx, &user.id, &id).await?;
    if store::set_contact_off(&mut tx, &id, chase_switch.off).await? {
        let event = if chase_switch.off { "chasing_off" } else { "chasing_on" };
        let name = contact.fields.display_name().to_owned();
        let subject = ("contact", &*id, name.as_str());
        activities::record_named(&state, &mut tx, &user.id, event, subject).await?;
        schedule::reschedule_all(&state, &mut tx, &user.id, RescheduleScope::Contact(id)).await?;
    }
    tx.commit().await?;
    Ok(Json(chase_switch))
}

async fn find_contact(conn: &mut Conn, user_id: &UserId, id: &ContactId) -> Result<ContactRow, ApiError> {
    let found = contacts::store::find(conn, user_id, id).await?;
    found.ok_or_else(|| ApiError::not_found("Contact"))
}
