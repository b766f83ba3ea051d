//! Is this invoice genuine? The page that the code on an invoice opens, for anybody who has it on paper.
//!
//! There is no log-in, and the code is not a link: nothing can be replied to or paid there. Somebody with the code
//! has the paper, or a copy of it, so the page says what is printed there and little more: number, date, business,
//! total and balance and, for an open invoice, the full account that it is paid into, because that is what should
//! be compared. It does not show the customer, the address, the job or the texts of the lines. The browser gets the
//! amounts without texts and calculates the total again by the same rules.

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::{Json, routing};
use plumbline_core::calculate::RULES_VERSION;
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::present::authenticity::{AuthenticityCheck, CodeOutcome, PrintedVersion};
use plumbline_core::present::payment_details::ReadingMedium;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::public::page::{BODY_MARKER, HEAD_MARKER, ROOT_MARKER, split_at_marker, to_script_json};
use crate::public::response::CANCELLED_JOB_TEXT;
use plumbline_platform::clock::london_wall_clock;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions;
use plumbline_platform::state::AppState;
use plumbline_platform::web_build::{self, CHECK_PAGE};
use plumbline_records::documents::parties::list_bank_notes;
use plumbline_records::documents::reading::{authenticity_code, view};
use plumbline_records::documents::store::versions::{self, VersionRow};
use plumbline_records::documents::store::{self, DocumentStatus, stages};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The routes of the check.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read_check))
        .route("/check", routing::get(show_form))
        .route("/check/", routing::get(show_form))
        .route("/check/{code}", routing::get(show_result))
}

/// The code of an invoice as it was scanned or typed.
#[derive(Debug, Default, Deserialize)]
struct TypedCode(String);

/// What the code on an invoice confirms: which invoice it belongs to, how much is due and where it is paid. A code that
/// is not from this server gets a normal response with the outcome `unknown`.
#[utoipa::path(get, path = "/api/check/{code}", tag = "public", params(("code" = String, Path)), responses(
    (status = 200, body = Object, description = "outcome, title, words, invoice"),
    (status = 429, body = ErrorBody)))]
async fn read_check(
    State(state): State<AppState>,
    address: ClientAddress,
    code: Result<Path<TypedCode>, PathRejection>,
) -> Result<Json<AuthenticityCheck>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    // Text that cannot be decoded is not a code either.
    let TypedCode(code) = code.map(|Path(code)| code).unwrap_or_default();
    Ok(Json(check_code(&state, &code).await?))
}

// The contents of the page behind a code.

/// The response for a code that was scanned or typed.
///
/// # Errors
/// 500 when the stored data cannot be read.
async fn check_code(state: &AppState, typed: &str) -> Result<AuthenticityCheck, ApiError> {
    let Some(named) = authenticity_code::parse_code(&state.code_key, typed) else {
        return Ok(AuthenticityCheck::for_unknown());
    };
    let today = today(state)?;
    let mut tx = state.db.begin_read().await?;
    // The account may have been deleted with all its documents.
    let Some(row) = store::find_by_authenticated_id(&mut tx, &named.document).await? else {
        return Ok(AuthenticityCheck::for_unknown());
    };
    if sessions::is_suspended(&mut tx, &row.user_id).await? {
        return Ok(AuthenticityCheck::for_suspended());
    }
    let is_revoked = named.is_revoked(&row);
    let is_void = row.status == DocumentStatus::Void;
    if is_revoked && !is_void {
        return Ok(AuthenticityCheck::for_revoked());
    }
    let stored = StoredDocument::load(&mut tx, row).await?;
    let latest = versions::load_latest(&mut tx, &stored.row).await?;
    let displayed_version = view::display_version(&mut tx, &stored, latest.clone()).await?;
    let presentation = displayed_version.presentation_on(today)?;
    if is_void {
        return Ok(AuthenticityCheck::for_void(&presentation));
    }
    let on_paper = find_printed_version(&mut tx, &stored, named.version, &latest).await?;
    let mut notes = list_bank_notes(&mut tx, &stored.row, ReadingMedium::Page, today).await?;
    if stages::is_of_cancelled_job(&mut tx, &stored.row).await? {
        notes.insert(0, CANCELLED_JOB_TEXT.to_owned());
    }
    let document = document_amounts(&latest)?;
    AuthenticityCheck::for_invoice(&presentation, &displayed_version.answer, on_paper, notes, document)
        .ok_or_else(|| ApiError::internal("an invoice without fields"))
}

