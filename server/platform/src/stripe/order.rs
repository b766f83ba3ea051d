//! The requests to Stripe, and what is read from its responses.

use crate::ids::{CheckoutId, DocumentId, ProfileId};

/// A checkout to be opened. Everything in it comes from the stored checkout, so that a repeated request is exactly the
/// same.
#[derive(Debug, Clone)]
pub struct CheckoutOrder {
    /// Our checkout's id, which is the idempotency key.
    pub checkout_id: CheckoutId,
    /// The connected account on which the payment is made.
    pub account_id: String,
    /// `quote` or `invoice`.
    pub kind: &'static str,
    /// The document's id.
    pub document_id: DocumentId,
    /// What the customer sees: `Invoice INV-0001`.
    pub title: String,
    /// The amount in pence.
    pub amount: i64,
    /// When the session expires, Unix seconds.
    pub expires_at: i64,
    /// Whether it can also be paid from a bank account.
    pub pay_by_bank: bool,
    /// The page for a customer who has paid.
    pub success_url: String,
    /// The page for a customer who hasn't.
    pub cancel_url: String,
}

/// A session that was opened.
#[derive(Debug, Clone)]
pub struct CheckoutAddress {
    /// Stripe's id, `cs_…`.
    pub id: String,
    /// The address at which to pay.
    pub url: String,
}

/// The state of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutState {
    /// The status: `open`, `complete` or `expired`.
    pub status: String,
    /// Whether the money was taken.
    pub paid: bool,
    /// The amount in pence.
    pub amount: i64,
    /// The currency's code in lower case.
    pub currency: String,
    /// The payment's id, `pi_…`, once somebody has tried to pay.
    pub payment_intent: Option<String>,
}

/// A refund that a business requested.
#[derive(Debug, Clone, Copy)]
pub struct RefundRequest<'a> {
    /// The connected account's id.
    pub account_id: &'a str,
    /// The payment's id, `pi_…`.
    pub payment_intent: &'a str,
    /// Our refund's id, by which it is found again.
    pub refund_id: &'a str,
    /// The idempotency key.
    pub key: &'a str,
    /// The amount in pence.
    pub amount: i64,
}

/// The details of a business that Stripe gets.
#[derive(Debug, Clone, Copy)]
pub struct StripeProfile<'a> {
    /// The profile's id.
    pub id: &'a ProfileId,
    /// The business's name.
    pub name: &'a str,
    /// The owner's email address.
    pub email: &'a str,
    /// The business's web address; empty if there is none.
    pub website: &'a str,
}

/// The state of a connected account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectedAccount {
    /// The account's id, `acct_…`.
    pub id: String,
    /// Whether it can take payments.
    pub charges_enabled: bool,
    /// Whether its owner has completed the details once.
    pub details_submitted: bool,
    /// Whether customers can pay it from their bank account.
    pub pay_by_bank: bool,
    /// Stripe's reason why it can't take payments; empty if it can.
    pub disabled_reason: String,
}
