//! Stripe's page on which a customer changes their card and finds their invoices. It offers no change of plan: that
//! is done here, with the amount shown.

use std::collections::HashMap;

use serde::Deserialize;
use stripe_billing::billing_portal_configuration::{
    CreateBillingPortalConfiguration, CreateBillingPortalConfigurationFeatures, InvoiceListParam,
    ListBillingPortalConfiguration, PaymentMethodUpdateParam,
};
use stripe_billing::billing_portal_session::CreateBillingPortalSession;

use super::super::http::{Http, List};
use crate::stripe::CardError;

/// The metadata key by which our own configuration is found again.
const OURS: &str = "plumbline_portal";
/// The version of the configuration, to be changed when the page should offer something else.
const EDITION: &str = "1";

pub(super) async fn open(
    client: &Http,
    customer: &str,
    return_url: &str,
) -> Result<String, CardError> {
    let request = CreateBillingPortalSession::new()
        .customer(customer)
        .configuration(configuration(client).await?)
        .return_url(return_url);
    let Page { url } = client.call(&request).send().await?;
    Ok(url)
}

#[derive(Debug, Deserialize)]
struct Page {
    url: String,
}

#[derive(Debug, Deserialize)]
struct Configuration {
    id: String,
    metadata: Option<HashMap<String, String>>,
}

/// Our configuration of the page, created if it doesn't exist. Configurations that an operator made for other purposes
/// stay unchanged.
async fn configuration(client: &Http) -> Result<String, CardError> {
    let request = ListBillingPortalConfiguration::new()
        .active(true)
        .limit(100);
    let listed: List<Configuration> = client.call(&request).send().await?;
    let is_ours =
        |about: &HashMap<String, String>| about.get(OURS).map(String::as_str) == Some(EDITION);
    let ours = listed
        .data
        .into_iter()
        .find(|one| one.metadata.as_ref().is_some_and(is_ours));
    if let Some(ours) = ours {
        return Ok(ours.id);
    }
    let mut features = CreateBillingPortalConfigurationFeatures::new();
    features.invoice_history = Some(InvoiceListParam::new(true));
    features.payment_method_update = Some(PaymentMethodUpdateParam::new(true));
    let request = CreateBillingPortalConfiguration::new(features)
        .name("Plumbline")
        .metadata(HashMap::from([(OURS.to_owned(), EDITION.to_owned())]));
    let key = format!("{OURS}-{EDITION}");
    let made: Configuration = client.call(&request).once(&key).send().await?;
    Ok(made.id)
}
