//! Stripe Billing: the plans that the operator sells, on the platform's own account.
//!
//! ```text
//! calls     the requests about customers, checkouts, subscriptions and their changes
//! objects   a subscription as Stripe describes it, in a response and in an event
//! ```
//!
//! This file has the rest: the price of a plan at Stripe, and Stripe's own page for cards and invoices.
//!
//! Stripe calculates every amount that somebody is charged. We only set the two prices, and don't sell a plan whose
//! price at Stripe differs from ours.

mod calls;
mod objects;

use std::collections::HashMap;
use std::time::Duration;

use objects::{PLAN_METADATA, price_lookup_key};
use plumbline_core::plan::Plan;
use serde::Deserialize;
use stripe_billing::billing_portal_configuration::{
    CreateBillingPortalConfiguration, CreateBillingPortalConfigurationFeatures, InvoiceListParam,
    ListBillingPortalConfiguration, PaymentMethodUpdateParam,
};
use stripe_billing::billing_portal_session::CreateBillingPortalSession;
use stripe_product::price::{
    CreatePrice, CreatePriceProductData, CreatePriceRecurring, CreatePriceRecurringInterval, ListPrice,
};
use stripe_types::Currency;

use super::client::Client;
use super::http::{StripeHttp, StripeList};
use super::{CardError, CheckoutAddress};
use crate::config::StripeConfig;
use crate::error::BoxError;

pub use calls::{BillingCustomer, ChangePreview, PlanOrder, SubscriptionChange};
pub use objects::{ACCOUNT_METADATA, BillingInvoice, BillingSubscription};

/// The most times that a request is sent while Stripe is still handling the same one, for example after a double click.
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
        find_or_create_price(self.client()?, plan).await
    }

    /// Creates a customer for an account; within a day, the same request returns the same customer.
    pub async fn create_customer(&self, customer: &BillingCustomer<'_>) -> Result<String, CardError> {
        let client = self.client()?;
        retry_while_busy(|| calls::create_customer(client, customer)).await
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

    /// What a change would cost if it were made at the time [`SubscriptionChange::at`].
    pub async fn preview_change(&self, change: &SubscriptionChange<'_>) -> Result<ChangePreview, CardError> {
        calls::preview_change(self.client()?, change).await
    }

    /// Changes a subscription's plan and charges, or credits, the difference at once. If the subscription was due to
    /// end, it continues.
    ///
    /// # Errors
    /// [`CardError`]; if the card was refused, [`CardError::is_unpaid`] is true and nothing was changed.
    pub async fn change_subscription(&self, change: &SubscriptionChange<'_>) -> Result<(), CardError> {
        let client = self.client()?;
        retry_while_busy(|| calls::change_subscription(client, change)).await
    }

    /// Sets whether a subscription ends after the period that is paid for, or continues.
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
        open_portal(self.client()?, customer, return_url).await
    }
}

/// Tries again while Stripe is still handling the same request.
async fn retry_while_busy<T, F>(send: impl Fn() -> F) -> Result<T, CardError>
where
    F: Future<Output = Result<T, CardError>>,
{
    for _ in 1..TRIES_MAX {
        match send().await {
            Err(CardError::Busy) => tokio::time::sleep(RETRY_PAUSE).await,
            result => return result,
        }
    }
    send().await
}

// Stripe's page on which a customer changes their card and finds their invoices. It offers no change of plan, because
// Plumbline does that itself and shows the amount first.

/// The metadata key by which our own configuration is found again.
const CONFIGURATION_NAME: &str = "plumbline_portal";

/// The version of our configuration. With another version, the server creates a new configuration at Stripe: change it
/// when the page should offer something else.
const CONFIGURATION_VERSION: &str = "1";

async fn open_portal(client: &StripeHttp, customer: &str, return_url: &str) -> Result<String, CardError> {
    let request = CreateBillingPortalSession::new()
        .customer(customer)
        .configuration(find_or_create_configuration(client).await?)
        .return_url(return_url);
    let PortalSession { url } = client.new_call(&request).send().await?;
    Ok(url)
}

