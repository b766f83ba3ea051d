//! A stand-in for Stripe: the parts that are used, over HTTP, with the objects that Stripe documents
//! (docs.stripe.com/api: accounts, account links, checkout sessions, refunds, errors, idempotent requests), and with
//! faults on demand. The HTTP tests talk to it directly; `examples/stripe.rs` serves it, with its payment page and its
//! webhooks, to the browser tests.

// Shared by the tests and the example; neither uses all of it.
#![allow(dead_code)]

mod api;
pub mod billing;
mod controls;
pub mod hosted;
mod shapes;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};

/// The secret key that it accepts.
pub const SECRET_KEY: &str = "sk_test_stand_in";
/// The signing secret of the platform's own endpoint.
pub const WEBHOOK_SECRET: &str = "whsec_stand_in";
/// The signing secret of the endpoint for connected accounts.
pub const CONNECT_SECRET: &str = "whsec_connect";

/// What goes wrong with the next request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StripeFault {
    /// This status, and nothing is done.
    Status(u16),
    /// No response.
    Hang,
    /// The request is done, but its response is lost.
    Lost,
    /// The request is done, but takes a while, in which its key is in use.
    Slow,
    /// A refund is refused because the account's balance does not cover it.
    TooPoor,
}

/// When the event of a payment made on the stand-in's page arrives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EventDelivery {
    /// Before the browser is back.
    First,
    /// A while after, as often happens.
    #[default]
    Late,
    /// Never.
    Never,
}

/// A request that was received.
#[derive(Debug, Clone)]
pub struct StripeCall {
    /// `POST /v1/checkout/sessions`.
    pub request: String,
    /// The header `Stripe-Account`.
    pub account: String,
    /// The header `Idempotency-Key`.
    pub key: String,
    /// The form.
    pub form: HashMap<String, String>,
}

/// What is stored under an idempotency key.
#[derive(Debug, Clone)]
pub struct IdempotentResponse {
    form: HashMap<String, String>,
    /// The response; `None` while the first request runs.
    answer: Option<(u16, Value)>,
}

/// The stand-in's state.
#[derive(Default)]
pub struct StripeState {
    pub accounts: HashMap<String, Value>,
    /// By the session's id: its account, and the session.
    pub sessions: HashMap<String, (String, Value)>,
    pub refunds: Vec<(String, Value)>,
    pub calls: Vec<StripeCall>,
    /// What the platform itself sells.
    pub billing: billing::BillingState,
    idempotent: HashMap<String, IdempotentResponse>,
    faults: Vec<StripeFault>,
    delivery: EventDelivery,
    links: HashMap<String, String>,
    next: u64,
}

impl StripeState {
    pub fn next_id(&mut self, start: &str) -> String {
        self.next += 1;
        format!("{start}_{:06}", self.next)
    }
}

type Now = Box<dyn Fn() -> i64 + Send + Sync>;

/// The stand-in, which is cheap to clone.
#[derive(Clone)]
pub struct FakeStripe(Arc<FakeStripeInner>);

struct FakeStripeInner {
    address: SocketAddr,
    state: Mutex<StripeState>,
    now: Mutex<Now>,
}

impl FakeStripe {
    /// Starts it on this address (port 0 picks one); `now` is its clock, in unix seconds.
    pub async fn start(address: &str, now: impl Fn() -> i64 + Send + Sync + 'static) -> Self {
        let listener = tokio::net::TcpListener::bind(address).await.expect("a port");
        let stand_in = Self(Arc::new(FakeStripeInner {
            address: listener.local_addr().expect("an address"),
            state: Mutex::default(),
            now: Mutex::new(Box::new(now)),
        }));
        let app = api::router(stand_in.clone())
            .merge(hosted::router(stand_in.clone()))
            .merge(controls::router(stand_in.clone()));
        tokio::spawn(async move { axum::serve(listener, app).await });
        stand_in
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Uses another clock from now on.
    pub fn set_clock(&self, now: impl Fn() -> i64 + Send + Sync + 'static) {
        *self.0.now.lock().expect("unbroken") = Box::new(now);
    }

    /// Its time, in unix seconds.
    pub fn now(&self) -> i64 {
        (self.0.now.lock().expect("unbroken"))()
    }

    /// Locks its state.
    pub fn lock_state(&self) -> MutexGuard<'_, StripeState> {
        self.0.state.lock().expect("unbroken")
    }

    /// Makes the next request fail.
    pub fn fail_next(&self, fault: StripeFault) {
        self.lock_state().faults.push(fault);
    }

    /// The requests to this path so far.
    pub fn calls_to(&self, what: &str) -> Vec<StripeCall> {
        let world = self.lock_state();
        let calls = world.calls.iter().filter(|call| call.request == what);
        calls.cloned().collect()
    }

    /// A session in its current state.
    pub fn find_session(&self, id: &str) -> Value {
        self.lock_state().sessions.get(id).expect("a session").1.clone()
    }

    /// The ids of the sessions that can be paid.
    pub fn open_sessions(&self) -> Vec<String> {
        let world = self.lock_state();
        let open = world.sessions.iter();
        open.filter(|(_, (_, session))| session["status"] == "open").map(|(id, _)| id.clone()).collect()
    }

