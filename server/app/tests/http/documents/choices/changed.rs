//! A choice that changes while the customer reads, one that cannot be sent, and one that was signed without signal.

use plumbline::clock::Clock as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{accept_quote, load_page, quote_body, read_own_quote, sent_quote_with_choices};
use crate::documents::{TestBusiness, id_of, with_field};

/// The business replaces its choices with these, and changes the price of the best one's boiler.
async fn change_choices(business: &TestBusiness, quote: &Value, choices: Value, price: &str) -> Value {
    let mut next =
        with_field(quote_body(business), "version", read_own_quote(business, quote).await["version"].clone());
    next["id"] = quote["id"].clone();
    let gone = |line: &Value| {
        let known = choices.as_array().expect("choices").iter();
        let mut known = known.map(|choice| &choice["id"]);
        !line["choice"].is_null() && !known.any(|id| *id == line["choice"])
    };
    let lines = next["items"].as_array_mut().expect("lines");
    lines[3]["price"] = json!(price);
    lines.retain(|line| !gone(line));
    next["choices"] = choices;
    let path = format!("/api/quotes/{}", id_of(quote));
    business.client.put(&path, &next).await.expect_status(200)
}

#[tokio::test]
async fn a_change_during_reading_is_described_and_nothing_is_accepted() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let seen = load_page(&business, &sent, "&choice=x").await["page"]["version"].clone();
    let body = json!({ "chosenChoice": "x", "version": seen });
    let choices = json!([{ "id": "b", "name": "Standard" }, { "id": "x", "name": "Best" }]);
    change_choices(&business, &sent, choices, "750").await;
    let refused = accept_quote(&business, &sent, body.clone()).await;
    let response = refused.expect_error(409, "document_changed", None);
    let message = response["message"].as_str().expect("a message");
    for what in [
        "the choice “Better” is now called “Standard”",
        "the choice “Best” (now £1,020.00, was £960.00)",
        "the choice “Good” was removed",
    ] {
        assert!(message.contains(what), "{what:?} not in {message}");
    }
    assert_eq!(business.count_rows("acceptances").await, 0);

    // The wanted choice is gone: the error says that the quote changed, not that no choice was named.
    change_choices(&business, &sent, json!([{ "id": "b", "name": "Better" }]), "700").await;
    accept_quote(&business, &sent, body).await.expect_error(409, "document_changed", None);
    let now = load_page(&business, &sent, "").await["page"]["version"].clone();
    accept_quote(&business, &sent, json!({ "chosenChoice": "x", "version": now })).await.expect_error(
        422,
        "rule_broken",
        Some("chosenChoice"),
    );
    accept_quote(&business, &sent, json!({ "chosenChoice": "b", "version": now })).await.expect_status(200);
}

#[tokio::test]
async fn another_recommendation_is_a_changed_document() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let seen = load_page(&business, &sent, "").await["page"]["version"].clone();
    let mut next = with_field(quote_body(&business), "version", sent["version"].clone());
    next["chosenChoice"] = json!("g");
    let path = format!("/api/quotes/{}", id_of(&sent));
    next["id"] = sent["id"].clone();
    business.client.put(&path, &next).await.expect_status(200);
    let refused = accept_quote(&business, &sent, json!({ "version": seen })).await;
    let body = refused.expect_error(409, "document_changed", None);
    let message = body["message"].as_str().expect("a message");
    assert!(message.contains("the choice in the total (now “Good”)"), "{message}");
}

#[tokio::test]
async fn of_two_acceptances_at_once_the_first_counts() {
    let business = TestBusiness::open().await;
    for _ in 0..4 {
        let sent = sent_quote_with_choices(&business).await;
        let one = accept_quote(&business, &sent, json!({ "name": "Jo", "chosenChoice": "g" }));
        let other = accept_quote(&business, &sent, json!({ "name": "Mo", "chosenChoice": "x" }));
        let (one, other) = tokio::join!(one, other);
        // The one that comes second is refused, and reads what was accepted.
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let quote = read_own_quote(&business, &sent).await;
        let saved = &quote["acceptance"];
        let agreed = (saved["name"].as_str(), saved["choice"].as_str(), saved["total"].as_str());
        assert!(
            [(Some("Jo"), Some("Good"), Some("£360.00")), (Some("Mo"), Some("Best"), Some("£960.00")),]
                .contains(&agreed),
            "{saved}"
        );
        assert_eq!(quote["acceptance"]["versionNumber"], 2);
    }
}

