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

/// A quote with this agreement, sent by link.
async fn sent_quote_with_agreement(business: &TestBusiness, agreement: Value) -> Value {
    let body = with_field(business.quote_body(), "agreement", agreement);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    business.send_by_link("quotes", &id_of(&draft)).await
}

/// The response for a quote's customer's page.
async fn load_page(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token_of(quote));
    business.app.new_client().get(&path).await.expect_status(200)["page"].clone()
}

/// Accepts the quote on its page, with or without an early start.
pub async fn accept_quote(business: &TestBusiness, quote: &Value, early: bool) -> Value {
    let version = load_page(business, quote).await["version"].clone();
    let mut body = json!({ "name": "Jo Bloggs", "termsAccepted": true, "version": version });
    if early {
        body["earlyStart"] = json!(true);
    }
    let path = format!("/api/quotes/public/{}/accept", token_of(quote));
    business.app.new_client().post(&path, &body).await.expect_status(200)
}

/// A quote for labour alone, sent by link.
async fn sent_labour_quote(business: &TestBusiness) -> Value {
    sent_quote_with_agreement(business, json!({ "supplies": "labour" })).await
}

/// A quote for labour alone that a consumer accepted on 16 November: it may be cancelled until the 30th.
pub async fn accepted_labour_quote(business: &TestBusiness, early: bool) -> Value {
    let quote = sent_labour_quote(business).await;
    accept_quote(business, &quote, early).await;
    quote
}

/// Records a cash payment for a quote.
pub async fn record_cash_payment(business: &TestBusiness, quote: &Value, amount: &str) {
    let body = json!({ "amount": amount, "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/quotes/{}/payments", id_of(quote));
    business.client.post(&path, &body).await.expect_status(201);
}

/// A quote for which 119.53 was paid before it became an invoice and was cancelled.
async fn cancelled_invoiced_quote(business: &TestBusiness) -> Value {
    let quote = accepted_labour_quote(business, false).await;
    record_cash_payment(business, &quote, "119.53").await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    business.client.post_empty(&convert).await.expect_status(201);
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
    quote
}

/// The path by which a quote is cancelled through its link.
pub fn cancel_path(quote: &Value) -> String {
    format!("/api/quotes/public/{}/cancel", token_of(quote))
}

/// The path of a quote's cancellation for its business.
pub fn cancellation_path(quote: &Value) -> String {
    format!("/api/quotes/{}/cancellation", id_of(quote))
}

/// Makes the customer a business.
async fn make_customer_a_business(business: &TestBusiness) {
    let path = format!("/api/contacts/{}", business.contact);
    let read = business.client.get(&path).await.expect_status(200);
    let body = with_field(contact_body(), "version", read["version"].clone());
    let body = with_field(body, "customer_type", json!("business"));
    business.client.put(&path, &body).await.expect_status(200);
}

/// A text with single spaces.
fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
