//! Jobs that a consumer may cancel within 14 days.

mod cancelling;
mod deciding;
mod giving_back;
mod goods;
mod information;
mod invoicing;
mod settling;

use serde_json::{Value, json};

use crate::documents::{Desk, contact, id, token, with};

/// A quote of this agreement, sent by link.
async fn sent_as(desk: &Desk, agreement: Value) -> Value {
    let body = with(desk.quote(), "agreement", agreement);
    let draft = desk.client.post("/api/quotes", &body).await.expect(201);
    desk.send("quotes", &id(&draft)).await
}

/// The customer's page of a quote.
async fn page(desk: &Desk, quote: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token(quote));
    desk.app.client().get(&path).await.expect(200)["page"].clone()
}

/// Accepts it on its page, with the early start asked for or not.
async fn accept(desk: &Desk, quote: &Value, early: bool) -> Value {
    let version = page(desk, quote).await["version"].clone();
    let mut body = json!({ "name": "Jo Bloggs", "termsAccepted": true, "version": version });
    if early {
        body["earlyStart"] = json!(true);
    }
    let path = format!("/api/quotes/public/{}/accept", token(quote));
    desk.app.client().post(&path, &body).await.expect(200)
}

/// A quote for labour alone, sent by link.
async fn sent_for_labour(desk: &Desk) -> Value {
    sent_as(desk, json!({ "supplies": "labour" })).await
}

/// A quote for labour alone that a consumer accepted on 16 November: it may be cancelled until the 30th.
pub async fn accepted(desk: &Desk, early: bool) -> Value {
    let quote = sent_for_labour(desk).await;
    accept(desk, &quote, early).await;
    quote
}

/// Notes what was paid of a quote in cash.
pub async fn pay(desk: &Desk, quote: &Value, amount: &str) {
    let body = json!({ "amount": amount, "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/quotes/{}/payments", id(quote));
    desk.client.post(&path, &body).await.expect(201);
}

/// A quote of which 119.53 were paid before it became an invoice and was cancelled.
async fn invoiced_and_cancelled(desk: &Desk) -> Value {
    let quote = accepted(desk, false).await;
    pay(desk, &quote, "119.53").await;
    let convert = format!("/api/quotes/{}/convert", id(&quote));
    desk.client.post_empty(&convert).await.expect(201);
    desk.app
        .client()
        .post_empty(&cancel(&quote))
        .await
        .expect(200);
    quote
}

/// The way to cancel behind a quote's link.
pub fn cancel(quote: &Value) -> String {
    format!("/api/quotes/public/{}/cancel", token(quote))
}

/// How the quote stands for its business.
pub fn own(quote: &Value) -> String {
    format!("/api/quotes/{}/cancellation", id(quote))
}

/// Makes the desk's customer one who buys for a business.
async fn buys_for_a_business(desk: &Desk) {
    let path = format!("/api/contacts/{}", desk.contact);
    let read = desk.client.get(&path).await.expect(200);
    let body = with(contact(), "version", read["version"].clone());
    let body = with(body, "customer_type", json!("business"));
    desk.client.put(&path, &body).await.expect(200);
}

/// A text as words with one space between them.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