    /// An event as Stripe writes it.
    pub fn event_json(&self, kind: &str, account: &str, object: &Value) -> Value {
        json!({
            "id": self.lock_state().next_id("evt"), "object": "event", "type": kind, "account": account,
            "api_version": "2026-09-30.endive", "created": self.now(), "livemode": false,
            "pending_webhooks": 1, "request": { "id": null, "idempotency_key": null },
            "data": { "object": object },
        })
    }

    /// A customer pays a session, which must be open. Returns the event.
    pub fn pay_session(&self, id: &str) -> Value {
        self.pay_if_open(id).expect("only an open session is paid")
    }

    /// The pence of a session's payment that were refunded through the API.
    pub fn total_refunded(&self, id: &str) -> i64 {
        let intent = self.find_session(id)["payment_intent"].clone();
        let world = self.lock_state();
        api::total_refunded(&world, &intent)
    }

    /// A customer pays a session. Returns the event, or `None` if the session is not open.
    pub fn pay_if_open(&self, id: &str) -> Option<Value> {
        let account = {
            let mut world = self.lock_state();
            let (intent, charge) = (world.next_id("pi"), world.next_id("ch"));
            let (account, session) = world.sessions.get_mut(id).expect("a session");
            if session["status"] != "open" {
                return None;
            }
            session["status"] = json!("complete");
            session["payment_status"] = json!("paid");
            session["payment_intent"] = json!(intent);
            session["charge_of_stand_in"] = json!(charge);
            session["way_of_stand_in"] = json!("card");
            session["url"] = Value::Null;
            account.clone()
        };
        Some(self.event_json("checkout.session.completed", &account, &self.find_session(id)))
    }

    /// A customer pays a session from their bank account. Returns the events: that the payment is under way, which
    /// charge it is, and that it arrived.
    pub fn pay_session_by_bank(&self, id: &str) -> [Value; 3] {
        let event = self.pay_session(id);
        let (account, session) = {
            let mut world = self.lock_state();
            let (account, session) = world.sessions.get_mut(id).expect("a session");
            session["way_of_stand_in"] = json!("pay_by_bank");
            (account.clone(), session.clone())
        };
        let mut under_way = event;
        under_way["data"]["object"]["payment_status"] = json!("unpaid");
        let charge = shapes::charge_json(&session, 0);
        [
            under_way,
            self.event_json("charge.succeeded", &account, &charge),
            self.event_json("checkout.session.async_payment_succeeded", &account, &session),
        ]
    }

    /// Sets whether the account may be paid from bank accounts, and returns the event.
    pub fn set_pay_by_bank(&self, id: &str, word: &str) -> Value {
        let account = {
            let mut world = self.lock_state();
            let account = world.accounts.get_mut(id).expect("an account");
            account["capabilities"] = json!({ "pay_by_bank_payments": word });
            account.clone()
        };
        self.event_json("account.updated", id, &account)
    }

    /// Refunds pence of a session's payment, `refunded` in total, and returns the event.
    pub fn refund_session(&self, id: &str, refunded: i64) -> Value {
        let (account, session) = self.lock_state().sessions.get(id).expect("paid").clone();
        let charge = shapes::charge_json(&session, refunded);
        self.event_json("charge.refunded", &account, &charge)
    }

    /// The customer's bank returns a refund of this many pence; returns the event. Refunds of different amounts are
    /// different refunds.
    pub fn fail_refund(&self, id: &str, pence: i64) -> Value {
        let (account, session) = self.lock_state().sessions.get(id).expect("paid").clone();
        let form = HashMap::from([("amount".to_owned(), pence.to_string())]);
        let mut refund = shapes::refund_json(&format!("re_failed_{pence}"), &form, self.now());
        refund["status"] = json!("failed");
        refund["failure_reason"] = json!("expired_or_canceled_card");
        refund["payment_intent"] = session["payment_intent"].clone();
        refund["charge"] = session["charge_of_stand_in"].clone();
        self.event_json("refund.failed", &account, &refund)
    }

    /// Changes the dispute over a session's payment, and returns the event.
    pub fn dispute_session(&self, id: &str, what: &str, status: &str) -> Value {
        let (account, session) = self.lock_state().sessions.get(id).expect("paid").clone();
        let dispute = shapes::dispute_json(&session, status);
        self.event_json(&format!("charge.dispute.{what}"), &account, &dispute)
    }

    /// The owner has completed the account, or Stripe has stopped it; returns the event.
    pub fn set_account_state(&self, id: &str, charges: bool, submitted: bool) -> Value {
        let account = {
            let mut world = self.lock_state();
            let account = world.accounts.get_mut(id).expect("an account");
            account["charges_enabled"] = json!(charges);
            account["details_submitted"] = json!(submitted);
            account["requirements"]["disabled_reason"] = match charges {
                true => Value::Null,
                false => json!("requirements.past_due"),
            };
            account.clone()
        };
        self.event_json("account.updated", id, &account)
    }
}
