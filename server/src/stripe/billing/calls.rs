//! The calls, through async-stripe.

use std::collections::HashMap;

use stripe::StripeRequest as _;
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
use stripe_shared::{CheckoutSessionMode, CheckoutSessionStatus};

use super::super::client::{once, opened};
use super::seen::{ACCOUNT, InvoiceSeen, Seen};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preview {
    /// Pence that are charged at once.
    pub due: i64,
    /// The sum of the invoice, pence: below nothing, so much is kept for the invoices that follow.
    pub total: i64,
}

fn of_account(account: &str) -> HashMap<String, String> {
    HashMap::from([(ACCOUNT.to_owned(), account.to_owned())])
}

pub(super) async fn customer(client: &stripe::Client, who: &Who<'_>) -> Result<String, CardError> {
    let made = CreateCustomer::new()
        .email(who.email)
        .name(who.name)
        .metadata(of_account(who.account))
        .customize()
        .request_strategy(once(&format!("customer-{}", who.account))?)
        .send(client)
        .await?;
    Ok(made.id.to_string())
}

pub(super) async fn checkout(
    client: &stripe::Client,
    order: &PlanOrder<'_>,
) -> Result<Session, CardError> {
    let mut line = CreateCheckoutSessionLineItems::new();
    line.quantity = Some(1);
    line.price = Some(order.price.to_owned());
    let mut subscription = CreateCheckoutSessionSubscriptionData::new();
    subscription.metadata = Some(of_account(order.account));
    subscription.trial_end = order.from;
    let session = CreateCheckoutSession::new()
        .mode(CheckoutSessionMode::Subscription)
        .customer(order.customer)
        .client_reference_id(order.account)
        .line_items([line])
        .metadata(of_account(order.account))
        .subscription_data(subscription)
        .success_url(order.success_url)
        .cancel_url(order.cancel_url)
        .customize()
        .request_strategy(once(order.key)?)
        .send(client)
        .await?;
    opened(session)
}

pub(super) async fn close(client: &stripe::Client, id: &str) -> Result<bool, CardError> {
    match ExpireCheckoutSession::new(id).send(client).await {
        Ok(_) => Ok(true),
        Err(error) => match CardError::from(error) {
            error if error.is_missing() => Ok(true),
            // It is closed already, or was bought.
            CardError::Refused { .. } => {
                let session = RetrieveCheckoutSession::new(id).send(client).await?;
                Ok(session.status != Some(CheckoutSessionStatus::Complete))
            }
            error => Err(error),
        },
    }
}

pub(super) async fn subscriptions(
    client: &stripe::Client,
    customer: &str,
) -> Result<Vec<Seen>, CardError> {
    let listed = ListSubscription::new()
        .customer(customer)
        .status(ListSubscriptionStatus::All)
        .limit(SUBSCRIPTIONS)
        .send(client)
        .await?;
    Ok(listed.data.iter().map(Seen::of).collect())
}

pub(super) async fn invoices(
    client: &stripe::Client,
    customer: &str,
) -> Result<Vec<InvoiceSeen>, CardError> {
    let listed = ListInvoice::new()
        .customer(customer)
        .limit(INVOICES)
        .send(client)
        .await?;
    Ok(listed
        .data
        .into_iter()
        .filter_map(InvoiceSeen::of)
        .collect())
}

pub(super) async fn preview(
    client: &stripe::Client,
    change: &Change<'_>,
) -> Result<Preview, CardError> {
    let mut item = CreatePreviewInvoiceSubscriptionDetailsItems::new();
    item.id = Some(change.item.to_owned());
    item.price = Some(change.price.to_owned());
    let mut details = CreatePreviewInvoiceSubscriptionDetails::new();
    details.items = Some(vec![item]);
    details.proration_behavior = Some(PreviewedProration::AlwaysInvoice);
    details.proration_date = Some(change.at);
    let invoice = CreatePreviewInvoice::new()
        .customer(change.customer)
        .subscription(change.subscription)
        .subscription_details(details)
        .send(client)
        .await?;
    Ok(Preview {
        due: invoice.amount_due,
        total: invoice.total,
    })
}

pub(super) async fn change(client: &stripe::Client, change: &Change<'_>) -> Result<(), CardError> {
    let mut item = UpdateSubscriptionItems::new();
    item.id = Some(change.item.to_owned());
    item.price = Some(change.price.to_owned());
    let key = format!(
        "plan-{}-{}-{}",
        change.subscription, change.price, change.at
    );
    UpdateSubscription::new(change.subscription)
        .items([item])
        .cancel_at_period_end(false)
        .proration_behavior(UpdateSubscriptionProrationBehavior::AlwaysInvoice)
        .proration_date(change.at)
        // A card that is refused leaves the plan as it was.
        .payment_behavior(UpdateSubscriptionPaymentBehavior::ErrorIfIncomplete)
        .customize()
        .request_strategy(once(&key)?)
        .send(client)
        .await?;
    Ok(())
}

pub(super) async fn set_ending(
    client: &stripe::Client,
    subscription: &str,
    ends: bool,
) -> Result<(), CardError> {
    UpdateSubscription::new(subscription)
        .cancel_at_period_end(ends)
        .send(client)
        .await?;
    Ok(())
}

pub(super) async fn end(client: &stripe::Client, subscription: &str) -> Result<(), CardError> {
    match CancelSubscription::new(subscription).send(client).await {
        Ok(_) => Ok(()),
        Err(error) => match CardError::from(error) {
            error if error.is_missing() => Ok(()),
            error => Err(error),
        },
    }
}
