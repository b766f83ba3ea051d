//! Declining, with a reason or without.

use serde_json::{Value, json};

use super::{Desk, OWNER, id, token};

#[tokio::test]
async fn the_business_reads_why() {
    let desk = Desk::open().await;
    let sent = desk.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token(&sent));
    let customer = desk.app.client();
    let reason = json!({ "reason": " Too dear.\nMaybe in spring. " });
    let answer = customer.post(&path, &reason).await.expect(200);
    assert_eq!(answer["quote"]["status"], "declined");
    assert!(
        !answer.to_string().contains("Too dear"),
        "it is the business's to read"
    );
    // Again is no error, and the first reason stays.
    customer
        .post(&path, &json!({ "reason": "Other" }))
        .await
        .expect(200);
    let quote = desk
        .client
        .get(&format!("/api/quotes/{}", id(&sent)))
        .await
        .expect(200);
    assert_eq!(quote["declineReason"], "Too dear.\nMaybe in spring.");
    assert_eq!(quote["declinedDate"], "2026-11-16");
    let letter = desk.app.mails(OWNER).await.pop().expect("a mail");
    assert_eq!(letter.subject, "Jo Bloggs declined quote Q-0001");
    assert!(letter.text.contains("Reason: Too dear."), "{}", letter.text);
    let activities = desk.client.get("/api/activities").await.expect(200);
    assert_eq!(
        (&activities[0]["kind"], &activities[0]["data"]["reason"]),
        (&json!("quote_declined"), &quote["declineReason"])
    );
}

#[tokio::test]
async fn a_reason_is_nobodys_duty() {
    let desk = Desk::open().await;
    let customer = desk.app.client();
    for body in ["", "{}", r#"{"reason":null}"#, r#"{"reason":"  "}"#] {
        let sent = desk.sent_quote().await;
        let path = format!("/api/quotes/public/{}/decline", token(&sent));
        customer.post_text(&path, body).await.expect(200);
        let path = format!("/api/quotes/{}", id(&sent));
        let quote = desk.client.get(&path).await.expect(200);
        assert_eq!(quote["declineReason"], Value::Null);
    }
    let sent = desk.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token(&sent));
    customer
        .post(&path, &json!({ "reason": "x".repeat(2_001) }))
        .await
        .refused(422, "rule_broken", Some("reason"));
    let longest = json!({ "reason": "x".repeat(2_000) });
    let other = desk.sent_quote().await;
    let other = format!("/api/quotes/public/{}/decline", token(&other));
    customer.post(&other, &longest).await.expect(200);
    customer
        .post(&path, &json!({ "why": "x" }))
        .await
        .refused(400, "unknown_field", Some("why"));
    customer
        .post_text(&path, "{\"reason\":\"a\\u0000\"}")
        .await
        .refused(400, "nul_character", Some("reason"));
}
