//! Chasing: automatic reminders of invoices and quotes, on the days that a business plans.
//!
//! ```text
//! plan       when a business reminds, and with which texts; a preview of each email
//! decision   the next reminder of a document, by core's rule over the plan, the switches and the dates
//! schedule   its day in the jobs' schedules, moved whenever the document, the plan or a switch changes
//! run        the job of that day: decides again, and writes the reminder and its email in one transaction
//! document   the next reminder, what happened to the last, the switch of one document; of one customer: contact
//! ```
//!
//! Documents don't depend on it: a hook reports that one changed. The email itself belongs to `emails` (`reminders`),
//! like that of a reminder sent by hand.

mod decision;
mod document;
mod plan;
mod run;
mod schedule;
mod store;

use axum::Json;
use axum::extract::State;
use futures::future::BoxFuture;
use plan::find_profile;
use plumbline_core::chase::Occasion;
use schedule::RescheduleScope;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::emails::reminders::{self, ReminderSample};
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::hooks::{DocumentChanged, HookFailure, Hooks};
use plumbline_platform::http::field_checks::{FieldChecks, MESSAGE_MAX};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::contacts::store::ContactRow;
use plumbline_records::{activities, contacts};

pub use store::{export_plans, export_switches, load_switches, merge_switches, restore_switches};

/// The routes of plans and of customers.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(plan::read_plan, plan::save_plan))
        .routes(routes!(preview_reminder))
        .routes(routes!(read_contact_chasing, switch_contact_chasing))
}

/// The routes of documents, below each kind's path.
pub fn document_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(document::read_chasing, document::switch_chasing))
        .routes(routes!(document::resend_reminder))
        .routes(routes!(document::record_passed_on))
}

/// The jobs of chasing.
pub const JOB_HANDLERS: &[JobHandler] = &[run::JOB_HANDLER, schedule::JOB_HANDLER];

/// The hooks of chasing.
pub const HOOKS: Hooks = Hooks { changed: Some(on_changed), ..Hooks::NONE };

fn on_changed<'a>(
    services: &'a Services,
    tx: &'a mut WriteTx,
    event: &'a DocumentChanged,
) -> BoxFuture<'a, Result<(), HookFailure>> {
    Box::pin(async move { Ok(schedule::reschedule_changed(services, tx, &event.document).await?) })
}

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
async fn read_contact_chasing(
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
async fn switch_contact_chasing(
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
        let subject = ("contact", id.as_str(), name.as_str());
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

/// Which reminder to preview.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReminderPreviewRequest {
    /// The occasion.
    #[schema(value_type = String)]
    pub occasion: Occasion,
    /// The text; empty for the usual one.
    #[serde(default)]
    pub words: String,
}

/// A reminder as it would be sent, for a made-up document. Nothing is stored.
#[utoipa::path(post, path = "/api/business-profiles/{id}/chasing/preview", tag = "chasing",
    params(ProfileId), request_body = ReminderPreviewRequest,
    responses((status = 200, body = ReminderSample), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn preview_reminder(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(request): ApiJson<ReminderPreviewRequest>,
) -> Result<Json<ReminderSample>, ApiError> {
    let mut checks = FieldChecks::new();
    checks.check_paragraphs("words", &request.words, MESSAGE_MAX);
    checks.into_result()?;
    let mut conn = state.db.read().await?;
    let profile = find_profile(&mut conn, &user.id, &id).await?;
    let business = (&user.id, &profile);
    let given = (request.occasion, request.words.as_str());
    Ok(Json(reminders::compose_sample(&state, &mut conn, business, given).await?))
}
