//! Stripe Billing: the plans that the operator sells, on the platform's own account.
//!
//! ```text
//! prices    what a plan costs there: found by its key, created if missing
//! calls     a customer, a checkout, a subscription and its changes
//! portal    Stripe's own page for cards, addresses and invoices
//! seen      a subscription as Stripe describes it, in a response and in an event
//! ```
//!
//! Every amount that somebody is charged is calculated by Stripe. We only set the two prices, and don't sell one
//! that differs there.

mod calls;
mod portal;
mod prices;
mod seen;

use std::time::Duration;

use plumbline_core::plan::Plan;

use super::client::Client;
use super::http::Http;
use super::{CardError, Session};
use crate::config::StripeConfig;
use crate::error::BoxError;

pub use calls::{Change, PlanOrder, Preview, Who};
pub use seen::{ACCOUNT, InvoiceSeen, Seen};

/// How often Stripe is asked for what it is doing already, as where somebody clicks twice.
const TRIES: usize = 6;
/// The pause before it is asked again.
const PAUSE: Duration = Duration::from_millis(300);

/// The service; what [`crate::state::AppState`] holds.
pub struct Billing(Option<Client>);

impl Billing {
    /// The service for this configuration: on where the server has keys and sells plans.
    ///
    /// # Errors
    /// When the configuration cannot be used.
    pub fn new(config: Option<&StripeConfig>) -> Result<Self, BoxError> {
        let selling = config.filter(|config| config.sells_plans);
        Ok(Self(selling.map(Client::new).transpose()?))
    }

    /// Whether this server sells plans.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    fn client(&self) -> Result<&Http, CardError> {
        self.0
            .as_ref()
            .map(|client| &client.0)
            .ok_or(CardError::Off)
    }

    /// The id of a plan's price, which is made where there is none.
    ///
    /// # Errors
    /// [`CardError::Mispriced`] where the price there is another than core's.
    pub async fn price(&self, plan: Plan) -> Result<String, CardError> {
        prices::price(self.client()?, plan).await
    }

    /// A customer for an account; again the same, within a day.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn customer(&self, who: &Who<'_>) -> Result<String, CardError> {
        let client = self.client()?;
        patiently(|| calls::customer(client, who)).await
    }

    /// Opens a checkout of a plan. The same order again gives the same session.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn checkout(&self, order: &PlanOrder<'_>) -> Result<Session, CardError> {
        let client = self.client()?;
        patiently(|| calls::checkout(client, order)).await
    }

    /// Closes an open checkout; whether it is closed now and nothing was bought with it.
    ///
    /// # Errors
    /// [`CardError`] where Stripe cannot be asked.
    pub async fn close(&self, session: &str) -> Result<bool, CardError> {
        calls::close(self.client()?, session).await
    }

    /// Every subscription of a customer, the newest first.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn subscriptions(&self, customer: &str) -> Result<Vec<Seen>, CardError> {
        calls::subscriptions(self.client()?, customer).await
    }

    /// The invoices of a customer, the newest first.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn invoices(&self, customer: &str) -> Result<Vec<InvoiceSeen>, CardError> {
        calls::invoices(self.client()?, customer).await
    }

    /// What a change would be charged, at the moment that it names.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn preview(&self, change: &Change<'_>) -> Result<Preview, CardError> {
        calls::preview(self.client()?, change).await
    }

    /// Changes a subscription's plan and charges, or credits, the difference at once. One that was cancelled goes
    /// on.
    ///
    /// # Errors
    /// [`CardError`]; [`CardError::is_unpaid`] where the card was refused, and nothing was changed.
    pub async fn change(&self, change: &Change<'_>) -> Result<(), CardError> {
        let client = self.client()?;
        patiently(|| calls::change(client, change)).await
    }

    /// Has a subscription end with what is paid for, or go on.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn set_ending(&self, subscription: &str, ends: bool) -> Result<(), CardError> {
        calls::set_ending(self.client()?, subscription, ends).await
    }

    /// Ends a subscription at once; one that has ended is no error.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn end(&self, subscription: &str) -> Result<(), CardError> {
        calls::end(self.client()?, subscription).await
    }

    /// Stripe's page on which a customer changes their card and finds their invoices; it serves once.
    ///
    /// # Errors
    /// [`CardError`].
    pub async fn portal(&self, customer: &str, return_url: &str) -> Result<String, CardError> {
        portal::open(self.client()?, customer, return_url).await
    }
}

/// Asks again while Stripe does the same for somebody else.
async fn patiently<T, F>(ask: impl Fn() -> F) -> Result<T, CardError>
where
    F: Future<Output = Result<T, CardError>>,
{
    for _ in 1..TRIES {
        match ask().await {
            Err(CardError::Busy) => tokio::time::sleep(PAUSE).await,
            answer => return answer,
        }
    }
    ask().await
}
