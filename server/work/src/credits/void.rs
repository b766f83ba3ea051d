//! Voiding an issued credit note: its invoice asks for the amount again.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::kind::Kind;
use plumbline_core::status::credit::CreditAction;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::answer::{Answer, CreditNote};
use plumbline_records::documents::reading::get::respond;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};

/// Voids a credit note for which nothing was refunded; repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/void", tag = "documents", responses(
    (status = 200, body = CreditNote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn void(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let mut stored = Stored::lock(&mut tx, &user.id, Kind::CreditNote, &id).await?;
    let before = stored.row.status;
    stored.credit_step(CreditAction::Void)?;
    if stored.row.status != before {
        stored.write(&state, &mut tx, state.clock.now_ms()).await?;
        announce(&mut tx, &stored, Event::Status).await?;
        events::record(&state, &mut tx, "voided", &stored, &[]).await?;
        tx.commit().await?;
    }
    respond(&state, stored).await
}
