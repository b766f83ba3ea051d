//! What happens to plans by itself, and by people at Stripe's own pages.

use serde_json::{Map, Value, json};

use super::super::StandIn;
use super::shapes::subscription;
use super::{bill, end, place, price_of};

impl StandIn {
    /// An event of the platform itself.
    pub fn own_event(&self, kind: &str, object: &Value) -> Value {
        let mut event = self.event(kind, "", object);
        if let Some(event) = event.as_object_mut() {
            Map::remove(event, "account");
        }
        event
    }

    /// Somebody enters their card on the page of a plan; the events, in the order in which Stripe makes them.
    pub fn subscribe(&self, session: &str) -> Vec<Value> {
        let now = self.now();
        let (kept, it, bill) = {
            let mut world = self.world();
            let (_, mut kept) = world.sessions.get(session).expect("a session").clone();
            assert_eq!(kept["status"], "open", "only an open session is paid");
            let id = kept["price_of_stand_in"].as_str().map(str::to_owned);
            let price = price_of(&world, id.as_ref()).expect("a price");
            let it = subscription(&mut world, &kept, &price, now);
            kept["status"] = json!("complete");
            kept["payment_status"] = json!("paid");
            kept["subscription"] = it["id"].clone();
            kept["url"] = Value::Null;
            world
                .sessions
                .insert(session.to_owned(), (String::new(), kept.clone()));
            world.sold.subscriptions.push(it.clone());
            let total = match it["status"] == "active" {
                true => price["unit_amount"].as_i64().unwrap_or(0),
                false => 0,
            };
            let bill = bill(&mut world, &it["customer"], total, now);
            (kept, it, bill)
        };
        vec![
            self.own_event("customer.subscription.created", &it),
            self.own_event("invoice.paid", &bill),
            self.own_event("checkout.session.completed", &kept),
        ]
    }

    /// A period is over: the next is paid, or its card is refused. The events.
    pub fn renew(&self, id: &str, is_paid: bool) -> Vec<Value> {
        let now = self.now();
        let (it, bill) = {
            let mut world = self.world();
            let at = place(&world, id).expect("a subscription");
            let mut it = world.sold.subscriptions[at].clone();
            let item = &mut it["items"]["data"][0];
            // Trying again pays the period that has begun.
            let from = match it_is(&world.sold.subscriptions[at], "past_due") {
                true => item["current_period_start"].as_i64().expect("a time"),
                false => item["current_period_end"].as_i64().expect("a time"),
            };
            item["current_period_start"] = json!(from);
            item["current_period_end"] = json!(from + super::MONTH);
            let pence = item["price"]["unit_amount"].as_i64().expect("pence");
            it["status"] = json!(if is_paid { "active" } else { "past_due" });
            world.sold.subscriptions[at] = it.clone();
            let mut bill = bill(&mut world, &it["customer"], pence, now);
            if !is_paid {
                bill["status"] = json!("open");
                if let Some(last) = world.sold.invoices.last_mut() {
                    last["status"] = json!("open");
                }
            }
            (it, bill)
        };
        let paid = if is_paid {
            "invoice.paid"
        } else {
            "invoice.payment_failed"
        };
        vec![
            self.own_event("customer.subscription.updated", &it),
            self.own_event(paid, &bill),
        ]
    }

    /// A subscription ends: as was asked for, or because nobody paid. The event.
    pub fn ends(&self, id: &str, reason: &str) -> Value {
        let now = self.now();
        let it = {
            let mut world = self.world();
            let at = place(&world, id).expect("a subscription");
            let it = &mut world.sold.subscriptions[at];
            end(it, now, reason);
            it.clone()
        };
        self.own_event("customer.subscription.deleted", &it)
    }

    /// A subscription as it is.
    pub fn subscription(&self, id: &str) -> Value {
        let world = self.world();
        let at = place(&world, id).expect("a subscription");
        world.sold.subscriptions[at].clone()
    }

    /// The event that tells how a subscription is now.
    pub fn updated(&self, id: &str) -> Value {
        let it = self.subscription(id);
        self.own_event("customer.subscription.updated", &it)
    }
}

fn it_is(subscription: &Value, status: &str) -> bool {
    subscription["status"] == status
}
