//! Sections of a document: what happens to them from the draft to the credit note, and what is refused.

use serde_json::{Value, json};

use super::edit::{document_path, edit_body, set_field_operation, set_line_operation};
use super::{TestBusiness, id_of, token_of, with_field};
use crate::pdf;

/// A quote of 2,356.24 with three sections, one of them empty; `display` is how much of the prices the customer sees.
pub fn quote_body(business: &TestBusiness, display: &str) -> Value {
    let mut body = business.quote_body();
    body["sections"] = json!([
        { "id": "k", "name": "Kitchen" }, { "id": "b", "name": "Bathroom" }, { "id": "e", "name": "Cellar" },
    ]);
    body["priceDisplay"] = json!(display);
    body["items"] = json!([
        { "id": "tiles", "name": "Tiles", "quantity": "12.5", "price": "18.41", "section": "b", "cost": "11.03" },
        { "id": "skip", "name": "Skip", "quantity": "1", "price": "241.19" },
        { "id": "sand", "name": "Sand", "quantity": "1", "price": "63.07" },
        { "id": "units", "name": "Units", "quantity": "6", "price": "145.33", "section": "k",
            "includeLabour": true, "labourHours": "8", "labourRate": "46.07" },
        { "id": "plinth", "name": "Plinth", "quantity": "1", "price": "19.87", "section": "k" },
        { "id": "grout", "name": "Grout", "quantity": "2", "price": "7.31", "section": "b" },
        { "id": "light", "name": "Light", "quantity": "2", "price": "33.03", "section": "k",
            "optional": true, "selected": false },
    ]);
    for (field, value) in [("labourHours", "3"), ("labourRate", "51.37")] {
        body[field] = json!(value);
    }
    for field in ["includeDiscount", "includeDeposit"] {
        body[field] = json!(false);
    }
    body
}

/// A draft of this quote.
pub async fn create_draft(business: &TestBusiness, display: &str) -> Value {
    let draft = business.client.post("/api/quotes", &quote_body(business, display)).await;
    draft.expect_status(201)
}

#[tokio::test]
async fn the_business_sees_every_amount_that_it_hides() {
    let business = TestBusiness::open().await;
    let draft = create_draft(&business, "one").await;
    assert_eq!(draft["priceDisplay"], "one");
    assert_eq!(draft["items"][0]["section"], "b");
    let sections = json!([
        { "id": "k", "subtotal": "1260.41" }, { "id": "b", "subtotal": "244.75" }, { "id": "e", "subtotal": "0.00" },
    ]);
    assert_eq!(draft["totals"]["sections"], sections);
    assert_eq!(draft["totals"]["totalAmount"], "2356.24");
    // What is set back is left out again.
    let back = edit_body(&draft["version"], json!([set_field_operation("priceDisplay", Value::Null)]));
    let edited = business.client.patch(&document_path(&draft), &back).await.expect_status(200);
    assert_eq!(edited.get("priceDisplay"), None);
    let copy = format!("/api/quotes/{}/duplicate", id_of(&draft));
    let copy = business.client.post_empty(&copy).await.expect_status(201);
    assert_eq!(copy["sections"], draft["sections"]);
    business.app.stop().await;
}

#[tokio::test]
async fn a_document_without_sections_is_written_as_before() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    assert_eq!(sent["totals"].get("sections"), None);
    let stored = business.stored_input(&id_of(&sent)).await.to_string();
    for field in ["sections", "section", "priceDisplay"] {
        assert!(!stored.contains(&format!("\"{field}\"")), "{stored}");
    }
    let link = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let answer = business.app.new_client().get(&link).await.text;
    assert!(!answer.contains("ection\""), "{answer}");
    business.app.stop().await;
}

#[tokio::test]
async fn the_invoice_keeps_the_sections_and_shows_each_price() {
    let business = TestBusiness::open().await;
    let draft = create_draft(&business, "one").await;
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let body = json!({ "termsAccepted": true });
    business.app.new_client().post(&accept, &body).await.expect_status(200);
    // A stage of some lines keeps theirs.
    let stages = format!("/api/quotes/{}/stages", id_of(&sent));
    let stage = business.client.post(&stages, &json!({ "lines": ["tiles", "skip"] })).await;
    let stage = stage.expect_status(201);
    assert_eq!(stage.get("priceDisplay"), None);
    assert_eq!(stage["sections"], draft["sections"]);
    assert_eq!(stage["totals"]["sections"][1], json!({ "id": "b", "subtotal": "230.13" }));
    let stage = business.send_by_link("invoices", &id_of(&stage)).await;
    let displayed = format!("/api/invoices/public/{}?with=page", token_of(&stage));
    let page = business.app.new_client().get(&displayed).await.expect_status(200);
    let lines = &page["page"]["presentation"]["lines"];
    assert_eq!(lines[0]["rate"], "£241.19");
    assert_eq!(lines[1]["section"], json!({ "name": "Bathroom", "amount": "£230.13" }));

    let convert = format!("/api/quotes/{}/convert", id_of(&sent));
    let invoice = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(invoice.get("priceDisplay"), None);
    assert_eq!(invoice["sections"], draft["sections"]);
    let invoice = business.send_by_link("invoices", &id_of(&invoice)).await;
    let printed =
        pdf::pdf_text(&business.app.new_client().get_bytes(&format!("/i/{}.pdf", token_of(&invoice))).await);
    assert!(printed.contains("£145.33 £1,240.54") && printed.contains("3 hours at £51.37/hour"), "{printed}");
    // What is credited of a line is in the line's section.
    let credits = format!("/api/invoices/{}/credit-notes", id_of(&invoice));
    let some = json!({ "of": "lines", "lines": [{ "id": "plinth" }], "reason": "Not fitted" });
    let credit = business.client.post(&credits, &some).await.expect_status(201);
    assert_eq!(credit["items"][0]["section"], "k");
    assert_eq!(credit["totals"]["sections"][0], json!({ "id": "k", "subtotal": "19.87" }));
    business.app.stop().await;
}

