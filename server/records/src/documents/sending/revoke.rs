//! Revoking a link: it stops working, and the document gets a new one.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::kind::DocumentKind;

use crate::documents::issuing::issue;
use crate::documents::notifying::events;
use crate::documents::notifying::live::{DocumentEvent, announce_event};
use crate::documents::reading::response::DocumentResponse;
use crate::documents::stored::StoredDocument;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::idempotency::{self, IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Gives an issued document a new link that the business can pass on, because the old one went to the wrong person. The
/// old link then gives the same response as an invalid one.
#[utoipa::path(post, path = "/{id}/revoke-link", tag = "documents", responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn revoke_link(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/revoke-link", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let Some(old) = stored.row.public_token.take() else {
        return Err(ApiError::conflict("not_sent", "This is a draft without a link yet. Send it first."));
    };
    // The stored responses to requests with the old link must no longer be available through it.
    idempotency::delete_scope(&mut tx, &format!("link:{old}")).await?;
    stored.row.public_token = Some(issue::new_link_token(&state));
    stored.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    events::record(&state, &mut tx, "link_revoked", &stored, &[]).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}
