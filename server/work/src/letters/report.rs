//! GET and POST /report/{secret}: where somebody who got an email in a business's name can report it. Opening the
//! page changes nothing, because email scanners open it too; the button does, once per message.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use super::standing;
use super::store::{self, MailRow};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;

/// The state of the page.
enum Step {
    /// The email can be reported.
    Ask { business: String, date: String },
    /// The email was reported.
    Done,
    /// There is no such email, or not any more.
    Gone,
}

#[derive(Template)]
#[template(path = "page/report.html")]
struct Page<'a> {
    title: &'a str,
    step: &'a Step,
    support: &'a str,
}

/// The page on which a recipient can report an email.
pub(super) async fn page(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    state.limits.check(Limit::PublicByAddress, client)?;
    let mut conn = state.db.read().await?;
    let step = match find(&state, &mut conn, &secret).await? {
        None => Step::Gone,
        Some(mail) if mail.reported_at.is_some() => Step::Done,
        Some(mail) => Step::Ask {
            date: day(mail.sent_at)?,
            business: mail.business,
        },
    };
    show(&state, &step)
}

/// Reports an email.
pub(super) async fn report(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    Path(secret): Path<String>,
) -> Result<Response, ApiError> {
    state.limits.check(Limit::PublicByAddress, client)?;
    let mut tx = state.db.begin_write().await?;
    let Some(mail) = find(&state, &mut tx, &secret).await? else {
        return show(&state, &Step::Gone);
    };
    if store::report(&mut tx, &mail.report_hash, state.clock.now_ms()).await? {
        standing::after_report(&state, &mut tx, &mail.user_id).await?;
        tx.commit().await?;
    }
    show(&state, &Step::Done)
}

async fn find(
    state: &AppState,
    conn: &mut Conn,
    secret: &str,
) -> Result<Option<MailRow>, ApiError> {
    let mail = store::find(conn, &sha256_hex(secret)).await?;
    let oldest = state.clock.now_ms() - store::KEPT;
    Ok(mail.filter(|mail| mail.sent_at >= oldest))
}

fn day(ms: i64) -> Result<String, ApiError> {
    let date: Date = london_date(ms)
        .to_string()
        .parse()
        .map_err(ApiError::internal)?;
    Ok(date_short(date))
}

fn show(state: &AppState, step: &Step) -> Result<Response, ApiError> {
    let (status, title) = match step {
        Step::Ask { .. } => (StatusCode::OK, "Report this message"),
        Step::Done => (StatusCode::OK, "Message reported"),
        Step::Gone => (StatusCode::NOT_FOUND, "Nothing to report"),
    };
    let page = Page {
        title,
        step,
        support: &state.config.support_email,
    };
    let head = [(header::CACHE_CONTROL, "no-store")];
    Ok((status, head, Html(page.render()?)).into_response())
}
