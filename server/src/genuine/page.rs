//! GET /check and /check/{code}: the page for who holds the paper. It is whole without a script; one works the
//! total out again on the reader's own device.

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use plumbline_core::document::Document;
use plumbline_core::money::Pence;
use plumbline_core::present::genuine::{CodeOutcome, Genuine};
use serde::{Deserialize, Serialize};

use super::answer;
use crate::error::ApiError;
use crate::http::ClientAddress;
use crate::limits::Limit;
use crate::public::page::{BODY, HEAD, ROOT, cut, in_script};
use crate::state::AppState;
use crate::web_build::{self, CHECK};

/// What is typed into the page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Typed {
    code: String,
}

/// The page that asks for the code; with one it goes on to what the code says.
pub(super) async fn ask(
    State(state): State<AppState>,
    typed: Result<Query<Typed>, QueryRejection>,
) -> Result<Response, ApiError> {
    let typed = typed.map(|Query(typed)| typed.code).unwrap_or_default();
    let code: String = typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(64)
        .collect();
    if !code.is_empty() {
        return Ok(Redirect::to(&format!("/check/{code}")).into_response());
    }
    filled(&state, None)
}

/// What a code says.
pub(super) async fn page(
    State(state): State<AppState>,
    address: ClientAddress,
    code: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    let code = code.map(|Path(code)| code).unwrap_or_default();
    let told = answer::of(&state, &code).await?;
    filled(&state, Some(&told))
}

/// What the page's script finds in it.
#[derive(Serialize)]
struct Data<'a> {
    /// The total that the invoice asks for, in pounds.
    total: Pence,
    /// What it is worked out from, without words.
    figures: &'a Document,
}

#[derive(Template)]
#[template(path = "check/head.html")]
struct Head<'a> {
    title: &'a str,
}

#[derive(Template)]
#[template(path = "check/root.html")]
struct Root<'a> {
    /// The server's own address, without its scheme.
    server: &'a str,
    told: Option<&'a Genuine>,
    is_alarm: bool,
}

#[derive(Template)]
#[template(path = "check/body.html")]
struct Body {
    data: String,
}

fn filled(state: &AppState, told: Option<&Genuine>) -> Result<Response, ApiError> {
    let Some(built) = web_build::text(CHECK) else {
        return Ok(web_build::not_built());
    };
    let link = state.link("");
    let server = link.split_once("://").map_or(&*link, |(_, bare)| bare);
    let is_alarm = told.is_some_and(|told| told.outcome != CodeOutcome::Known);
    let root = Root {
        server,
        told,
        is_alarm,
    };
    let title = told.map_or("Is this invoice genuine?", |told| told.title.as_str());
    let invoice = told.and_then(|told| told.invoice.as_ref());
    let figures = invoice.and_then(|invoice| Some((invoice.total, invoice.figures.as_ref()?)));
    let body = match figures {
        Some((total, figures)) => Body {
            data: in_script(&Data { total, figures })?,
        }
        .render()?,
        None => String::new(),
    };
    let (before, rest) = cut(&built, HEAD)?;
    let (middle, rest) = cut(rest, ROOT)?;
    let (after, end) = cut(rest, BODY)?;
    let (head, root) = (Head { title }.render()?, root.render()?);
    let html = [before, &head, middle, &root, after, &body, end].concat();
    let status = match told.map(|told| told.outcome) {
        Some(CodeOutcome::Unknown) => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    };
    Ok((status, [(header::CACHE_CONTROL, "no-store")], Html(html)).into_response())
}
