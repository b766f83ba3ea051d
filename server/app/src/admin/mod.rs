//! The administration of a server's accounts, for the people to whom the operator gave the role.
//!
//! ```text
//! grant      the role, on the command line      users      the accounts       user      one of them
//! suspend    suspending, and lifting it         enter      support views an account, with consent
//! plans      how many accounts have which plan  leave      and leaves it
//! queue      the questions to support           health     the state of the server
//! audit      what was done by whom
//! ```
//!
//! The role is checked in each request: when it is revoked, the next request is refused. The contents of an
//! account's documents are never shown here.

mod audit;
mod emails;
mod enter;
pub mod grant;
mod health;
mod plans;
mod queue;
mod store;
mod user;
mod users;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::audit::AuditActor;
use plumbline_platform::db::{Conn, like_prefix};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The longest reason, in characters.
const REASON_MAX: usize = 500;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(users::list))
        .routes(routes!(user::read_user))
        .routes(routes!(user::suspend))
        .routes(routes!(user::restore))
        .routes(routes!(enter::enter))
        .routes(routes!(enter::leave))
        .routes(routes!(plans::read_plans))
        .routes(routes!(health::read_health))
        .routes(routes!(audit::list))
        .merge(queue::router())
}

/// An administrator. As an extractor it responds with 401 if nobody is signed in, and with 403 to everybody else, also
/// to somebody who only had the role when they signed in.
pub(crate) struct Admin(pub CurrentUser);

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        let mut conn = state.db.read().await?;
        // Somebody who looks into an account has its rights and no others.
        if user.support_view.is_some() || !store::is_admin(&mut conn, &user.id).await? {
            return Err(not_admin());
        }
        Ok(Self(user))
    }
}

impl Admin {
    /// The administrator, for the audit log.
    fn actor(&self) -> AuditActor<'_> {
        AuditActor::Account(&self.0.id, &self.0.email)
    }
}

fn not_admin() -> ApiError {
    ApiError::forbidden("not_admin", "Only the people who run this service can open these pages.")
}

/// The account that something is done to: not the administrator's own, and not another administrator's, whose role the
/// operator has to take away first.
async fn find_other(conn: &mut Conn, admin: &Admin, id: &UserId) -> Result<store::AccountOwner, ApiError> {
    let person = store::find_owner(conn, id).await?;
    let person = person.ok_or_else(|| ApiError::not_found("Account"))?;
    if *id == admin.0.id {
        return Err(ApiError::conflict("own_account", "This is your own account."));
    }
    if store::is_admin(conn, id).await? {
        return Err(ApiError::conflict(
            "is_admin",
            "This account is an administrator. The operator has to remove the role first: plumbline admin revoke.",
        ));
    }
    Ok(person)
}

/// How many rows are on a page.
const PAGE_SIZE: i64 = 50;

/// The last page; what comes after it has to be found by a search.
const PAGE_MAX: i64 = 10_000;

/// The longest search, in characters.
const SEARCH_MAX: usize = 200;

/// The limit and the offset of a page.
fn limit_and_offset(page: Option<i64>) -> (i64, i64) {
    let page = page.unwrap_or(1).clamp(1, PAGE_MAX);
    (PAGE_SIZE, (page - 1) * PAGE_SIZE)
}

/// The search text as a pattern for `LIKE … ESCAPE '\'`, in lower case; an empty pattern matches everything.
fn like_pattern(search: Option<&str>) -> String {
    let text = search.unwrap_or_default().trim().to_lowercase();
    if text.is_empty() || text.contains('\0') {
        return String::new();
    }
    let text: String = text.chars().take(SEARCH_MAX).collect();
    format!("%{}", like_prefix(&text))
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminPage<T> {
    /// Its rows.
    pub data: Vec<T>,
    /// How many rows there are on all pages.
    pub total: i64,
    /// How many rows are on a page.
    pub rows: i64,
}

impl<T> AdminPage<T> {
    /// A page with these rows, out of `total`.
    fn from_rows<Row: Into<T>>((rows, total): (Vec<Row>, i64)) -> Self {
        Self::new(rows.into_iter().map(Into::into).collect(), total)
    }

    fn new(data: Vec<T>, total: i64) -> Self {
        Self { data, total, rows: PAGE_SIZE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_from_one_and_searches_are_escaped() {
        assert_eq!(limit_and_offset(None), (50, 0));
        assert_eq!(limit_and_offset(Some(-3)), (50, 0));
        assert_eq!(limit_and_offset(Some(3)), (50, 100));
        assert_eq!(like_pattern(Some("  ")), "");
        assert_eq!(like_pattern(Some(" A_b%")), "%a\\_b\\%%");
    }
}
