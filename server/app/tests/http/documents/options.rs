//! Optional lines that the customer picks.

use serde_json::{Value, json};

use super::without_locks::{assert_not_blocked, hold_lock};
use super::{OWNER, TestBusiness, id_of, token_of};
use crate::pdf;

/// A service for 120.00, an optional rail for 100.00, and optional tiling for 50.00 that is ticked; 20% VAT. As set:
/// 204.00.
async fn sent_quote_with_options(business: &TestBusiness) -> Value {
    let mut body = business.quote_body();
    body["items"] = json!([
        { "id": "a", "name": "Boiler service", "quantity": "1", "price": "120" },
        { "id": "b", "name": "Towel rail", "quantity": "1", "price": "100", "optional": true, "selected": false },
        { "id": "c", "name": "Tiling", "quantity": "1", "price": "50", "optional": true, "selected": true },
    ]);
    for field in ["includeLabour", "includeDiscount", "includeDeposit"] {
        body[field] = json!(false);
    }
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(sent["totals"]["totalAmount"], "204.00");
    sent
}

async fn accept_with_options(
    business: &TestBusiness,
    quote: &Value,
    selected: Value,
) -> crate::support::TestResponse {
    let path = format!("/api/quotes/public/{}/accept", token_of(quote));
    let body = json!({ "termsAccepted": true, "selected": selected });
    business.app.new_client().post(&path, &body).await
}

#[tokio::test]
async fn taking_another_option_makes_the_version_that_is_accepted() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_options(&business).await;
    let link = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let before = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(before["page"]["presentation"]["actions"]["options"], true);
    // The business changes its contact meanwhile: what is accepted is what was seen.
    let moved = super::with_field(super::contact_body(), "name", json!("Joanna"));
    let path = format!("/api/contacts/{}", business.contact);
    business.client.put(&path, &super::with_field(moved, "version", json!(1))).await.expect_status(200);

    let answer = accept_with_options(&business, &sent, json!(["b"])).await.expect_status(200);
    assert_eq!(answer["quote"]["totalAmount"], "264.00");
    assert_eq!(answer["quote"]["customerName"], "Jo Bloggs");
    let after = business.app.new_client().get(&link).await.expect_status(200);
    let page = &after["page"];
    assert_ne!(page["version"], before["page"]["version"]);
    assert_eq!(page["acceptance"]["version"], page["version"]);
    assert_eq!(page["acceptance"]["options"], json!(["Towel rail"]));
    assert_eq!(page["acceptance"]["total"], "£264.00");
    let counted: Vec<bool> =
        after["items"].as_array().expect("lines").iter().map(|line| line["counted"] == true).collect();
    assert_eq!(counted, [true, true, false]);

    let path = format!("/api/quotes/{}", id_of(&sent));
    let quote = business.client.get(&path).await.expect_status(200);
    assert_eq!(quote["totals"]["totalAmount"], "264.00");
    assert_eq!(quote["acceptance"]["versionNumber"], 2);
    assert_eq!(business.count_rows("document_versions").await, 2);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("Options: Towel rail"), "{}", received_email.text);
    assert!(received_email.text.contains("£264.00"), "{}", received_email.text);
    // The invoice asks for what was taken.
    let invoice = business.client.post_empty(&format!("{path}/convert")).await.expect_status(201);
    assert_eq!(invoice["totals"]["totalAmount"], "264.00");
    assert_eq!(invoice["items"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn the_same_options_make_no_new_version() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_options(&business).await;
    accept_with_options(&business, &sent, json!(["c"])).await.expect_status(200);
    assert_eq!(business.count_rows("document_versions").await, 1);
    // Nor does no choice at all.
    let sent = sent_quote_with_options(&business).await;
    accept_with_options(&business, &sent, Value::Null).await.expect_status(200);
    let path = format!("/api/quotes/{}", id_of(&sent));
    let quote = business.client.get(&path).await.expect_status(200);
    assert_eq!(quote["acceptance"]["versionNumber"], 1);
    assert_eq!(quote["acceptance"]["options"], json!(["Tiling"]));
}

#[tokio::test]
async fn every_option_can_be_left_out() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_options(&business).await;
    let answer = accept_with_options(&business, &sent, json!([])).await.expect_status(200);
    assert_eq!(answer["quote"]["totalAmount"], "144.00");
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("Options: None"), "{}", received_email.text);
}

#[tokio::test]
async fn a_line_that_is_not_optional_cannot_be_selected() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_options(&business).await;
    for (selected, field) in
        [(json!(["a"]), "selected[0]"), (json!(["b", "zz"]), "selected[1]"), (json!([""]), "selected[0]")]
    {
        accept_with_options(&business, &sent, selected).await.expect_error(422, "rule_broken", Some(field));
    }
}

