//! Stopping an account's email to customers: by reports of recipients, until the operator has looked at them; or by
//! the operator.

use askama::Template;

use super::store::{self, MailStopRow, StopCause};
use plumbline_platform::clock::DAY;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::{ApiError, BoxError};
use plumbline_platform::ids::UserId;
use plumbline_platform::mail::{self, Mail};
use plumbline_platform::state::AppState;

/// For how long, in milliseconds, reports count.
const WINDOW: i64 = 30 * DAY;
/// How many recipients have to report an account's emails before they are stopped; more if it sent many.
const REPORTERS_MIN: i64 = 5;
/// One more reporter is needed for each so many emails: a business that sends a thousand invoices meets somebody who
/// would rather not pay.
const EMAILS_PER_REPORTER: i64 = 100;

#[derive(Template)]
#[template(
    ext = "txt",
    source = "{{ reporters }} people have reported messages from account {{ account }}. Its email to customers is \
              stopped.\n\nCheck what it sent. To allow its email again:\n\n    plumbline \
              accounts allow-mail {{ account }}\n"
)]
struct StoppedText<'a> {
    reporters: i64,
    account: &'a str,
}

#[derive(Template)]
#[template(
    ext = "html",
    source = "<p>{{ reporters }} people have reported messages from account {{ account }}. Its email to customers is \
              stopped.</p><p>Check what it sent. To allow its email again:</p>\
              <pre>plumbline accounts allow-mail {{ account }}</pre>"
)]
struct StoppedHtml<'a> {
    reporters: i64,
    account: &'a str,
}

/// Follows up on a report about the account: if it was one too many, the account's email is stopped and the operator
/// notified.
pub(super) async fn check_reports(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    // Simultaneous reports by several people are handled one after the other.
    let end = tx.dialect().for_no_key_update();
    store::lock_account(tx, end, user_id).await?;
    let stop = store::find_stop(tx, user_id).await?;
    let allowed_at = match stop {
        Some(stop) if stop.allowed_at.is_none() => return Ok(()),
        stop => stop.and_then(|stop| stop.allowed_at),
    };
    let since = allowed_at.unwrap_or(0).max(now - WINDOW);
    let (reporters, sent) = store::count_reporters(tx, user_id, since).await?;
    if reporters < REPORTERS_MIN.max(sent / EMAILS_PER_REPORTER) {
        return Ok(());
    }
    insert_stop(tx, user_id, StopCause::Reports, now).await?;
    tracing::warn!(%user_id, reporters, "an account's mails are stopped after reports");
    let Some(account) = plumbline_records::documents::store::parties::find_owner_email(tx, user_id).await?
    else {
        return Ok(());
    };
    let account = account.as_str();
    let mail = Mail {
        account: None,
        to: state.config.support_email.clone(),
        from_name: None,
        reply_to: None,
        subject: "An account’s email was stopped after reports".to_owned(),
        text: StoppedText { reporters, account }.render()?,
        html: StoppedHtml { reporters, account }.render()?,
        attachments: Vec::new(),
        thread: None,
    };
    mail::enqueue(state, tx, &mail).await
}

async fn insert_stop(tx: &mut WriteTx, user_id: &UserId, cause: StopCause, now: i64) -> DbResult<()> {
    let stop = MailStopRow { user_id: user_id.clone(), cause, stopped_at: now, allowed_at: None };
    store::save_stop(tx, &stop).await
}

/// Stops the email of the account with this address, for the operator.
///
/// # Errors
/// When there is no such account, or the database fails.
pub async fn stop_emails(state: &AppState, email: &str) -> Result<String, BoxError> {
    let mut tx = state.db.begin_write().await?;
    let user_id = find_account(&mut tx, email).await?;
    insert_stop(&mut tx, &user_id, StopCause::Operator, state.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(format!("Email to customers is stopped for {email}."))
}

/// Allows the email of the account with this address again; earlier reports no longer count.
///
/// # Errors
/// When there is no such account, or the database fails.
pub async fn allow_emails(state: &AppState, email: &str) -> Result<String, BoxError> {
    let mut tx = state.db.begin_write().await?;
    let user_id = find_account(&mut tx, email).await?;
    let now = state.clock.now_ms();
    // Also if it was not stopped: the operator has looked at the reports so far.
    let stop = store::find_stop(&mut tx, &user_id).await?;
    let stop = MailStopRow {
        allowed_at: Some(now),
        ..stop.unwrap_or(MailStopRow {
            user_id,
            cause: StopCause::Operator,
            stopped_at: now,
            allowed_at: None,
        })
    };
    store::save_stop(&mut tx, &stop).await?;
    tx.commit().await?;
    Ok(format!("Email to customers is allowed for {email}."))
}

/// The accounts whose emails were reported in the last 30 days or are stopped, one per line.
pub async fn list_reported(state: &AppState) -> Result<String, BoxError> {
    let mut conn = state.db.read().await?;
    let rows = store::list_reported(&mut conn, state.clock.now_ms() - WINDOW).await?;
    if rows.is_empty() {
        return Ok("No message was reported in the last 30 days, and no email is stopped.".into());
    }
    let lines = rows.iter().map(|(email, reporters, stopped)| {
        let stopped = if *stopped == 1 { ", stopped" } else { "" };
        format!("{email}: reported by {reporters}{stopped}")
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

async fn find_account(tx: &mut WriteTx, email: &str) -> Result<UserId, BoxError> {
    let key = plumbline_core::credentials::normalise_email(email);
    let id = store::find_account_id(tx, &key).await?;
    Ok(id.ok_or_else(|| format!("there is no account of {email}"))?)
}
