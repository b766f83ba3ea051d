//! The calls to Stripe, through async-stripe.

use std::collections::HashMap;

use serde::Deserialize;
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionAdaptivePricing,
    CreateCheckoutSessionAllowedPaymentMethodTypes as PaymentMethod,
    CreateCheckoutSessionLineItems, CreateCheckoutSessionLineItemsPriceData,
    CreateCheckoutSessionPaymentIntentData, ExpireCheckoutSession, ProductData,
    RetrieveCheckoutSession,
};
use stripe_client_core::AccountId;
use stripe_connect::account::{
    CreateAccount, CreateAccountBusinessProfile, CreateAccountType, RetrieveAccount,
};
use stripe_connect::account_link::{CreateAccountLink, CreateAccountLinkType};
use stripe_core::refund::{CreateRefund, ListRefund};
use stripe_shared::{CheckoutSessionMode, CheckoutSessionSubmitType};
use stripe_types::Currency;

use crate::config::StripeConfig;
use crate::error::BoxError;
use crate::stripe::CardError;
use crate::stripe::http::{Done, Http, List};
use crate::stripe::order::{AccountState, Order, Profile, Refunding, Session, SessionState};

/// The metadata key with our checkout's id.
const CHECKOUT: &str = "plumbline_checkout";
/// The metadata key with the id of a refund that a business requested.
pub const REFUND: &str = "plumbline_refund";

/// The client of Stripe's API for card payments.
pub(super) struct Client(pub(super) Http);

/// A checkout session in a response of Stripe.
#[derive(Debug, Deserialize)]
pub(super) struct CheckoutSession {
    id: String,
    url: Option<String>,
    /// The session's status: `open`, `complete` or `expired`.
    pub(super) status: Option<String>,
    payment_status: String,
    amount_total: Option<i64>,
    currency: Option<String>,
    payment_intent: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Refund {
    status: Option<String>,
    metadata: Option<HashMap<String, String>>,
}

#[derive(Debug, Deserialize)]
struct Account {
    id: String,
    charges_enabled: Option<bool>,
    details_submitted: Option<bool>,
    requirements: Option<Requirements>,
    capabilities: Option<Capabilities>,
}

#[derive(Debug, Deserialize)]
struct Requirements {
    disabled_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Capabilities {
    pay_by_bank_payments: Option<String>,
}

#[derive(Debug, Deserialize)]
struct AccountLink {
    url: String,
}

impl Client {
    pub(super) fn new(config: &StripeConfig) -> Result<Self, BoxError> {
        Ok(Self(Http::new(config)?))
    }

