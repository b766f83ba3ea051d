//! Credit notes, from the dialog to the last penny that is refunded.

mod making;
mod reading;
mod refunds;
mod steps;

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of};

/// The body that credits everything that is left.
pub fn credit_all_body() -> Value {
    json!({ "of": "all", "reason": "Job not done" })
}

/// The body that credits an amount.
pub fn credit_amount_body(pounds: &str) -> Value {
    json!({ "of": "amount", "amount": pounds, "reason": "Overcharged" })
}

/// The path at which credit notes for this invoice are created.
pub fn credit_notes_path(invoice: &Value) -> String {
    format!("/api/invoices/{}/credit-notes", id_of(invoice))
}

/// A draft against an invoice.
pub async fn create_draft(business: &TestBusiness, invoice: &Value, body: &Value) -> Value {
    business.client.post(&credit_notes_path(invoice), body).await.expect_status(201)
}

/// The same, sent by link.
pub async fn create_sent(business: &TestBusiness, invoice: &Value, body: &Value) -> Value {
    let draft = create_draft(business, invoice, body).await;
    business.send_by_link("credit-notes", &id_of(&draft)).await
}

/// An invoice in its current state.
pub async fn reload_invoice(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("/api/invoices/{}", id_of(invoice));
    business.client.get(&path).await.expect_status(200)
}

/// Records a payment for an invoice.
pub async fn record_payment(business: &TestBusiness, invoice: &Value, pounds: &str) {
    let path = format!("/api/invoices/{}/payments", id_of(invoice));
    let body = json!({ "amount": pounds, "method": "bank_transfer" });
    business.client.post(&path, &body).await.expect_status(201);
}
