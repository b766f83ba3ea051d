//! Quotes: offers that a customer accepts or declines, and that become an invoice once.
//!
//! What they share with invoices is in [`crate::documents`]; here are the routes and `convert.rs`.

use axum::Json;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::documents::reading::answer::Answer;
use crate::documents::stored::Stored;
use crate::error::ApiError;
use crate::state::AppState;

pub mod accept;
pub mod act;
pub mod certificate;
mod certify;
mod choice;
pub mod convert;
pub mod decline;
pub mod pay;
pub mod pdf;
pub mod read;
pub mod write;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::list, write::create))
        .routes(routes!(read::preview))
        .routes(routes!(act::bulk))
        .routes(routes!(read::get, write::save, write::delete))
        .routes(routes!(act::send))
        .routes(routes!(act::duplicate))
        .routes(routes!(act::archive))
        .routes(routes!(act::restore))
        .routes(routes!(act::revoke_link))
        .routes(routes!(convert::convert))
        .routes(routes!(pdf::pdf))
        .routes(routes!(certificate::own))
        .route("/q/{token}/certificate.pdf", get(certificate::public))
        .routes(routes!(pay::record))
        .routes(routes!(pay::confirm))
        .routes(routes!(pay::reject))
        .routes(routes!(accept::accept))
        .routes(routes!(decline::decline))
}

/// The answer for a document that was just written.
async fn respond(state: &AppState, stored: Stored) -> Result<Json<Answer>, ApiError> {
    let mut conn = state.db.read().await?;
    Answer::of(state, &mut conn, stored).await.map(Json)
}