#[derive(Debug, Deserialize)]
struct PortalSession {
    url: String,
}

#[derive(Debug, Deserialize)]
struct Configuration {
    id: String,
    metadata: Option<HashMap<String, String>>,
}

/// Our configuration of the page, created if it doesn't exist. Configurations that an operator made for other purposes
/// stay unchanged.
async fn find_or_create_configuration(client: &StripeHttp) -> Result<String, CardError> {
    let request = ListBillingPortalConfiguration::new().active(true).limit(100);
    let listed: StripeList<Configuration> = client.new_call(&request).send().await?;
    let is_ours = |about: &HashMap<String, String>| {
        about.get(CONFIGURATION_NAME).map(String::as_str) == Some(CONFIGURATION_VERSION)
    };
    let ours = listed.data.into_iter().find(|one| one.metadata.as_ref().is_some_and(is_ours));
    if let Some(ours) = ours {
        return Ok(ours.id);
    }
    let mut features = CreateBillingPortalConfigurationFeatures::new();
    features.invoice_history = Some(InvoiceListParam::new(true));
    features.payment_method_update = Some(PaymentMethodUpdateParam::new(true));
    let request = CreateBillingPortalConfiguration::new(features)
        .name("Plumbline")
        .metadata(HashMap::from([(CONFIGURATION_NAME.to_owned(), CONFIGURATION_VERSION.to_owned())]));
    let key = format!("{CONFIGURATION_NAME}-{CONFIGURATION_VERSION}");
    let made: Configuration = client.new_call(&request).with_idempotency_key(&key).send().await?;
    Ok(made.id)
}

/// A price in a response of Stripe.
#[derive(Debug, Deserialize)]
struct Price {
    id: String,
    currency: String,
    /// The price in pence.
    unit_amount: Option<i64>,
    recurring: Option<Recurring>,
}

#[derive(Debug, Deserialize)]
struct Recurring {
    interval: String,
    interval_count: u64,
}

/// Finds the price of a plan by its lookup key. An operator may have created it; if not, it is created here, so that
/// nothing but the keys is needed to sell plans.
async fn find_or_create_price(client: &StripeHttp, plan: Plan) -> Result<String, CardError> {
    let key = price_lookup_key(plan);
    let request = ListPrice::new().lookup_keys([key.clone()]).active(true).limit(1);
    let listed: StripeList<Price> = client.new_call(&request).send().await?;
    let price = match listed.data.into_iter().next() {
        Some(price) => price,
        None => create_price(client, plan, &key).await?,
    };
    if has_expected_amount(&price, plan) {
        return Ok(price.id);
    }
    tracing::warn!(
        key,
        amount = price.unit_amount,
        "a plan is not sold, because its price at Stripe differs from ours"
    );
    Err(CardError::Mispriced(key))
}

async fn create_price(client: &StripeHttp, plan: Plan, key: &str) -> Result<Price, CardError> {
    let pence = plan.monthly_price().map_or(0, |price| price.0);
    let product = CreatePriceProductData::new(format!("Plumbline {}", plan.label()));
    let monthly = CreatePriceRecurring::new(CreatePriceRecurringInterval::Month);
    let request = CreatePrice::new(Currency::GBP)
        .unit_amount(pence)
        .lookup_key(key)
        .recurring(monthly)
        .product_data(product)
        .metadata(HashMap::from([(PLAN_METADATA.to_owned(), plan.code().to_owned())]));
    let once = format!("price-{key}-{pence}");
    client.new_call(&request).with_idempotency_key(&once).send().await
}

/// Whether the price is the one in `core`: the same amount, in pounds sterling, once a month.
fn has_expected_amount(price: &Price, plan: Plan) -> bool {
    let is_monthly =
        price.recurring.as_ref().is_some_and(|it| it.interval == "month" && it.interval_count == 1);
    is_monthly
        && price.currency == "gbp"
        && price.unit_amount.is_some()
        && price.unit_amount == plan.monthly_price().map(|price| price.0)
}
