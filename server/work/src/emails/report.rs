//! GET and POST /report/{secret}: where somebody who got an email in a business's name can report it. Opening the
//! page changes nothing, because email scanners open it too; the button does, once per message.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;
use serde::Deserialize;

use super::stopping;
use super::store::{self, CustomerMailRow};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;

/// The secret in the address of the page, of which only the hash is stored.
#[derive(Deserialize)]
pub(super) struct ReportSecret(String);

/// The state of the page.
enum ReportStep {
    /// The email can be reported.
    Ask { business: String, date: String },
    /// The email was reported.
    Done,
    /// There is no such email, or not any more.
    Gone,
}

#[derive(Template)]
#[template(path = "page/report.html")]
struct ReportPage<'a> {
    title: &'a str,
    step: &'a ReportStep,
    support: &'a str,
}

/// The page on which a recipient can report an email.
pub(super) async fn show_page(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    Path(secret): Path<ReportSecret>,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, client)?;
    let mut conn = state.db.read().await?;
    let step = match find_email(&state, &mut conn, &secret).await? {
        None => ReportStep::Gone,
        Some(mail) if mail.reported_at.is_some() => ReportStep::Done,
        Some(mail) => ReportStep::Ask { date: format_day(mail.sent_at)?, business: mail.business },
    };
    render_page(&state, &step)
}

/// Reports an email.
pub(super) async fn report_email(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    Path(secret): Path<ReportSecret>,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, client)?;
    let mut tx = state.db.begin_write().await?;
    let Some(mail) = find_email(&state, &mut tx, &secret).await? else {
        return render_page(&state, &ReportStep::Gone);
    };
    if store::set_reported(&mut tx, &mail.report_hash, state.clock.now_ms()).await? {
        stopping::check_reports(&state, &mut tx, &mail.user_id).await?;
        tx.commit().await?;
    }
    render_page(&state, &ReportStep::Done)
}

async fn find_email(
    state: &AppState,
    conn: &mut Conn,
    ReportSecret(secret): &ReportSecret,
) -> Result<Option<CustomerMailRow>, ApiError> {
    let mail = store::find(conn, &sha256_hex(secret)).await?;
    let oldest = state.clock.now_ms() - store::RETENTION;
    Ok(mail.filter(|mail| mail.sent_at >= oldest))
}

fn format_day(ms: i64) -> Result<String, ApiError> {
    let date: Date = london_date(ms).to_string().parse().map_err(ApiError::internal)?;
    Ok(format_short_date(date))
}

fn render_page(state: &AppState, step: &ReportStep) -> Result<Response, ApiError> {
    let (status, title) = match step {
        ReportStep::Ask { .. } => (StatusCode::OK, "Report this message"),
        ReportStep::Done => (StatusCode::OK, "Message reported"),
        ReportStep::Gone => (StatusCode::NOT_FOUND, "Nothing to report"),
    };
    let page = ReportPage { title, step, support: &state.config.support_email };
    let head = [(header::CACHE_CONTROL, "no-store")];
    Ok((status, head, Html(page.render()?)).into_response())
}
