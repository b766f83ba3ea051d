//! Declining, with a reason or without.

use serde_json::{Value, json};

use super::{OWNER, TestBusiness, id_of, token_of};

#[tokio::test]
async fn the_business_sees_the_reason() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&sent));
    let customer = business.app.new_client();
    let reason = json!({ "reason": " Too dear.\nMaybe in spring. " });
    let answer = customer.post(&path, &reason).await.expect_status(200);
    assert_eq!(answer["quote"]["status"], "declined");
    assert!(!answer.to_string().contains("Too dear"), "it is the business's to read");
    // Again is no error, and the first reason stays.
    customer.post(&path, &json!({ "reason": "Other" })).await.expect_status(200);
    let quote = business.client.get(&format!("/api/quotes/{}", id_of(&sent))).await.expect_status(200);
    assert_eq!(quote["declineReason"], "Too dear.\nMaybe in spring.");
    assert_eq!(quote["declinedDate"], "2026-11-16");
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs declined quote Q-0001");
    assert!(received_email.text.contains("Reason: Too dear."), "{}", received_email.text);
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(
        (&activities[0]["kind"], &activities[0]["data"]["reason"]),
        (&json!("quote_declined"), &quote["declineReason"])
    );
}

#[tokio::test]
async fn a_reason_is_optional() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    for body in ["", "{}", r#"{"reason":null}"#, r#"{"reason":"  "}"#] {
        let sent = business.sent_quote().await;
        let path = format!("/api/quotes/public/{}/decline", token_of(&sent));
        customer.post_text(&path, body).await.expect_status(200);
        let path = format!("/api/quotes/{}", id_of(&sent));
        let quote = business.client.get(&path).await.expect_status(200);
        assert_eq!(quote["declineReason"], Value::Null);
    }
    let sent = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&sent));
    customer.post(&path, &json!({ "reason": "x".repeat(2_001) })).await.expect_error(
        422,
        "rule_broken",
        Some("reason"),
    );
    let longest = json!({ "reason": "x".repeat(2_000) });
    let other = business.sent_quote().await;
    let other = format!("/api/quotes/public/{}/decline", token_of(&other));
    customer.post(&other, &longest).await.expect_status(200);
    customer.post(&path, &json!({ "why": "x" })).await.expect_error(400, "unknown_field", Some("why"));
    customer.post_text(&path, "{\"reason\":\"a\\u0000\"}").await.expect_error(
        400,
        "nul_character",
        Some("reason"),
    );
}
