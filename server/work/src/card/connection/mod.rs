//! Card payments of a business profile: connecting an account at Stripe, and its state.
//!
//! The account is a Standard one: the tradesperson has Stripe's own dashboard, is the seller and handles Stripe's
//! fees, refunds and disputes there; the money doesn't go through the platform.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::card::store::accounts::{self, CardAccountRow};
use crate::card::store::checkouts::{self, CheckoutStatus};
use plumbline_platform::clock::MINUTE;
use plumbline_platform::db::DbResult;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::{CardError, ConnectedAccount, StripeProfile};
use plumbline_records::profiles::{not_found, store};

/// The routes of the connection.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read_connection, connect, disconnect))
}

/// The state of a profile's card payments, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum CardState {
    /// This server has no keys for Stripe.
    Off,
    /// There is no account, or the business disconnected it.
    NotConnected,
    /// The owner has not given Stripe all details yet.
    Finishing,
    /// Customers can pay by card.
    Connected,
    /// Stripe has stopped payments, or not allowed them yet: its dashboard says why.
    Restricted,
}

/// The state of a profile's card payments.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct CardConnection {
    /// The state in one word.
    pub state: CardState,
    /// Whether there is an account that is not disconnected.
    pub connected: bool,
    /// Whether the account can take payments.
    pub charges_enabled: bool,
    /// Whether its owner has given Stripe all details once.
    pub details_submitted: bool,
}

impl CardConnection {
    fn from_row(state: &AppState, row: Option<&CardAccountRow>) -> Self {
        let wanted = row.filter(|row| row.disconnected_at.is_none());
        let connected = wanted.is_some();
        let charges_enabled = wanted.is_some_and(|row| row.charges_enabled);
        let details_submitted = wanted.is_some_and(|row| row.details_submitted);
        let word = match () {
            () if !state.card.is_on() => CardState::Off,
            () if !connected => CardState::NotConnected,
            () if charges_enabled => CardState::Connected,
            () if details_submitted => CardState::Restricted,
            () => CardState::Finishing,
        };
        Self { state: word, connected, charges_enabled, details_submitted }
    }
}

/// The profile's account as it is now.
async fn load_account(state: &AppState, profile_id: &ProfileId) -> DbResult<Option<CardAccountRow>> {
    let mut conn = state.db.read().await?;
    accounts::find_by_profile(&mut conn, profile_id).await
}

/// Stores what Stripe has just said about an account.
async fn update_account(state: &AppState, connected_account: &ConnectedAccount) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    accounts::update_from_response(&mut tx, connected_account).await?;
    accounts::update_profile(&mut tx, &connected_account.id, state.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(())
}

/// Records that Stripe does not let us act for an account any more.
async fn mark_deauthorized(state: &AppState, account_id: &str) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    accounts::set_deauthorized(&mut tx, account_id, now).await?;
    accounts::update_profile(&mut tx, account_id, now).await?;
    tx.commit().await?;
    Ok(())
}

/// The response to the owner for an error of Stripe.
fn stripe_error(error: &CardError) -> ApiError {
    if matches!(error, CardError::Off) {
        return ApiError::new(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            "card_off",
            "Card payments are not set up on this server.",
        );
    }
    tracing::error!(%error, "a card account could not be connected");
    ApiError::new(
        axum::http::StatusCode::BAD_GATEWAY,
        "card_unavailable",
        "Stripe cannot be reached right now. Please try again in a moment.",
    )
}

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
async fn connect(
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
        .map_err(|error| stripe_error(&error))?;
    let mut tx = state.db.begin_write().await?;
    accounts::set_connected(&mut tx, &account_id).await?;
    accounts::update_profile(&mut tx, &account_id, state.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(Json(CardLink { url }))
}

/// The profile's account, which is created if there is none that we may act for.
async fn find_or_create_account(state: &AppState, profile: &StripeProfile<'_>) -> Result<String, ApiError> {
    if let Some(row) = load_account(state, profile.id).await? {
        match state.card.find_account(&row.account_id).await {
            Ok(connected_account) => {
                update_account(state, &connected_account).await?;
                return Ok(row.account_id);
            }
            Err(error) if error.is_locked_out() => mark_deauthorized(state, &row.account_id).await?,
            Err(error) => return Err(stripe_error(&error)),
        }
    }
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let lost = accounts::count_lost(&mut conn, profile.id).await?;
    drop(conn);
    let key = format!("account-{}-{lost}-{}", profile.id, now / SAME_REQUEST_WINDOW);
    let made = state.card.create_account(profile, &key).await;
    let made = made.map_err(|error| stripe_error(&error))?;
    let mut tx = state.db.begin_write().await?;
    accounts::insert(&mut tx, profile.id, &made.id, now).await?;
    tx.commit().await?;
    update_account(state, &made).await?;
    Ok(made.id)
}

/// Stops card payments of the profile. The account at Stripe remains the owner's, with everything that was paid into
/// it; connecting again uses it again. Checkouts that could still be paid are closed. It requires the password, since
/// it changes where customers' money goes.
#[utoipa::path(delete, path = "/api/business-profiles/{id}/card", tag = "business-profiles",
    params(ProfileId), responses(
    (status = 200, body = CardConnection), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn disconnect(
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
    let row = load_account(&state, &id).await?;
    Ok(Json(CardConnection::from_row(&state, row.as_ref())))
}

/// The state of a profile's card payments. Stripe's events update it; for an account that is not ready Stripe is asked
/// too, since the owner may just have come back from there.
#[utoipa::path(get, path = "/api/business-profiles/{id}/card", tag = "business-profiles",
    params(ProfileId), responses(
    (status = 200, body = CardConnection), (status = 404, body = ErrorBody)))]
async fn read_connection(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<CardConnection>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    drop(conn);
    found.ok_or_else(not_found)?;
    let mut row = load_account(&state, &id).await?;
    let waiting = row.as_ref().filter(|row| row.disconnected_at.is_none() && !row.charges_enabled);
    if let Some(account) = waiting.filter(|_| state.card.is_on()) {
        match state.card.find_account(&account.account_id).await {
            Ok(connected_account) => update_account(&state, &connected_account).await?,
            Err(error) if error.is_locked_out() => mark_deauthorized(&state, &account.account_id).await?,
            // The stored state is shown; Stripe's events will come.
            Err(error) => tracing::warn!(%error, "a card account could not be asked for"),
        }
        row = load_account(&state, &id).await?;
    }
    Ok(Json(CardConnection::from_row(&state, row.as_ref())))
}
