//! GET /api/business-profiles/{id}/card

use axum::Json;
use axum::extract::State;

use super::CardConnection;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::profiles::{not_found, store};

/// The state of a profile's card payments. Stripe's events update it; for an account that is not ready Stripe is asked
/// too, since the owner may just have come back from there.
#[utoipa::path(get, path = "/api/business-profiles/{id}/card", tag = "business-profiles",
    params(ProfileId), responses(
    (status = 200, body = CardConnection), (status = 404, body = ErrorBody)))]
pub(super) async fn read_connection(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<CardConnection>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    drop(conn);
    found.ok_or_else(not_found)?;
    let mut row = super::load_account(&state, &id).await?;
    let waiting = row.as_ref().filter(|row| row.disconnected_at.is_none() && !row.charges_enabled);
    if let Some(account) = waiting.filter(|_| state.card.is_on()) {
        match state.card.find_account(&account.account_id).await {
            Ok(connected_account) => super::update_account(&state, &connected_account).await?,
            Err(error) if error.is_locked_out() => {
                super::mark_deauthorized(&state, &account.account_id).await?
            }
            // The stored state is shown; Stripe's events will come.
            Err(error) => tracing::warn!(%error, "a card account could not be asked for"),
        }
        row = super::load_account(&state, &id).await?;
    }
    Ok(Json(CardConnection::from_row(&state, row.as_ref())))
}