/// The version that the code belongs to; `None` if it is the latest.
async fn find_printed_version(
    conn: &mut Conn,
    stored: &StoredDocument,
    version: i64,
    latest: &VersionRow,
) -> Result<Option<PrintedVersion>, ApiError> {
    if version == latest.version {
        return Ok(None);
    }
    let Some(version_row) = versions::find(conn, &stored.row.id, version).await? else {
        return Ok(None);
    };
    let totals: Totals = serde_json::from_str(&version_row.totals)?;
    let changed: Date = london_wall_clock(latest.issued_at).date;
    Ok(Some(PrintedVersion { total: totals.total_amount, changed }))
}

/// The input of a version's calculation without its texts; `None` if it was calculated by another version of the rules.
fn document_amounts(version: &VersionRow) -> Result<Option<Document>, ApiError> {
    if version.rules_version != i64::from(RULES_VERSION) {
        return Ok(None);
    }
    let document: Document = serde_json::from_str(&version.input)?;
    Ok(Some(document.to_amounts_only()))
}

// The page behind a code. It is complete without a script; a script calculates the
// total again on the reader's own device.

/// The form of the page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CheckQuery {
    code: String,
}

/// The page that asks for the code; with a code it redirects to the result.
async fn show_form(
    State(state): State<AppState>,
    typed: Result<Query<CheckQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let typed = typed.map(|Query(typed)| typed.code).unwrap_or_default();
    match CheckInput::parse(&typed, &state.link_to("/check/")) {
        CheckInput::Code(code) => Ok(Redirect::to(&format!("/check/{code}")).into_response()),
        CheckInput::Elsewhere(host) => {
            render_page(&state, Some(&AuthenticityCheck::for_other_host(&host)), "")
        }
        CheckInput::Nothing => render_page(&state, None, ""),
    }
}

/// What was typed or pasted into the form.
#[derive(Debug, PartialEq, Eq)]
enum CheckInput {
    Nothing,
    /// A code, or the whole link of one, as a camera app copies it.
    Code(String),
    /// A link of another server; its host.
    Elsewhere(String),
}

impl CheckInput {
    /// `own` is the address of this server's codes, up to the code.
    fn parse(typed: &str, own: &str) -> Self {
        let bare = |link: &'_ str| match link.split_once("://") {
            Some((scheme, bare)) if !scheme.contains('/') => bare.to_owned(),
            _ => link.to_owned(),
        };
        // A code never contains a slash.
        let Some(link) = typed.split_whitespace().find(|word| word.contains('/')) else {
            return Self::parse_code(typed);
        };
        let (link, own) = (bare(link), bare(own));
        let is_ours = link.get(..own.len()).is_some_and(|start| start.eq_ignore_ascii_case(&own));
        if is_ours {
            let rest = link[own.len()..].split(['/', '?', '#']).next();
            return Self::parse_code(rest.unwrap_or_default());
        }
        let host_of = |link: &'_ str| {
            let host = link.split(['/', '?', '#']).next();
            host.unwrap_or_default().to_lowercase()
        };
        let host = host_of(&link);
        if host == host_of(&own) {
            // The address of another page of ours contains no code.
            return Self::Nothing;
        }
        Self::Elsewhere(host.chars().take(HOST_MAX).collect())
    }

    fn parse_code(typed: &str) -> Self {
        let signs = typed.chars().filter(char::is_ascii_alphanumeric);
        let code: String = signs.take(64).collect();
        match code.is_empty() {
            true => Self::Nothing,
            false => Self::Code(code),
        }
    }
}

/// The most characters of another server's host that are shown.
const HOST_MAX: usize = 100;

/// The page with the result for a code.
async fn show_result(
    State(state): State<AppState>,
    address: ClientAddress,
    code: Result<Path<TypedCode>, PathRejection>,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let TypedCode(code) = code.map(|Path(code)| code).unwrap_or_default();
    let authenticity_check = check_code(&state, &code).await?;
    render_page(&state, Some(&authenticity_check), &code)
}

