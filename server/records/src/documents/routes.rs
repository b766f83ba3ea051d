//! The routes of documents: one set of functions for every kind.
//!
//! The path of a kind (`/api/quotes`) adds its [`DocumentKind`] to each request; a handler takes it as
//! `Extension<DocumentKind>`, or with an id as [`DocumentPath`](super::path::DocumentPath). OpenAPI names the bodies of
//! each kind: where a shared handler says `Answer` and `DocumentCreate`, the path of quotes says `Quote` and
//! `Create_QuoteInput`.

use axum::Extension;
use plumbline_core::kind::DocumentKind;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Content, OpenApi, RefOr};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::archiving::{self, bulk};
use super::copying::duplicate;
use super::reading::{self, list, timeline};
use super::{drafting, exporting, sending};
use plumbline_platform::state::AppState;

/// The OpenAPI tag of the operations on documents; each kind has a tag of its own.
const TAG: &str = "documents";
/// The schemas that are placeholders for each kind's own, with the prefix and suffix of the kind's name: on a quote's
/// path, `Answer` becomes `Quote`, …
const SHARED_SCHEMAS: [(&str, &str, &str); 3] = [
    ("DocumentResponse", "", ""),
    ("DocumentCreate", "Create_", "Input"),
    ("DocumentUpdate", "Update_", "Input"),
];

/// The routes for kinds that a person writes from scratch.
pub fn written_kinds_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(drafting::create))
        .routes(routes!(drafting::preview))
        .routes(routes!(duplicate::duplicate))
}

/// The routes for every kind.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(reading::list))
        .routes(routes!(bulk::bulk))
        .routes(routes!(list::counts))
        .routes(routes!(list::ids))
        .routes(routes!(exporting::export))
        .routes(routes!(exporting::pdfs))
        .routes(routes!(reading::get, drafting::delete))
        .routes(routes!(sending::sending))
        .routes(routes!(timeline::timeline))
        .routes(routes!(archiving::archive))
        .routes(routes!(archiving::restore))
        .routes(routes!(sending::revoke_link))
        .routes(routes!(reading::pdf))
        .routes(routes!(reading::presentation))
}

/// Nests routes under a kind's path and attaches the kind to each request.
#[must_use]
pub fn nest_under_kind(kind: DocumentKind, routes: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    let mut routes = routes.layer(Extension(kind));
    describe_kind(kind, routes.get_openapi_mut());
    OpenApiRouter::new().nest(&format!("/api/{}", kind.facts().plural), routes)
}

/// Puts the kind's names into the shared API descriptions.
fn describe_kind(kind: DocumentKind, openapi: &mut OpenApi) {
    for item in openapi.paths.paths.values_mut() {
        for operation in operations_of(item) {
            describe_operation(kind, operation);
        }
    }
    if let Some(components) = &mut openapi.components {
        for (stand_in, ..) in SHARED_SCHEMAS {
            components.schemas.remove(stand_in);
        }
    }
}

/// All operations of a path.
pub fn operations_of(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch]
        .into_iter()
        .filter_map(Option::as_mut)
}

fn describe_operation(kind: DocumentKind, operation: &mut Operation) {
    let plural = kind.facts().plural;
    let prefix = plural.replace('-', "_");
    for tag in operation.tags.iter_mut().flatten() {
        if tag == TAG {
            plural.clone_into(tag);
        }
    }
    if let Some(id) = &mut operation.operation_id {
        *id = format!("{prefix}_{id}");
    }
    let mut contents = Vec::new();
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        contents.extend(body.content.values_mut());
    }
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response {
            contents.extend(response.content.values_mut());
        }
    }
    for content in contents {
        if let RefOr::T(content) = content {
            rename_schema(kind, content);
        }
    }
}

/// The name of the kind's own schema: `CreditNote`.
fn schema_name(kind: DocumentKind) -> String {
    let words = kind.name().split(' ');
    let capital = |word: &str| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_uppercase() + rest,
        None => String::new(),
    };
    words.map(capital).collect()
}

fn rename_schema(kind: DocumentKind, content: &mut Content) {
    let Some(RefOr::Ref(named)) = &mut content.schema else {
        return;
    };
    for (stand_in, before, after) in SHARED_SCHEMAS {
        if named.ref_location == format!("#/components/schemas/{stand_in}") {
            let name = schema_name(kind);
            named.ref_location = format!("#/components/schemas/{before}{name}{after}");
        }
    }
}
