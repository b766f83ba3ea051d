//! The emails to the owner of an account about what an admin did.

use super::store::AccountOwner;
use plumbline_platform::clock::format_london_date_time;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::mail::{AccountNotice, Mail};
use plumbline_platform::state::AppState;

/// The email that says that the account was suspended. It doesn't give the reason, which is a note for administrators;
/// the owner can ask support for it.
pub(super) fn compose_suspended(
    state: &AppState,
    id: &UserId,
    person: &AccountOwner,
) -> Result<Mail, ApiError> {
    let support = &state.config.support_email;
    compose(
        (id, person),
        "Your Plumbline account is suspended",
        vec![
            "Nobody can log in to it for now, and nothing is sent from it. Your customers can read what you sent \
             them, but can’t accept or pay."
                .into(),
            format!("Nothing has been deleted. Please write to {support} to find out why."),
        ],
        None,
    )
}

/// The email that says that the account is no longer suspended.
pub(super) fn compose_restored(
    state: &AppState,
    id: &UserId,
    person: &AccountOwner,
) -> Result<Mail, ApiError> {
    compose(
        (id, person),
        "Your Plumbline account is open again",
        vec!["You can log in as before. Everything is as you left it.".into()],
        Some(("Log in", state.link_to("/login"))),
    )
}

/// The email that says that support looks into the account, as its owner allowed.
pub(super) fn compose_entered(
    state: &AppState,
    id: &UserId,
    person: &AccountOwner,
) -> Result<Mail, ApiError> {
    let at = format_london_date_time(state.clock.now_ms());
    compose(
        (id, person),
        "Support is looking at your Plumbline account",
        vec![
            format!("As you allowed, someone from our support team has been looking at your account since {at}."),
            "They see what you see, for an hour at most, and can’t change or download anything. You can end it at \
             any time in your settings."
                .into(),
        ],
        Some(("Open your settings", state.link_to("/settings"))),
    )
}

fn compose(
    (id, person): (&UserId, &AccountOwner),
    title: &str,
    before: Vec<String>,
    button: Option<(&str, String)>,
) -> Result<Mail, ApiError> {
    AccountNotice {
        subject: title.to_owned(),
        title,
        name: Some(&person.name),
        before,
        code: None,
        button,
        after: Vec::new(),
        alarm: None,
    }
    .to_mail(Some(id), &person.email)
}
