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
use plumbline_core::kind::{DocumentKind, KINDS};
use serde::Deserialize;
use url::form_urlencoded;
use utoipa_axum::router::OpenApiRouter;

use super::link::{self, LinkTarget};
use super::page;
use super::read::CheckoutReturn;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::printable;
use plumbline_records::documents::reading::selection::CustomerSelection;

/// The route of a kind's page. The router cannot match suffixes, so the page and its PDF share a path.
pub fn router(kind: DocumentKind) -> OpenApiRouter<AppState> {
    let path = format!("/{}/{{name}}", kind.facts().letter);
    OpenApiRouter::new().route(&path, get(read_link)).layer(Extension(kind))
}

/// The query of the page and of its PDF.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LinkQuery {
    #[serde(flatten)]
    back: CheckoutReturn,
    /// The ids of the chosen optional lines, for the PDF.
    selected: Option<String>,
    /// The id of the picked choice, for the PDF.
    choice: Option<String>,
}

/// The last part of a link: a token, for the PDF with `.pdf`, and whatever a messenger added to it.
#[derive(Debug, Default, Deserialize)]
struct LinkName(String);

async fn read_link(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<DocumentKind>,
    name: Result<Path<LinkName>, PathRejection>,
    requested: Result<Query<LinkQuery>, QueryRejection>,
    uri: Uri,
) -> Result<Response, ApiError> {
    // A name that is not valid text is not a link either, and leads where every such link leads.
    let LinkName(name) = name.map(|Path(name)| name).unwrap_or_default();
    let lead = LinkTarget::parse(&name);
    if let Some(lead) = &lead
        && lead.to_path() != name
    {
        return Ok(redirect_to(kind, lead, &uri));
    }
    let token = lead.as_ref().map_or("", |lead| lead.token.as_str());
    let token = link::sanitise(token);
    // Unknown parameters are ignored: messengers add their own to links.
    let LinkQuery { back, selected, choice } =
        requested.map(|Query(link_query)| link_query).unwrap_or_default();
    let is_pdf = lead.as_ref().is_some_and(|lead| lead.is_pdf);
    if is_pdf {
        state.limits.check(ProcessLimit::PdfByAddress, address.0)?;
        let picks = CustomerSelection { selected: selected.as_deref(), choice: choice.as_deref() };
        if let Some(pdf) = printable::make_public_pdf(&state, kind, &token, picks).await? {
            return Ok(pdf.into_response());
        }
        // A person who followed a link gets a page that explains the problem.
    }
    let page = page::serve_page(&state, kind, &token, &back).await;
    match lead.and_then(|lead| lead.without_dashes()) {
        Some(lead) if page.status() == axum::http::StatusCode::NOT_FOUND => {
            Ok(redirect_to(kind, &lead, &uri))
        }
        _ => Ok(page),
    }
}

/// Responds to a request that no route matched, if its path begins like a link. So nobody who follows a broken link is
/// shown a log-in page that is not for them.
///
/// # Errors
/// The request itself, if its path does not begin like a link, for the next handler.
pub async fn respond_to_stray(state: &AppState, request: Request) -> Result<Response, Request> {
    let path = request.uri().path();
    let reading = matches!(*request.method(), Method::GET | Method::HEAD);
    if let Some(path) = respell_page(path).filter(|_| reading) {
        return Ok(redirect_to_path(path, request.uri()));
    }
    let Some((kind, rest)) = split_kind(path).filter(|_| reading) else {
        return Err(request);
    };
    // Decoded like a form: the first key ends where a token would end anyway.
    let decoded = form_urlencoded::parse(rest.as_bytes()).next();
    let lead = decoded.and_then(|(rest, _)| LinkTarget::parse(&rest));
    let mut response = match lead {
        Some(lead) => redirect_to(kind, &lead, request.uri()),
        None => page::serve_page(state, kind, "", &CheckoutReturn::default()).await,
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

/// The kind whose prefix letter, in either case, begins the path, and the rest of the path after it.
fn split_kind(path: &str) -> Option<(DocumentKind, &str)> {
    let path = path.trim_start_matches('/');
    let (prefix, rest) = path.split_once('/').unwrap_or((path, ""));
    let facts = KINDS.iter().find(|facts| facts.letter.eq_ignore_ascii_case(prefix))?;
    Some((facts.kind, rest))
}

/// The usual spelling of a page that isn't a document's and whose address is printed or emailed; `None` for any other
/// path, and for an address without the secret that its page needs.
fn respell_page(path: &str) -> Option<String> {
    let path = path.trim_start_matches('/');
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let code = rest.trim_start_matches('/').split('/').next().unwrap_or_default();
    match &*first.to_ascii_lowercase() {
        "check" if code.is_empty() => Some("/check".to_owned()),
        first @ ("check" | "report") if !code.is_empty() => Some(format!("/{first}/{code}")),
        _ => None,
    }
}

/// Redirects a link with another spelling to the canonical one.
fn redirect_to(kind: DocumentKind, lead: &LinkTarget, uri: &Uri) -> Response {
    redirect_to_path(format!("/{}/{}", kind.facts().letter, lead.to_path()), uri)
}

/// Redirects to a path. The query is preserved.
fn redirect_to_path(path: String, uri: &Uri) -> Response {
    let query = uri.query().map(|query| format!("?{query}"));
    let mut response = Redirect::temporary(&(path + &query.unwrap_or_default())).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::respell_page;

    #[test]
    fn a_printed_address_leads_to_its_page_in_any_case() {
        for (path, page) in [
            ("/Check", Some("/check")),
            ("/CHECK/", Some("/check")),
            ("//check", Some("/check")),
            ("/CHECK/01KB-CD9Z", Some("/check/01KB-CD9Z")),
            ("/Check/01KB%20CD9Z/", Some("/check/01KB%20CD9Z")),
            ("/check//01KBCD9Z", Some("/check/01KBCD9Z")),
            ("/REPORT/aB-_9", Some("/report/aB-_9")),
            ("/report", None),
            ("/Report/", None),
            ("/checks", None),
            ("/Q/aB-_9", None),
            ("/", None),
        ] {
            assert_eq!(respell_page(path).as_deref(), page, "{path}");
        }
    }
}
