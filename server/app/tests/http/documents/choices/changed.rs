//! A choice that changes while the customer reads, one that cannot go out, and one that was signed
//! without signal.

use plumbline::clock::Clock as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{accept, body, offered, own, page};
use crate::documents::{Desk, id, with};

/// The business says this of its choices instead, and changes the price of the best one's boiler.
async fn change(desk: &Desk, quote: &Value, choices: Value, price: &str) -> Value {
    let mut next = with(
        body(desk),
        "version",
        own(desk, quote).await["version"].clone(),
    );
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
    let path = format!("/api/quotes/{}", id(quote));
    desk.client.put(&path, &next).await.expect(200)
}

#[tokio::test]
async fn what_changed_while_they_read_is_named_and_nothing_is_accepted() {
    let desk = Desk::open().await;
    let sent = offered(&desk).await;
    let seen = page(&desk, &sent, "&choice=x").await["page"]["version"].clone();
    let said = json!({ "chosenChoice": "x", "version": seen });
    let choices = json!([{ "id": "b", "name": "Standard" }, { "id": "x", "name": "Best" }]);
    change(&desk, &sent, choices, "750").await;
    let refused = accept(&desk, &sent, said.clone()).await;
    let told = refused.refused(409, "document_changed", None);
    let message = told["message"].as_str().expect("a message");
    for what in [
        "the choice “Better” is now called “Standard”",
        "the choice “Best” (now £1,020.00, was £960.00)",
        "the choice “Good” was removed",
    ] {
        assert!(message.contains(what), "{what:?} not in {message}");
    }
    assert_eq!(desk.rows("acceptances").await, 0);

    // The choice that they want is gone: they are told that it changed, not that they named none.
    change(
        &desk,
        &sent,
        json!([{ "id": "b", "name": "Better" }]),
        "700",
    )
    .await;
    accept(&desk, &sent, said)
        .await
        .refused(409, "document_changed", None);
    let now = page(&desk, &sent, "").await["page"]["version"].clone();
    accept(&desk, &sent, json!({ "chosenChoice": "x", "version": now }))
        .await
        .refused(422, "rule_broken", Some("chosenChoice"));
    accept(&desk, &sent, json!({ "chosenChoice": "b", "version": now }))
        .await
        .expect(200);
}

#[tokio::test]
async fn another_recommendation_is_another_offer() {
    let desk = Desk::open().await;
    let sent = offered(&desk).await;
    let seen = page(&desk, &sent, "").await["page"]["version"].clone();
    let mut next = with(body(&desk), "version", sent["version"].clone());
    next["chosenChoice"] = json!("g");
    let path = format!("/api/quotes/{}", id(&sent));
    next["id"] = sent["id"].clone();
    desk.client.put(&path, &next).await.expect(200);
    let refused = accept(&desk, &sent, json!({ "version": seen })).await;
    let told = refused.refused(409, "document_changed", None);
    let message = told["message"].as_str().expect("a message");
    assert!(
        message.contains("the choice in the total (now “Good”)"),
        "{message}"
    );
}

#[tokio::test]
async fn of_two_who_choose_at_once_the_first_counts() {
    let desk = Desk::open().await;
    for _ in 0..4 {
        let sent = offered(&desk).await;
        let one = accept(&desk, &sent, json!({ "name": "Jo", "chosenChoice": "g" }));
        let other = accept(&desk, &sent, json!({ "name": "Mo", "chosenChoice": "x" }));
        let (one, other) = tokio::join!(one, other);
        // The one that comes second is refused, and reads what was accepted.
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let quote = own(&desk, &sent).await;
        let kept = &quote["acceptance"];
        let agreed = (
            kept["name"].as_str(),
            kept["choice"].as_str(),
            kept["total"].as_str(),
        );
        assert!(
            [
                (Some("Jo"), Some("Good"), Some("£360.00")),
                (Some("Mo"), Some("Best"), Some("£960.00")),
            ]
            .contains(&agreed),
            "{kept}"
        );
        assert_eq!(quote["acceptance"]["versionNumber"], 2);
    }
}

