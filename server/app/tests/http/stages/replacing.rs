//! Where the link of a voided invoice leads if its job was invoiced again.

use serde_json::{Value, json};

use super::StagesFixture;
use crate::documents::{TestBusiness, contact_body, id_of, token_of, with_field};

/// The replacement that the link of a voided invoice names.
async fn read_replacement(business: &TestBusiness, voided: &Value) -> Value {
    let link = format!("/api/invoices/public/{}", token_of(voided));
    let gone = business.app.new_client().get(&link).await;
    let gone = gone.expect_error(410, "voided", None);
    gone["current"]["replacement"]["url"].clone()
}

async fn void_invoice(business: &TestBusiness, invoice: &Value) {
    let path = format!("/api/invoices/{}/void", id_of(invoice));
    business.client.post_empty(&path).await.expect_status(200);
    // So that what is made afterwards is newer.
    business.app.clock.advance(1_000);
}

#[tokio::test]
async fn a_stage_for_the_same_amount_replaces_a_voided_one() {
    let site = StagesFixture::open().await;
    let business = &site.business;
    let ask = json!({ "percentage": "20" });
    let first = site.create_sent_stage(ask.clone()).await;
    // The next stage of the job asks for as much, and in nobody's place.
    let next = site.create_sent_stage(ask.clone()).await;
    business.app.clock.advance(1_000);
    void_invoice(business, &first).await;
    assert_eq!(read_replacement(business, &first).await, Value::Null);
    // Nor does one that asks for something else.
    site.create_sent_stage(json!({ "percentage": "10" })).await;
    assert_eq!(read_replacement(business, &first).await, Value::Null);
    let draft = site.create_stage(ask.clone()).await.expect_status(201);
    assert_eq!(read_replacement(business, &first).await, Value::Null);
    let again = business.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(read_replacement(business, &first).await, again["publicUrl"]);

    // Of two that are void and one that is sent, nobody knows whose place it takes.
    void_invoice(business, &again).await;
    void_invoice(business, &next).await;
    site.create_sent_stage(ask).await;
    assert_eq!(read_replacement(business, &next).await, Value::Null);
    // The final invoice asks for all that is left of the job.
    let last = site.convert_to_invoice().await.expect_status(201);
    let last = business.send_by_link("invoices", &id_of(&last)).await;
    assert_eq!(read_replacement(business, &next).await, last["publicUrl"]);
}

#[tokio::test]
async fn the_invoice_of_a_copied_quote_replaces_the_voided_one() {
    let site = StagesFixture::open().await;
    let business = &site.business;
    let client = &business.client;
    let invoice = site.convert_to_invoice().await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&invoice)).await;
    void_invoice(business, &invoice).await;
    site.convert_to_invoice().await.expect_error(409, "already_invoiced", None);
    let copy =
        client.post_empty(&format!("/api/quotes/{}/duplicate", id_of(&site.quote))).await.expect_status(201);
    business.send_by_link("quotes", &id_of(&copy)).await;
    let path = format!("/api/quotes/{}/convert", id_of(&copy));
    let again = client.post_empty(&path).await.expect_status(201);
    assert_eq!(read_replacement(business, &invoice).await, Value::Null);
    let again = business.send_by_link("invoices", &id_of(&again)).await;
    assert_eq!(read_replacement(business, &invoice).await, again["publicUrl"]);
}

#[tokio::test]
async fn no_link_leads_to_the_invoice_of_another_customer() {
    let business = TestBusiness::open().await;
    let client = &business.client;
    let sent = business.sent_invoice().await;
    void_invoice(&business, &sent).await;
    let path = format!("/api/invoices/{}/duplicate", id_of(&sent));
    let copy = client.post_empty(&path).await.expect_status(201);
    let other = with_field(contact_body(), "name", json!("Somebody Else"));
    let other = client.post("/api/contacts", &other).await.expect_status(201);
    let body = with_field(business.invoice_body(), "contactId", other["id"].clone());
    let body = with_field(body, "version", copy["version"].clone());
    let path = format!("/api/invoices/{}", id_of(&copy));
    client.put(&path, &body).await.expect_status(200);
    business.send_by_link("invoices", &id_of(&copy)).await;
    assert_eq!(read_replacement(&business, &sent).await, Value::Null);
}

#[tokio::test]
async fn a_quote_leads_to_its_invoices_once_they_are_sent() {
    let site = StagesFixture::open().await;
    let business = &site.business;
    let page = format!("/api/quotes/public/{}?with=page", token_of(&site.quote));
    let linked = async || {
        let page = business.app.new_client().get(&page).await.expect_status(200);
        page["page"]["invoices"].clone()
    };
    assert_eq!(linked().await, Value::Null);
    let draft = site.create_stage(json!({ "percentage": "40" })).await.expect_status(201);
    assert_eq!(linked().await, Value::Null, "nobody hears of a draft");
    let stage = business.send_by_link("invoices", &id_of(&draft)).await;
    let row = |invoice: &Value, heading: &str| json!({ "heading": heading, "url": invoice["publicUrl"] });
    assert_eq!(linked().await, json!([row(&stage, "Invoice INV-0001")]));
    let last = site.convert_to_invoice().await.expect_status(201);
    let last = business.send_by_link("invoices", &id_of(&last)).await;
    assert_eq!(linked().await, json!([row(&stage, "Invoice INV-0001"), row(&last, "Invoice INV-0002")]));
    void_invoice(business, &last).await;
    assert_eq!(linked().await, json!([row(&stage, "Invoice INV-0001")]));
    // The first screen and the email of a stage say which it is.
    let link = format!("/api/invoices/public/{}?with=page", token_of(&stage));
    let body = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(
        body["page"]["presentation"]["summary"]["stage"],
        "Stage 1 of quote Q-0001, 40% of the agreed £478.10"
    );
}
