//! Instalments agreed on an invoice, from the agreement to the last penny.

mod agreeing;
mod chased;
mod figures;
mod paying;

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::TestResponse;

/// Three instalments of £478.10, the first on Monday 30 November 2026.
pub fn three_instalments() -> Value {
    json!([
        { "date": "2026-11-30", "amount": "159.37" },
        { "date": "2026-12-30", "amount": "159.37" },
        { "date": "2027-01-30", "amount": "159.36" }
    ])
}

pub fn instalments_path(invoice: &Value) -> String {
    format!("/api/invoices/{}/instalments", id_of(invoice))
}

/// Sets the instalments of an invoice in its current state.
pub async fn agree_instalments(business: &TestBusiness, invoice: &Value, instalments: Value) -> TestResponse {
    let now = read_invoice(business, invoice).await;
    let body = json!({ "version": now["version"], "instalments": instalments });
    business.client.put(&instalments_path(invoice), &body).await
}

/// A sent invoice with its three instalments.
pub async fn sent_invoice_with_instalments(business: &TestBusiness) -> Value {
    let invoice = business.sent_invoice().await;
    agree_instalments(business, &invoice, three_instalments()).await.expect_status(200)
}

pub async fn read_invoice(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("/api/invoices/{}", id_of(invoice));
    business.client.get(&path).await.expect_status(200)
}

/// The response for its customer's page.
pub async fn load_page(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("/api/invoices/public/{}?with=page", token_of(invoice));
    let answer = business.app.new_client().get(&path).await.expect_status(200);
    answer["page"]["presentation"].clone()
}

/// The business records a payment.
pub async fn record_payment(business: &TestBusiness, invoice: &Value, amount: &str) -> Value {
    let path = format!("/api/invoices/{}/payments", id_of(invoice));
    let body = json!({ "amount": amount, "method": "cash" });
    business.client.post(&path, &body).await.expect_status(201)
}

/// Advances the clock to noon of a day in London, and signs in again.
pub async fn go_to_day(business: &TestBusiness, day: &str) {
    let at = plumbline::clock::london_instant(day.parse().expect("a day"), 12);
    business.app.clock.set(at);
    business.app.log_in(&business.client, crate::documents::OWNER).await;
}

/// The states of an invoice's instalments today.
pub fn instalment_states(invoice: &Value) -> Vec<&str> {
    let parts = invoice["instalmentStanding"]["parts"].as_array();
    let parts = parts.expect("instalments").iter();
    parts.map(|part| part["state"].as_str().expect("a state")).collect()
}
