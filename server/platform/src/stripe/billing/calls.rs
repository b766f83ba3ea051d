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

/// How many invoices are read: two years of them.
const INVOICES: i64 = 24;
/// How many subscriptions of one customer: nobody changes their mind more often.
const SUBSCRIPTIONS: i64 = 20;

/// An account, as its customer at Stripe is made.
#[derive(Debug, Clone, Copy)]
pub struct Who<'a> {
    /// The account's id.
    pub account: &'a str,
    /// Its owner's address.
    pub email: &'a str,
    /// Its owner's name.
    pub name: &'a str,
}

/// A plan to be bought.
#[derive(Debug, Clone, Copy)]
pub struct PlanOrder<'a> {
    /// The idempotency key.
    pub key: &'a str,
    /// The account's id.
    pub account: &'a str,
    /// `cus_…`.
    pub customer: &'a str,
    /// `price_…`.
    pub price: &'a str,
    /// When it begins to be paid, unix seconds; none: at once.
    pub from: Option<i64>,
    /// Where who has bought goes.
    pub success_url: &'a str,
    /// Where who has not goes.
    pub cancel_url: &'a str,
}

/// A change of plan.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// `cus_…`.
    pub customer: &'a str,
    /// `sub_…`.
    pub subscription: &'a str,
    /// `si_…`.
    pub item: &'a str,
    /// The price of the plan that it becomes.
    pub price: &'a str,
    /// The moment up to which the old plan is paid for, unix seconds: previewed and charged the same.
    pub at: i64,
}

/// What a change is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Preview {
    /// Pence that are charged at once.
    #[serde(rename = "amount_due")]
    pub due: i64,
    /// The sum of the invoice, pence: below nothing, so much is kept for the invoices that follow.
    pub total: i64,
}

/// What was made, by its id.
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
        // It is closed already, or was bought.
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
        // A card that is refused leaves the plan as it was.
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
