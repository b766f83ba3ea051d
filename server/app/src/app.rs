//! The router: every capability's routes under the layers that all of them share.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use utoipa::openapi::{Info, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::{form, guard, headers, request_id};
use plumbline_platform::state::AppState;
use plumbline_records::plans::gate;

/// The largest body of an ordinary request, in bytes; routes that take files have limits of their own.
const BODY_LIMIT: usize = 1024 * 1024;

/// Every capability's routes; each registers its own paths and description.
fn capabilities() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(crate::system::router())
        .merge(crate::accounts::router())
        .merge(plumbline_records::contacts::router())
        .merge(plumbline_work::customers::router())
        .merge(plumbline_records::items::router())
        .merge(plumbline_records::expenses::router())
        .merge(plumbline_work::quote_templates::router())
        .merge(plumbline_work::recurring::router())
        .merge(plumbline_records::profiles::router())
        .merge(plumbline_platform::files::router())
        .merge(plumbline_records::activities::router())
        .merge(plumbline_records::notifications::router())
        .merge(plumbline_work::views::router())
        .merge(plumbline_tax::income_tax::router())
        .merge(plumbline_tax::cis::router())
        .merge(plumbline_work::deduction_statements::router())
        .merge(plumbline_tax::vat::router())
        .merge(plumbline_work::year_pack::router())
        .merge(plumbline_records::ad_conversions::router())
        .merge(plumbline_records::describe::router())
        .merge(document_router(
            DocumentKind::Quote,
            plumbline_work::quotes::router()
                .merge(plumbline_work::stages::router())
                .merge(plumbline_work::variations::router())
                .merge(plumbline_work::cancellation::router()),
        ))
        .merge(document_router(
            DocumentKind::Invoice,
            plumbline_work::invoices::router()
                .merge(plumbline_work::einvoice::router())
                .merge(plumbline_tax::late_payment::router()),
        ))
        .merge(document_router(
            DocumentKind::CreditNote,
            plumbline_work::credits::router().merge(plumbline_work::einvoice::router()),
        ))
        .merge(plumbline_work::quotes::page_router())
        .merge(plumbline_work::emails::page_router())
        .merge(plumbline_work::authenticity::router())
        .merge(plumbline_records::expenses::page_router())
        .merge(plumbline_work::card::router())
        .merge(plumbline_work::dashboard::router())
        .merge(plumbline_work::search::router())
        .merge(plumbline_records::support::router())
        .merge(crate::admin::router())
        .merge(plumbline_work::site::router())
        .merge(plumbline_work::data_import::router())
        .merge(plumbline_work::chasing::router())
        .merge(plumbline_work::owed::router())
        .merge(plumbline_tax::reports::router())
        .merge(plumbline_work::offline_documents::router())
        .merge(plumbline_records::plans::router())
}

/// The routes of a document kind: the common ones and its own, below its path, and its customer's page.
fn document_router(kind: DocumentKind, own: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    let mut routes = plumbline_records::documents::routes::router()
        .merge(plumbline_work::sending::router())
        .merge(plumbline_work::editing::router())
        .merge(plumbline_work::public::router())
        .merge(plumbline_work::questions::document_router())
        .merge(plumbline_work::batches::router())
        .merge(plumbline_work::chasing::document_router())
        .merge(plumbline_work::emails::document_router())
        .merge(own);
    if kind.facts().is_written {
        routes = routes
            .merge(plumbline_records::documents::routes::written_kinds_router())
            .merge(plumbline_work::editing::written_kinds_router());
    }
    if kind.facts().asks != RequestedPayment::Nothing {
        routes =
            routes.merge(plumbline_work::payments::router()).merge(plumbline_work::card::document_router());
    }
    plumbline_records::documents::routes::nest_under_kind(kind, routes)
        .merge(plumbline_work::public::link_routes::router(kind))
}

/// The OpenAPI description of the API.
#[must_use]
pub fn openapi() -> OpenApi {
    let paths = capabilities().into_openapi();
    let mut openapi = OpenApiBuilder::new().info(Info::new("Plumbline", env!("CARGO_PKG_VERSION"))).build();
    openapi.merge(paths);
    name_operations(&mut openapi);
    openapi
}

/// Built when it is first requested, so that a server that nobody asks for it starts sooner and saves a megabyte.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| openapi().to_json().unwrap_or_default());

/// GET /api/openapi.json
async fn serve_description() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION.as_str())
}

/// Gives every operation a unique name: handlers have short names such as `list` and `get`, and their tags tell them
/// apart.
fn name_operations(openapi: &mut OpenApi) {
    for item in openapi.paths.paths.values_mut() {
        for operation in plumbline_records::documents::routes::operations_of(item) {
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

/// The routes, built once. Each includes its description, which takes much longer to build than a server takes to
/// start, and the tests start more than a thousand servers in one process.
static ROUTES: LazyLock<Router<AppState>> = LazyLock::new(|| capabilities().split_for_parts().0);

/// The whole router, with every layer.
pub fn router(state: AppState) -> Router {
    ROUTES
        .clone()
        .route("/api/openapi.json", get(serve_description))
        .merge(crate::socket::router())
        .merge(plumbline_platform::metrics::token_router(&state))
        .fallback(handle_unmatched)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(axum::middleware::from_fn_with_state(state.clone(), gate::check_plan))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(axum::middleware::from_fn(form::join_pieces))
        .layer(axum::middleware::from_fn_with_state(state.clone(), guard::layer))
        .layer(CompressionLayer::new().compress_when(
            // A PDF is already compressed.
            DefaultPredicate::new().and(NotForContentType::new("application/pdf")),
        ))
        .layer(CatchPanicLayer::custom(handle_panic))
        .layer(axum::middleware::from_fn_with_state(state.clone(), headers::layer))
        .layer(axum::middleware::from_fn_with_state(state.clone(), request_id::layer))
        .with_state(state)
}

/// Handles a request that no route matches: a broken link of a customer, a page of the site, or a file or page of the
/// app.
async fn handle_unmatched(State(state): State<AppState>, request: Request) -> Response {
    match plumbline_work::public::link_routes::respond_to_stray(&state, request).await {
        Ok(response) => response,
        Err(request) => plumbline_work::site::serve(&state, request).await,
    }
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This path does not take that method.",
    )
}

fn handle_panic(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned());
    ApiError::internal(format!("panic: {text}")).into_response()
}
