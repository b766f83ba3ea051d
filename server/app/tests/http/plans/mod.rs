//! Plans from the first day of a trial to the end of what was paid for, against a stand-in for Stripe Billing.

mod buying;
mod changing;
mod ending;
mod events;
mod features;
mod gate;
mod lapsing;
mod reminders;
mod selling;

use plumbline::config::Config;
use serde_json::{Value, json};
use stripe_webhook::Webhook;

use crate::card::session_of;
use crate::documents::{Desk, OWNER};
use crate::support::stripe::{StandIn, WEBHOOK_SECRET};
use crate::support::{Answer, START, TestApp};

const DAY: i64 = 86_400_000;

/// A business on a server that sells plans, and Stripe.
pub struct Shop {
    pub desk: Desk,
    pub stripe: StandIn,
}

/// The configuration of a server that sells plans at this address.
pub fn sells(config: &mut Config, api_base: &str) {
    let mut keys = crate::card::keys(api_base);
    keys.sells_plans = true;
    config.stripe = Some(keys);
}

impl Shop {
    /// On the first day of the business's trial.
    pub async fn open() -> Self {
        let stripe = StandIn::start("127.0.0.1:0", || START / 1000).await;
        let url = stripe.url();
        let app = TestApp::start_with(|config| sells(config, &url)).await;
        let clock = app.clock.clone();
        stripe.follow(move || plumbline::clock::Clock::now_ms(&*clock) / 1000);
        Self {
            desk: Desk::open_at(app).await,
            stripe,
        }
    }

    /// Days pass, and what is due is done; the business signs in again.
    pub async fn later(&self, days: i64) {
        self.desk.app.clock.advance(days * DAY);
        self.desk.app.run_jobs().await;
        self.desk.app.log_in(&self.desk.client, OWNER).await;
    }

    /// How the account stands.
    pub async fn now(&self) -> Value {
        self.desk.client.get("/api/subscription").await.expect(200)
    }

    /// POST below the subscription.
    pub async fn post(&self, what: &str, body: &Value) -> Answer {
        let path = format!("/api/subscription/{what}");
        self.desk.client.post(&path, body).await
    }

    /// The same without a body.
    pub async fn press(&self, what: &str) -> Answer {
        let path = format!("/api/subscription/{what}");
        self.desk.client.post_empty(&path).await
    }

    /// Opens a checkout: its session.
    pub async fn choose(&self, plan: &str) -> String {
        let answer = self.post("checkout", &json!({ "plan": plan })).await;
        session_of(&answer.expect(200))
    }

    /// Buys a plan, and every event arrives: the subscription's id.
    pub async fn buy(&self, plan: &str) -> String {
        let session = self.choose(plan).await;
        let events = self.stripe.subscribe(&session);
        self.tell_all(&events).await;
        let id = events[0]["data"]["object"]["id"].as_str();
        id.expect("an id").to_owned()
    }

    /// Buys a plan after the trial: it is paid at once.
    pub async fn paying(plan: &str) -> (Self, String) {
        let shop = Self::open().await;
        shop.later(20).await;
        let id = shop.buy(plan).await;
        // Out of the minute in which Stripe was asked.
        shop.desk.app.clock.advance(5 * 60_000);
        (shop, id)
    }

    /// Tells the server of an event, signed as Stripe signs it.
    pub async fn tell(&self, event: &Value) -> Answer {
        self.tell_at(event, self.stripe.now()).await
    }

    /// The same, signed at another time (unix seconds).
    pub async fn tell_at(&self, event: &Value, time: i64) -> Answer {
        let body = event.to_string();
        let signature = Webhook::generate_test_header(&body, WEBHOOK_SECRET, Some(time));
        let client = self.desk.app.client();
        let request = client
            .request(reqwest::Method::POST, "/api/stripe/webhook")
            .header("stripe-signature", signature)
            .body(body);
        client.send(request).await
    }

    /// Tells it of each, and does what is due then.
    pub async fn tell_all(&self, events: &[Value]) {
        for event in events {
            self.tell(event).await.expect(200);
        }
        self.desk.app.run_jobs().await;
    }

    /// Asks what another plan would cost.
    pub async fn preview(&self, plan: &str) -> Value {
        let answer = self.post("preview", &json!({ "plan": plan })).await;
        answer.expect(200)
    }

    /// Changes the plan at the amount of a preview.
    pub async fn change(&self, plan: &str, preview: &Value) -> Answer {
        let body = json!({ "plan": plan, "prorationDate": preview["prorationDate"] });
        self.post("change", &body).await
    }

    /// Writes a contact: an ordinary write.
    pub async fn write(&self) -> Answer {
        let body = crate::documents::contact();
        self.desk.client.post("/api/contacts", &body).await
    }

    /// The subjects of the mails about the plan.
    pub async fn subjects(&self) -> Vec<String> {
        let letters = self.desk.app.mails(OWNER).await;
        let about = letters.into_iter().map(|letter| letter.subject);
        about
            .filter(|it| it.contains("trial") || it.contains("payment"))
            .collect()
    }

    pub async fn close(self) {
        self.desk.app.stop().await;
    }
}

/// The features of an answer.
pub fn features(answer: &Value) -> Vec<&str> {
    let list = answer["features"].as_array().expect("a list").iter();
    list.filter_map(Value::as_str).collect()
}
