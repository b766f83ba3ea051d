//! The calls to Stripe, through async-stripe.

use std::collections::HashMap;

use serde::Deserialize;
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionAdaptivePricing,
    CreateCheckoutSessionAllowedPaymentMethodTypes as PaymentMethod, CreateCheckoutSessionLineItems,
    CreateCheckoutSessionLineItemsPriceData, CreateCheckoutSessionPaymentIntentData, ExpireCheckoutSession,
    ProductData, RetrieveCheckoutSession,
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
use crate::stripe::http::{Acknowledgement, StripeHttp, StripeList};
use crate::stripe::order::{
    CheckoutAddress, CheckoutOrder, CheckoutState, ConnectedAccount, RefundRequest, StripeProfile,
};

/// The metadata key with our checkout's id.
const CHECKOUT: &str = "plumbline_checkout";
/// The metadata key with the id of a refund that a business requested.
pub const REFUND: &str = "plumbline_refund";

/// The client of Stripe's API for card payments.
pub(super) struct Client(pub(super) StripeHttp);

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
        Ok(Self(StripeHttp::new(config)?))
    }

    pub(super) async fn open_checkout(&self, order: &CheckoutOrder) -> Result<CheckoutAddress, CardError> {
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
            ("document_id", order.document_id.as_str()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
        let mut intent = CreateCheckoutSessionPaymentIntentData::new();
        intent.description = Some(order.title.clone());
        intent.metadata = Some(about.clone());
        let mut checkout_session_allowed_payment_method_types = vec![PaymentMethod::Card];
        if order.pay_by_bank {
            checkout_session_allowed_payment_method_types.push(PaymentMethod::PayByBank);
        }
        // The customer pays the exact amount in pounds on the document.
        let mut pricing = CreateCheckoutSessionAdaptivePricing::new();
        pricing.enabled = Some(false);
        let request = CreateCheckoutSession::new()
            .mode(CheckoutSessionMode::Payment)
            .submit_type(CheckoutSessionSubmitType::Pay)
            .allowed_payment_method_types(checkout_session_allowed_payment_method_types)
            .adaptive_pricing(pricing)
            .line_items([line])
            .client_reference_id(order.checkout_id.as_str())
            .metadata(about)
            .payment_intent_data(intent)
            .expires_at(order.expires_at)
            .success_url(order.success_url.as_str())
            .cancel_url(order.cancel_url.as_str());
        let call = self.0.new_call(&request);
        let call = call.for_account(&order.account_id).with_idempotency_key(order.checkout_id.as_str());
        to_session(call.send().await?)
    }

    pub(super) async fn expire_session(&self, account_id: &str, id: &str) -> Result<(), CardError> {
        let call = self.0.new_call(&ExpireCheckoutSession::new(id));
        let Acknowledgement {} = call.for_account(account_id).send().await?;
        Ok(())
    }

    pub(super) async fn find_session(&self, account_id: &str, id: &str) -> Result<CheckoutState, CardError> {
        let call = self.0.new_call(&RetrieveCheckoutSession::new(id));
        Ok(to_session_state(call.for_account(account_id).send().await?))
    }

    pub(super) async fn refund_checkout(
        &self,
        account_id: &str,
        payment_intent: &str,
        checkout_id: &str,
        amount: i64,
    ) -> Result<(), CardError> {
        let wanted = RefundRequest {
            account_id,
            payment_intent,
            refund_id: checkout_id,
            key: &format!("refund-{checkout_id}"),
            amount,
        };
        self.refund_once(&wanted, (CHECKOUT, checkout_id)).await
    }

    pub(super) async fn refund_payment(&self, wanted: &RefundRequest<'_>) -> Result<(), CardError> {
        self.refund_once(wanted, (REFUND, wanted.refund_id)).await
    }

    /// Creates a refund with this mark in its metadata, unless there is one already.
    async fn refund_once(
        &self,
        wanted: &RefundRequest<'_>,
        (name, value): (&str, &str),
    ) -> Result<(), CardError> {
        // Stripe forgets idempotency keys after a day, and this may be tried for longer, so an existing refund is found
        // by its mark.
        let made = ListRefund::new().payment_intent(wanted.payment_intent).limit(100);
        let made = self.0.new_call(&made).for_account(wanted.account_id);
        let made: StripeList<Refund> = made.send().await?;
        let is_ours = |refund: &Refund| {
            let about = refund.metadata.as_ref();
            let failed = matches!(refund.status.as_deref(), Some("failed" | "canceled"));
            !failed && about.and_then(|about| about.get(name)).map(String::as_str) == Some(value)
        };
        if made.data.iter().any(is_ours) {
            return Ok(());
        }
        let about = HashMap::from([(name.to_owned(), value.to_owned())]);
        let request =
            CreateRefund::new().payment_intent(wanted.payment_intent).amount(wanted.amount).metadata(about);
        let call = self.0.new_call(&request).for_account(wanted.account_id);
        let Acknowledgement {} = call.with_idempotency_key(wanted.key).send().await?;
        Ok(())
    }

    pub(super) async fn create_account(
        &self,
        profile: &StripeProfile<'_>,
        key: &str,
    ) -> Result<ConnectedAccount, CardError> {
        let mut business = CreateAccountBusinessProfile::new();
        business.name = Some(profile.name.to_owned());
        business.url = normalise_website(profile.website);
        let about = HashMap::from([("plumbline_profile".to_owned(), profile.id.to_string())]);
        let request = CreateAccount::new()
            .type_(CreateAccountType::Standard)
            .country("GB")
            .email(profile.email)
            .business_profile(business)
            .metadata(about);
        let made = self.0.new_call(&request).with_idempotency_key(key).send().await?;
        Ok(to_account_state(made))
    }

    pub(super) async fn find_account(&self, id: &str) -> Result<ConnectedAccount, CardError> {
        let request = RetrieveAccount::new(AccountId::from(id));
        Ok(to_account_state(self.0.new_call(&request).send().await?))
    }

    pub(super) async fn create_account_link(
        &self,
        id: &str,
        return_url: &str,
        refresh_url: &str,
    ) -> Result<String, CardError> {
        let request = CreateAccountLink::new(id, CreateAccountLinkType::AccountOnboarding)
            .return_url(return_url)
            .refresh_url(refresh_url);
        let AccountLink { url } = self.0.new_call(&request).send().await?;
        Ok(url)
    }
}

