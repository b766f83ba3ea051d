//! POST /api/business-profiles/{id}/card

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::card::store::accounts;
use plumbline_platform::clock::MINUTE;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::StripeProfile;
use plumbline_records::profiles::{not_found, store};

/// For how long, in milliseconds, a repeated request creates no second account at Stripe.
const SAME_REQUEST_WINDOW: i64 = 10 * MINUTE;

/// Where the owner continues.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct CardLink {
    /// A page at Stripe; it can be used once, for a few minutes.
    pub url: String,
}

/// Connects the profile with an account at Stripe, or continues doing so. It decides where customers' money goes, so it
/// requires the password, as bank details do.
#[utoipa::path(post, path = "/api/business-profiles/{id}/card", tag = "business-profiles",
    params(ProfileId), responses(
    (status = 200, body = CardLink), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn connect(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<CardLink>, ApiError> {
    let mut conn = state.db.read().await?;
    let profile = store::find(&mut conn, &user.id, &id).await?;
    drop(conn);
    let profile = profile.ok_or_else(not_found)?;
    user.require_fresh_password(state.clock.now_ms())?;
    let fields = &profile.fields;
    let about = StripeProfile {
        id: &profile.id,
        name: &fields.name,
        email: if fields.email.is_empty() { &user.email } else { &fields.email },
        website: &fields.website,
    };
    let account_id = find_or_create_account(&state, &about).await?;
    let page = state.link_to(&format!("/settings/business-profiles/{id}"));
    let url = state
        .card
        .create_account_link(&account_id, &format!("{page}?card=return"), &format!("{page}?card=again"))
        .await
        .map_err(|error| super::stripe_error(&error))?;
    let mut tx = state.db.begin_write().await?;
    accounts::set_connected(&mut tx, &account_id).await?;
    accounts::update_profile(&mut tx, &account_id, state.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(Json(CardLink { url }))
}

/// The profile's account, which is created if there is none that we may act for.
async fn find_or_create_account(state: &AppState, profile: &StripeProfile<'_>) -> Result<String, ApiError> {
    if let Some(row) = super::load_account(state, profile.id).await? {
        match state.card.find_account(&row.account_id).await {
            Ok(connected_account) => {
                super::update_account(state, &connected_account).await?;
                return Ok(row.account_id);
            }
            Err(error) if error.is_locked_out() => super::mark_deauthorized(state, &row.account_id).await?,
            Err(error) => return Err(super::stripe_error(&error)),
        }
    }
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let lost = accounts::count_lost(&mut conn, profile.id).await?;
    drop(conn);
    let key = format!("account-{}-{lost}-{}", profile.id, now / SAME_REQUEST_WINDOW);
    let made = state.card.create_account(profile, &key).await;
    let made = made.map_err(|error| super::stripe_error(&error))?;
    let mut tx = state.db.begin_write().await?;
    accounts::insert(&mut tx, profile.id, &made.id, now).await?;
    tx.commit().await?;
    super::update_account(state, &made).await?;
    Ok(made.id)
}
