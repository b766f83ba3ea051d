//! Invoices: demands for payment, paid by confirmed payments or withdrawn.
//!
//! What they share with quotes is in [`crate::documents`]; here are the routes and `void.rs`.

use axum::Json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::documents::reading::answer::Answer;
use crate::documents::stored::Stored;
use crate::error::ApiError;
use crate::state::AppState;

pub mod act;
pub mod pay;
pub mod pdf;
pub mod read;
pub mod void;
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
        .routes(routes!(void::void))
        .routes(routes!(pdf::pdf))
        .routes(routes!(pay::record))
        .routes(routes!(pay::confirm))
        .routes(routes!(pay::reject))
}

/// The answer for a document that was just written.
async fn respond(state: &AppState, stored: Stored) -> Result<Json<Answer>, ApiError> {
    let mut conn = state.db.read().await?;
    Answer::of(state, &mut conn, stored).await.map(Json)
}
