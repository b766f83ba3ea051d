//! Stripe Billing as far as it is used: customers, prices, subscriptions with their invoices and proration, the portal
//! (docs.stripe.com/api: subscriptions, invoices, create preview invoice, prices, customer portal).

mod happens;
mod shapes;

use std::collections::HashMap;

use serde_json::{Value, json};

use super::shapes::session_json as session_of;
use super::shapes::{error_json, form_map};
use super::{StripeCall, StripeState};

pub use shapes::price_json;
use shapes::{invoice_json, list_json, portal_json};

type Answer = (u16, Value);
type Form = HashMap<String, String>;

/// The state of what the platform sells.
#[derive(Default)]
pub struct BillingState {
    pub customers: HashMap<String, Value>,
    pub prices: Vec<Value>,
    /// The subscriptions, oldest first.
    pub subscriptions: Vec<Value>,
    /// The invoices, oldest first.
    pub invoices: Vec<Value>,
    /// The credit of each customer, in pence.
    pub credit: HashMap<String, i64>,
    /// Whether the next charge is refused.
    pub refuses_charge: bool,
    portals: Vec<Value>,
}

/// About a month, in seconds.
const MONTH: i64 = 30 * 86_400;

/// The response to a request about what the platform sells; `None` for other requests.
pub fn handle_call(world: &mut StripeState, call: &StripeCall, base: &str, now: i64) -> Option<Answer> {
    let parts: Vec<&str> = call.request.split(['/', ' ']).filter(|part| !part.is_empty()).collect();
    let form = &call.form;
    Some(match parts.as_slice() {
        ["POST", "v1", "customers"] => {
            let id = world.next_id("cus");
            let customer = json!({
                "id": id, "object": "customer", "created": now, "livemode": false,
                "email": form.get("email"), "name": form.get("name"),
                "metadata": form_map(form, "metadata"),
            });
            world.billing.customers.insert(id, customer.clone());
            (200, customer)
        }
        ["GET", "v1", "prices"] => {
            let key = json!(form.get("lookup_keys[0]"));
            let prices = world.billing.prices.iter();
            let found = prices.filter(|price| price["lookup_key"] == key && price["active"] == true);
            (200, list_json("/v1/prices", found.cloned().collect()))
        }
        ["POST", "v1", "prices"] => {
            let price = price_json(&world.next_id("price"), form, now);
            world.billing.prices.push(price.clone());
            (200, price)
        }
        ["POST", "v1", "checkout", "sessions"]
            if form.get("mode").is_some_and(|mode| mode == "subscription") =>
        {
            create_checkout(world, call, base, now)
        }
        ["GET", "v1", "subscriptions"] => {
            let customer = json!(form.get("customer"));
            let all = world.billing.subscriptions.iter().rev();
            let found = all.filter(|it| it["customer"] == customer);
            (200, list_json("/v1/subscriptions", found.cloned().collect()))
        }
        ["POST", "v1", "subscriptions", id] => update_subscription(world, id, form, now),
        ["DELETE", "v1", "subscriptions", id] => match subscription_index(world, id) {
            Some(at) if world.billing.subscriptions[at]["status"] != "canceled" => {
                let it = &mut world.billing.subscriptions[at];
                end_at(it, now, "cancellation_requested");
                (200, it.clone())
            }
            _ => not_found("subscription"),
        },
        ["GET", "v1", "invoices"] => {
            let customer = json!(form.get("customer"));
            let all = world.billing.invoices.iter().rev();
            let found = all.filter(|it| it["customer"] == customer);
            (200, list_json("/v1/invoices", found.cloned().collect()))
        }
        ["POST", "v1", "invoices", "create_preview"] => preview_invoice(world, form, now),
        ["GET", "v1", "billing_portal", "configurations"] => {
            let all = world.billing.portals.clone();
            (200, list_json("/v1/billing_portal/configurations", all))
        }
        ["POST", "v1", "billing_portal", "configurations"] => {
            let made = portal_json(&world.next_id("bpc"), form, now);
            world.billing.portals.push(made.clone());
            (200, made)
        }
        ["POST", "v1", "billing_portal", "sessions"] => {
            let id = world.next_id("bps");
            let back = form.get("return_url").cloned().unwrap_or_default();
            let session = json!({
                "id": id, "object": "billing_portal.session", "created": now, "livemode": false,
                "configuration": form.get("configuration"), "customer": form.get("customer"),
                "return_url": back, "url": format!("{base}/portal?back={back}"),
            });
            (200, session)
        }
        _ => return None,
    })
}

fn not_found(what: &str) -> Answer {
    let text = format!("No such {what}");
    (404, error_json("invalid_request_error", "resource_missing", &text))
}

fn find_price(world: &StripeState, id: Option<&String>) -> Option<Value> {
    let id = json!(id);
    world.billing.prices.iter().find(|price| price["id"] == id).cloned()
}

