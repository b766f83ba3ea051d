//! The service that talks to Stripe, and checks that an event comes from it.
//!
//! The business is the seller: its own (Standard) account is charged, receives the money and sees refunds and
//! disputes in its own dashboard. The platform only opens checkouts for it. Every amount comes from core, in whole
//! pence; `card` decides what counts as paid.
//!
//! [`billing`] is the other half: the plans that the operator sells, on the platform's own account.
//!
//! Without keys every call returns [`CardError::Off`], and nobody is offered to pay by card.

pub mod billing;
mod client;
pub mod event;
mod http;
mod order;

use crate::config::StripeConfig;
use crate::error::BoxError;
use client::Client;

pub use billing::Billing;
pub use client::REFUND;
pub use order::{
    CheckoutAddress, CheckoutOrder, CheckoutState, ConnectedAccount, RefundRequest, StripeProfile,
};

/// The service for card payments, as part of [`crate::state::AppState`].
pub struct CardPayments(Option<CardService>);

struct CardService {
    client: Client,
    webhook_secrets: Vec<String>,
}

/// Why a request to Stripe failed.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// The server has no keys.
    #[error("card payments are not set up on this server")]
    Off,
    /// Stripe did not respond, not in time, or with an internal error: the requested action may or may not have been
    /// done.
    #[error("Stripe did not answer: {0}")]
    Unavailable(String),
    /// A request with the same idempotency key is in progress.
    #[error("Stripe is doing the same already")]
    Busy,
    /// A plan's price at Stripe differs from the one displayed here, so nothing was sold.
    #[error("the price {0} at Stripe is not what the plan costs here")]
    Mispriced(String),
    /// Stripe understood the request and refused it, so nothing was done.
    #[error("Stripe refused ({status} {code}): {text}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Stripe's error code; empty if there was none.
        code: String,
        /// Stripe's message, for the log.
        text: String,
    },
}

impl CardError {
    /// Whether the object doesn't exist at Stripe, or no longer exists.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }

    /// Whether the payer's card was refused.
    #[must_use]
    pub fn is_unpaid(&self) -> bool {
        matches!(self, Self::Refused { status: 402, .. })
    }

    /// Whether Stripe doesn't let us act for the account, or no longer does.
    #[must_use]
    pub fn is_locked_out(&self) -> bool {
        matches!(self, Self::Refused { status, code, .. }
            if matches!(status, 401 | 403) || code == "account_invalid")
    }
}

impl CardPayments {
    /// The service for this configuration.
    ///
    /// # Errors
    /// When the HTTP client can't be built.
    pub fn new(config: Option<&StripeConfig>) -> Result<Self, BoxError> {
        let on = config.map(|config| {
            Ok::<_, BoxError>(CardService {
                client: Client::new(config)?,
                webhook_secrets: config.webhook_secrets.clone(),
            })
        });
        Ok(Self(on.transpose()?))
    }

    /// Whether the server has keys.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// The secrets that may sign an event.
    #[must_use]
    pub fn webhook_secrets(&self) -> &[String] {
        self.0.as_ref().map_or(&[], |on| &on.webhook_secrets)
    }

    fn client(&self) -> Result<&Client, CardError> {
        self.0.as_ref().map(|on| &on.client).ok_or(CardError::Off)
    }

    /// Opens a checkout on the connected account. The same order returns the same session.
    pub async fn open_checkout(&self, order: &CheckoutOrder) -> Result<CheckoutAddress, CardError> {
        self.client()?.open_checkout(order).await
    }

    /// Closes an open session, which then can't be paid any more.
    ///
    /// # Errors
    /// [`CardError::Refused`] if it isn't open, or no longer open.
    pub async fn expire_session(&self, account_id: &str, session_id: &str) -> Result<(), CardError> {
        self.client()?.expire_session(account_id, session_id).await
    }

    /// The current state of a session.
    pub async fn find_session(&self, account_id: &str, id: &str) -> Result<CheckoutState, CardError> {
        self.client()?.find_session(account_id, id).await
    }

    /// Refunds `amount` pence of a checkout's payment, once.
    pub async fn refund_checkout(
        &self,
        account_id: &str,
        payment_intent: &str,
        checkout_id: &str,
        amount: i64,
    ) -> Result<(), CardError> {
        let client = self.client()?;
        client.refund_checkout(account_id, payment_intent, checkout_id, amount).await
    }

    /// Refunds part of a payment because the business requested it, once: if Stripe already has this refund, it isn't
    /// repeated.
    pub async fn refund_payment(&self, wanted: &RefundRequest<'_>) -> Result<(), CardError> {
        self.client()?.refund_payment(wanted).await
    }

    /// Creates an account for a business, whose owner completes it at Stripe.
    pub async fn create_account(
        &self,
        profile: &StripeProfile<'_>,
        key: &str,
    ) -> Result<ConnectedAccount, CardError> {
        self.client()?.create_account(profile, key).await
    }

    /// The current state of an account.
    pub async fn find_account(&self, id: &str) -> Result<ConnectedAccount, CardError> {
        self.client()?.find_account(id).await
    }

    /// The address at which an account's owner enters what Stripe requires. It can be used once.
    pub async fn create_account_link(
        &self,
        id: &str,
        return_url: &str,
        refresh_url: &str,
    ) -> Result<String, CardError> {
        self.client()?.create_account_link(id, return_url, refresh_url).await
    }
}