    pub(super) async fn open(&self, order: &Order) -> Result<Session, CardError> {
        let product = ProductData::new(order.title.as_str());
        let mut price = CreateCheckoutSessionLineItemsPriceData::new(Currency::GBP);
        price.unit_amount = Some(order.amount);
        price.product_data = Some(product);
        let mut line = CreateCheckoutSessionLineItems::new();
        line.quantity = Some(1);
        line.price_data = Some(price);
        let about: HashMap<String, String> = [
            (CHECKOUT, order.checkout_id.as_str()),
            ("document_kind", order.kind),
            ("document_id", &order.document_id),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
        let mut intent = CreateCheckoutSessionPaymentIntentData::new();
        intent.description = Some(order.title.clone());
        intent.metadata = Some(about.clone());
        let mut ways = vec![PaymentMethod::Card];
        if order.pay_by_bank {
            ways.push(PaymentMethod::PayByBank);
        }
        // The customer pays the exact amount in pounds on the document.
        let mut pricing = CreateCheckoutSessionAdaptivePricing::new();
        pricing.enabled = Some(false);
        let request = CreateCheckoutSession::new()
            .mode(CheckoutSessionMode::Payment)
            .submit_type(CheckoutSessionSubmitType::Pay)
            .allowed_payment_method_types(ways)
            .adaptive_pricing(pricing)
            .line_items([line])
            .client_reference_id(order.checkout_id.as_str())
            .metadata(about)
            .payment_intent_data(intent)
            .expires_at(order.expires_at)
            .success_url(order.success_url.as_str())
            .cancel_url(order.cancel_url.as_str());
        let call = self.0.call(&request);
        let call = call.on(&order.account_id).once(&order.checkout_id);
        opened(call.send().await?)
    }

    pub(super) async fn expire(&self, account_id: &str, id: &str) -> Result<(), CardError> {
        let call = self.0.call(&ExpireCheckoutSession::new(id));
        let Done {} = call.on(account_id).send().await?;
        Ok(())
    }

    pub(super) async fn session(
        &self,
        account_id: &str,
        id: &str,
    ) -> Result<SessionState, CardError> {
        let call = self.0.call(&RetrieveCheckoutSession::new(id));
        Ok(session_state(call.on(account_id).send().await?))
    }

    pub(super) async fn refund(
        &self,
        account_id: &str,
        payment_intent: &str,
        checkout_id: &str,
        amount: i64,
    ) -> Result<(), CardError> {
        let wanted = Refunding {
            account_id,
            payment_intent,
            refund_id: checkout_id,
            key: &format!("refund-{checkout_id}"),
            amount,
        };
        self.refund_marked(&wanted, (CHECKOUT, checkout_id)).await
    }

    pub(super) async fn give_back(&self, wanted: &Refunding<'_>) -> Result<(), CardError> {
        self.refund_marked(wanted, (REFUND, wanted.refund_id)).await
    }

    /// Creates a refund with this mark in its metadata, unless there is one already.
    async fn refund_marked(
        &self,
        wanted: &Refunding<'_>,
        (name, value): (&str, &str),
    ) -> Result<(), CardError> {
        // Stripe forgets idempotency keys after a day, and this may be tried for longer, so an existing refund is found
        // by its mark.
        let made = ListRefund::new()
            .payment_intent(wanted.payment_intent)
            .limit(100);
        let made = self.0.call(&made).on(wanted.account_id);
        let made: List<Refund> = made.send().await?;
        let is_ours = |refund: &Refund| {
            let about = refund.metadata.as_ref();
            let failed = matches!(refund.status.as_deref(), Some("failed" | "canceled"));
            !failed && about.and_then(|about| about.get(name)).map(String::as_str) == Some(value)
        };
        if made.data.iter().any(is_ours) {
            return Ok(());
        }
        let about = HashMap::from([(name.to_owned(), value.to_owned())]);
        let request = CreateRefund::new()
            .payment_intent(wanted.payment_intent)
            .amount(wanted.amount)
            .metadata(about);
        let call = self.0.call(&request).on(wanted.account_id);
        let Done {} = call.once(wanted.key).send().await?;
        Ok(())
    }

    pub(super) async fn create_account(
        &self,
        profile: &Profile<'_>,
        key: &str,
    ) -> Result<AccountState, CardError> {
        let mut business = CreateAccountBusinessProfile::new();
        business.name = Some(profile.name.to_owned());
        business.url = website(profile.website);
        let about = HashMap::from([("plumbline_profile".to_owned(), profile.id.to_string())]);
        let request = CreateAccount::new()
            .type_(CreateAccountType::Standard)
            .country("GB")
            .email(profile.email)
            .business_profile(business)
            .metadata(about);
        let made = self.0.call(&request).once(key).send().await?;
        Ok(account_state(made))
    }

    pub(super) async fn account(&self, id: &str) -> Result<AccountState, CardError> {
        let request = RetrieveAccount::new(AccountId::from(id));
        Ok(account_state(self.0.call(&request).send().await?))
    }

    pub(super) async fn account_link(
        &self,
        id: &str,
        return_url: &str,
        refresh_url: &str,
    ) -> Result<String, CardError> {
        let request = CreateAccountLink::new(id, CreateAccountLinkType::AccountOnboarding)
            .return_url(return_url)
            .refresh_url(refresh_url);
        let AccountLink { url } = self.0.call(&request).send().await?;
        Ok(url)
    }
}

/// A session that was just opened, and therefore has an address.
pub(super) fn opened(session: CheckoutSession) -> Result<Session, CardError> {
    let url = session
        .url
        .ok_or_else(|| CardError::Unavailable("a session without an address".to_owned()))?;
    Ok(Session {
        id: session.id,
        url,
    })
}

/// A web address in the form that Stripe accepts, with its scheme.
fn website(text: &str) -> Option<String> {
    match text.trim() {
        "" => None,
        full if full.contains("://") => Some(full.to_owned()),
        bare => Some(format!("https://{bare}")),
    }
}

fn session_state(session: CheckoutSession) -> SessionState {
    SessionState {
        status: session.status.unwrap_or_default(),
        paid: session.payment_status == "paid",
        amount: session.amount_total.unwrap_or(0),
        currency: session.currency.unwrap_or_default(),
        payment_intent: session.payment_intent,
    }
}

fn account_state(account: Account) -> AccountState {
    let reason = account.requirements.and_then(|it| it.disabled_reason);
    let by_bank = account.capabilities.and_then(|it| it.pay_by_bank_payments);
    AccountState {
        id: account.id,
        charges_enabled: account.charges_enabled.unwrap_or(false),
        details_submitted: account.details_submitted.unwrap_or(false),
        pay_by_bank: by_bank.as_deref() == Some("active"),
        disabled_reason: reason.unwrap_or_default(),
    }
}
