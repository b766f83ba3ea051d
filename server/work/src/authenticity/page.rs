//! GET /check and /check/{code}: the page behind a code. It is complete without a script; a script calculates the
//! total again on the reader's own device.

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::present::authenticity::{AuthenticityCheck, CodeOutcome};
use serde::{Deserialize, Serialize};

use super::lookup;
use crate::public::page::{BODY_MARKER, HEAD_MARKER, ROOT_MARKER, split_at_marker, to_script_json};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_platform::web_build::{self, CHECK_PAGE};

/// The form of the page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CheckQuery {
    code: String,
}

/// The page that asks for the code; with a code it redirects to the result.
pub(super) async fn show_form(
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
pub(super) async fn show_result(
    State(state): State<AppState>,
    address: ClientAddress,
    code: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let code = code.map(|Path(code)| code).unwrap_or_default();
    let authenticity_check = lookup::check_code(&state, &code).await?;
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
    fn the_link_of_another_server_is_no_code() {
        for (typed, host) in [
            ("https://plumbline.example.evil/check/01KB", "plumbline.example.evil"),
            ("evil.example/?plumbline.example/check/01KB", "evil.example"),
            ("evil.example/?https://plumbline.example/check/01KB", "evil.example"),
        ] {
            assert_eq!(CheckInput::parse(typed, OWN), CheckInput::Elsewhere(host.into()), "{typed}");
        }
    }
}