#[tokio::test]
async fn only_a_quote_can_hide_prices() {
    let business = TestBusiness::open().await;
    let hides = with_field(business.invoice_body(), "priceDisplay", json!("one"));
    let refused = business.client.post("/api/invoices", &hides).await;
    refused.expect_error(422, "rule_broken", Some("priceDisplay"));
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await;
    let draft = draft.expect_status(201);
    let own = format!("/api/invoices/{}", id_of(&draft));
    let hide = edit_body(&draft["version"], json!([set_field_operation("priceDisplay", "sections")]));
    let refused = business.client.patch(&own, &hide).await;
    refused.expect_error(422, "rule_broken", Some("priceDisplay"));
    assert_eq!(business.client.get(&own).await.expect_status(200), draft);
    business.app.stop().await;
}

#[tokio::test]
async fn invalid_sections_are_refused_with_their_field() {
    let business = TestBusiness::open().await;
    let section = |n: usize| json!({ "id": format!("s{n}"), "name": format!("Part {n}") });
    let many: Vec<Value> = (0..31).map(section).collect();
    let long = json!([{ "id": "k", "name": "x".repeat(301) }]);
    for (field, value, status, code, at) in [
        ("sections", json!(many), 422, "rule_broken", "sections"),
        ("sections", json!([section(1), section(1)]), 422, "rule_broken", "sections[1].id"),
        ("sections", json!([{ "name": "No id" }]), 422, "rule_broken", "sections[0].id"),
        ("sections", long, 422, "rule_broken", "sections[0].name"),
        ("sections", json!([{ "id": "k", "colour": "red" }]), 400, "unknown_field", "sections[0].colour"),
        ("priceDisplay", json!("some"), 422, "rule_broken", "priceDisplay"),
    ] {
        let refused =
            business.client.post("/api/quotes", &with_field(business.quote_body(), field, value)).await;
        refused.expect_error(status, code, Some(at));
    }
    let mut lost = business.quote_body();
    lost["items"][1]["section"] = json!("gone");
    let refused = business.client.post("/api/quotes", &lost).await;
    refused.expect_error(422, "rule_broken", Some("items[1].section"));
    // As many as are allowed, and one line that is in no section for now.
    let mut most = with_field(business.quote_body(), "sections", json!(many[..30]));
    most["items"][0]["section"] = Value::Null;
    business.client.post("/api/quotes", &most).await.expect_status(201);
    assert_eq!(business.count_rows("documents").await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn two_edits_of_sections_at_once_are_merged() {
    let business = TestBusiness::open().await;
    let draft = create_draft(&business, "lines").await;
    let base = &draft["version"];
    let one = edit_body(
        base,
        json!([set_line_operation("skip", "section", "e"), set_field_operation("priceDisplay", "sections")]),
    );
    business.client.patch(&document_path(&draft), &one).await.expect_status(200);
    let two = edit_body(base, json!([set_line_operation("grout", "section", Value::Null)]));
    let both = business.client.patch(&document_path(&draft), &two).await.expect_status(200);
    let sections: Vec<&str> = both["totals"]["sections"]
        .as_array()
        .expect("sections")
        .iter()
        .map(|one| one["subtotal"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(sections, ["1260.41", "230.13", "241.19"]);
    // Two names for one section are asked about.
    let renamed = |name: &str| {
        set_field_operation(
            "sections",
            json!([{ "id": "k", "name": name }, { "id": "b", "name": "Bathroom" },
        { "id": "e", "name": "Cellar" }]),
        )
    };
    let one = edit_body(&both["version"], json!([renamed("Scullery")]));
    business.client.patch(&document_path(&draft), &one).await.expect_status(200);
    let two = edit_body(&both["version"], json!([renamed("Galley")]));
    let response = business.client.patch(&document_path(&draft), &two).await;
    assert_eq!(response.status.as_u16(), 409, "{}", response.text);
    assert_eq!(response.json()["conflicts"][0]["path"], "sections");
    business.app.stop().await;
}
