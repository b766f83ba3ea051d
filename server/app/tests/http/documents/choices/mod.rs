//! Quotes with choices: good, better and best, from the customer's page to the invoice.

mod after;
mod changed;
mod taking;
mod twice;

use serde_json::{Value, json};

use super::{Desk, id, token, with};
use crate::support::Answer;

/// A day for 100.00, and a boiler in three choices: 200.00, 400.00 and, with a cover for 50.00 that is
/// offered, 700.00. 20% VAT, a deposit of a quarter. Better is recommended: 600.00.
fn body(desk: &Desk) -> Value {
    let mut body = desk.quote();
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
async fn offered(desk: &Desk) -> Value {
    let draft = desk
        .client
        .post("/api/quotes", &body(desk))
        .await
        .expect(201);
    let sent = desk.send("quotes", &id(&draft)).await;
    assert_eq!(sent["totals"]["totalAmount"], "600.00");
    sent
}

/// What the customer's page shows, with these words after its address.
async fn page(desk: &Desk, quote: &Value, picks: &str) -> Value {
    let path = format!("/api/quotes/public/{}?with=page{picks}", token(quote));
    desk.app.client().get(&path).await.expect(200)
}

/// The customer accepts, and says this.
async fn accept(desk: &Desk, quote: &Value, said: Value) -> Answer {
    let path = format!("/api/quotes/public/{}/accept", token(quote));
    let body = with(said, "termsAccepted", json!(true));
    desk.app.client().post(&path, &body).await
}

/// The quote as the business has it.
async fn own(desk: &Desk, quote: &Value) -> Value {
    let path = format!("/api/quotes/{}", id(quote));
    desk.client.get(&path).await.expect(200)
}

/// Of each choice that is shown: its name, what it comes to, how it stands.
fn cards(page: &Value) -> Vec<[&str; 3]> {
    let choices = page["page"]["presentation"]["choices"].as_array();
    let text = |choice: &'_ Value, field: &str| -> String {
        choice[field].as_str().expect("text").to_owned()
    };
    let card = |choice: &Value| ["name", "total", "note"].map(|field| &*text(choice, field).leak());
    choices.expect("choices").iter().map(card).collect()
}

/// The ids of the lines that are shown.
fn lines(page: &Value) -> Vec<&str> {
    let lines = page["page"]["presentation"]["lines"].as_array();
    let id = |line: &'_ Value| -> String { line["id"].as_str().expect("an id").to_owned() };
    lines
        .expect("lines")
        .iter()
        .map(id)
        .map(|id| &*id.leak())
        .collect()
}
