//! Accepting a quote, and the certificate that is stored.

use serde_json::{Value, json};

use super::{OWNER, TestBusiness, id_of, token_of, with_field};

/// The body that the page sends.
fn accept_body(version: &Value) -> Value {
    json!({
        "name": "  Jo Bloggs ", "termsAccepted": true, "version": version,
        "signature": { "width": 300, "height": 100, "strokes": [[10, 10, 40, 60, 80, 20], [90, 90]] }
    })
}

async fn page_version(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/public/{}?with=page", token_of(quote));
    business.app.new_client().get(&path).await.expect_status(200)["page"]["version"].clone()
}

#[tokio::test]
async fn accepting_stores_a_certificate_for_both_sides() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let hash = page_version(&business, &sent).await;
    let customer = business.app.new_client();
    let request = customer
        .request(reqwest::Method::POST, &format!("{link}/accept"))
        .header("user-agent", "Old phone/1.0")
        .json(&accept_body(&hash));
    let answer = customer.send(request).await.expect_status(200);
    assert_eq!(answer["quote"]["status"], "accepted");

    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let body = json!({
        "name": "Jo Bloggs", "acceptedAt": "16/11/2026 09:00", "total": "£478.10",
        "version": hash, "options": [], "witness": null
    });
    assert_eq!(page["page"]["acceptance"], body);
    let quote = business.client.get(&format!("/api/quotes/{}", id_of(&sent))).await.expect_status(200);
    let saved = &quote["acceptance"];
    for (name, value) in body.as_object().expect("an object") {
        assert_eq!(&saved[name], value, "{name}");
    }
    assert_eq!(saved["versionNumber"], 1);
    assert_eq!(saved["terms"], "Valid for 30 days.");
    assert_eq!(saved["termsAccepted"], true);
    assert_eq!(saved["address"], "127.0.0.1");
    assert_eq!(saved["userAgent"], "Old phone/1.0");
    assert_eq!(saved["signature"]["strokes"][0], json!([10, 10, 40, 60, 80, 20]));

    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs accepted quote Q-0001");
    assert!(received_email.text.contains("Accepted by: Jo Bloggs"), "{}", received_email.text);
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["data"]["name"], "Jo Bloggs");
}

#[tokio::test]
async fn a_quote_can_be_accepted_without_a_body() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let saved = &quote["acceptance"];
    assert_eq!(
        (&saved["name"], &saved["signature"], &saved["termsAccepted"]),
        (&Value::Null, &Value::Null, &json!(false))
    );
    assert_eq!(saved["total"], "£478.10");
    // An accept with a body after it changes nothing, whatever it says.
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    business
        .app
        .new_client()
        .post(&path, &json!({ "name": "Another", "version": "old" }))
        .await
        .expect_status(200);
    let path = format!("/api/quotes/{}", id_of(&quote));
    assert_eq!(business.client.get(&path).await.expect_status(200), quote);
}

#[tokio::test]
async fn a_version_that_the_customer_has_not_seen_cannot_be_accepted() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let seen = page_version(&business, &sent).await;
    let body = with_field(business.quote_body(), "version", sent["version"].clone());
    business
        .client
        .put(&format!("/api/quotes/{}", id_of(&sent)), &with_field(body, "notes", json!("Scaffold is extra")))
        .await
        .expect_status(200);
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let customer = business.app.new_client();
    customer.post(&path, &accept_body(&seen)).await.expect_error(409, "document_changed", None);
    assert_eq!(business.count_rows("acceptances").await, 0);
    let now = page_version(&business, &sent).await;
    customer.post(&path, &accept_body(&now)).await.expect_status(200);
    let path = format!("/api/quotes/{}", id_of(&sent));
    let quote = business.client.get(&path).await.expect_status(200);
    assert_eq!(quote["acceptance"]["version"], now);
    assert_eq!(quote["acceptance"]["versionNumber"], 2);
}

