//! Accounts: registering, verifying the address by an e-mailed code, signing in and out.
//!
//! An address belongs to one account, compared without regard to case. Until its code was entered
//! an account cannot sign in. Except where the product demands it (registration says that an
//! address is taken), no answer tells whether an address has an account.

mod code;
mod login;
mod logout;
mod me;
pub mod passwords;
mod register;
mod send_verification;
pub mod store;
mod verify_email;

use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{ApiError, FieldError};
use crate::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(register::register))
        .routes(routes!(verify_email::verify_email))
        .routes(routes!(send_verification::send_verification))
        .routes(routes!(login::login))
        .routes(routes!(logout::logout))
        .routes(routes!(me::me))
}

/// The longest password taken, in characters: hashing longer ones only costs time.
const PASSWORD_MAX: usize = 200;

/// The signed-in person, as the browser sees them.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct User {
    /// The account's id.
    pub id: String,
    /// The e-mail address as typed at registration.
    pub email: String,
    /// The person's name.
    pub name: String,
}

/// Says that the address has to be verified by its code before anything else.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RequiresVerification {
    /// Always true.
    pub requires_verification: bool,
}

/// The address of a request that may carry it as `email`, as `username`, or as both.
fn address(email: Option<String>, username: Option<String>) -> String {
    email.or(username).unwrap_or_default().trim().to_owned()
}

/// 400 with the rules that a form breaks; `message` instead of the first rule's own sentence.
fn invalid(errors: Vec<FieldError>, message: Option<&'static str>) -> ApiError {
    let message = match (message, errors.first()) {
        (Some(message), _) => message.into(),
        (None, Some(first)) => first.msg.clone(),
        (None, None) => "Please check what you entered.".into(),
    };
    ApiError::bad_request("invalid_input", message).with_errors(errors)
}

/// The rules of core as errors of fields.
fn field_errors(broken: &[plumbline_core::credentials::Broken]) -> Vec<FieldError> {
    broken
        .iter()
        .map(|rule| FieldError::new(rule.path, rule.code, rule.msg))
        .collect()
}
