//! Quotes with choices: good, better and best, from the customer's page to the invoice.

mod after;
mod changed;
mod taking;
mod twice;

use serde_json::{Value, json};

use super::{TestBusiness, id_of, token_of, with_field};
use crate::support::TestResponse;

/// A day of work for 100.00, and a boiler in three choices: 200.00, 400.00 and, with an optional cover for 50.00,
/// 700.00. 20% VAT and a deposit of a quarter. Better is recommended: 600.00.
fn quote_body(business: &TestBusiness) -> Value {
    let mut body = business.quote_body();
    body["choices"] = json!([
        { "id": "g", "name": "Good" },
        { "id": "b", "name": "Better" },
        { "id": "x", "name": "Best" },
    ]);
    body["chosenChoice"] = json!("b");
    body["items"] = json!([
        { "id": "day", "name": "A day of work", "quantity": "1", "price": "100" },
        { "id": "plain", "name": "Plain boiler", "quantity": "1", "price": "200", "choice": "g" },
        { "id": "combi", "name": "Combi boiler", "quantity": "1", "price": "400", "choice": "b" },
        { "id": "smart", "name": "Smart boiler", "quantity": "1", "price": "700", "choice": "x" },
        { "id": "cover", "name": "Cover", "quantity": "1", "price": "50", "choice": "x",
          "optional": true, "selected": false },
    ]);
    for field in ["includeLabour", "includeDiscount"] {
        body[field] = json!(false);
    }
    body
}

/// The same, sent by link.
async fn sent_quote_with_choices(business: &TestBusiness) -> Value {
    let draft = business.client.post("/api/quotes", &quote_body(business)).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(sent["totals"]["totalAmount"], "600.00");
    sent
}

/// The response for the customer's page, with these picks in its query.
async fn load_page(business: &TestBusiness, quote: &Value, picks: &str) -> Value {
    let path = format!("/api/quotes/public/{}?with=page{picks}", token_of(quote));
    business.app.new_client().get(&path).await.expect_status(200)
}

/// The customer accepts with this body.
async fn accept_quote(business: &TestBusiness, quote: &Value, response: Value) -> TestResponse {
    let path = format!("/api/quotes/public/{}/accept", token_of(quote));
    let body = with_field(response, "termsAccepted", json!(true));
    business.app.new_client().post(&path, &body).await
}

/// The quote as the business reads it.
async fn read_own_quote(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/{}", id_of(quote));
    business.client.get(&path).await.expect_status(200)
}

/// For each displayed choice: its name, total and badge.
fn choice_cards(page: &Value) -> Vec<[&str; 3]> {
    let choices = page["page"]["presentation"]["choices"].as_array();
    let text =
        |choice: &'_ Value, field: &str| -> String { choice[field].as_str().expect("text").to_owned() };
    let card = |choice: &Value| ["name", "total", "note"].map(|field| &*text(choice, field).leak());
    choices.expect("choices").iter().map(card).collect()
}

/// The ids of the displayed lines.
fn line_ids(page: &Value) -> Vec<&str> {
    let lines = page["page"]["presentation"]["lines"].as_array();
    let id = |line: &'_ Value| -> String { line["id"].as_str().expect("an id").to_owned() };
    lines.expect("lines").iter().map(id).map(|id| &*id.leak()).collect()
}
