//! Contacts: the customers of a business, with the field names of `docs/product.md`, section 3.

mod create;
mod delete;
mod export;
pub mod fields;
pub mod import;
pub mod join;
mod list;
mod read;
pub mod renaming;
pub mod sites;
pub mod store;
mod update;

use axum::extract::DefaultBodyLimit;
pub use fields::{ContactFields, CustomerType, VatRegistered};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::ids::ContactId;
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[renaming::JOB_HANDLER];

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let import = OpenApiRouter::new()
        .routes(routes!(import::preview))
        .routes(routes!(import::import))
        .layer(DefaultBodyLimit::max(import::FILE_LIMIT.0 + FRAME_MAX));
    OpenApiRouter::new()
        .merge(import)
        .routes(routes!(export::export))
        .routes(routes!(list::list, create::create))
        .routes(routes!(read::read, update::update, delete::delete))
}

/// A contact.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ContactRecord"))]
#[schema(as = ContactRecord)]
pub struct Contact {
    /// The id.
    #[schema(value_type = String)]
    pub id: ContactId,
    /// The version; an update sends the base version.
    pub version: i64,
    /// The fields as entered.
    #[serde(flatten)]
    pub fields: ContactFields,
    /// Milliseconds since the epoch.
    #[serde(rename = "createdAt")]
    pub created_at: i64,
    /// Milliseconds since the epoch.
    #[serde(rename = "updatedAt")]
    pub updated_at: i64,
}

fn not_found() -> ApiError {
    ApiError::not_found("Contact")
}
