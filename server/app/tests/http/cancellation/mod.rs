//! Jobs that a consumer may cancel within 14 days.

mod cancelling;
mod deciding;
mod goods;
mod information;
mod invoicing;
mod refunds;
mod settling;

use serde_json::{Value, json};

use crate::documents::{TestBusiness, contact_body, id_of, token_of, with_field};

/// A quote of this agreement, sent by link.
async fn sent_quote_with_agreement(desk: &TestBusiness, agreement: Value) -> Value {
    let body = with_field(desk.quote_body(), "agreement", agreement);
    let draft = desk
        .client
        .post("/api/quotes", &body)
        .await
        .expect_status(201);
    desk.send_by_link("quotes", &id_of(&draft)).await
}

/// The customer's page of a quote.
async fn load_page(desk: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token_of(quote));
    desk.app.new_client().get(&path).await.expect_status(200)["page"].clone()
}

/// Accepts it on its page, with the early start asked for or not.
async fn accept_quote(desk: &TestBusiness, quote: &Value, early: bool) -> Value {
    let version = load_page(desk, quote).await["version"].clone();
    let mut body = json!({ "name": "Jo Bloggs", "termsAccepted": true, "version": version });
    if early {
        body["earlyStart"] = json!(true);
    }
    let path = format!("/api/quotes/public/{}/accept", token_of(quote));
    desk.app
        .new_client()
        .post(&path, &body)
        .await
        .expect_status(200)
}

/// A quote for labour alone, sent by link.
async fn sent_labour_quote(desk: &TestBusiness) -> Value {
    sent_quote_with_agreement(desk, json!({ "supplies": "labour" })).await
}

/// A quote for labour alone that a consumer accepted on 16 November: it may be cancelled until the 30th.
pub async fn accepted_labour_quote(desk: &TestBusiness, early: bool) -> Value {
    let quote = sent_labour_quote(desk).await;
    accept_quote(desk, &quote, early).await;
    quote
}

/// Notes what was paid of a quote in cash.
pub async fn record_cash_payment(desk: &TestBusiness, quote: &Value, amount: &str) {
    let body = json!({ "amount": amount, "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/quotes/{}/payments", id_of(quote));
    desk.client.post(&path, &body).await.expect_status(201);
}

/// A quote of which 119.53 were paid before it became an invoice and was cancelled.
async fn cancelled_invoiced_quote(desk: &TestBusiness) -> Value {
    let quote = accepted_labour_quote(desk, false).await;
    record_cash_payment(desk, &quote, "119.53").await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    desk.client.post_empty(&convert).await.expect_status(201);
    desk.app
        .new_client()
        .post_empty(&cancel_path(&quote))
        .await
        .expect_status(200);
    quote
}

/// The way to cancel behind a quote's link.
pub fn cancel_path(quote: &Value) -> String {
    format!("/api/quotes/public/{}/cancel", token_of(quote))
}

/// How the quote stands for its business.
pub fn cancellation_path(quote: &Value) -> String {
    format!("/api/quotes/{}/cancellation", id_of(quote))
}

/// Makes the desk's customer one who buys for a business.
async fn make_customer_a_business(desk: &TestBusiness) {
    let path = format!("/api/contacts/{}", desk.contact);
    let read = desk.client.get(&path).await.expect_status(200);
    let body = with_field(contact_body(), "version", read["version"].clone());
    let body = with_field(body, "customer_type", json!("business"));
    desk.client.put(&path, &body).await.expect_status(200);
}

/// A text as words with one space between them.
fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
