//! The emails about an account. Each goes to the account's owner and says what happened, and what to do if it was
//! somebody else.

use chrono::{DateTime, Utc};

use super::store::UserRow;
use super::verify_email::CodeReceiver;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::mail::{AccountNotice, Mail, SecurityAdvice};
use plumbline_platform::state::AppState;

/// What to do for somebody who never registered the account that waits for their code.
const NOT_YOU_TEXT: &str =
    "If it wasn’t you, you don’t have to do anything: we’ll delete the account after 7 days.";

/// The email with the code that verifies an address.
pub(super) fn compose_verification(
    receiver: &CodeReceiver<'_>,
    code: &str,
    link: &str,
) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: format!("{code} is your Plumbline verification code"),
        title: "Verify your email address",
        name: None,
        before: vec!["Enter this code to finish setting up your account:".into()],
        code: Some(code),
        button: Some(("Enter the code", link.to_owned())),
        after: vec!["The code is valid for 15 minutes.".into(), NOT_YOU_TEXT.into()],
        alarm: None,
    }
    .to_mail(Some(receiver.id), receiver.email)
}

/// The email with the code that verifies a new address.
pub(super) fn compose_change_code(
    receiver: &CodeReceiver<'_>,
    code: &str,
    link: &str,
) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: format!("{code} is your Plumbline verification code"),
        title: "Verify your new email address",
        name: None,
        before: vec!["Enter this code to use this address for your account:".into()],
        code: Some(code),
        button: Some(("Enter the code", link.to_owned())),
        after: vec![
            "The code is valid for 15 minutes.".into(),
            "If you didn’t ask for this, you can ignore this email.".into(),
        ],
        alarm: None,
    }
    .to_mail(Some(receiver.id), receiver.email)
}

/// The email with the link for setting a new password.
pub(super) fn compose_reset(user: &UserRow, link: &str) -> Result<Mail, ApiError> {
    let not_asked = match user.verified_at {
        Some(_) => "If it wasn’t you, you can ignore this email: your password hasn’t changed.",
        None => NOT_YOU_TEXT,
    };
    AccountNotice {
        subject: "Choose a new password for Plumbline".into(),
        title: "Choose a new password",
        name: greeting_name(user),
        before: vec![
            "Someone asked for a new password for your account. If that was you, choose one here:".into(),
        ],
        code: None,
        button: Some(("Choose a new password", link.to_owned())),
        after: vec!["The link is valid for 60 minutes and works once.".into(), not_asked.into()],
        alarm: None,
    }
    .to_mail(Some(&user.id), &user.email)
}

/// The email that says that the password was changed.
pub(super) fn compose_password_changed(state: &AppState, user: &UserRow) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: "Your Plumbline password was changed".into(),
        title: "Your password was changed",
        name: greeting_name(user),
        before: vec![format!(
            "The password of your account was changed on {}, and your other devices were logged out.",
            current_moment(state)
        )],
        code: None,
        button: None,
        after: vec![],
        alarm: Some(security_alarm(state)),
    }
    .to_mail(Some(&user.id), &user.email)
}

/// The email that says that somebody signed in with the password on a new device.
pub(super) fn compose_new_device(state: &AppState, user: &UserRow, device: &str) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: "New login to your Plumbline account".into(),
        title: "New login to your account",
        name: greeting_name(user),
        before: vec![format!(
            "Someone logged in to your account on a new device: {device}, on {}.",
            current_moment(state)
        )],
        code: None,
        button: Some(("See your devices", state.link_to("/settings"))),
        after: vec!["If this was you, you don’t need to do anything.".into()],
        alarm: Some(security_alarm(state)),
    }
    .to_mail(Some(&user.id), &user.email)
}

/// The email that says that a passkey was added.
pub(super) fn compose_passkey_added(state: &AppState, user: &UserRow, name: &str) -> Result<Mail, ApiError> {
    let text = format!(
        "A passkey was added to your account on {}: {name}. Anyone with that device unlocked can log in.",
        current_moment(state)
    );
    compose_passkeys_changed(state, user, "A passkey was added to your account", text)
}

/// The email that says that a passkey was removed.
pub(super) fn compose_passkey_removed(
    state: &AppState,
    user: &UserRow,
    name: &str,
) -> Result<Mail, ApiError> {
    let text = format!(
        "A passkey was removed from your account on {}: {name}. It can no longer be used to log in.",
        current_moment(state)
    );
    compose_passkeys_changed(state, user, "A passkey was removed from your account", text)
}

fn compose_passkeys_changed(
    state: &AppState,
    user: &UserRow,
    title: &str,
    text: String,
) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: title.replace("your account", "your Plumbline account"),
        title,
        name: greeting_name(user),
        before: vec![text],
        code: None,
        button: Some(("See your passkeys", state.link_to("/settings"))),
        after: vec!["If this was you, you don’t need to do anything.".into()],
        alarm: Some(security_alarm(state)),
    }
    .to_mail(Some(&user.id), &user.email)
}

