//! The message that the send dialog starts with.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use serde::Serialize;
use utoipa::ToSchema;

use super::words::{self, LetterWords, ShareWords};
use crate::documents::parties::Parties;
use crate::documents::stored::Stored;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The texts for sending a document to its customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Sending {
    /// The email as it would be sent unless the business changes it.
    pub letter: LetterWords,
    /// The text for sharing its link; null for a draft, which has no link yet.
    pub share: Option<ShareWords>,
}

/// The texts for sending a document to its customer, by email or as a link.
#[utoipa::path(get, path = "/{id}/sending", tag = "documents", responses(
    (status = 200, body = Sending), (status = 404, body = ErrorBody)))]
pub async fn sending(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Json<Sending>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = Stored::find(&mut conn, &user.id, kind, &id).await?;
    let parties = Parties::shown(&mut conn, &stored.row).await?;
    let letter = words::letter(&mut conn, &stored, &parties).await?;
    let share = words::share(&state, &stored, &parties);
    Ok(Json(Sending { letter, share }))
}
