//! Card payments from the connected account to the last refund, against a stand-in for Stripe.

mod business_refunds;
mod by_bank;
mod checkouts;
mod disputes;
mod events;
mod faults;
mod live;
mod onboarding;
mod once;
mod other_rules;
mod refunds;

use plumbline::config::{Config, StripeConfig};
use serde_json::{Value, json};
use stripe_webhook::Webhook;

use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::stripe::{CONNECT_SECRET, FakeStripe, SECRET_KEY, WEBHOOK_SECRET};
use crate::support::{Client, START, TestApp, TestResponse};

/// A business that accepts cards, and a stand-in for Stripe.
pub struct CardFixture {
    pub business: TestBusiness,
    pub stripe: FakeStripe,
    /// The id of the connected account.
    pub account: String,
}

/// Starts a server that uses a stand-in.
pub async fn start_with_stripe() -> (TestApp, FakeStripe) {
    start_with_config(|_| {}).await
}

/// The same with a changed configuration.
pub async fn start_with_config(change: impl FnOnce(&mut Config)) -> (TestApp, FakeStripe) {
    let stripe = FakeStripe::start("127.0.0.1:0", || START / 1000).await;
    let url = stripe.url();
    let app = TestApp::start_with(|config| {
        config.stripe = Some(stripe_config(&url));
        change(config);
    })
    .await;
    let clock = app.clock.clone();
    stripe.set_clock(move || plumbline::clock::Clock::now_ms(&*clock) / 1000);
    (app, stripe)
}

/// A configuration with the stand-in's address.
pub fn stripe_config(api_base: &str) -> StripeConfig {
    StripeConfig {
        secret_key: SECRET_KEY.to_owned(),
        webhook_secrets: vec![WEBHOOK_SECRET.to_owned(), CONNECT_SECRET.to_owned()],
        api_base: api_base.parse().expect("an address"),
        // A server for businesses that accept cards, without plans for sale.
        sells_plans: false,
    }
}

impl CardFixture {
    /// The fixture with an account that is connected and ready.
    pub async fn open_connected() -> Self {
        let card = Self::open_unconnected().await;
        card.connect_account().await
    }

    /// The fixture before an account is connected.
    pub async fn open_unconnected() -> Self {
        let (app, stripe) = start_with_stripe().await;
        Self { business: TestBusiness::open_at(app).await, stripe, account: String::new() }
    }

    /// Connects an account; Stripe reports that it is ready.
    pub async fn connect_account(mut self) -> Self {
        self.client().post_empty(&self.card_path()).await.expect_status(200);
        self.account = self.list_accounts().pop().expect("an account");
        let event = self.stripe.set_account_state(&self.account, true, true);
        self.send_event(&event).await.expect_status(200);
        self
    }

    /// The accounts at Stripe, the newest last.
    pub fn list_accounts(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.stripe.lock_state().accounts.keys().cloned().collect();
        ids.sort();
        ids
    }

    /// The path of the profile's card payments.
    pub fn card_path(&self) -> String {
        format!("/api/business-profiles/{}/card", self.business.profile)
    }

    /// The business's browser.
    pub fn client(&self) -> &Client {
        &self.business.client
    }

    /// Advances the clock; the business signs in again.
    pub async fn advance_minutes(&self, minutes: i64) {
        self.business.app.clock.advance(minutes * 60_000);
        let app = &self.business.app;
        app.log_in(self.client(), crate::documents::OWNER).await;
    }

    /// Sends an event to the server, signed like Stripe's.
    pub async fn send_event(&self, event: &Value) -> TestResponse {
        self.send_event_at(event, self.stripe.now()).await
    }

    /// The same, signed at another time (unix seconds).
    pub async fn send_event_at(&self, event: &Value, time: i64) -> TestResponse {
        let body = event.to_string();
        let signature = Webhook::generate_test_header(&body, CONNECT_SECRET, Some(time));
        self.send_raw_event(body, Some(&signature)).await
    }

    /// Sends a body with any signature.
    pub async fn send_raw_event(&self, body: String, signature: Option<&str>) -> TestResponse {
        let client = self.business.app.new_client();
        let mut request = client.request(reqwest::Method::POST, "/api/stripe/webhook").body(body);
        if let Some(signature) = signature {
            request = request.header("stripe-signature", signature);
        }
        client.send(request).await
    }

    /// A customer opens a card checkout for an invoice.
    pub async fn request_checkout(&self, invoice: &Value, amount: &str) -> TestResponse {
        let path = format!("/api/invoices/public/{}/stripe-checkout", token_of(invoice));
        let body = json!({ "amount": amount });
        self.business.app.new_client().post(&path, &body).await
    }

    /// The same on a quote.
    pub async fn request_deposit_checkout(&self, quote: &Value, amount: &str) -> TestResponse {
        let path = format!("/api/quotes/public/{}/stripe-checkout", token_of(quote));
        let body = json!({ "amount": amount });
        self.business.app.new_client().post(&path, &body).await
    }

    /// A sent invoice for 478.10 with an open checkout.
    pub async fn open_checkout(&self) -> (Value, String) {
        let invoice = self.business.sent_invoice().await;
        let answer = self.request_checkout(&invoice, "478.10").await.expect_status(200);
        (invoice, session_id(&answer))
    }

    /// A sent invoice that was paid by card.
    pub async fn paid_invoice(&self) -> (Value, String) {
        let (invoice, session) = self.open_checkout().await;
        let event = self.stripe.pay_session(&session);
        self.send_event(&event).await.expect_status(200);
        (invoice, session)
    }

    /// An invoice as the business sees it.
    pub async fn read_invoice(&self, invoice: &Value) -> Value {
        let path = format!("/api/invoices/{}", id_of(invoice));
        self.client().get(&path).await.expect_status(200)
    }

    /// A quote as the business sees it.
    pub async fn read_quote(&self, quote: &Value) -> Value {
        let path = format!("/api/quotes/{}", id_of(quote));
        self.client().get(&path).await.expect_status(200)
    }

    /// An invoice as its customer sees it.
    pub async fn read_public_invoice(&self, invoice: &Value) -> Value {
        let path = format!("/api/invoices/public/{}", token_of(invoice));
        self.business.app.new_client().get(&path).await.expect_status(200)
    }

    /// The kinds of the activities, newest first.
    pub async fn list_activity_kinds(&self) -> Vec<String> {
        let list = self.client().get("/api/activities").await.expect_status(200);
        let kinds = list.as_array().expect("a list").iter();
        kinds.map(|it| it["kind"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The texts of the emails to the business.
    pub async fn list_business_emails(&self) -> Vec<String> {
        let received_emails = self.business.app.receive_emails(crate::documents::OWNER).await;
        received_emails.into_iter().map(|received_email| received_email.text).collect()
    }
}

/// The id of the session in a response's address.
#[track_caller]
pub fn session_id(answer: &Value) -> String {
    let url = answer["url"].as_str().expect("an address");
    url.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The status of a stored session: open, complete or expired.
pub fn session_status(card: &CardFixture, session: &str) -> String {
    card.stripe.find_session(session)["status"].as_str().unwrap_or_default().to_owned()
}