/// The data for the page's script.
#[derive(Serialize)]
struct CheckData<'a> {
    /// The total of the invoice, in pounds.
    total: Pence,
    /// The input from which the total is calculated, without texts.
    figures: &'a Document,
}

#[derive(Template)]
#[template(path = "check/head.html")]
struct CheckHead<'a> {
    title: &'a str,
}

#[derive(Template)]
#[template(path = "check/root.html")]
struct CheckRoot<'a> {
    /// The server's own address, without its scheme.
    server: &'a str,
    told: Option<&'a AuthenticityCheck>,
    is_alarm: bool,
    /// The code that was entered, so that it can be corrected.
    typed: &'a str,
}

#[derive(Template)]
#[template(path = "check/body.html")]
struct CheckBody {
    data: String,
}

fn render_page(
    state: &AppState,
    result: Option<&AuthenticityCheck>,
    typed: &str,
) -> Result<Response, ApiError> {
    let Some(built) = web_build::read_page(CHECK_PAGE) else {
        return Ok(web_build::not_built_response());
    };
    let link = state.link_to("");
    let server = link.split_once("://").map_or(&*link, |(_, bare)| bare);
    let is_alarm = result.is_some_and(|authenticity_check| authenticity_check.outcome != CodeOutcome::Known);
    let root = CheckRoot { server, told: result, is_alarm, typed };
    let title =
        result.map_or("Is this invoice genuine?", |authenticity_check| authenticity_check.title.as_str());
    let invoice = result.and_then(|authenticity_check| authenticity_check.invoice.as_ref());
    let figures = invoice.and_then(|invoice| Some((invoice.total, invoice.figures.as_ref()?)));
    let body = match figures {
        Some((total, document)) => {
            CheckBody { data: to_script_json(&CheckData { total, figures: document })? }.render()?
        }
        None => String::new(),
    };
    let (before, rest) = split_at_marker(&built, HEAD_MARKER)?;
    let (middle, rest) = split_at_marker(rest, ROOT_MARKER)?;
    let (after, end) = split_at_marker(rest, BODY_MARKER)?;
    let (head, root) = (CheckHead { title }.render()?, root.render()?);
    let html = [before, &head, middle, &root, after, &body, end].concat();
    let status = match result.map(|authenticity_check| authenticity_check.outcome) {
        Some(CodeOutcome::Unknown) => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    Ok((status, [(header::CACHE_CONTROL, "no-store")], Html(html)).into_response())
}

#[cfg(test)]
mod tests {
    use super::CheckInput;

    const OWN: &str = "https://plumbline.example/check/";

    #[test]
    fn a_code_is_read_with_its_link_or_without() {
        let code = CheckInput::Code("01KBCD9Z".into());
        for typed in [
            "01KBCD9Z",
            " 01KB-CD9Z ",
            "https://plumbline.example/check/01KBCD9Z",
            "HTTPS://PLUMBLINE.EXAMPLE/CHECK/01KBCD9Z",
            "http://plumbline.example/check/01KBCD9Z/",
            "plumbline.example/check/01KBCD9Z?utm_source=mail#top",
            "Is it genuine? https://plumbline.example/check/01KBCD9Z",
        ] {
            assert_eq!(CheckInput::parse(typed, OWN), code, "{typed}");
        }
        for typed in [
            "",
            " -",
            "https://plumbline.example/check",
            "plumbline.example/check/",
            "https://plumbline.example/i/01KB",
        ] {
            assert_eq!(CheckInput::parse(typed, OWN), CheckInput::Nothing, "{typed}");
        }
    }

    #[test]
    fn recognises_a_link_of_another_server() {
        for (typed, host) in [
            ("https://plumbline.example.evil/check/01KB", "plumbline.example.evil"),
            ("evil.example/?plumbline.example/check/01KB", "evil.example"),
            ("evil.example/?https://plumbline.example/check/01KB", "evil.example"),
        ] {
            assert_eq!(CheckInput::parse(typed, OWN), CheckInput::Elsewhere(host.into()), "{typed}");
        }
    }
}
