//! GET /api/admin/users

use axum::Json;
use axum::extract::State;
use plumbline_core::plan::{AccountState, Plan, find_account_state};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::plans::state_code;
use super::store::users::{self, UserListRow};
use super::{Admin, AdminPage, like_pattern, limit_and_offset};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_records::plans;

/// The states by which accounts can be filtered.
const STATES: [&str; 7] = ["trial", "paying", "ending", "grace", "lapsed", "selfhosted", "suspended"];

/// The query of the accounts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct UsersQuery {
    /// Words of the address, the name or the business.
    search: Option<String>,
    /// Only accounts in this state: `trial`, `paying`, `ending`, `grace`, `lapsed`, `selfhosted`, or `suspended`.
    standing: Option<String>,
    /// The page, from 1.
    page: Option<i64>,
}

/// An account in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminUser {
    /// Its id.
    pub id: UserId,
    /// Its owner's address.
    pub email: String,
    /// Their name.
    pub name: String,
    /// The name of their first business profile; `None` if there is none yet.
    pub business: Option<String>,
    /// When it was created, milliseconds since the epoch.
    pub created_at: i64,
    /// Whether the address was verified.
    pub verified: bool,
    /// When its owner was last here, milliseconds since the epoch; `None` if they never signed in.
    pub last_seen_at: Option<i64>,
    /// The plan that was bought.
    #[schema(value_type = String)]
    pub plan: Plan,
    /// Its state today.
    #[schema(value_type = Object)]
    pub standing: AccountState,
    /// When it was suspended, milliseconds since the epoch; `None` if it is not.
    pub suspended_at: Option<i64>,
}

/// The accounts, newest first.
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", operation_id = "users",
    params(UsersQuery), responses((status = 200, body = AdminPage<AdminUser>),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    _: Admin,
    ApiQuery(query): ApiQuery<UsersQuery>,
) -> Result<Json<AdminPage<AdminUser>>, ApiError> {
    let (limit, offset) = limit_and_offset(query.page);
    let pattern = like_pattern(query.search.as_deref());
    let mut conn = state.db.read().await?;
    let wanted = query.standing.filter(|wanted| !wanted.is_empty());
    if wanted.as_deref().is_some_and(|it| !STATES.contains(&it)) {
        let msg = format!("Choose one of {}.", STATES.join(", "));
        let error = FieldError::new("standing", "unknown_value", msg);
        return Err(ApiError::rule_broken(vec![error]));
    }
    let (lines, total) = match wanted.as_deref() {
        None | Some("suspended") => {
            let only = wanted.is_some();
            let lines = users::list_page(&mut conn, &pattern, only, (limit, offset)).await?;
            (lines, users::count(&mut conn, &pattern, only).await?)
        }
        Some(wanted) => {
            // Core decides an account's state, by today's date, so it can't be filtered in SQL.
            let all = plans::load_all_states(&state, &mut conn).await?;
            let mut ids = users::list_ids(&mut conn, &pattern).await?;
            ids.retain(|id| all.get(id).is_some_and(|(_, it)| state_code(*it) == wanted));
            let total = i64::try_from(ids.len()).unwrap_or(i64::MAX);
            let first = usize::try_from(offset).unwrap_or(usize::MAX);
            let rows = usize::try_from(limit).unwrap_or_default();
            let mut lines = Vec::new();
            for id in ids.iter().skip(first).take(rows) {
                lines.extend(users::find(&mut conn, id).await?);
            }
            (lines, total)
        }
    };
    let mut admin_users = Vec::with_capacity(lines.len());
    for line in lines {
        admin_users.push(to_admin_user(&state, &mut conn, line).await?);
    }
    Ok(Json(AdminPage::new(admin_users, total)))
}

/// An account with its current state.
pub(super) async fn to_admin_user(
    state: &AppState,
    conn: &mut Conn,
    line: UserListRow,
) -> Result<AdminUser, ApiError> {
    let known = plans::load_subscription(state, conn, &line.id).await?;
    Ok(AdminUser {
        last_seen_at: line.last_seen(),
        plan: known.plan,
        standing: find_account_state(&known, plans::today(state)?),
        id: line.id,
        email: line.email,
        name: line.name,
        business: line.business,
        created_at: line.created_at,
        verified: line.verified_at.is_some(),
        suspended_at: line.suspended_at,
    })
}
