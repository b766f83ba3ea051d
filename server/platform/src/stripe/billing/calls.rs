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
    UpdateSubscriptionItems, UpdateSubscriptionPaymentBehavior, UpdateSubscriptionProrationBehavior,
};
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionLineItems, CreateCheckoutSessionSubscriptionData,
    ExpireCheckoutSession, RetrieveCheckoutSession,
};
use stripe_core::customer::CreateCustomer;
use stripe_shared::CheckoutSessionMode;

use super::super::client::{CheckoutSession, to_session};
use super::super::http::{Acknowledgement, StripeHttp, StripeList};
use super::objects::{ACCOUNT_METADATA, BillingInvoice, BillingSubscription, InvoiceObject};
use crate::stripe::{CardError, CheckoutAddress};

/// How many invoices are read: those of two years.
const INVOICES_MAX: i64 = 24;
/// How many subscriptions of one customer are read: nobody has more.
const SUBSCRIPTIONS_MAX: i64 = 20;

/// An account for which a customer is created at Stripe.
#[derive(Debug, Clone, Copy)]
pub struct BillingCustomer<'a> {
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
pub struct SubscriptionChange<'a> {
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
pub struct ChangePreview {
    /// The amount that is charged at once, in pence.
    #[serde(rename = "amount_due")]
    pub due: i64,
    /// The total of the invoice, in pence; if it is negative, it is credited to the following invoices.
    pub total: i64,
}

/// The id of a created object.
#[derive(Debug, Deserialize)]
struct CreatedObject {
    id: String,
}

fn account_metadata(account: &str) -> HashMap<String, String> {
    HashMap::from([(ACCOUNT_METADATA.to_owned(), account.to_owned())])
}

pub(super) async fn create_customer(
    client: &StripeHttp,
    who: &BillingCustomer<'_>,
) -> Result<String, CardError> {
    let request =
        CreateCustomer::new().email(who.email).name(who.name).metadata(account_metadata(who.account));
    let key = format!("customer-{}", who.account);
    let CreatedObject { id } = client.new_call(&request).with_idempotency_key(&key).send().await?;
    Ok(id)
}

pub(super) async fn open_checkout(
    client: &StripeHttp,
    order: &PlanOrder<'_>,
) -> Result<CheckoutAddress, CardError> {
    let mut line = CreateCheckoutSessionLineItems::new();
    line.quantity = Some(1);
    line.price = Some(order.price.to_owned());
    let mut subscription = CreateCheckoutSessionSubscriptionData::new();
    subscription.metadata = Some(account_metadata(order.account));
    subscription.trial_end = order.from;
    let request = CreateCheckoutSession::new()
        .mode(CheckoutSessionMode::Subscription)
        .customer(order.customer)
        .client_reference_id(order.account)
        .line_items([line])
        .metadata(account_metadata(order.account))
        .subscription_data(subscription)
        .success_url(order.success_url)
        .cancel_url(order.cancel_url);
    to_session(client.new_call(&request).with_idempotency_key(order.key).send().await?)
}

pub(super) async fn close_checkout(client: &StripeHttp, id: &str) -> Result<bool, CardError> {
    match client.new_call(&ExpireCheckoutSession::new(id)).send().await {
        Ok(Acknowledgement {}) => Ok(true),
        Err(error) if error.is_missing() => Ok(true),
        // The session is closed already, or was paid.
        Err(CardError::Refused { .. }) => {
            let call = client.new_call(&RetrieveCheckoutSession::new(id));
            let session: CheckoutSession = call.send().await?;
            Ok(session.status.as_deref() != Some("complete"))
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn list_subscriptions(
    client: &StripeHttp,
    customer: &str,
) -> Result<Vec<BillingSubscription>, CardError> {
    let request = ListSubscription::new()
        .customer(customer)
        .status(ListSubscriptionStatus::All)
        .limit(SUBSCRIPTIONS_MAX);
    let listed: StripeList<Value> = client.new_call(&request).send().await?;
    Ok(listed.data.iter().filter_map(BillingSubscription::from_json).collect())
}

pub(super) async fn list_invoices(
    client: &StripeHttp,
    customer: &str,
) -> Result<Vec<BillingInvoice>, CardError> {
    let request = ListInvoice::new().customer(customer).limit(INVOICES_MAX);
    let listed: StripeList<InvoiceObject> = client.new_call(&request).send().await?;
    Ok(listed.data.into_iter().filter_map(BillingInvoice::from_object).collect())
}

pub(super) async fn preview_change(
    client: &StripeHttp,
    change: &SubscriptionChange<'_>,
) -> Result<ChangePreview, CardError> {
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
    client.new_call(&request).send().await
}

pub(super) async fn change_subscription(
    client: &StripeHttp,
    change: &SubscriptionChange<'_>,
) -> Result<(), CardError> {
    let mut item = UpdateSubscriptionItems::new();
    item.id = Some(change.item.to_owned());
    item.price = Some(change.price.to_owned());
    let key = format!("plan-{}-{}-{}", change.subscription, change.price, change.at);
    let request = UpdateSubscription::new(change.subscription)
        .items([item])
        .cancel_at_period_end(false)
        .proration_behavior(UpdateSubscriptionProrationBehavior::AlwaysInvoice)
        .proration_date(change.at)
        // If the card is refused, the plan stays unchanged.
        .payment_behavior(UpdateSubscriptionPaymentBehavior::ErrorIfIncomplete);
    let Acknowledgement {} = client.new_call(&request).with_idempotency_key(&key).send().await?;
    Ok(())
}

pub(super) async fn set_ending(client: &StripeHttp, subscription: &str, ends: bool) -> Result<(), CardError> {
    let request = UpdateSubscription::new(subscription).cancel_at_period_end(ends);
    let Acknowledgement {} = client.new_call(&request).send().await?;
    Ok(())
}

pub(super) async fn end_subscription(client: &StripeHttp, subscription: &str) -> Result<(), CardError> {
    let call = client.new_call(&CancelSubscription::new(subscription));
    match call.send().await {
        Ok(Acknowledgement {}) => Ok(()),
        Err(error) if error.is_missing() => Ok(()),
        Err(error) => Err(error),
    }
}
