//! The message that the send dialog starts with.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::texts::{self, EmailTexts, ShareTexts};
use crate::documents::parties::Parties;
use crate::documents::stored::StoredDocument;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The texts for sending a document to its customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SendTexts {
    /// The email as it would be sent unless the business changes it.
    pub letter: EmailTexts,
    /// The text for sharing its link; null for a draft, which has no link yet.
    pub share: Option<ShareTexts>,
}

/// The texts for sending a document to its customer, by email or as a link.
#[utoipa::path(get, path = "/{id}/sending", tag = "documents", responses(
    (status = 200, body = SendTexts), (status = 404, body = ErrorBody)))]
pub async fn sending(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
) -> Result<Json<SendTexts>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    let parties = Parties::for_document(&mut conn, &stored.row).await?;
    let character = texts::email_texts(&mut conn, &stored, &parties).await?;
    let share = texts::share_texts(&state, &stored, &parties);
    Ok(Json(SendTexts { letter: character, share }))
}
