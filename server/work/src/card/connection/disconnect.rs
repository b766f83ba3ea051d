//! DELETE /api/business-profiles/{id}/card

use axum::Json;
use axum::extract::State;

use super::CardConnection;
use crate::card::store::accounts;
use crate::card::store::checkouts::{self, CheckoutStatus};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::profiles::{not_found, store};

/// Stops card payments of the profile. The account at Stripe remains the owner's, with everything that was paid into
/// it; connecting again uses it again. Checkouts that could still be paid are closed. It requires the password, since
/// it changes where customers' money goes.
#[utoipa::path(delete, path = "/api/business-profiles/{id}/card", tag = "business-profiles",
    params(ProfileId), responses(
    (status = 200, body = CardConnection), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn disconnect(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<CardConnection>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let found = store::find(&mut tx, &user.id, &id).await?;
    found.ok_or_else(not_found)?;
    user.require_fresh_password(now)?;
    if let Some(row) = accounts::find_by_profile(&mut tx, &id).await? {
        accounts::set_disconnected(&mut tx, &row.account_id, now).await?;
        accounts::update_profile(&mut tx, &row.account_id, now).await?;
        for open in checkouts::list_payable_by_account(&mut tx, &row.account_id).await? {
            checkouts::change_status(&mut tx, &open.id, (open.status, CheckoutStatus::Closing), now).await?;
            checkouts::enqueue_close(&mut tx, &open.id, now).await?;
        }
        tx.commit().await?;
    }
    let row = super::load_account(&state, &id).await?;
    Ok(Json(CardConnection::from_row(&state, row.as_ref())))
}
