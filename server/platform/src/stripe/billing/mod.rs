//! Stripe Billing: the plans that the operator sells, on the platform's own account.
//!
//! ```text
//! prices    the price of a plan at Stripe: found by its key, created if missing
//! calls     a customer, a checkout, a subscription and its changes
//! portal    Stripe's own page for cards, addresses and invoices
//! objects   a subscription as Stripe describes it, in a response and in an event
//! ```
//!
//! Every amount that somebody is charged is calculated by Stripe. We only set the two prices, and don't sell one
//! that differs there.

mod calls;
mod objects;
mod portal;
mod prices;

use std::time::Duration;

use plumbline_core::plan::Plan;

use super::client::Client;
use super::http::StripeHttp;
use super::{CardError, CheckoutAddress};
use crate::config::StripeConfig;
use crate::error::BoxError;

pub use calls::{BillingCustomer, ChangePreview, PlanOrder, SubscriptionChange};
pub use objects::{ACCOUNT_METADATA, BillingInvoice, BillingSubscription};

/// How often a request is sent if Stripe is still handling the same one, for example after a double click.
const TRIES_MAX: usize = 6;
/// The pause before the next attempt.
const RETRY_PAUSE: Duration = Duration::from_millis(300);

/// The service that sells plans, as part of [`crate::state::AppState`].
pub struct Billing(Option<Client>);

impl Billing {
    /// The service for this configuration; it is on if the server has keys and sells plans.
    ///
    /// # Errors
    /// When the HTTP client can't be built.
    pub fn new(config: Option<&StripeConfig>) -> Result<Self, BoxError> {
        let selling = config.filter(|config| config.sells_plans);
        Ok(Self(selling.map(Client::new).transpose()?))
    }

    /// Whether this server sells plans.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    fn client(&self) -> Result<&StripeHttp, CardError> {
        self.0.as_ref().map(|client| &client.0).ok_or(CardError::Off)
    }

    /// The id of a plan's price, which is created if it doesn't exist.
    ///
    /// # Errors
    /// [`CardError::Mispriced`] if the price at Stripe differs from the one in `core`; other [`CardError`]s if Stripe
    /// can't be reached or refuses.
    pub async fn find_or_create_price(&self, plan: Plan) -> Result<String, CardError> {
        prices::find_or_create_price(self.client()?, plan).await
    }

    /// Creates a customer for an account; within a day, the same request returns the same customer.
    pub async fn create_customer(&self, who: &BillingCustomer<'_>) -> Result<String, CardError> {
        let client = self.client()?;
        retry_while_busy(|| calls::create_customer(client, who)).await
    }

    /// Opens a checkout for a plan. The same order returns the same session.
    pub async fn open_checkout(&self, order: &PlanOrder<'_>) -> Result<CheckoutAddress, CardError> {
        let client = self.client()?;
        retry_while_busy(|| calls::open_checkout(client, order)).await
    }

    /// Closes an open checkout. Returns whether it is closed now without a purchase.
    ///
    /// # Errors
    /// [`CardError`] if Stripe can't be reached.
    pub async fn close_checkout(&self, session: &str) -> Result<bool, CardError> {
        calls::close_checkout(self.client()?, session).await
    }

    /// Every subscription of a customer, newest first.
    pub async fn list_subscriptions(&self, customer: &str) -> Result<Vec<BillingSubscription>, CardError> {
        calls::list_subscriptions(self.client()?, customer).await
    }

    /// The invoices of a customer, newest first.
    pub async fn list_invoices(&self, customer: &str) -> Result<Vec<BillingInvoice>, CardError> {
        calls::list_invoices(self.client()?, customer).await
    }

    /// What a change would cost at the moment in the request.
    pub async fn preview_change(&self, change: &SubscriptionChange<'_>) -> Result<ChangePreview, CardError> {
        calls::preview_change(self.client()?, change).await
    }

    /// Changes a subscription's plan and charges, or credits, the difference at once. A subscription that was cancelled
    /// goes on.
    ///
    /// # Errors
    /// [`CardError`]; if the card was refused, [`CardError::is_unpaid`] is true and nothing was changed.
    pub async fn change_subscription(&self, change: &SubscriptionChange<'_>) -> Result<(), CardError> {
        let client = self.client()?;
        retry_while_busy(|| calls::change_subscription(client, change)).await
    }

    /// Makes a subscription end after the period that is paid for, or go on.
    pub async fn set_ending(&self, subscription: &str, ends: bool) -> Result<(), CardError> {
        calls::set_ending(self.client()?, subscription, ends).await
    }

    /// Ends a subscription at once; no error if it has already ended.
    pub async fn end_subscription(&self, subscription: &str) -> Result<(), CardError> {
        calls::end_subscription(self.client()?, subscription).await
    }

    /// The address of Stripe's page on which a customer changes their card and finds their invoices. It can be used
    /// once.
    pub async fn open_portal(&self, customer: &str, return_url: &str) -> Result<String, CardError> {
        portal::open_portal(self.client()?, customer, return_url).await
    }
}

/// Tries again while Stripe is still handling the same request.
async fn retry_while_busy<T, F>(ask: impl Fn() -> F) -> Result<T, CardError>
where
    F: Future<Output = Result<T, CardError>>,
{
    for _ in 1..TRIES_MAX {
        match ask().await {
            Err(CardError::Busy) => tokio::time::sleep(RETRY_PAUSE).await,
            answer => return answer,
        }
    }
    ask().await
}
