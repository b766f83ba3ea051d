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
mod leave;
mod page;
mod plans;
mod queue;
mod store;
mod suspend;
mod user;
mod users;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::audit::AuditActor;
use plumbline_platform::db::Conn;
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
        .routes(routes!(suspend::suspend))
        .routes(routes!(suspend::restore))
        .routes(routes!(enter::enter))
        .routes(routes!(leave::leave))
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
