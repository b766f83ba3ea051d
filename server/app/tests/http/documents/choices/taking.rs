//! Choosing on the customer's page, and accepting what was chosen.

use serde_json::{Value, json};

use super::{
    accept_quote, choice_cards, line_ids, load_page, quote_body, read_own_quote, sent_quote_with_choices,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};
use crate::pdf;

#[tokio::test]
async fn the_page_shows_the_total_with_each_choice() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let body = load_page(&business, &sent, "").await;
    let recommended =
        [["Good", "£360.00", ""], ["Better", "£600.00", "In the total"], ["Best", "£960.00", ""]];
    assert_eq!(choice_cards(&body), recommended);
    assert_eq!(body["page"]["presentation"]["actions"]["choose"], true);
    let best = &body["quote"]["choiceTotals"][2];
    assert_eq!(
        (&best["vatAmount"], &best["depositAmount"], &best["amountPayable"]),
        (&json!("160.00"), &json!("240.00"), &json!("960.00"))
    );

    let picked = load_page(&business, &sent, "&choice=x").await;
    assert_eq!(
        choice_cards(&picked),
        [["Good", "£360.00", ""], ["Better", "£600.00", ""], ["Best", "£960.00", "In the total"],]
    );
    let presentation = &picked["page"]["presentation"];
    assert_eq!(presentation["summary"]["amount"], "£960.00");
    assert_eq!(presentation["summary"]["deposit"], "Deposit £240.00 on acceptance");
    assert_eq!(picked["page"]["version"], body["page"]["version"], "it is the offer that was sent");
    let ticked = load_page(&business, &sent, "&choice=x&selected=cover").await;
    assert_eq!(ticked["quote"]["totalAmount"], "1020.00");
    assert_eq!(choice_cards(&ticked)[0], ["Good", "£360.00", ""], "the cover is Best’s alone");
    // What is not offered is passed over.
    assert_eq!(choice_cards(&load_page(&business, &sent, "&choice=gone").await), recommended);
    assert_eq!(load_page(&business, &sent, "").await, body, "it was only looked at");

    let printed = format!("/q/{}.pdf?choice=x", token_of(&sent));
    let printed = pdf::pdf_text(&business.app.new_client().get_bytes(&printed).await);
    for text in [
        "Good £360.00 including VAT Plain boiler £200.00 In every choice £100.00 VAT £60.00 Deposit £90.00",
        "Best In the total £960.00 including VAT Smart boiler £700.00",
        "In every choice £100.00 VAT £160.00 Deposit £240.00",
    ] {
        assert!(printed.contains(text), "{text:?} not in {printed}");
    }
}

#[tokio::test]
async fn the_pdf_shows_the_choices_side_by_side_in_every_template() {
    let business = TestBusiness::open().await;
    for template in ["classic", "modern", "colored", "bold", "minimal"] {
        let offer = with_field(quote_body(&business), "template", json!(template));
        let draft = business.client.post("/api/quotes", &offer).await.expect_status(201);
        let sent = business.send_by_link("quotes", &id_of(&draft)).await;
        let printed = format!("/q/{}.pdf", token_of(&sent));
        let rows = pdf::rows(&business.app.new_client().get_bytes(&printed).await);
        for side_by_side in [
            ["Good", "Better In the total", "Best"],
            ["£360.00 including VAT", "£600.00 including VAT", "£960.00 including VAT"],
            ["Plain boiler £200.00", "Combi boiler £400.00", "Smart boiler £700.00"],
        ] {
            let row = side_by_side.join(" ");
            assert!(rows.contains(&row), "{template}: {row:?} not in {rows:#?}");
        }
    }
}

#[tokio::test]
async fn taking_another_choice_makes_the_version_that_is_accepted() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let seen = load_page(&business, &sent, "&choice=x").await;
    let body = json!({
        "name": "Jo Bloggs", "chosenChoice": "x", "selected": ["cover"],
        "version": seen["page"]["version"],
    });
    let answer = accept_quote(&business, &sent, body).await.expect_status(200);
    assert_eq!(answer["quote"]["totalAmount"], "1020.00");
    assert_eq!(answer["quote"]["chosenChoice"], "x");

    let after = load_page(&business, &sent, "").await;
    let acceptance = &after["page"]["acceptance"];
    assert_eq!(
        (&acceptance["choice"], &acceptance["total"], &acceptance["options"]),
        (&json!("Best"), &json!("£1,020.00"), &json!(["Cover"]))
    );
    assert_eq!(acceptance["version"], after["page"]["version"]);
    assert_eq!(
        choice_cards(&after),
        [
            ["Good", "£360.00", "Not chosen"],
            ["Better", "£600.00", "Not chosen"],
            ["Best", "£1,020.00", "Chosen"],
        ]
    );
    assert_eq!(line_ids(&after), ["day", "smart", "cover"]);
    assert_eq!(
        load_page(&business, &sent, "&choice=g").await["quote"]["totalAmount"],
        "1020.00",
        "what was accepted stands"
    );

    let quote = read_own_quote(&business, &sent).await;
    assert_eq!(quote["acceptance"]["versionNumber"], 2);
    assert_eq!(quote["chosenChoice"], "x");
    assert_eq!(business.count_rows("document_versions").await, 2);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("Choice: Best"), "{}", received_email.text);
    let copy = business.app.receive_emails(CUSTOMER).await.pop().expect("the copy");
    assert!(copy.text.contains("Choice: Best"), "{}", copy.text);
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["sentence"], "Jo Bloggs accepted quote Q-0001: Best");
}