#[tokio::test]
async fn leaving_out_all_options_is_refused_if_nothing_remains() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["includeLabour"] = json!(false);
    body["items"] = json!([
        { "id": "b", "name": "Rail", "quantity": "1", "price": "100", "optional": true, "selected": true },
        { "id": "c", "name": "Credit", "quantity": "1", "price": "-50", "optional": true, "selected": true },
    ]);
    body["includeDeposit"] = json!(false);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    for selected in [json!([]), json!(["c"])] {
        accept_with_options(&business, &sent, selected).await.expect_error(
            422,
            "rule_broken",
            Some("selected"),
        );
    }
    accept_with_options(&business, &sent, json!(["b"])).await.expect_status(200);
}

#[tokio::test]
async fn a_selection_has_at_most_500_options_without_duplicates() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_options(&business).await;
    // Refused while somebody else is writing: nobody waits for the judgement of a list.
    let writing = hold_lock(&business).await;
    for (selected, field, code) in [
        (json!(vec!["b"; 150_000]), "selected", "too_many"),
        (json!(vec!["b"; 501]), "selected", "too_many"),
        (json!(["b", "x".repeat(101)]), "selected[1]", "unknown_option"),
    ] {
        let answer = assert_not_blocked(accept_with_options(&business, &sent, selected)).await;
        let body = answer.expect_error(422, "rule_broken", Some(field));
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    drop(writing);
    // One that is sent 500 times is taken once.
    let answer = accept_with_options(&business, &sent, json!(vec!["b"; 500])).await;
    assert_eq!(answer.expect_status(200)["quote"]["totalAmount"], "264.00");
}

#[tokio::test]
async fn ticked_options_are_shown_on_the_page_and_the_pdf_until_acceptance() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_options(&business).await;
    let link = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let customer = business.app.new_client();
    let before = customer.get(&link).await.expect_status(200);
    let ticked = customer.get(&format!("{link}&selected=b,gone")).await.expect_status(200);
    assert_eq!(ticked["quote"]["totalAmount"], "264.00");
    assert_eq!(ticked["page"]["presentation"]["summary"]["amount"], "£264.00");
    assert_eq!(ticked["page"]["version"], before["page"]["version"], "it is the offer that was sent");
    let none = customer.get(&format!("{link}&selected=")).await.expect_status(200);
    assert_eq!(none["quote"]["totalAmount"], "144.00");
    assert_eq!(customer.get(&link).await.expect_status(200), before, "it was only looked at");
    let pdf = format!("/q/{}.pdf", token_of(&sent));
    let printed = pdf::pdf_text(&customer.get_bytes(&format!("{pdf}?selected=b")).await);
    assert!(printed.contains("£264.00") && !printed.contains("£204.00"), "{printed}");
    let long = "x".repeat(20_001);
    customer.get(&format!("{link}&selected={long}")).await.expect_error(422, "rule_broken", Some("selected"));

    let accepted = accept_with_options(&business, &sent, json!(["b"])).await.expect_status(200);
    assert_eq!(accepted["quote"]["totalAmount"], "264.00");
    let after = customer.get(&format!("{link}&selected=c")).await.expect_status(200);
    assert_eq!(after["quote"]["totalAmount"], "264.00", "what was accepted stands");
}

#[tokio::test]
async fn a_selection_under_cis_is_calculated_with_the_cost_of_materials() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"] = json!([
        { "id": "a", "name": "Labour", "quantity": "1", "price": "2000" },
        { "id": "b", "name": "Boiler", "quantity": "1", "price": "800", "cost": "700",
          "costType": "materials", "optional": true, "selected": false },
    ]);
    body["cisRate"] = json!("20");
    for field in ["includeLabour", "includeDiscount", "includeDeposit"] {
        body[field] = json!(false);
    }
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let link = format!("/api/quotes/public/{}?with=page&selected=b", token_of(&sent));
    let ticked = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(ticked["quote"]["cisDeduction"], "420.00");
    assert!(!ticked.to_string().contains("700"), "what it cost is the business's own");
}

#[tokio::test]
async fn a_selection_below_the_discount_is_not_accepted() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"] = json!([
        { "id": "a", "name": "Call-out", "quantity": "1", "price": "50" },
        { "id": "b", "name": "Boiler", "quantity": "1", "price": "700", "optional": true, "selected": true },
    ]);
    for field in ["includeLabour", "includeDeposit"] {
        body[field] = json!(false);
    }
    body["includeDiscount"] = json!(true);
    body["discountType"] = json!("other");
    body["discount"] = json!("300");
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(sent["totals"]["totalAmount"], "540.00");
    let refused = accept_with_options(&business, &sent, json!([])).await;
    let refused = refused.expect_error(422, "rule_broken", Some("selected"));
    assert_eq!(refused["errors"][0]["msg"], "The discount is more than your choice comes to. Choose more.");
    accept_with_options(&business, &sent, json!(["b"])).await.expect_status(200);
}
