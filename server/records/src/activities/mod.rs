//! Activities: who did what, and when. Each is written in the same transaction as the action and never changes, except
//! that an import's activity is updated with the number of rows saved so far.

mod delivery;
mod kinds;
mod list;
mod store;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ActivityId, UserId};
use plumbline_platform::state::{AppState, Services};

pub use kinds::Actor;
pub use store::{find_last_time, ids, list_deleted_since, list_for_subject, some};

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::list)).routes(routes!(list::export))
}

/// An activity.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Activity {
    /// The id.
    #[schema(value_type = String)]
    pub id: ActivityId,
    /// The kind of activity: `quote_accepted`, `payment_recorded`, …
    pub kind: String,
    /// Who did it.
    pub actor: Actor,
    /// A sentence without its full stop.
    pub sentence: String,
    /// The kind of the subject: `quote`, `invoice`, …
    pub subject_kind: String,
    /// The subject's id.
    pub subject_id: String,
    /// The data for its line: number, contact name, amount.
    #[schema(value_type = Object)]
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, unknown>"))]
    pub data: Value,
    /// When it happened, milliseconds since the epoch.
    pub created_at: i64,
}

impl Activity {
    /// Whether its amount is that of a payment, a job or reclaimed VAT; otherwise it is the document's own total.
    #[must_use]
    pub fn has_own_amount(&self) -> bool {
        let of_payment = ["payment_", "card_", "refund_", "given_back"];
        let of_job = ["job_varied", "owed_said"];
        let of_vat = ["written_off"];
        let mut own = of_payment.iter().chain(&of_job).chain(&of_vat);
        own.any(|start| self.kind.starts_with(start))
    }
}

/// Records what the present transaction does to a subject that has a name.
pub async fn record_named(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
    (subject_kind, id, name): (&str, &str, &str),
) -> Result<(), ApiError> {
    let data = json!({ "name": name });
    record(services, conn, user_id, kind, (subject_kind, id), &data).await
}

/// Records what the present transaction does.
pub async fn record(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    kind: &str,
    subject: (&str, &str),
    data: &Value,
) -> Result<(), ApiError> {
    let id = services.ids.new_id();
    let row = row(services, (user_id, id), kind, subject, data);
    store::insert(conn, &row).await?;
    Ok(())
}

/// Records what several transactions do: the first adds an activity, and the later ones replace its data.
pub async fn record_so_far(
    services: &Services,
    conn: &mut Conn,
    (user_id, id): (&UserId, &ActivityId),
    kind: &str,
    subject: (&str, &str),
    data: &Value,
) -> Result<(), ApiError> {
    if !store::replace_data(conn, user_id, id, &data.to_string()).await? {
        let row = row(services, (user_id, id.clone()), kind, subject, data);
        store::insert(conn, &row).await?;
    }
    Ok(())
}

fn row(
    services: &Services,
    (user_id, id): (&UserId, ActivityId),
    kind: &str,
    subject: (&str, &str),
    data: &Value,
) -> store::ActivityRow {
    store::ActivityRow {
        id,
        user_id: user_id.clone(),
        kind: kind.to_owned(),
        actor: Actor::for_kind(kind).code().to_owned(),
        subject_kind: subject.0.to_owned(),
        subject_id: subject.1.to_owned(),
        data: data.to_string(),
        created_at: services.clock.now_ms(),
    }
}
