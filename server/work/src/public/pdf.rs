//! What a link leads to: the page, or with `.pdf` at the end the document's PDF.
//!
//! Messengers and email programs include characters that follow an address, or change its case, so this reading is
//! forgiving; whatever remains leads to our own page that says so.

use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use plumbline_core::kind::{KINDS, Kind};
use serde::Deserialize;
use url::form_urlencoded;
use utoipa_axum::router::OpenApiRouter;

use super::link::{self, Lead};
use super::page;
use super::returned::Back;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::chosen::Picks;
use plumbline_records::documents::reading::paper;

/// The route of a kind's page. The router cannot match suffixes, so the page and its PDF share a path.
pub fn router(kind: Kind) -> OpenApiRouter<AppState> {
    let path = format!("/{}/{{name}}", kind.facts().letter);
    OpenApiRouter::new()
        .route(&path, get(read))
        .layer(Extension(kind))
}

/// The query of the page and of its PDF.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Asked {
    #[serde(flatten)]
    back: Back,
    /// The ids of the chosen optional lines, for the PDF.
    selected: Option<String>,
    /// The id of the picked choice, for the PDF.
    choice: Option<String>,
}

async fn read(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<Kind>,
    name: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
    uri: Uri,
) -> Result<Response, ApiError> {
    // A name that is not valid text is not a link either, and leads where every such link leads.
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let lead = Lead::of(&name);
    if let Some(lead) = &lead
        && lead.name() != name
    {
        return Ok(to(kind, lead, &uri));
    }
    let token = lead.as_ref().map_or("", |lead| lead.token.as_str());
    let token = link::plain(token);
    // Unknown parameters are ignored: messengers add their own to links.
    let Asked {
        back,
        selected,
        choice,
    } = asked.map(|Query(asked)| asked).unwrap_or_default();
    let is_pdf = lead.as_ref().is_some_and(|lead| lead.is_pdf);
    if is_pdf {
        state.limits.check(Limit::PdfByAddress, address.0)?;
        let picks = Picks {
            selected: selected.as_deref(),
            choice: choice.as_deref(),
        };
        if let Some(pdf) = paper::public(&state, kind, &token, picks).await? {
            return Ok(pdf.into_response());
        }
        // A person who followed a link gets a page that explains the problem.
    }
    let page = page::answer(&state, kind, &token, &back).await;
    match lead.and_then(|lead| lead.barer()) {
        Some(lead) if page.status() == axum::http::StatusCode::NOT_FOUND => {
            Ok(to(kind, &lead, &uri))
        }
        _ => Ok(page),
    }
}

/// Responds to a request that no route matched, if its path begins like a link. So nobody who follows a broken link is
/// shown a log-in page that is not for them.
///
/// # Errors
/// The request itself, if its path does not begin like a link, for the next handler.
pub async fn stray(state: &AppState, request: Request) -> Result<Response, Request> {
    let path = request.uri().path();
    let reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let Some((kind, rest)) = below(path).filter(|_| reading) else {
        return Err(request);
    };
    // Decoded like a form: the first key ends where a token would end anyway.
    let decoded = form_urlencoded::parse(rest.as_bytes()).next();
    let lead = decoded.and_then(|(rest, _)| Lead::of(&rest));
    let mut response = match lead {
        Some(lead) => to(kind, &lead, request.uri()),
        None => page::answer(state, kind, "", &Back::default()).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("x-robots-tag"), "noindex, nofollow"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// The kind whose letter, in either case, begins the path, and the rest of the path after it.
fn below(path: &str) -> Option<(Kind, &str)> {
    let path = path.trim_start_matches('/');
    let (letter, rest) = path.split_once('/').unwrap_or((path, ""));
    let facts = KINDS
        .iter()
        .find(|facts| facts.letter.eq_ignore_ascii_case(letter))?;
    Some((facts.kind, rest))
}

/// Redirects a link with another spelling to the canonical one. The query is preserved.
fn to(kind: Kind, lead: &Lead, uri: &Uri) -> Response {
    let query = uri.query().map(|query| format!("?{query}"));
    let path = format!("/{}/{}", kind.facts().letter, lead.name());
    let mut response = Redirect::temporary(&(path + &query.unwrap_or_default())).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