#[tokio::test]
async fn the_body_of_an_acceptance_is_validated() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let customer = business.app.new_client();
    let drawn = |strokes: Value| json!({ "width": 10, "height": 10, "strokes": strokes });
    for (body, field) in [
        (json!({}), "termsAccepted"),
        (json!({ "name": "Jo", "termsAccepted": false }), "termsAccepted"),
        (json!({ "name": " ", "termsAccepted": true }), "name"),
        (json!({ "name": "x".repeat(201), "termsAccepted": true }), "name"),
        (json!({ "name": "a\u{202e}b", "termsAccepted": true }), "name"),
        (json!({ "signature": drawn(json!([[11, 0]])), "termsAccepted": true }), "signature"),
        (json!({ "signature": drawn(json!([[1]])), "termsAccepted": true }), "signature"),
        (json!({ "signature": drawn(json!(vec![[1, 1]; 201])), "termsAccepted": true }), "signature"),
        (json!({ "selected": ["a"], "termsAccepted": true }), "selected[0]"),
    ] {
        customer.post(&path, &body).await.expect_error(422, "rule_broken", Some(field));
    }
    for (body, code) in [
        (json!({ "admin": true }), "unknown_field"),
        (json!({ "name": 5 }), "invalid_type"),
        (json!({ "signature": drawn(json!([[-1, 0]])) }), "invalid_type"),
        (json!({ "signature": drawn(json!([[0.5, 0]])) }), "invalid_type"),
        (json!({ "selected": "a" }), "invalid_type"),
    ] {
        customer.post(&path, &body).await.expect_error(400, code, None);
    }
    assert_eq!(business.count_rows("acceptances").await, 0);
}

#[tokio::test]
async fn a_double_click_leaves_one_certificate() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let hash = page_version(&business, &sent).await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    let body = accept_body(&hash);
    let clicks = (0..6).map(|_| {
        let (customer, path, body) = (business.app.new_client(), path.clone(), body.clone());
        async move { customer.post(&path, &body).await.expect_status(200) }
    });
    for answer in futures::future::join_all(clicks).await {
        assert_eq!(answer["quote"]["status"], "accepted");
    }
    assert_eq!(business.count_rows("acceptances").await, 1);
    let received_emails = business.app.receive_emails(OWNER).await;
    let accepted = received_emails.iter().filter(|mail| mail.subject.contains("accepted"));
    assert_eq!(accepted.count(), 1);
}

#[tokio::test]
async fn nothing_that_happens_later_alters_the_certificate() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let body = with_field(business.quote_body(), "version", quote["version"].clone());
    business.client.put(&path, &with_field(body, "notes", json!("Cheaper"))).await.expect_error(
        409,
        "already_accepted",
        None,
    );
    business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    let renamed = with_field(with_field(super::profile_body(), "name", json!("Other")), "version", json!(1));
    let renamed = with_field(renamed, "quoteTerms", json!("None."));
    let profile = format!("/api/business-profiles/{}", business.profile);
    business.client.put(&profile, &renamed).await.expect_status(200);
    let invoice = business.client.post_empty(&format!("{path}/convert")).await.expect_status(201);
    assert!(invoice.get("acceptance").is_none());
    let later = business.client.get(&path).await.expect_status(200);
    assert_eq!(later["status"], "invoiced");
    assert_eq!(later["acceptance"], quote["acceptance"]);
    let page = business
        .app
        .new_client()
        .get(&format!("/api/quotes/public/{}?with=page", token_of(&quote)))
        .await
        .expect_status(200);
    assert_eq!(page["page"]["version"], quote["acceptance"]["version"]);
    let copy = business.client.post_empty(&format!("{path}/duplicate")).await.expect_status(201);
    assert_eq!(copy["acceptance"], Value::Null);
}

#[tokio::test]
async fn certificates_are_deleted_with_the_account() {
    let business = TestBusiness::open().await;
    business.accepted_quote().await;
    assert_eq!(business.count_rows("acceptances").await, 1);
    let password = json!({ "currentPassword": crate::support::PASSWORD });
    business.client.delete_with("/api/account", &password).await.expect_status(204);
    assert_eq!(business.count_rows("acceptances").await, 0);
}
