//! The requests to Stripe, and what is read from its responses.

use crate::ids::ProfileId;

/// A checkout to be opened. Everything in it comes from the stored checkout, so that a repetition
/// asks for the very same.
#[derive(Debug, Clone)]
pub struct Order {
    /// Our checkout's id: the idempotency key.
    pub checkout_id: String,
    /// The connected account that is charged.
    pub account_id: String,
    /// `quote` or `invoice`.
    pub kind: &'static str,
    /// The document's id.
    pub document_id: String,
    /// What the customer reads: `Invoice INV-0001`.
    pub title: String,
    /// Pence.
    pub amount: i64,
    /// Unix seconds.
    pub expires_at: i64,
    /// Whether it may be paid from a bank account as well as by card.
    pub pay_by_bank: bool,
    /// Where a customer who has paid goes.
    pub success_url: String,
    /// Where one who has not goes.
    pub cancel_url: String,
}

/// A session that was opened.
#[derive(Debug, Clone)]
pub struct Session {
    /// Stripe's id, `cs_…`.
    pub id: String,
    /// Where it is paid.
    pub url: String,
}

/// A session as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionState {
    /// `open`, `complete` or `expired`.
    pub status: String,
    /// Whether the money was taken.
    pub paid: bool,
    /// Pence.
    pub amount: i64,
    /// In small letters.
    pub currency: String,
    /// `pi_…`, once somebody tried to pay.
    pub payment_intent: Option<String>,
}

/// A refund that a business wants.
#[derive(Debug, Clone, Copy)]
pub struct Refunding<'a> {
    /// The connected account.
    pub account_id: &'a str,
    /// `pi_…`.
    pub payment_intent: &'a str,
    /// Our refund's id, by which it is found again.
    pub refund_id: &'a str,
    /// The idempotency key.
    pub key: &'a str,
    /// Pence.
    pub amount: i64,
}

/// A business as Stripe is told of it.
#[derive(Debug, Clone, Copy)]
pub struct Profile<'a> {
    /// The profile's id.
    pub id: &'a ProfileId,
    /// The business's name.
    pub name: &'a str,
    /// The owner's address.
    pub email: &'a str,
    /// The business's web address; empty for none.
    pub website: &'a str,
}

/// A connected account as Stripe tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountState {
    /// `acct_…`.
    pub id: String,
    /// Whether it can be charged.
    pub charges_enabled: bool,
    /// Whether its owner has filled everything in once.
    pub details_submitted: bool,
    /// Whether customers may pay it from their bank account.
    pub pay_by_bank: bool,
    /// Why it cannot be charged, in Stripe's word; empty where nothing is the matter.
    pub disabled_reason: String,
}
