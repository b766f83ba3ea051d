//! Instalments agreed on an invoice, from the agreement to the last penny.

mod agreeing;
mod chased;
mod figures;
mod paying;

use serde_json::{Value, json};

use crate::documents::{Desk, id, token};
use crate::support::Answer;

/// Three instalments of the desk's £478.10, the first on Monday 30 November 2026.
pub fn three() -> Value {
    json!([
        { "date": "2026-11-30", "amount": "159.37" },
        { "date": "2026-12-30", "amount": "159.37" },
        { "date": "2027-01-30", "amount": "159.36" }
    ])
}

pub fn path(invoice: &Value) -> String {
    format!("/api/invoices/{}/instalments", id(invoice))
}

/// Asks for instalments on an invoice as it is now.
pub async fn agree(desk: &Desk, invoice: &Value, instalments: Value) -> Answer {
    let now = read(desk, invoice).await;
    let body = json!({ "version": now["version"], "instalments": instalments });
    desk.client.put(&path(invoice), &body).await
}

/// A sent invoice with its three instalments.
pub async fn agreed(desk: &Desk) -> Value {
    let invoice = desk.sent_invoice().await;
    agree(desk, &invoice, three()).await.expect(200)
}

pub async fn read(desk: &Desk, invoice: &Value) -> Value {
    let path = format!("/api/invoices/{}", id(invoice));
    desk.client.get(&path).await.expect(200)
}

/// What its customer's page shows of it.
pub async fn page(desk: &Desk, invoice: &Value) -> Value {
    let path = format!("/api/invoices/public/{}?with=page", token(invoice));
    let answer = desk.app.client().get(&path).await.expect(200);
    answer["page"]["presentation"].clone()
}

/// The business notes what came.
pub async fn came(desk: &Desk, invoice: &Value, amount: &str) -> Value {
    let path = format!("/api/invoices/{}/payments", id(invoice));
    let body = json!({ "amount": amount, "method": "cash" });
    desk.client.post(&path, &body).await.expect(201)
}

/// Moves to noon of a day in London, and logs in again.
pub async fn on(desk: &Desk, day: &str) {
    let at = plumbline::clock::london_at(day.parse().expect("a day"), 12);
    desk.app.clock.set(at);
    desk.app.log_in(&desk.client, crate::documents::OWNER).await;
}

/// The states of its instalments today.
pub fn states(invoice: &Value) -> Vec<&str> {
    let parts = invoice["instalmentStanding"]["parts"].as_array();
    let parts = parts.expect("instalments").iter();
    parts
        .map(|part| part["state"].as_str().expect("a state"))
        .collect()
}