#[tokio::test]
async fn the_certificate_names_the_accepted_and_the_other_choices() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    accept_quote(&business, &sent, json!({ "name": "Jo Bloggs", "chosenChoice": "x" }))
        .await
        .expect_status(200);
    let certificate = format!("/q/{}/certificate.pdf", token_of(&sent));
    let certificate = pdf::pdf_text(&business.app.new_client().get_bytes(&certificate).await);
    for text in [
        "accepted quote Q-0001 of Taylor Plumbing with the choice “Best” on",
        "Good, not chosen £360.00",
        "Better, not chosen £600.00",
        "Best, chosen £960.00",
    ] {
        assert!(certificate.contains(text), "{text:?} not in {certificate}");
    }
    let printed = format!("/q/{}.pdf", token_of(&sent));
    let printed = pdf::pdf_text(&business.app.new_client().get_bytes(&printed).await);
    assert!(printed.contains("Best Chosen") && printed.contains("Good Not chosen"), "{printed}");
    assert!(
        printed.contains("Smart boiler") && !printed.contains("Plain boiler"),
        "what was not taken is no part of what was agreed: {printed}"
    );
}

#[tokio::test]
async fn the_recommended_choice_is_accepted_if_none_is_named() {
    let business = TestBusiness::open().await;
    for body in [json!({}), json!({ "chosenChoice": "b" }), json!({ "chosenChoice": null })] {
        let sent = sent_quote_with_choices(&business).await;
        accept_quote(&business, &sent, body).await.expect_status(200);
        let quote = read_own_quote(&business, &sent).await;
        assert_eq!(quote["acceptance"]["choice"], "Better");
        assert_eq!(quote["acceptance"]["versionNumber"], 1, "it says the same");
        assert_eq!(quote["totals"]["totalAmount"], "600.00");
    }
    // The first, if none is recommended.
    let unsaid = with_field(quote_body(&business), "chosenChoice", Value::Null);
    let draft = business.client.post("/api/quotes", &unsaid).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    accept_quote(&business, &sent, json!({})).await.expect_status(200);
    assert_eq!(read_own_quote(&business, &sent).await["acceptance"]["choice"], "Good");
}

#[tokio::test]
async fn a_choice_that_is_not_offered_cannot_be_accepted() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let long = "x".repeat(101);
    for chosen in ["gone", "", "Best", &long] {
        let answer = accept_quote(&business, &sent, json!({ "chosenChoice": chosen })).await;
        let body = answer.expect_error(422, "rule_broken", Some("chosenChoice"));
        assert_eq!(body["errors"][0]["code"], "unknown_choice", "{body}");
    }
    accept_quote(&business, &sent, json!({ "chosenChoice": 7 })).await.expect_error(
        400,
        "invalid_type",
        Some("chosenChoice"),
    );
    // Nor is there anything to choose on a quote without choices.
    let plain = business.sent_quote().await;
    accept_quote(&business, &plain, json!({ "chosenChoice": "b" })).await.expect_error(
        422,
        "rule_broken",
        Some("chosenChoice"),
    );
    assert_eq!(business.count_rows("acceptances").await, 0);
    assert_eq!(read_own_quote(&business, &sent).await["status"], "sent");
    accept_quote(&business, &plain, json!({})).await.expect_status(200);
    let acceptance = &read_own_quote(&business, &plain).await["acceptance"];
    assert!(acceptance.get("choice").is_none(), "{acceptance}");
}

#[tokio::test]
async fn the_cost_of_a_choice_is_not_shown_to_the_customer() {
    let business = TestBusiness::open().await;
    let mut costs = quote_body(&business);
    costs["cisRate"] = json!("20");
    costs["items"][2]["costType"] = json!("materials");
    costs["items"][2]["cost"] = json!("317.77");
    let draft = business.client.post("/api/quotes", &costs).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let body = load_page(&business, &sent, "&choice=g").await;
    // 500.00 less 317.77, at 20%; of Good it is 300.00.
    let deductions: Vec<&Value> = body["quote"]["choiceTotals"]
        .as_array()
        .expect("choices")
        .iter()
        .map(|choice| &choice["cisDeduction"])
        .collect();
    assert_eq!(deductions, ["60.00", "36.45", "160.00"]);
    assert!(!body.to_string().contains("317.77"), "{body}");
    let printed = format!("/q/{}.pdf?choice=b", token_of(&sent));
    let printed = pdf::pdf_text(&business.app.new_client().get_bytes(&printed).await);
    assert!(!printed.contains("317.77"), "{printed}");
}

#[tokio::test]
async fn the_email_lists_the_total_of_each_choice() {
    let business = TestBusiness::open().await;
    let draft = business.client.post("/api/quotes", &quote_body(&business)).await.expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    for text in [
        "Choice: Good, £360.00 including VAT",
        "Choice: Better, £600.00 including VAT (recommended)",
        "Choice: Best, £960.00 including VAT",
    ] {
        assert!(received_email.text.contains(text), "{text:?} not in {}", received_email.text);
    }
}
