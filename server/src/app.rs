//! The router: every capability's routes under the layers that all of them share.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use plumbline_core::kind::{Asks, Kind};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use utoipa::openapi::{Info, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::error::ApiError;
use crate::http::{guard, headers, request_id};
use crate::plans::gate;
use crate::state::AppState;

/// The largest body of an ordinary request; a route of files sets its own.
const BODY_LIMIT: usize = 1024 * 1024;

/// Every capability's routes; each registers its own paths and description.
fn capabilities() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(crate::system::router())
        .merge(crate::accounts::router())
        .merge(crate::contacts::router())
        .merge(crate::customers::router())
        .merge(crate::items::router())
        .merge(crate::expenses::router())
        .merge(crate::quote_templates::router())
        .merge(crate::recurring::router())
        .merge(crate::profiles::router())
        .merge(crate::files::router())
        .merge(crate::activities::router())
        .merge(crate::notifications::router())
        .merge(crate::views::router())
        .merge(crate::income_tax::router())
        .merge(crate::cis::router())
        .merge(crate::vat::router())
        .merge(crate::year_pack::router())
        .merge(crate::conversions::router())
        .merge(crate::describe::router())
        .merge(documents_of(
            Kind::Quote,
            crate::quotes::router()
                .merge(crate::stages::router())
                .merge(crate::variations::router())
                .merge(crate::cancellation::router()),
        ))
        .merge(documents_of(
            Kind::Invoice,
            crate::invoices::router()
                .merge(crate::einvoice::router())
                .merge(crate::late_payment::router()),
        ))
        .merge(documents_of(
            Kind::CreditNote,
            crate::credits::router().merge(crate::einvoice::router()),
        ))
        .merge(crate::quotes::pages())
        .merge(crate::letters::pages())
        .merge(crate::genuine::router())
        .merge(crate::expenses::pages())
        .merge(crate::card::router())
        .merge(crate::dashboard::router())
        .merge(crate::search::router())
        .merge(crate::support::router())
        .merge(crate::admin::router())
        .merge(crate::site::router())
        .merge(crate::arriving::router())
        .merge(crate::chasing::router())
        .merge(crate::owed::router())
        .merge(crate::reports::router())
        .merge(crate::held::router())
        .merge(crate::plans::router())
}

/// The routes of one kind of document: those of every kind and its own, under its path, and its
/// customer's page.
fn documents_of(kind: Kind, own: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    let mut routes = crate::documents::routes::router()
        .merge(crate::public::router())
        .merge(crate::asking::of_kind())
        .merge(crate::batches::router())
        .merge(crate::chasing::of_kind())
        .merge(crate::letters::of_kind())
        .merge(own);
    if kind.facts().is_written {
        routes = routes.merge(crate::documents::routes::written());
    }
    if kind.facts().asks != Asks::Nothing {
        routes = routes
            .merge(crate::payments::router())
            .merge(crate::card::of_kind());
    }
    crate::documents::routes::under(kind, routes).merge(crate::public::pdf::router(kind))
}

/// The description of the interface.
#[must_use]
pub fn openapi() -> OpenApi {
    let paths = capabilities().into_openapi();
    let mut openapi = OpenApiBuilder::new()
        .info(Info::new("Plumbline", env!("CARGO_PKG_VERSION")))
        .build();
    openapi.merge(paths);
    name_operations(&mut openapi);
    openapi
}

/// Written when it is first asked for: a server that nobody asks starts sooner and keeps no megabyte for it.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| openapi().to_json().unwrap_or_default());

/// GET /api/openapi.json
async fn description() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/json")],
        DESCRIPTION.as_str(),
    )
}

/// Makes the name of each operation one of its own: handlers have short names, `list` and `get`, and
/// their tags tell them apart.
fn name_operations(openapi: &mut OpenApi) {
    for item in openapi.paths.paths.values_mut() {
        for operation in crate::documents::routes::operations(item) {
            let tag = operation.tags.iter().flatten().next();
            let (Some(tag), Some(id)) = (tag, &mut operation.operation_id) else {
                continue;
            };
            let tag = tag.replace('-', "_");
            if !id.starts_with(&format!("{tag}_")) {
                *id = format!("{tag}_{id}");
            }
        }
    }
}

/// The whole router, with every layer.
pub fn router(state: AppState) -> Router {
    let (routes, _) = capabilities().split_for_parts();
    routes
        .route("/api/openapi.json", get(description))
        .merge(crate::socket::router())
        .merge(crate::metrics::by_token(&state))
        .fallback(stray)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            gate::layer,
        ))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            guard::layer,
        ))
        .layer(CompressionLayer::new().compress_when(
            // A PDF is packed already.
            DefaultPredicate::new().and(NotForContentType::new("application/pdf")),
        ))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            headers::layer,
        ))
        .layer(axum::middleware::from_fn_with_state(
            state.clone(),
            request_id::layer,
        ))
        .with_state(state)
}

/// What no route answers is below a customer's link, a page of the site, or a file or page of the app.
async fn stray(State(state): State<AppState>, request: Request) -> Response {
    match crate::public::pdf::stray(&state, request).await {
        Ok(response) => response,
        Err(request) => crate::site::serve(&state, request).await,
    }
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This path does not take that method.",
    )
}

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned());
    ApiError::internal(format!("panic: {text}")).into_response()
}
