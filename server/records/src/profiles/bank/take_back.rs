//! POST /api/business-profiles/{id}/take-back-details

use axum::Json;
use axum::extract::State;
use plumbline_core::present::payment_details::{BankAccount, PaymentDetails as _, is_effective};

use super::store::{self, PayoutMethod};
use super::{add_waiting_to_one, to_bank_account};
use crate::activities;
use crate::profiles::{Profile, not_found, store as profiles};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Undoes every change of payment details that hasn't taken effect: the profile has the details again that customers
/// see now. No password is needed, because customers see the same as before. Does nothing if no change is waiting.
#[utoipa::path(post, path = "/api/business-profiles/{id}/take-back-details", tag = "business-profiles",
    params(ProfileId), responses((status = 200, body = Profile), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
pub(in crate::profiles) async fn take_back_details(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<Profile>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let found = profiles::find(&mut tx, &user.id, &id).await?;
    let mut profile = found.ok_or_else(not_found)?;
    let waiting = store::list_waiting(&mut tx, &user.id).await?;
    let waiting = waiting.into_iter().filter(|row| row.profile_id == id);
    let mut is_changed = false;
    for row in waiting {
        let fields = &mut profile.fields;
        let is_taken_away = match row.way {
            PayoutMethod::Bank => to_bank_account(fields).is_empty(),
            PayoutMethod::Paypal => fields.paypal.is_empty(),
        };
        // Changes that have taken effect, and details that were removed, aren't waiting.
        if is_taken_away || is_effective(row.changed_at, now) || !store::delete(&mut tx, &row.id).await? {
            continue;
        }
        match row.way {
            PayoutMethod::Bank => {
                let bank_account: BankAccount = serde_json::from_str(&row.held)?;
                fields.bank_name = bank_account.bank_name;
                fields.account_name = bank_account.account_name;
                fields.account_number = bank_account.account_number;
                fields.sort_code = bank_account.sort_code;
            }
            PayoutMethod::Paypal => fields.paypal = serde_json::from_str(&row.held)?,
        }
        is_changed = true;
    }
    if is_changed {
        let (version, fields) = (profile.version, &profile.fields);
        if !profiles::update(&mut tx, &user.id, &id, version, fields, now).await? {
            let msg = "Your business was changed a moment ago. Please look at it again.";
            return Err(ApiError::conflict("changed_meanwhile", msg));
        }
        let subject = ("business_profile", id.as_str(), &*fields.name);
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    }
    let found = profiles::find(&mut tx, &user.id, &id).await?;
    let found = found.ok_or_else(not_found)?;
    let found = add_waiting_to_one(&mut tx, &user.id, found).await?;
    tx.commit().await?;
    Ok(Json(found))
}
