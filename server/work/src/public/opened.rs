//! That a person opened a document's link.
//!
//! Previews and scanners read pages too, so only the page itself reports this, after a person did something on it.
//! Nothing about the person is stored.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::kind::DocumentKind;

use super::link::Link;
use super::not_found;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::MaybeUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::notifying::{events, hooks};
use plumbline_records::documents::store::openings::{self, OpeningRow};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;

/// Records that a person opened the link, at most once an hour. A business that looks at its own document is not
/// recorded.
#[utoipa::path(post, path = "/public/{token}/opened", tag = "public",
    params(("token" = String, Path)), responses((status = 204), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn record_opened(
    State(state): State<AppState>,
    address: ClientAddress,
    user: MaybeUser,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
) -> Result<StatusCode, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = store::find_public(&mut conn, kind, &link.token).await?;
    let row = row.filter(|row| row.status != DocumentStatus::Void).ok_or_else(|| not_found(kind))?;
    let seen = openings::find(&mut conn, &row.id).await?;
    drop(conn);
    let is_owner = user.0.is_some_and(|user| user.id == row.user_id);
    match seen {
        _ if is_owner => {}
        Some(seen) if seen.is_same_visit(now) => {}
        Some(_) => {
            let mut tx = state.db.begin_write().await?;
            openings::touch(&mut tx, &row.id, now).await?;
            tx.commit().await?;
        }
        None => {
            let mut tx = state.db.begin_write().await?;
            if openings::insert(&mut tx, &OpeningRow::new(&row.id, now)).await? {
                let stored = StoredDocument::load(&mut tx, row).await?;
                events::record(&state, &mut tx, "opened", &stored, &[]).await?;
                announce_event(&mut tx, &stored, DocumentEvent::Opened).await?;
                hooks::run_opened(&state, &mut tx, &stored).await?;
                tx.commit().await?;
            }
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