/// The email that says that the bank account which customers are asked to pay into was changed.
pub(super) fn compose_bank_changed(
    state: &AppState,
    user: &UserRow,
    (profile, from): (&str, Option<&str>),
    link: String,
) -> Result<Mail, ApiError> {
    let text = format!("The bank or PayPal details of {profile} were changed on {}.", current_moment(state));
    let (then, after) = match from {
        Some(from) => (
            format!(
                "Unpaid invoices show the old details until {from}. After that your customers see the new details, \
                 and that they have changed."
            ),
            "If this was you, you don’t need to do anything. If it wasn’t, undo it there straight away.",
        ),
        None => (
            "Every document shows the new details from now on.".to_owned(),
            "If this was you, you don’t need to do anything.",
        ),
    };
    AccountNotice {
        subject: "Your bank details on Plumbline were changed".into(),
        title: "Your bank details were changed",
        name: greeting_name(user),
        before: vec![text, then],
        code: None,
        button: Some(("See the details", link)),
        after: vec![after.into()],
        alarm: Some(security_alarm(state)),
    }
    .to_mail(Some(&user.id), &user.email)
}

/// The email to the old address that says that somebody wants to change it.
pub(super) fn compose_change_requested(
    state: &AppState,
    owner: (&UserId, &str, &str),
    new: &str,
) -> Result<Mail, ApiError> {
    let (id, name, email) = owner;
    AccountNotice {
        subject: "A new email address for your Plumbline account".into(),
        title: "Someone asked for a new email address",
        name: Some(name),
        before: vec![format!(
            "Someone who knows your password asked to use {new} for your account. It changes once they enter the \
             code we sent there."
        )],
        code: None,
        button: None,
        after: vec![],
        alarm: Some(security_alarm(state)),
    }
    .to_mail(Some(id), email)
}

/// The email to the old address that says that it was changed.
pub(super) fn compose_email_changed(
    state: &AppState,
    owner: (&UserId, &str, &str),
    new: &str,
) -> Result<Mail, ApiError> {
    let (id, name, email) = owner;
    AccountNotice {
        subject: "The email address of your Plumbline account was changed".into(),
        title: "Your email address was changed",
        name: Some(name),
        before: vec![format!(
            "Your account now uses {new} ({}). This address is no longer used.",
            current_moment(state)
        )],
        code: None,
        button: None,
        after: vec![],
        alarm: Some(SecurityAdvice { support: state.config.support_email.clone(), reset: None }),
    }
    .to_mail(Some(id), email)
}

/// The email to an address that another account asked for although it has an account.
pub(super) fn compose_address_in_use(state: &AppState, owner: &UserRow) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: "This address already has a Plumbline account".into(),
        title: "This address already has an account",
        name: greeting_name(owner),
        before: vec![
            "Someone tried to use this address for another account. An address can only belong to one account, so \
             nothing has changed.".into(),
        ],
        code: None,
        button: None,
        after: vec![],
        alarm: Some(security_alarm(state)),
    }
    .to_mail(Some(&owner.id), &owner.email)
}

/// The email that says that the account was deleted. It is all that remains of the account, and is removed soon after
/// ([`plumbline_platform::mail::enqueue_account_end`]).
pub(super) fn compose_account_deleted(user: &UserRow) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: "Your Plumbline account was deleted".into(),
        title: "Your account was deleted",
        name: greeting_name(user),
        before: vec![
            "Your account has been deleted. All your data has been permanently removed: your quotes and invoices, \
             contacts, items, business profiles and files. Links you shared no longer open.".into(),
        ],
        code: None,
        button: None,
        after: vec!["Thank you for using Plumbline.".into()],
        alarm: None,
    }
    .to_mail(None, &user.email)
}

/// The name with which the account's owner is greeted; `None` until the address is verified.
fn greeting_name(user: &UserRow) -> Option<&str> {
    user.verified_at.map(|_| user.name.as_str())
}

/// What to do if it was not the owner.
fn security_alarm(state: &AppState) -> SecurityAdvice {
    SecurityAdvice {
        support: state.config.support_email.clone(),
        reset: Some(state.link_to("/forgot-password")),
    }
}

/// The current time in London: `21 November 2026 at 09:48`.
fn current_moment(state: &AppState) -> String {
    DateTime::<Utc>::from_timestamp_millis(state.clock.now_ms())
        .unwrap_or(DateTime::UNIX_EPOCH)
        .with_timezone(&chrono_tz::Europe::London)
        .format("%-d %B %Y at %H:%M")
        .to_string()
}
