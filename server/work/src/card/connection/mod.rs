//! Card payments of a business profile: connecting an account at Stripe, and its state.
//!
//! The account is a Standard one: the tradesperson has Stripe's own dashboard, is the seller and handles Stripe's
//! fees, refunds and disputes there; none of the money goes through the platform.

mod connect;
mod disconnect;
mod status;

use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::card::store::accounts::{self, CardAccountRow};
use plumbline_platform::db::DbResult;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::{CardError, ConnectedAccount};

/// The routes of the connection.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(status::read_connection, connect::connect, disconnect::disconnect))
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
async fn load_account(state: &AppState, profile_id: &str) -> DbResult<Option<CardAccountRow>> {
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
