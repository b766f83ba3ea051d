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

use crate::card::session_id;
use crate::documents::{OWNER, TestBusiness};
use crate::support::stripe::{FakeStripe, WEBHOOK_SECRET};
use crate::support::{START, TestApp, TestResponse};

const DAY: i64 = 86_400_000;

/// A business on a server that sells plans, and a stand-in for Stripe.
pub struct PlanFixture {
    pub business: TestBusiness,
    pub stripe: FakeStripe,
}

/// Configures a server that sells plans, with Stripe at this address.
pub fn sell_plans(config: &mut Config, api_base: &str) {
    let mut keys = crate::card::stripe_config(api_base);
    keys.sells_plans = true;
    config.stripe = Some(keys);
}

impl PlanFixture {
    /// A business on the first day of its trial.
    pub async fn start_trial() -> Self {
        let stripe = FakeStripe::start("127.0.0.1:0", || START / 1000).await;
        let url = stripe.url();
        let app = TestApp::start_with(|config| sell_plans(config, &url)).await;
        let clock = app.clock.clone();
        stripe.set_clock(move || plumbline::clock::Clock::now_ms(&*clock) / 1000);
        Self { business: TestBusiness::open_at(app).await, stripe }
    }

    /// Advances the clock by days, runs the due jobs, and signs the business in again.
    pub async fn advance_days(&self, days: i64) {
        self.business.app.clock.advance(days * DAY);
        self.business.app.run_jobs().await;
        self.business.app.log_in(&self.business.client, OWNER).await;
    }

    /// The account's subscription.
    pub async fn read_subscription(&self) -> Value {
        self.business.client.get("/api/subscription").await.expect_status(200)
    }

    /// Sends a POST to a path below the subscription.
    pub async fn post_subscription(&self, what: &str, body: &Value) -> TestResponse {
        let path = format!("/api/subscription/{what}");
        self.business.client.post(&path, body).await
    }

    /// The same without a body.
    pub async fn post_empty(&self, what: &str) -> TestResponse {
        let path = format!("/api/subscription/{what}");
        self.business.client.post_empty(&path).await
    }

    /// Opens a checkout and returns its session's id.
    pub async fn open_checkout(&self, plan: &str) -> String {
        let answer = self.post_subscription("checkout", &json!({ "plan": plan })).await;
        session_id(&answer.expect_status(200))
    }

    /// Buys a plan, with all events, and returns the subscription's id.
    pub async fn buy_plan(&self, plan: &str) -> String {
        let session = self.open_checkout(plan).await;
        let events = self.stripe.complete_subscription(&session);
        self.send_events(&events).await;
        let id = events[0]["data"]["object"]["id"].as_str();
        id.expect("an id").to_owned()
    }

    /// A business that bought a plan after the trial, and paid at once.
    pub async fn open_paying(plan: &str) -> (Self, String) {
        let shop = Self::start_trial().await;
        shop.advance_days(20).await;
        let id = shop.buy_plan(plan).await;
        // After the minute in which the server doesn't ask Stripe again.
        shop.business.app.clock.advance(5 * 60_000);
        (shop, id)
    }

    /// Sends an event to the server, signed like Stripe's.
    pub async fn send_event(&self, event: &Value) -> TestResponse {
        self.send_event_at(event, self.stripe.now()).await
    }

    /// The same, signed at another time (unix seconds).
    pub async fn send_event_at(&self, event: &Value, time: i64) -> TestResponse {
        let body = event.to_string();
        let signature = Webhook::generate_test_header(&body, WEBHOOK_SECRET, Some(time));
        let client = self.business.app.new_client();
        let request = client
            .request(reqwest::Method::POST, "/api/stripe/webhook")
            .header("stripe-signature", signature)
            .body(body);
        client.send(request).await
    }

    /// Sends each event to the server, and runs the due jobs.
    pub async fn send_events(&self, events: &[Value]) {
        for event in events {
            self.send_event(event).await.expect_status(200);
        }
        self.business.app.run_jobs().await;
    }

    /// Previews a change to another plan.
    pub async fn preview_change(&self, plan: &str) -> Value {
        let answer = self.post_subscription("preview", &json!({ "plan": plan })).await;
        answer.expect_status(200)
    }

    /// Changes the plan for the amount of a preview.
    pub async fn change_plan(&self, plan: &str, preview: &Value) -> TestResponse {
        let body = json!({ "plan": plan, "prorationDate": preview["prorationDate"] });
        self.post_subscription("change", &body).await
    }

    /// Creates a contact, as an example of an ordinary write.
    pub async fn create_contact(&self) -> TestResponse {
        let body = crate::documents::contact_body();
        self.business.client.post("/api/contacts", &body).await
    }

    /// The subjects of the emails about the plan.
    pub async fn email_subjects(&self) -> Vec<String> {
        let received_emails = self.business.app.receive_emails(OWNER).await;
        let about = received_emails.into_iter().map(|received_email| received_email.subject);
        about.filter(|it| it.contains("trial") || it.contains("payment")).collect()
    }

    pub async fn stop(self) {
        self.business.app.stop().await;
    }
}

/// The features in a response.
pub fn list_features(answer: &Value) -> Vec<&str> {
    let list = answer["features"].as_array().expect("a list").iter();
    list.filter_map(Value::as_str).collect()
}