fn create_checkout(world: &mut StripeState, call: &StripeCall, base: &str, now: i64) -> Answer {
    let form = &call.form;
    let Some(price) = find_price(world, form.get("line_items[0][price]")) else {
        return not_found("price");
    };
    let trial_end: Option<i64> = form.get("subscription_data[trial_end]").and_then(|text| text.parse().ok());
    if trial_end.is_some_and(|end| end < now + 48 * 3_600) {
        let text = "The `trial_end` date has to be at least 2 days in the future.";
        return (400, error_json("invalid_request_error", "", text));
    }
    let id = world.next_id("cs_test");
    let mut session = session_of(&id, &format!("{base}/pay/{id}"), form, now);
    session["mode"] = json!("subscription");
    session["customer"] = json!(form.get("customer"));
    session["expires_at"] = json!(now + 86_400);
    session["amount_total"] = match trial_end {
        Some(_) => json!(0),
        None => price["unit_amount"].clone(),
    };
    session["price_of_stand_in"] = price["id"].clone();
    session["trial_of_stand_in"] = json!(trial_end);
    session["account_of_stand_in"] = form_map(form, "subscription_data[metadata]");
    world.sessions.insert(id, (String::new(), session.clone()));
    (200, session)
}

fn subscription_index(world: &StripeState, id: &str) -> Option<usize> {
    let mut all = world.billing.subscriptions.iter();
    all.position(|it| it["id"] == id)
}

fn end_at(subscription: &mut Value, now: i64, reason: &str) {
    subscription["status"] = json!("canceled");
    subscription["ended_at"] = json!(now);
    subscription["canceled_at"] = json!(now);
    subscription["cancellation_details"] = json!({ "comment": null, "feedback": null, "reason": reason });
}

fn update_subscription(world: &mut StripeState, id: &str, form: &Form, now: i64) -> Answer {
    let Some(at) = subscription_index(world, id) else {
        return not_found("subscription");
    };
    let mut it = world.billing.subscriptions[at].clone();
    if it["status"] == "canceled" {
        let text = "A canceled subscription can only update its cancellation_details and metadata.";
        return (400, error_json("invalid_request_error", "", text));
    }
    if let Some(ends) = form.get("cancel_at_period_end") {
        let ends = ends == "true";
        it["cancel_at_period_end"] = json!(ends);
        it["cancel_at"] = match ends {
            true => it["items"]["data"][0]["current_period_end"].clone(),
            false => Value::Null,
        };
    }
    if let Some(price) = find_price(world, form.get("items[0][price]")) {
        if form.get("items[0][id]").map(|id| json!(id)).as_ref() != Some(&it["items"]["data"][0]["id"]) {
            return not_found("subscription item");
        }
        let moment = form["proration_date"].parse().unwrap_or(now);
        let total = prorate(&it, &price, moment);
        if total > 0 && std::mem::take(&mut world.billing.refuses_charge) {
            return (402, error_json("card_error", "card_declined", "Your card was declined."));
        }
        let item = &mut it["items"]["data"][0];
        item["plan"] = shapes::plan_json(&price);
        item["price"] = price;
        if total != 0 {
            bill_customer(world, &it["customer"], total, now);
        }
    }
    world.billing.subscriptions[at] = it.clone();
    (200, it)
}

/// The amount of a change at a moment: the rest of the new plan less the rest of the old one.
fn prorate(subscription: &Value, price: &Value, moment: i64) -> i64 {
    if subscription["status"] == "trialing" {
        return 0;
    }
    let item = &subscription["items"]["data"][0];
    let whole = |value: &Value| value.as_i64().expect("a number");
    let (from, to) = (whole(&item["current_period_start"]), whole(&item["current_period_end"]));
    let rest = |pence: i64| (pence * (to - moment) + (to - from) / 2) / (to - from);
    rest(whole(&price["unit_amount"])) - rest(whole(&item["price"]["unit_amount"]))
}

fn preview_invoice(world: &mut StripeState, form: &Form, now: i64) -> Answer {
    let Some(at) = form.get("subscription").and_then(|id| subscription_index(world, id)) else {
        return not_found("subscription");
    };
    let details = "subscription_details";
    let Some(price) = find_price(world, form.get(&format!("{details}[items][0][price]"))) else {
        return not_found("price");
    };
    assert_eq!(
        form.get(&format!("{details}[proration_behavior]")).map(String::as_str),
        Some("always_invoice")
    );
    let moment = form[&format!("{details}[proration_date]")].parse().unwrap_or(now);
    let it = world.billing.subscriptions[at].clone();
    let total = prorate(&it, &price, moment);
    let credit = customer_credit(world, &it["customer"]);
    let mut invoice = invoice_json("upcoming", &it["customer"], total, credit, now);
    invoice["id"] = Value::Null;
    invoice["number"] = Value::Null;
    invoice["status"] = json!("draft");
    (200, invoice)
}

fn customer_credit(world: &StripeState, customer: &Value) -> i64 {
    let id = customer.as_str().unwrap_or_default();
    world.billing.credit.get(id).copied().unwrap_or(0)
}

/// Makes an invoice and charges it, first to the customer's credit.
fn bill_customer(world: &mut StripeState, customer: &Value, total: i64, now: i64) -> Value {
    let credit = customer_credit(world, customer);
    let id = world.next_id("in");
    let invoice = invoice_json(&id, customer, total, credit, now);
    let left = credit - total.min(credit);
    let who = customer.as_str().unwrap_or_default().to_owned();
    world.billing.credit.insert(who, left);
    world.billing.invoices.push(invoice.clone());
    invoice
}
