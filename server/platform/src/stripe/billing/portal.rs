//! Stripe's page on which a customer changes their card and finds their invoices. It offers no change of plan: that
//! is done here, with the amount shown.

use std::collections::HashMap;

use serde::Deserialize;
use stripe_billing::billing_portal_configuration::{
    CreateBillingPortalConfiguration, CreateBillingPortalConfigurationFeatures, InvoiceListParam,
    ListBillingPortalConfiguration, PaymentMethodUpdateParam,
};
use stripe_billing::billing_portal_session::CreateBillingPortalSession;

use super::super::http::{StripeHttp, StripeList};
use crate::stripe::CardError;

/// The metadata key by which our own configuration is found again.
const CONFIGURATION_NAME: &str = "plumbline_portal";
/// The version of the configuration, to be changed when the page should offer something else.
const CONFIGURATION_VERSION: &str = "1";

pub(super) async fn open_portal(
    client: &StripeHttp,
    customer: &str,
    return_url: &str,
) -> Result<String, CardError> {
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
