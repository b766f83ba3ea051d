//! Accounts: registering, verifying the address by an emailed code, signing in by password, PIN or passkey, signing
//! out, setting a new password by an emailed link, the account's settings, devices, export and deletion.
//!
//! An address belongs to one account, compared without regard to case. Until its code was entered an account cannot
//! sign in, and after seven days without it the account is deleted. Except where the product demands it
//! (registration says that an address is taken, after the human check), neither a response nor its time reveals
//! whether an address has an account.

mod account;
mod bank_job;
mod caller;
mod captcha;
mod change_email;
mod change_password;
mod deletion;
mod devices;
mod emails;
mod export;
mod login;
mod open_session;
mod passkeys;
mod pin_login;
mod register;
mod reset_password;
pub mod store;
mod unverified;
mod verify_email;

use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::jobs::{JobFailure, JobHandler};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

pub use export::delete_expired as tidy_exports;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(captcha::read_config))
        .routes(routes!(captcha::create_challenge))
        .routes(routes!(register::register))
        .routes(routes!(verify_email::verify_email))
        .routes(routes!(verify_email::send_verification))
        .routes(routes!(login::login))
        .routes(routes!(pin_login::pin_login))
        .routes(routes!(pin_login::set_up))
        .routes(routes!(pin_login::turn_off))
        .routes(routes!(change_password::confirm_password))
        .routes(routes!(reset_password::forgot_password))
        .routes(routes!(reset_password::reset_password))
        .routes(routes!(login::logout))
        .routes(routes!(login::read_me))
        .routes(routes!(account::read, account::update, deletion::delete))
        .routes(routes!(change_email::request_change, change_email::cancel))
        .routes(routes!(change_email::verify))
        .routes(routes!(change_password::change_password))
        .routes(routes!(devices::list, devices::end_other_sessions))
        .routes(routes!(devices::end_session))
        .routes(routes!(export::request_export, export::read_latest))
        .routes(routes!(export::download))
        .merge(passkeys::router())
}

/// The jobs that these routes queue and schedule.
pub(crate) const JOB_HANDLERS: &[JobHandler] = &[
    verify_email::JOB_HANDLER,
    reset_password::JOB_HANDLER,
    export::JOB_HANDLER,
    unverified::JOB_HANDLER,
    deletion::JOB_HANDLER,
    bank_job::JOB_HANDLER,
];

/// The failure of a job that should be tried again.
fn retry_later(error: ApiError) -> JobFailure {
    JobFailure::temporary(format!("{error:?}"))
}

/// Deletes what has expired.
pub(crate) async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::resets::delete_old(conn, now).await?;
    passkeys::store::delete_old(conn, now).await?;
    plumbline_platform::sessions::devices::delete_old(conn, now).await
}

/// The longest password that is accepted, in characters: hashing a longer one only takes time.
const PASSWORD_MAX: usize = 200;

/// The longest name, in characters.
const NAME_MAX: usize = 100;

/// The signed-in person, as the browser sees them.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct User {
    /// The account's id.
    pub id: String,
    /// The e-mail address as typed at registration.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// True for an administrator of this server; left out for everybody else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub is_admin: Option<bool>,
    /// Until when support looks into the account, milliseconds since the epoch; left out if the person themselves is
    /// signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub support_until: Option<i64>,
}

impl From<CurrentUser> for User {
    fn from(user: CurrentUser) -> Self {
        Self {
            id: user.id.into(),
            email: user.email,
            name: user.name,
            is_admin: user.is_admin.then_some(true),
            support_until: user.support_view.map(|looking| looking.until),
        }
    }
}

impl From<store::UserRow> for User {
    fn from(user: store::UserRow) -> Self {
        Self {
            id: user.id.into(),
            email: user.email,
            name: user.name,
            is_admin: user.is_admin.then_some(true),
            support_until: None,
        }
    }
}

/// The response if the address has to be verified by its code first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RequiresVerification {
    /// Always true.
    pub requires_verification: bool,
}

/// A response with a sentence for the person.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct MessageResponse {
    message: &'static str,
}

impl MessageResponse {
    fn new(message: &'static str) -> Self {
        Self { message }
    }
}

/// The address in a request that may have it as `email`, as `username`, or as both.
fn email_address(email: Option<String>, username: Option<String>) -> String {
    email.or(username).unwrap_or_default().trim().to_owned()
}

/// 400 with the rules that a form breaks; `message`, if given, replaces the first rule's own sentence.
fn validation_error(errors: Vec<FieldError>, message: Option<&'static str>) -> ApiError {
    let message = match (message, errors.first()) {
        (Some(message), _) => message.into(),
        (None, Some(first)) => first.msg.clone(),
        (None, None) => "Please check what you entered.".into(),
    };
    ApiError::bad_request("invalid_input", message).with_errors(errors)
}

/// Core's errors about a form as errors of fields.
fn to_field_errors(broken: &[plumbline_core::credentials::FormError]) -> Vec<FieldError> {
    broken.iter().map(|rule| FieldError::new(rule.path, rule.code, rule.msg)).collect()
}