#[tokio::test]
async fn a_quote_with_an_impossible_choice_cannot_be_sent() {
    let business = TestBusiness::open().await;
    for (at, value, field) in [
        ("/choices/2/name", json!(" "), "choices[2].name"),
        ("/items/1/price", json!("-100.01"), "choices[0]"),
    ] {
        let mut wrong = quote_body(&business);
        *wrong.pointer_mut(at).expect("it is there") = value;
        let draft = business.client.post("/api/quotes", &wrong).await.expect_status(201);
        let path = format!("/api/quotes/{}/send", id_of(&draft));
        let sent = business.client.post(&path, &json!({ "via": "link" })).await;
        sent.expect_error(422, "rule_broken", Some(field));
        assert_eq!(read_own_quote(&business, &draft).await["status"], "draft");
    }
    // One with nothing in it beside lines that are in each is what they come to.
    let mut empty = quote_body(&business);
    empty["items"][1]["choice"] = json!("b");
    let draft = business.client.post("/api/quotes", &empty).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    let body = load_page(&business, &sent, "").await;
    assert_eq!(super::choice_cards(&body)[0], ["Good", "£120.00", ""]);

    // One with nothing at all is said once, not as a quote without lines as well.
    let mut bare = quote_body(&business);
    bare["chosenChoice"] = json!("g");
    let items = bare["items"].as_array_mut().expect("lines");
    items.retain(|item| item["choice"] == "b" || item["choice"] == "x");
    let draft = business.client.post("/api/quotes", &bare).await.expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let sent = business.client.post(&path, &json!({ "via": "link" })).await;
    let response = sent.expect_error(422, "rule_broken", Some("choices[0]"));
    assert_eq!(response["errors"].as_array().map(Vec::len), Some(1), "{response}");

    let long = with_field(quote_body(&business), "choices", json!([{ "id": "g", "name": "x".repeat(61) }]));
    let long = with_field(long, "chosenChoice", Value::Null);
    let mut long = with_field(long, "items", json!([]));
    long["id"] = json!(uuid::Uuid::now_v7());
    business.client.post("/api/quotes", &long).await.expect_error(
        422,
        "rule_broken",
        Some("choices[0].name"),
    );
}

/// The body of a signature made on the business's device without signal.
fn sealed_body(version: &Value, chosen: &str, at: i64) -> Value {
    let signature = json!({ "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] });
    // serde_json keeps names in order.
    let body = json!({
        "chosenChoice": chosen, "name": "Dave", "selected": null, "signature": signature,
        "signedAt": at, "terms": "Valid for 30 days.", "termsAccepted": true, "version": version,
    });
    let seal = hex::encode(Sha256::digest(body.to_string()));
    json!({
        "name": "Dave", "signature": signature, "termsAccepted": true, "version": version,
        "chosenChoice": chosen,
        "sealed": { "signedAt": at, "terms": "Valid for 30 days.", "seal": seal },
    })
}

#[tokio::test]
async fn a_choice_signed_offline_is_sealed_and_counts() {
    let business = TestBusiness::open().await;
    let sent = sent_quote_with_choices(&business).await;
    let seen = load_page(&business, &sent, "").await["page"]["version"].clone();
    let signed = sealed_body(&seen, "x", business.app.clock.now_ms() + 60_000);
    let path = format!("/api/quotes/{}/accept", id_of(&sent));
    // It is for this choice and no other.
    let mut other = signed.clone();
    other["chosenChoice"] = json!("g");
    business.client.post(&path, &other).await.expect_error(422, "rule_broken", Some("sealed.seal"));

    // Meanwhile the business takes another price for it, and does away with Good.
    business.app.clock.advance(120_000);
    let choices = json!([{ "id": "b", "name": "Better" }, { "id": "x", "name": "Best" }]);
    change_choices(&business, &sent, choices, "900").await;
    let quote = business.client.post(&path, &signed).await.expect_status(200);
    assert_eq!(quote["status"], "accepted");
    assert_eq!(quote["acceptance"]["choice"], "Best");
    assert_eq!(quote["acceptance"]["total"], "£960.00", "as it was signed");
    assert!(quote["acceptance"]["earlierVersion"].is_string());
    assert_eq!(quote["choices"].as_array().map(Vec::len), Some(3));
}
