//! What the link of a voided invoice leads to, where its job was invoiced again.

use serde_json::{Value, json};

use super::Site;
use crate::documents::{Desk, contact, id, token, with};

/// What the link of a voided invoice says takes its place.
async fn replacement(desk: &Desk, voided: &Value) -> Value {
    let link = format!("/api/invoices/public/{}", token(voided));
    let gone = desk.app.client().get(&link).await;
    let gone = gone.refused(410, "voided", None);
    gone["current"]["replacement"]["url"].clone()
}

async fn void(desk: &Desk, invoice: &Value) {
    let path = format!("/api/invoices/{}/void", id(invoice));
    desk.client.post_empty(&path).await.expect(200);
    // What is made afterwards is newer.
    desk.app.clock.advance(1_000);
}

#[tokio::test]
async fn a_stage_that_asks_for_the_same_again_takes_the_place_of_a_voided_one() {
    let site = Site::open().await;
    let desk = &site.desk;
    let ask = json!({ "percentage": "20" });
    let first = site.sent(ask.clone()).await;
    // The next stage of the job asks for as much, and in nobody's place.
    let next = site.sent(ask.clone()).await;
    desk.app.clock.advance(1_000);
    void(desk, &first).await;
    assert_eq!(replacement(desk, &first).await, Value::Null);
    // Nor does one that asks for something else.
    site.sent(json!({ "percentage": "10" })).await;
    assert_eq!(replacement(desk, &first).await, Value::Null);
    let draft = site.ask(ask.clone()).await.expect(201);
    assert_eq!(replacement(desk, &first).await, Value::Null);
    let again = desk.send("invoices", &id(&draft)).await;
    assert_eq!(replacement(desk, &first).await, again["publicUrl"]);

    // Of two that are void and one that is sent, nobody knows whose place it takes.
    void(desk, &again).await;
    void(desk, &next).await;
    site.sent(ask).await;
    assert_eq!(replacement(desk, &next).await, Value::Null);
    // The final invoice asks for all that is left of the job.
    let last = site.convert().await.expect(201);
    let last = desk.send("invoices", &id(&last)).await;
    assert_eq!(replacement(desk, &next).await, last["publicUrl"]);
}

#[tokio::test]
async fn a_quote_that_is_copied_is_invoiced_again() {
    let site = Site::open().await;
    let desk = &site.desk;
    let client = &desk.client;
    let invoice = site.convert().await.expect(201);
    let invoice = desk.send("invoices", &id(&invoice)).await;
    void(desk, &invoice).await;
    site.convert().await.refused(409, "already_invoiced", None);
    let copy = client
        .post_empty(&format!("/api/quotes/{}/duplicate", id(&site.quote)))
        .await
        .expect(201);
    desk.send("quotes", &id(&copy)).await;
    let path = format!("/api/quotes/{}/convert", id(&copy));
    let again = client.post_empty(&path).await.expect(201);
    assert_eq!(replacement(desk, &invoice).await, Value::Null);
    let again = desk.send("invoices", &id(&again)).await;
    assert_eq!(replacement(desk, &invoice).await, again["publicUrl"]);
}

#[tokio::test]
async fn no_link_leads_to_the_invoice_of_another_customer() {
    let desk = Desk::open().await;
    let client = &desk.client;
    let sent = desk.sent_invoice().await;
    void(&desk, &sent).await;
    let path = format!("/api/invoices/{}/duplicate", id(&sent));
    let copy = client.post_empty(&path).await.expect(201);
    let other = with(contact(), "name", json!("Somebody Else"));
    let other = client.post("/api/contacts", &other).await.expect(201);
    let body = with(desk.invoice(), "contactId", other["id"].clone());
    let body = with(body, "version", copy["version"].clone());
    let path = format!("/api/invoices/{}", id(&copy));
    client.put(&path, &body).await.expect(200);
    desk.send("invoices", &id(&copy)).await;
    assert_eq!(replacement(&desk, &sent).await, Value::Null);
}

#[tokio::test]
async fn a_quote_leads_to_its_invoices_once_they_are_sent() {
    let site = Site::open().await;
    let desk = &site.desk;
    let page = format!("/api/quotes/public/{}?with=page", token(&site.quote));
    let linked = async || {
        let page = desk.app.client().get(&page).await.expect(200);
        page["page"]["invoices"].clone()
    };
    assert_eq!(linked().await, Value::Null);
    let draft = site.ask(json!({ "percentage": "40" })).await.expect(201);
    assert_eq!(linked().await, Value::Null, "nobody hears of a draft");
    let stage = desk.send("invoices", &id(&draft)).await;
    let row =
        |invoice: &Value, heading: &str| json!({ "heading": heading, "url": invoice["publicUrl"] });
    assert_eq!(linked().await, json!([row(&stage, "Invoice INV-0001")]));
    let last = site.convert().await.expect(201);
    let last = desk.send("invoices", &id(&last)).await;
    assert_eq!(
        linked().await,
        json!([
            row(&stage, "Invoice INV-0001"),
            row(&last, "Invoice INV-0002")
        ])
    );
    void(desk, &last).await;
    assert_eq!(linked().await, json!([row(&stage, "Invoice INV-0001")]));
    // The first screen and the email of a stage say which it is.
    let link = format!("/api/invoices/public/{}?with=page", token(&stage));
    let shown = desk.app.client().get(&link).await.expect(200);
    assert_eq!(
        shown["page"]["presentation"]["summary"]["stage"],
        "Stage 1 of quote Q-0001, 40% of the agreed £478.10"
    );
}
