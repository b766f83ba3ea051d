//! Stripe's page on which a customer changes their card and finds their invoices. What changes a plan is not on
//! it: that is done here, with the amount shown.

use std::collections::HashMap;

use stripe::StripeRequest as _;
use stripe_billing::billing_portal_configuration::{
    CreateBillingPortalConfiguration, CreateBillingPortalConfigurationFeatures, InvoiceListParam,
    ListBillingPortalConfiguration, PaymentMethodUpdateParam,
};
use stripe_billing::billing_portal_session::CreateBillingPortalSession;

use super::super::client::once;
use crate::stripe::CardError;

/// The name under which our own configuration is found again.
const OURS: &str = "plumbline_portal";
/// Which one: another when other things are to be on the page.
const EDITION: &str = "1";

pub(super) async fn open(
    client: &stripe::Client,
    customer: &str,
    return_url: &str,
) -> Result<String, CardError> {
    let session = CreateBillingPortalSession::new()
        .customer(customer)
        .configuration(configuration(client).await?)
        .return_url(return_url)
        .send(client)
        .await?;
    Ok(session.url)
}

/// Our configuration of the page, made where there is none: what an operator has set up for something else of
/// theirs stays as it is.
async fn configuration(client: &stripe::Client) -> Result<String, CardError> {
    let listed = ListBillingPortalConfiguration::new()
        .active(true)
        .limit(100)
        .send(client)
        .await?;
    let is_ours =
        |about: &HashMap<String, String>| about.get(OURS).map(String::as_str) == Some(EDITION);
    let ours = listed
        .data
        .into_iter()
        .find(|one| one.metadata.as_ref().is_some_and(is_ours));
    if let Some(ours) = ours {
        return Ok(ours.id.to_string());
    }
    let mut features = CreateBillingPortalConfigurationFeatures::new();
    features.invoice_history = Some(InvoiceListParam::new(true));
    features.payment_method_update = Some(PaymentMethodUpdateParam::new(true));
    let made = CreateBillingPortalConfiguration::new(features)
        .name("Plumbline")
        .metadata(HashMap::from([(OURS.to_owned(), EDITION.to_owned())]))
        .customize()
        .request_strategy(once(&format!("{OURS}-{EDITION}"))?)
        .send(client)
        .await?;
    Ok(made.id.to_string())
}
