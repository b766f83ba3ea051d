//! The name in which an account sends.

use serde_json::{Value, json};

use super::{open_limited, send_email};
use crate::documents::{CUSTOMER, id_of, with_field};

#[tokio::test]
async fn a_business_cannot_have_the_name_of_a_public_body_or_a_bank() {
    let business = open_limited().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let mut profile = business.client.get(&path).await.expect_status(200);
    for name in [
        "HM Revenue & Customs",
        "hmrc",
        "GOV.UK",
        "Lloyds Bank Fraud Team",
        "H M R C Refunds",
        "Barc1ays",
        "HMRCrefunds",
        "H\u{e0020}MRC",
    ] {
        let mut body = crate::documents::profile_body();
        body["name"] = name.into();
        let answer = business.client.post("/api/business-profiles", &body).await;
        let response = answer.expect_error(422, "rule_broken", Some("name"));
        assert_eq!(response["errors"][0]["code"], "borrowed_name");
        body["version"] = profile["version"].clone();
        let answer = business.client.put(&path, &body).await;
        answer.expect_error(422, "rule_broken", Some("name"));
    }
    // Nor are answers sent to them.
    for email in ["service@paypal.com", "help@mail.stripe.com"] {
        let mut body = crate::documents::profile_body();
        body["email"] = email.into();
        let answer = business.client.post("/api/business-profiles", &body).await;
        let response = answer.expect_error(422, "rule_broken", Some("email"));
        assert_eq!(response["errors"][0]["code"], "borrowed_address");
    }
    let mut body = crate::documents::profile_body();
    body["name"] = "Bank Street Builders".into();
    body["version"] = profile["version"].clone();
    profile = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(profile["name"], "Bank Street Builders");

    let shared = id_of(&business.sent_quote().await);

    // One that was saved before this was a rule sends no mail, and shares no link.
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE business_profiles SET name = 'HM Revenue & Customs'")
        .execute(&mut *tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    let quote = id_of(&business.draft_quote().await);
    let answer = send_email(&business, &quote, CUSTOMER).await;
    let response = answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    assert_eq!(response["errors"][0]["code"], "borrowed_name");
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    let path = format!("/api/quotes/{quote}");
    let by_link = json!({ "via": "link" });
    let answer = business.client.post(&format!("{path}/send"), &by_link).await;
    let response = answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    assert_eq!(response["errors"][0]["code"], "borrowed_name");
    let saved = business.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&saved["status"], &saved["number"], &saved["publicToken"]),
        (&json!("draft"), &Value::Null, &Value::Null)
    );
    // What was shared in another name stays; what its customer has in this one goes to nobody more.
    let path = format!("/api/quotes/{shared}/send");
    business.client.post(&path, &by_link).await.expect_status(200);
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    sqlx::query(
        "UPDATE document_versions SET business_profile = \
         REPLACE(business_profile, 'Bank Street Builders', 'HM Revenue & Customs')",
    )
    .execute(&mut *tx)
    .await
    .expect("written");
    tx.commit().await.expect("committed");
    let answer = business.client.post(&path, &by_link).await;
    answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    business.app.stop().await;
}

#[tokio::test]
async fn an_owner_without_a_business_cannot_have_such_a_name_either() {
    let business = open_limited().await;
    let mut tx = business.app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE users SET business_name = 'HM Revenue & Customs'")
        .execute(&mut *tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    let body = with_field(business.quote_body(), "businessProfileId", Value::Null);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let answer = business.client.post(&path, &json!({ "via": "link" })).await;
    answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    business.app.stop().await;
}
