//! The calls, through async-stripe.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;
use stripe_billing::invoice::{
    CreatePreviewInvoice, CreatePreviewInvoiceSubscriptionDetails,
    CreatePreviewInvoiceSubscriptionDetailsItems,
    CreatePreviewInvoiceSubscriptionDetailsProrationBehavior as PreviewedProration, ListInvoice,
};
use stripe_billing::subscription::{
    CancelSubscription, ListSubscription, ListSubscriptionStatus, UpdateSubscription,
    UpdateSubscriptionItems, UpdateSubscriptionPaymentBehavior,
    UpdateSubscriptionProrationBehavior,
};
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionLineItems, CreateCheckoutSessionSubscriptionData,
    ExpireCheckoutSession, RetrieveCheckoutSession,
};
use stripe_core::customer::CreateCustomer;
use stripe_shared::CheckoutSessionMode;

use super::super::client::{CheckoutSession, opened};
use super::super::http::{Done, Http, List};
use super::seen::{ACCOUNT, Invoice, InvoiceSeen, Seen};
use crate::stripe::{CardError, Session};

/// How many invoices are read: those of two years.
const INVOICES: i64 = 24;
/// How many subscriptions of one customer are read: nobody has more.
const SUBSCRIPTIONS: i64 = 20;

/// An account for which a customer is created at Stripe.
#[derive(Debug, Clone, Copy)]
pub struct Who<'a> {
    /// The account's id.
    pub account: &'a str,
    /// The owner's email address.
    pub email: &'a str,
    /// The owner's name.
    pub name: &'a str,
}

/// A plan to be bought.
#[derive(Debug, Clone, Copy)]
pub struct PlanOrder<'a> {
    /// The idempotency key.
    pub key: &'a str,
    /// The account's id.
    pub account: &'a str,
    /// The customer's id, `cus_…`.
    pub customer: &'a str,
    /// The price's id, `price_…`.
    pub price: &'a str,
    /// When payment begins, Unix seconds; `None`: at once.
    pub from: Option<i64>,
    /// The page after a purchase.
    pub success_url: &'a str,
    /// The page after leaving the checkout without a purchase.
    pub cancel_url: &'a str,
}

/// A change of plan.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The customer's id, `cus_…`.
    pub customer: &'a str,
    /// The subscription's id, `sub_…`.
    pub subscription: &'a str,
    /// The id of the subscription's item, `si_…`.
    pub item: &'a str,
    /// The id of the new plan's price.
    pub price: &'a str,
    /// The moment up to which the old plan is paid for, in Unix seconds, so that the preview and the charge are the
    /// same.
    pub at: i64,
}

/// What a change costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Preview {
    /// The amount that is charged at once, in pence.
    #[serde(rename = "amount_due")]
    pub due: i64,
    /// The total of the invoice, in pence; if it is negative, it is credited to the following invoices.
    pub total: i64,
}

/// The id of a created object.
#[derive(Debug, Deserialize)]
struct Named {
    id: String,
}

fn of_account(account: &str) -> HashMap<String, String> {
    HashMap::from([(ACCOUNT.to_owned(), account.to_owned())])
}

pub(super) async fn customer(client: &Http, who: &Who<'_>) -> Result<String, CardError> {
    let request = CreateCustomer::new()
        .email(who.email)
        .name(who.name)
        .metadata(of_account(who.account));
    let key = format!("customer-{}", who.account);
    let Named { id } = client.call(&request).once(&key).send().await?;
    Ok(id)
}

pub(super) async fn checkout(client: &Http, order: &PlanOrder<'_>) -> Result<Session, CardError> {
    let mut line = CreateCheckoutSessionLineItems::new();
    line.quantity = Some(1);
    line.price = Some(order.price.to_owned());
    let mut subscription = CreateCheckoutSessionSubscriptionData::new();
    subscription.metadata = Some(of_account(order.account));
    subscription.trial_end = order.from;
    let request = CreateCheckoutSession::new()
        .mode(CheckoutSessionMode::Subscription)
        .customer(order.customer)
        .client_reference_id(order.account)
        .line_items([line])
        .metadata(of_account(order.account))
        .subscription_data(subscription)
        .success_url(order.success_url)
        .cancel_url(order.cancel_url);
    opened(client.call(&request).once(order.key).send().await?)
}

pub(super) async fn close(client: &Http, id: &str) -> Result<bool, CardError> {
    match client.call(&ExpireCheckoutSession::new(id)).send().await {
        Ok(Done {}) => Ok(true),
        Err(error) if error.is_missing() => Ok(true),
        // The session is closed already, or was paid.
        Err(CardError::Refused { .. }) => {
            let call = client.call(&RetrieveCheckoutSession::new(id));
            let session: CheckoutSession = call.send().await?;
            Ok(session.status.as_deref() != Some("complete"))
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn subscriptions(client: &Http, customer: &str) -> Result<Vec<Seen>, CardError> {
    let request = ListSubscription::new()
        .customer(customer)
        .status(ListSubscriptionStatus::All)
        .limit(SUBSCRIPTIONS);
    let listed: List<Value> = client.call(&request).send().await?;
    Ok(listed.data.iter().filter_map(Seen::read).collect())
}

pub(super) async fn invoices(client: &Http, customer: &str) -> Result<Vec<InvoiceSeen>, CardError> {
    let request = ListInvoice::new().customer(customer).limit(INVOICES);
    let listed: List<Invoice> = client.call(&request).send().await?;
    Ok(listed
        .data
        .into_iter()
        .filter_map(InvoiceSeen::of)
        .collect())
}

pub(super) async fn preview(client: &Http, change: &Change<'_>) -> Result<Preview, CardError> {
    let mut item = CreatePreviewInvoiceSubscriptionDetailsItems::new();
    item.id = Some(change.item.to_owned());
    item.price = Some(change.price.to_owned());
    let mut details = CreatePreviewInvoiceSubscriptionDetails::new();
    details.items = Some(vec![item]);
    details.proration_behavior = Some(PreviewedProration::AlwaysInvoice);
    details.proration_date = Some(change.at);
    let request = CreatePreviewInvoice::new()
        .customer(change.customer)
        .subscription(change.subscription)
        .subscription_details(details);
    client.call(&request).send().await
}

pub(super) async fn change(client: &Http, change: &Change<'_>) -> Result<(), CardError> {
    let mut item = UpdateSubscriptionItems::new();
    item.id = Some(change.item.to_owned());
    item.price = Some(change.price.to_owned());
    let key = format!(
        "plan-{}-{}-{}",
        change.subscription, change.price, change.at
    );
    let request = UpdateSubscription::new(change.subscription)
        .items([item])
        .cancel_at_period_end(false)
        .proration_behavior(UpdateSubscriptionProrationBehavior::AlwaysInvoice)
        .proration_date(change.at)
        // If the card is refused, the plan stays unchanged.
        .payment_behavior(UpdateSubscriptionPaymentBehavior::ErrorIfIncomplete);
    let Done {} = client.call(&request).once(&key).send().await?;
    Ok(())
}

pub(super) async fn set_ending(
    client: &Http,
    subscription: &str,
    ends: bool,
) -> Result<(), CardError> {
    let request = UpdateSubscription::new(subscription).cancel_at_period_end(ends);
    let Done {} = client.call(&request).send().await?;
    Ok(())
}

pub(super) async fn end(client: &Http, subscription: &str) -> Result<(), CardError> {
    let call = client.call(&CancelSubscription::new(subscription));
    match call.send().await {
        Ok(Done {}) => Ok(()),
        Err(error) if error.is_missing() => Ok(()),
        Err(error) => Err(error),
    }
}