#[tokio::test]
async fn a_choice_that_nobody_could_take_keeps_the_quote_here() {
    let desk = Desk::open().await;
    for (at, value, field) in [
        ("/choices/2/name", json!(" "), "choices[2].name"),
        ("/items/1/price", json!("-100.01"), "choices[0]"),
    ] {
        let mut wrong = body(&desk);
        *wrong.pointer_mut(at).expect("it is there") = value;
        let draft = desk.client.post("/api/quotes", &wrong).await.expect(201);
        let path = format!("/api/quotes/{}/send", id(&draft));
        let sent = desk.client.post(&path, &json!({ "via": "link" })).await;
        sent.refused(422, "rule_broken", Some(field));
        assert_eq!(own(&desk, &draft).await["status"], "draft");
    }
    // One with nothing in it beside lines that are in each is what they come to.
    let mut empty = body(&desk);
    empty["items"][1]["choice"] = json!("b");
    let draft = desk.client.post("/api/quotes", &empty).await.expect(201);
    let sent = desk.send("quotes", &id(&draft)).await;
    let shown = page(&desk, &sent, "").await;
    assert_eq!(super::cards(&shown)[0], ["Good", "£120.00", ""]);

    // One with nothing at all is said once, not as a quote without lines as well.
    let mut bare = body(&desk);
    bare["chosenChoice"] = json!("g");
    let items = bare["items"].as_array_mut().expect("lines");
    items.retain(|item| item["choice"] == "b" || item["choice"] == "x");
    let draft = desk.client.post("/api/quotes", &bare).await.expect(201);
    let path = format!("/api/quotes/{}/send", id(&draft));
    let sent = desk.client.post(&path, &json!({ "via": "link" })).await;
    let told = sent.refused(422, "rule_broken", Some("choices[0]"));
    assert_eq!(told["errors"].as_array().map(Vec::len), Some(1), "{told}");

    let long = with(
        body(&desk),
        "choices",
        json!([{ "id": "g", "name": "x".repeat(61) }]),
    );
    let long = with(long, "chosenChoice", Value::Null);
    let mut long = with(long, "items", json!([]));
    long["id"] = json!(uuid::Uuid::now_v7());
    desk.client.post("/api/quotes", &long).await.refused(
        422,
        "rule_broken",
        Some("choices[0].name"),
    );
}

/// What was signed on the business's device without signal.
fn sealed(version: &Value, chosen: &str, at: i64) -> Value {
    let signature = json!({ "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] });
    // serde_json keeps names in order.
    let said = json!({
        "chosenChoice": chosen, "name": "Dave", "selected": null, "signature": signature,
        "signedAt": at, "terms": "Valid for 30 days.", "termsAccepted": true, "version": version,
    });
    let seal = hex::encode(Sha256::digest(said.to_string()));
    json!({
        "name": "Dave", "signature": signature, "termsAccepted": true, "version": version,
        "chosenChoice": chosen,
        "sealed": { "signedAt": at, "terms": "Valid for 30 days.", "seal": seal },
    })
}

#[tokio::test]
async fn what_was_chosen_without_signal_is_sealed_and_counts() {
    let desk = Desk::open().await;
    let sent = offered(&desk).await;
    let seen = page(&desk, &sent, "").await["page"]["version"].clone();
    let signed = sealed(&seen, "x", desk.app.clock.now_ms() + 60_000);
    let path = format!("/api/quotes/{}/accept", id(&sent));
    // It is for this choice and no other.
    let mut other = signed.clone();
    other["chosenChoice"] = json!("g");
    desk.client
        .post(&path, &other)
        .await
        .refused(422, "rule_broken", Some("sealed.seal"));

    // Meanwhile the business takes another price for it, and does away with Good.
    desk.app.clock.advance(120_000);
    let choices = json!([{ "id": "b", "name": "Better" }, { "id": "x", "name": "Best" }]);
    change(&desk, &sent, choices, "900").await;
    let quote = desk.client.post(&path, &signed).await.expect(200);
    assert_eq!(quote["status"], "accepted");
    assert_eq!(quote["acceptance"]["choice"], "Best");
    assert_eq!(quote["acceptance"]["total"], "£960.00", "as it was signed");
    assert!(quote["acceptance"]["earlierVersion"].is_string());
    assert_eq!(quote["choices"].as_array().map(Vec::len), Some(3));
}
