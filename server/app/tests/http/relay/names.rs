//! In whose name an account sends.

use serde_json::{Value, json};

use super::{open_limited, send_email};
use crate::documents::{CUSTOMER, id_of, with_field};

#[tokio::test]
async fn nobody_has_the_name_of_a_public_body_or_a_bank() {
    let desk = open_limited().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let mut profile = desk.client.get(&path).await.expect_status(200);
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
        let answer = desk.client.post("/api/business-profiles", &body).await;
        let told = answer.expect_error(422, "rule_broken", Some("name"));
        assert_eq!(told["errors"][0]["code"], "borrowed_name");
        body["version"] = profile["version"].clone();
        let answer = desk.client.put(&path, &body).await;
        answer.expect_error(422, "rule_broken", Some("name"));
    }
    // Nor are answers sent to them.
    for email in ["service@paypal.com", "help@mail.stripe.com"] {
        let mut body = crate::documents::profile_body();
        body["email"] = email.into();
        let answer = desk.client.post("/api/business-profiles", &body).await;
        let told = answer.expect_error(422, "rule_broken", Some("email"));
        assert_eq!(told["errors"][0]["code"], "borrowed_address");
    }
    let mut body = crate::documents::profile_body();
    body["name"] = "Bank Street Builders".into();
    body["version"] = profile["version"].clone();
    profile = desk.client.put(&path, &body).await.expect_status(200);
    assert_eq!(profile["name"], "Bank Street Builders");

    let shared = id_of(&desk.sent_quote().await);

    // One that was saved before this was a rule sends no mail, and shares no link.
    let mut tx = desk
        .app
        .state()
        .db
        .begin_write()
        .await
        .expect("a transaction");
    sqlx::query("UPDATE business_profiles SET name = 'HM Revenue & Customs'")
        .execute(&mut *tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    let quote = id_of(&desk.draft_quote().await);
    let answer = send_email(&desk, &quote, CUSTOMER).await;
    let told = answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    assert_eq!(told["errors"][0]["code"], "borrowed_name");
    assert!(desk.app.receive_emails(CUSTOMER).await.is_empty());
    let path = format!("/api/quotes/{quote}");
    let by_link = json!({ "via": "link" });
    let answer = desk.client.post(&format!("{path}/send"), &by_link).await;
    let told = answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    assert_eq!(told["errors"][0]["code"], "borrowed_name");
    let kept = desk.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&kept["status"], &kept["number"], &kept["publicToken"]),
        (&json!("draft"), &Value::Null, &Value::Null)
    );
    // What was shared in another name stays; what its customer has in this one goes to nobody more.
    let path = format!("/api/quotes/{shared}/send");
    desk.client.post(&path, &by_link).await.expect_status(200);
    let mut tx = desk
        .app
        .state()
        .db
        .begin_write()
        .await
        .expect("a transaction");
    sqlx::query(
        "UPDATE document_versions SET business_profile = \
         REPLACE(business_profile, 'Bank Street Builders', 'HM Revenue & Customs')",
    )
    .execute(&mut *tx)
    .await
    .expect("written");
    tx.commit().await.expect("committed");
    let answer = desk.client.post(&path, &by_link).await;
    answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    desk.app.stop().await;
}

#[tokio::test]
async fn nor_has_an_owner_without_a_business() {
    let desk = open_limited().await;
    let mut tx = desk
        .app
        .state()
        .db
        .begin_write()
        .await
        .expect("a transaction");
    sqlx::query("UPDATE users SET business_name = 'HM Revenue & Customs'")
        .execute(&mut *tx)
        .await
        .expect("written");
    tx.commit().await.expect("committed");
    let body = with_field(desk.quote_body(), "businessProfileId", Value::Null);
    let draft = desk
        .client
        .post("/api/quotes", &body)
        .await
        .expect_status(201);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let answer = desk.client.post(&path, &json!({ "via": "link" })).await;
    answer.expect_error(422, "rule_broken", Some("businessProfile.name"));
    desk.app.stop().await;
}
