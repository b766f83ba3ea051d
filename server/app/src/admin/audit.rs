//! GET /api/admin/audit

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Admin, AdminPage, limit_and_offset};
use plumbline_platform::audit::AuditAction;
use plumbline_platform::audit::store::{self, AuditEntryRow};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::{AuditId, UserId};
use plumbline_platform::state::AppState;

/// The query of the audit log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only entries about this account.
    user: Option<String>,
    /// The page, from 1.
    page: Option<i64>,
}

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AuditEntry {
    /// Its id.
    id: AuditId,
    /// When it happened, milliseconds since the epoch.
    at: i64,
    /// Who did it, by their name at that time.
    actor: String,
    /// What was done: `suspend`, `restore`, `enter`, …
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    act: AuditAction,
    /// The account that it was done to.
    user_id: Option<UserId>,
    /// The owner's address; `None` if the account was deleted.
    user_email: Option<String>,
    /// The reason, or a detail of the action.
    about: String,
}

impl From<AuditEntryRow> for AuditEntry {
    fn from(row: AuditEntryRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            actor: row.actor,
            act: row.act,
            user_id: row.on_id,
            user_email: row.on_email,
            about: row.about,
        }
    }
}

/// The entries of the audit log, latest first.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin", operation_id = "audit",
    params(AuditQuery), responses((status = 200, body = AdminPage<AuditEntry>),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    _: Admin,
    ApiQuery(query): ApiQuery<AuditQuery>,
) -> Result<Json<AdminPage<AuditEntry>>, ApiError> {
    let user = match query.user.as_deref().filter(|id| !id.is_empty()) {
        None => None,
        Some(text) => {
            let id = text.parse::<UserId>();
            Some(id.map_err(|_| ApiError::bad_field("user", "bad_id", "This is no account’s id."))?)
        }
    };
    let mut conn = state.db.read().await?;
    let found = store::list_page(&mut conn, user.as_ref(), limit_and_offset(query.page)).await?;
    Ok(Json(AdminPage::from_rows(found)))
}
