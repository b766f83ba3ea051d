//! Card payments from the connected account to the last refund, against a stand-in for Stripe.

mod by_bank;
mod checkouts;
mod disputes;
mod events;
mod faults;
mod giving_back;
mod live;
mod onboarding;
mod once;
mod other_rules;
mod refunds;

use plumbline::config::{Config, StripeConfig};
use serde_json::{Value, json};
use stripe_webhook::Webhook;

use crate::documents::{Desk, id, token};
use crate::support::stripe::{CONNECT_SECRET, SECRET_KEY, StandIn, WEBHOOK_SECRET};
use crate::support::{Answer, Client, START, TestApp};

/// A business that takes cards, and Stripe.
pub struct Till {
    pub desk: Desk,
    pub stripe: StandIn,
    /// The connected account.
    pub account: String,
}

/// A server that speaks with a stand-in.
pub async fn start() -> (TestApp, StandIn) {
    start_with(|_| {}).await
}

/// The same with a changed configuration.
pub async fn start_with(change: impl FnOnce(&mut Config)) -> (TestApp, StandIn) {
    let stripe = StandIn::start("127.0.0.1:0", || START / 1000).await;
    let url = stripe.url();
    let app = TestApp::start_with(|config| {
        config.stripe = Some(keys(&url));
        change(config);
    })
    .await;
    let clock = app.clock.clone();
    stripe.follow(move || plumbline::clock::Clock::now_ms(&*clock) / 1000);
    (app, stripe)
}

/// The configuration that finds the stand-in at this address.
pub fn keys(api_base: &str) -> StripeConfig {
    StripeConfig {
        secret_key: SECRET_KEY.to_owned(),
        webhook_secrets: vec![WEBHOOK_SECRET.to_owned(), CONNECT_SECRET.to_owned()],
        api_base: api_base.parse().expect("an address"),
        // Whoever takes cards and sells nothing.
        sells_plans: false,
    }
}

impl Till {
    /// Connected and ready.
    pub async fn open() -> Self {
        let till = Self::unconnected().await;
        till.connect().await
    }

    /// Before the account is connected.
    pub async fn unconnected() -> Self {
        let (app, stripe) = start().await;
        Self {
            desk: Desk::open_at(app).await,
            stripe,
            account: String::new(),
        }
    }

    /// Connects an account, and Stripe says that it is ready.
    pub async fn connect(mut self) -> Self {
        self.client().post_empty(&self.card()).await.expect(200);
        self.account = self.accounts().pop().expect("an account");
        let event = self.stripe.account_turns(&self.account, true, true);
        self.tell(&event).await.expect(200);
        self
    }

    /// The accounts at Stripe, the newest last.
    pub fn accounts(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.stripe.world().accounts.keys().cloned().collect();
        ids.sort();
        ids
    }

    /// The path of the profile's card payments.
    pub fn card(&self) -> String {
        format!("/api/business-profiles/{}/card", self.desk.profile)
    }

    /// The business's browser.
    pub fn client(&self) -> &Client {
        &self.desk.client
    }

    /// Time passes; the business logs in again.
    pub async fn later(&self, minutes: i64) {
        self.desk.app.clock.advance(minutes * 60_000);
        let app = &self.desk.app;
        app.log_in(self.client(), crate::documents::OWNER).await;
    }

    /// Tells the server of an event, signed as Stripe signs it.
    pub async fn tell(&self, event: &Value) -> Answer {
        self.tell_at(event, self.stripe.now()).await
    }

    /// The same, signed at another time (unix seconds).
    pub async fn tell_at(&self, event: &Value, time: i64) -> Answer {
        let body = event.to_string();
        let signature = Webhook::generate_test_header(&body, CONNECT_SECRET, Some(time));
        self.tell_raw(body, Some(&signature)).await
    }

    /// A body with whatever signature.
    pub async fn tell_raw(&self, body: String, signature: Option<&str>) -> Answer {
        let client = self.desk.app.client();
        let mut request = client
            .request(reqwest::Method::POST, "/api/stripe/webhook")
            .body(body);
        if let Some(signature) = signature {
            request = request.header("stripe-signature", signature);
        }
        client.send(request).await
    }

    /// A customer presses 'Pay by card' on an invoice.
    pub async fn ask(&self, invoice: &Value, amount: &str) -> Answer {
        let path = format!("/api/invoices/public/{}/stripe-checkout", token(invoice));
        let body = json!({ "amount": amount });
        self.desk.app.client().post(&path, &body).await
    }

    /// The same on a quote.
    pub async fn ask_deposit(&self, quote: &Value, amount: &str) -> Answer {
        let path = format!("/api/quotes/public/{}/stripe-checkout", token(quote));
        let body = json!({ "amount": amount });
        self.desk.app.client().post(&path, &body).await
    }

    /// A sent invoice with a checkout that is open: 478.10.
    pub async fn asked(&self) -> (Value, String) {
        let invoice = self.desk.sent_invoice().await;
        let answer = self.ask(&invoice, "478.10").await.expect(200);
        (invoice, session_of(&answer))
    }

    /// A sent invoice that was paid by card.
    pub async fn paid(&self) -> (Value, String) {
        let (invoice, session) = self.asked().await;
        let event = self.stripe.pay(&session);
        self.tell(&event).await.expect(200);
        (invoice, session)
    }

    /// An invoice as the business sees it.
    pub async fn invoice(&self, invoice: &Value) -> Value {
        let path = format!("/api/invoices/{}", id(invoice));
        self.client().get(&path).await.expect(200)
    }

    /// A quote as the business sees it.
    pub async fn quote(&self, quote: &Value) -> Value {
        let path = format!("/api/quotes/{}", id(quote));
        self.client().get(&path).await.expect(200)
    }

    /// An invoice as its customer sees it.
    pub async fn page(&self, invoice: &Value) -> Value {
        let path = format!("/api/invoices/public/{}", token(invoice));
        self.desk.app.client().get(&path).await.expect(200)
    }

    /// The kinds of what happened, the newest first.
    pub async fn happened(&self) -> Vec<String> {
        let list = self.client().get("/api/activities").await.expect(200);
        let kinds = list.as_array().expect("a list").iter();
        kinds
            .map(|it| it["kind"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// The texts of the mails to the business.
    pub async fn told(&self) -> Vec<String> {
        let letters = self.desk.app.mails(crate::documents::OWNER).await;
        letters.into_iter().map(|letter| letter.text).collect()
    }
}

/// The session behind an answered address.
#[track_caller]
pub fn session_of(answer: &Value) -> String {
    let url = answer["url"].as_str().expect("an address");
    url.rsplit('/').next().unwrap_or_default().to_owned()
}

/// Of a stored session: open, complete or expired.
pub fn status(till: &Till, session: &str) -> String {
    till.stripe.session(session)["status"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
