//! What a plan costs at Stripe.

use std::collections::HashMap;

use plumbline_core::plan::Plan;
use stripe::StripeRequest as _;
use stripe_product::price::{
    CreatePrice, CreatePriceProductData, CreatePriceRecurring, CreatePriceRecurringInterval,
    ListPrice,
};
use stripe_shared::{Price, RecurringInterval};
use stripe_types::Currency;

use super::super::client::once;
use super::seen::{PLAN, lookup_key};
use crate::stripe::CardError;

/// Finds the price of a plan by its key. An operator may have made it; where nobody has, it is made, so that keys
/// are all that selling takes.
pub(super) async fn price(client: &stripe::Client, plan: Plan) -> Result<String, CardError> {
    let key = lookup_key(plan);
    let listed = ListPrice::new()
        .lookup_keys([key.clone()])
        .active(true)
        .limit(1)
        .send(client)
        .await?;
    let price = match listed.data.into_iter().next() {
        Some(price) => price,
        None => make(client, plan, &key).await?,
    };
    if costs(&price, plan) {
        return Ok(price.id.to_string());
    }
    tracing::warn!(
        key,
        amount = price.unit_amount,
        "the price of a plan at Stripe is not what it costs here: it is not sold"
    );
    Err(CardError::Mispriced(key))
}

async fn make(client: &stripe::Client, plan: Plan, key: &str) -> Result<Price, CardError> {
    let pence = plan.monthly().map_or(0, |price| price.0);
    let product = CreatePriceProductData::new(format!("Plumbline {}", plan.name()));
    let monthly = CreatePriceRecurring::new(CreatePriceRecurringInterval::Month);
    let made = CreatePrice::new(Currency::GBP)
        .unit_amount(pence)
        .lookup_key(key)
        .recurring(monthly)
        .product_data(product)
        .metadata(HashMap::from([(PLAN.to_owned(), plan.word().to_owned())]))
        .customize()
        .request_strategy(once(&format!("price-{key}-{pence}"))?)
        .send(client)
        .await?;
    Ok(made)
}

/// Whether it is core's amount, in pounds, each month.
fn costs(price: &Price, plan: Plan) -> bool {
    let is_monthly = price
        .recurring
        .as_ref()
        .is_some_and(|it| it.interval == RecurringInterval::Month && it.interval_count == 1);
    is_monthly
        && price.currency == Currency::GBP
        && price.unit_amount.is_some()
        && price.unit_amount == plan.monthly().map(|price| price.0)
}
