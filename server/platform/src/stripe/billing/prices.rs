//! What a plan costs at Stripe.

use std::collections::HashMap;

use plumbline_core::plan::Plan;
use serde::Deserialize;
use stripe_product::price::{
    CreatePrice, CreatePriceProductData, CreatePriceRecurring, CreatePriceRecurringInterval, ListPrice,
};
use stripe_types::Currency;

use super::super::http::{StripeHttp, StripeList};
use super::objects::{PLAN_METADATA, price_lookup_key};
use crate::stripe::CardError;

/// A price in a response of Stripe.
#[derive(Debug, Deserialize)]
struct Price {
    id: String,
    currency: String,
    /// The price in pence.
    unit_amount: Option<i64>,
    recurring: Option<Recurring>,
}

#[derive(Debug, Deserialize)]
struct Recurring {
    interval: String,
    interval_count: u64,
}

/// Finds the price of a plan by its lookup key. An operator may have created it; if not, it is created here, so that
/// nothing but the keys is needed to sell plans.
pub(super) async fn find_or_create_price(client: &StripeHttp, plan: Plan) -> Result<String, CardError> {
    let key = price_lookup_key(plan);
    let request = ListPrice::new().lookup_keys([key.clone()]).active(true).limit(1);
    let listed: StripeList<Price> = client.new_call(&request).send().await?;
    let price = match listed.data.into_iter().next() {
        Some(price) => price,
        None => create_price(client, plan, &key).await?,
    };
    if has_expected_amount(&price, plan) {
        return Ok(price.id);
    }
    tracing::warn!(
        key,
        amount = price.unit_amount,
        "the price of a plan at Stripe is not what it costs here: it is not sold"
    );
    Err(CardError::Mispriced(key))
}

async fn create_price(client: &StripeHttp, plan: Plan, key: &str) -> Result<Price, CardError> {
    let pence = plan.monthly_price().map_or(0, |price| price.0);
    let product = CreatePriceProductData::new(format!("Plumbline {}", plan.label()));
    let monthly = CreatePriceRecurring::new(CreatePriceRecurringInterval::Month);
    let request = CreatePrice::new(Currency::GBP)
        .unit_amount(pence)
        .lookup_key(key)
        .recurring(monthly)
        .product_data(product)
        .metadata(HashMap::from([(PLAN_METADATA.to_owned(), plan.code().to_owned())]));
    let once = format!("price-{key}-{pence}");
    client.new_call(&request).with_idempotency_key(&once).send().await
}

/// Whether it is the amount in `core`, in pounds, monthly.
fn has_expected_amount(price: &Price, plan: Plan) -> bool {
    let is_monthly =
        price.recurring.as_ref().is_some_and(|it| it.interval == "month" && it.interval_count == 1);
    is_monthly
        && price.currency == "gbp"
        && price.unit_amount.is_some()
        && price.unit_amount == plan.monthly_price().map(|price| price.0)
}
