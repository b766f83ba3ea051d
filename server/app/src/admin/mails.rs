//! The emails to the owner of an account about what an admin did.

use super::store::Person;
use plumbline_platform::clock::london_said;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::mail::{Mail, Notice};
use plumbline_platform::state::AppState;

/// The account is kept out. Why is said to whoever asks: the reason is a note among those who look after
/// the server.
pub(super) fn suspended(state: &AppState, id: &UserId, person: &Person) -> Result<Mail, ApiError> {
    let support = &state.config.support_email;
    told(
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

/// The account is let in again.
pub(super) fn restored(state: &AppState, id: &UserId, person: &Person) -> Result<Mail, ApiError> {
    told(
        (id, person),
        "Your Plumbline account is open again",
        vec!["You can log in as before. Everything is as you left it.".into()],
        Some(("Log in", state.link("/login"))),
    )
}

/// Support looks into the account, as its owner allowed.
pub(super) fn entered(state: &AppState, id: &UserId, person: &Person) -> Result<Mail, ApiError> {
    let at = london_said(state.clock.now_ms());
    told(
        (id, person),
        "Support is looking at your Plumbline account",
        vec![
            format!("As you allowed, someone from our support team has been looking at your account since {at}."),
            "They see what you see, for an hour at most, and can’t change or download anything. You can end it at \
             any time in your settings."
                .into(),
        ],
        Some(("Open your settings", state.link("/settings"))),
    )
}

fn told(
    (id, person): (&UserId, &Person),
    title: &str,
    before: Vec<String>,
    button: Option<(&str, String)>,
) -> Result<Mail, ApiError> {
    Notice {
        subject: title.to_owned(),
        title,
        name: Some(&person.name),
        before,
        code: None,
        button,
        after: Vec::new(),
        alarm: None,
    }
    .to(Some(id), &person.email)
}