/// A session that was just opened, and therefore has an address.
pub(super) fn to_session(session: CheckoutSession) -> Result<CheckoutAddress, CardError> {
    let url = session.url.ok_or_else(|| CardError::Unavailable("a session without an address".to_owned()))?;
    Ok(CheckoutAddress { id: session.id, url })
}

/// A web address in the form that Stripe accepts, with its scheme.
fn normalise_website(text: &str) -> Option<String> {
    match text.trim() {
        "" => None,
        full if full.contains("://") => Some(full.to_owned()),
        bare => Some(format!("https://{bare}")),
    }
}

fn to_session_state(session: CheckoutSession) -> CheckoutState {
    CheckoutState {
        status: session.status.unwrap_or_default(),
        paid: session.payment_status == "paid",
        amount: session.amount_total.unwrap_or(0),
        currency: session.currency.unwrap_or_default(),
        payment_intent: session.payment_intent,
    }
}

fn to_account_state(account: Account) -> ConnectedAccount {
    let reason = account.requirements.and_then(|it| it.disabled_reason);
    let by_bank = account.capabilities.and_then(|it| it.pay_by_bank_payments);
    ConnectedAccount {
        id: account.id,
        charges_enabled: account.charges_enabled.unwrap_or(false),
        details_submitted: account.details_submitted.unwrap_or(false),
        pay_by_bank: by_bank.as_deref() == Some("active"),
        disabled_reason: reason.unwrap_or_default(),
    }
}
