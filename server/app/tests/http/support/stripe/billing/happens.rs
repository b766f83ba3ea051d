//! What happens to plans automatically, and through people on Stripe's own pages.

use serde_json::{Map, Value, json};

use super::super::FakeStripe;
use super::shapes::subscription_json;
use super::{bill_customer, end_at, find_price, subscription_index};

impl FakeStripe {
    /// An event of the platform itself.
    pub fn platform_event(&self, kind: &str, object: &Value) -> Value {
        let mut event = self.event_json(kind, "", object);
        if let Some(event) = event.as_object_mut() {
            Map::remove(event, "account");
        }
        event
    }

    /// Somebody enters their card on the page of a plan. Returns the events, in the order in which Stripe makes them.
    pub fn complete_subscription(&self, session: &str) -> Vec<Value> {
        let now = self.now();
        let (saved, it, bill) = {
            let mut world = self.lock_state();
            let (_, mut stored) = world.sessions.get(session).expect("a session").clone();
            assert_eq!(stored["status"], "open", "only an open session is paid");
            let id = stored["price_of_stand_in"].as_str().map(str::to_owned);
            let price = find_price(&world, id.as_ref()).expect("a price");
            let it = subscription_json(&mut world, &stored, &price, now);
            stored["status"] = json!("complete");
            stored["payment_status"] = json!("paid");
            stored["subscription"] = it["id"].clone();
            stored["url"] = Value::Null;
            world.sessions.insert(session.to_owned(), (String::new(), stored.clone()));
            world.billing.subscriptions.push(it.clone());
            let total = match it["status"] == "active" {
                true => price["unit_amount"].as_i64().unwrap_or(0),
                false => 0,
            };
            let bill = bill_customer(&mut world, &it["customer"], total, now);
            (stored, it, bill)
        };
        vec![
            self.platform_event("customer.subscription.created", &it),
            self.platform_event("invoice.paid", &bill),
            self.platform_event("checkout.session.completed", &saved),
        ]
    }

    /// A period ends: the next is paid, or its card is refused. Returns the events.
    pub fn renew_subscription(&self, id: &str, is_paid: bool) -> Vec<Value> {
        let now = self.now();
        let (it, bill) = {
            let mut world = self.lock_state();
            let at = subscription_index(&world, id).expect("a subscription");
            let mut it = world.billing.subscriptions[at].clone();
            let item = &mut it["items"]["data"][0];
            // A retry pays for the period that has already begun.
            let from = match has_status(&world.billing.subscriptions[at], "past_due") {
                true => item["current_period_start"].as_i64().expect("a time"),
                false => item["current_period_end"].as_i64().expect("a time"),
            };
            item["current_period_start"] = json!(from);
            item["current_period_end"] = json!(from + super::MONTH);
            let pence = item["price"]["unit_amount"].as_i64().expect("pence");
            it["status"] = json!(if is_paid { "active" } else { "past_due" });
            world.billing.subscriptions[at] = it.clone();
            let mut bill = bill_customer(&mut world, &it["customer"], pence, now);
            if !is_paid {
                bill["status"] = json!("open");
                if let Some(last) = world.billing.invoices.last_mut() {
                    last["status"] = json!("open");
                }
            }
            (it, bill)
        };
        let paid = if is_paid { "invoice.paid" } else { "invoice.payment_failed" };
        vec![self.platform_event("customer.subscription.updated", &it), self.platform_event(paid, &bill)]
    }

    /// A subscription ends, because that was requested or because nobody paid. Returns the event.
    pub fn end_subscription(&self, id: &str, reason: &str) -> Value {
        let now = self.now();
        let it = {
            let mut world = self.lock_state();
            let at = subscription_index(&world, id).expect("a subscription");
            let it = &mut world.billing.subscriptions[at];
            end_at(it, now, reason);
            it.clone()
        };
        self.platform_event("customer.subscription.deleted", &it)
    }

    /// A subscription in its current state.
    pub fn find_subscription(&self, id: &str) -> Value {
        let world = self.lock_state();
        let at = subscription_index(&world, id).expect("a subscription");
        world.billing.subscriptions[at].clone()
    }

    /// The event with a subscription's current state.
    pub fn subscription_updated_event(&self, id: &str) -> Value {
        let it = self.find_subscription(id);
        self.platform_event("customer.subscription.updated", &it)
    }
}

fn has_status(subscription: &Value, status: &str) -> bool {
    subscription["status"] == status
}
