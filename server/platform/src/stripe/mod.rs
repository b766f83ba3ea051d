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
pub mod signature;

use crate::config::StripeConfig;
use crate::error::BoxError;
use client::Client;

pub use billing::Billing;
pub use client::REFUND;
pub use order::{AccountState, Order, Profile, Refunding, Session, SessionState};

/// The service; what [`crate::state::AppState`] holds.
pub struct Card(Option<On>);

struct On {
    client: Client,
    webhook_secrets: Vec<String>,
}

/// Why a call to Stripe gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// The server has no keys.
    #[error("card payments are not set up on this server")]
    Off,
    /// Stripe did not answer, or not in time, or with a fault of its own: what was asked for may
    /// have been done or not.
    #[error("Stripe did not answer: {0}")]
    Unavailable(String),
    /// A request with the same idempotency key runs at this moment.
    #[error("Stripe is doing the same already")]
    Busy,
    /// A plan's price at Stripe is not the one that is told here: nothing was sold.
    #[error("the price {0} at Stripe is not what the plan costs here")]
    Mispriced(String),
    /// Stripe understood and refused: nothing was done.
    #[error("Stripe refused ({status} {code}): {text}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Its code; empty where it gave none.
        code: String,
        /// Its words, for the log.
        text: String,
    },
}

impl CardError {
    /// Whether Stripe has no such thing (any more).
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }

    /// Whether the card of whoever pays was refused.
    #[must_use]
    pub fn is_unpaid(&self) -> bool {
        matches!(self, Self::Refused { status: 402, .. })
    }

    /// Whether Stripe does not let us act for the account (any more).
    #[must_use]
    pub fn is_locked_out(&self) -> bool {
        matches!(self, Self::Refused { status, code, .. }
            if matches!(status, 401 | 403) || code == "account_invalid")
    }
}

impl Card {
    /// The service for this configuration.
    ///
    /// # Errors
    /// When the configuration cannot be used.
    pub fn new(config: Option<&StripeConfig>) -> Result<Self, BoxError> {
        let on = config.map(|config| {
            Ok::<_, BoxError>(On {
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

    /// Opens a checkout on the connected account. The same order again gives the same session.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn open(&self, order: &Order) -> Result<Session, CardError> {
        self.client()?.open(order).await
    }

    /// Closes an open session: it cannot be paid afterwards.
    ///
    /// # Errors
    /// [`CardError::Refused`] when it is not open (any more).
    pub async fn expire(&self, account_id: &str, session_id: &str) -> Result<(), CardError> {
        self.client()?.expire(account_id, session_id).await
    }

    /// A session as it is.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn session(&self, account_id: &str, id: &str) -> Result<SessionState, CardError> {
        self.client()?.session(account_id, id).await
    }

    /// Gives `amount` pence of a checkout's payment back, once.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn refund(
        &self,
        account_id: &str,
        payment_intent: &str,
        checkout_id: &str,
        amount: i64,
    ) -> Result<(), CardError> {
        let client = self.client()?;
        client
            .refund(account_id, payment_intent, checkout_id, amount)
            .await
    }

    /// Gives some of a payment back because the business wants it, once: what Stripe has of this refund
    /// already is not done again.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn give_back(&self, wanted: &Refunding<'_>) -> Result<(), CardError> {
        self.client()?.give_back(wanted).await
    }

    /// A new account for a business, to be filled in by its owner at Stripe.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn create_account(
        &self,
        profile: &Profile<'_>,
        key: &str,
    ) -> Result<AccountState, CardError> {
        self.client()?.create_account(profile, key).await
    }

    /// An account as it is.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn account(&self, id: &str) -> Result<AccountState, CardError> {
        self.client()?.account(id).await
    }

    /// Where the owner of an account fills in what Stripe asks: an address that serves once.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn account_link(
        &self,
        id: &str,
        return_url: &str,
        refresh_url: &str,
    ) -> Result<String, CardError> {
        self.client()?
            .account_link(id, return_url, refresh_url)
            .await
    }
}
