//! Credit notes, from the dialog to the last penny that goes back.

mod given_back;
mod making;
mod reading;
mod steps;

use serde_json::{Value, json};

use crate::documents::{Desk, id};

/// The body that credits all that is left.
pub fn all() -> Value {
    json!({ "of": "all", "reason": "Job not done" })
}

/// The body that credits an amount.
pub fn amount(pounds: &str) -> Value {
    json!({ "of": "amount", "amount": pounds, "reason": "Overcharged" })
}

/// Where credit notes of this invoice are made.
pub fn path(invoice: &Value) -> String {
    format!("/api/invoices/{}/credit-notes", id(invoice))
}

/// A draft against an invoice.
pub async fn draft(desk: &Desk, invoice: &Value, body: &Value) -> Value {
    desk.client.post(&path(invoice), body).await.expect(201)
}

/// The same, sent by link.
pub async fn sent(desk: &Desk, invoice: &Value, body: &Value) -> Value {
    let draft = draft(desk, invoice, body).await;
    desk.send("credit-notes", &id(&draft)).await
}

/// An invoice as it is now.
pub async fn again(desk: &Desk, invoice: &Value) -> Value {
    let path = format!("/api/invoices/{}", id(invoice));
    desk.client.get(&path).await.expect(200)
}

/// Records what came in for an invoice.
pub async fn pay(desk: &Desk, invoice: &Value, pounds: &str) {
    let path = format!("/api/invoices/{}/payments", id(invoice));
    let body = json!({ "amount": pounds, "method": "bank_transfer" });
    desk.client.post(&path, &body).await.expect(201);
}
