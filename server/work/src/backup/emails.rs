//! The email to the operator when a backup fails.

use plumbline_platform::clock::format_london_date_time;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::mail::{self, Mail};
use plumbline_platform::state::AppState;

/// Queues the email to the operator.
pub(super) async fn notify_operator(state: &AppState, tx: &mut WriteTx, fault: &str) -> Result<(), ApiError> {
    let at = format_london_date_time(state.clock.now_ms());
    let text = format!(
        "The backup of this server failed on {at}:\n\n{fault}\n\nWe’ll try again automatically and won’t email you \
         again until one succeeds. Run `plumbline doctor` to see how things are.\n\n{}\n",
        state.link_to("")
    );
    let mail = Mail {
        account: None,
        to: state.config.support_email.clone(),
        from_name: None,
        reply_to: None,
        subject: "The backup failed".to_owned(),
        html: to_html(&text),
        text,
        attachments: Vec::new(),
        thread: None,
    };
    mail::enqueue(state, tx, &mail).await
}

/// The same as HTML. The message of a system or database may contain any characters.
fn to_html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let each = escaped.trim().split("\n\n");
    each.map(|texts| format!("<p>{texts}</p>")).collect()
}
