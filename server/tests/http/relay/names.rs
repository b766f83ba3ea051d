//! In whose name an account sends.

use super::{desk, mail};
use crate::documents::{CUSTOMER, id};

#[tokio::test]
async fn nobody_has_the_name_of_a_public_body_or_a_bank() {
    let desk = desk().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let mut profile = desk.client.get(&path).await.expect(200);
    for name in [
        "HM Revenue & Customs",
        "hmrc",
        "GOV.UK",
        "Lloyds Bank Fraud Team",
    ] {
        let mut body = crate::documents::profile();
        body["name"] = name.into();
        let answer = desk.client.post("/api/business-profiles", &body).await;
        let told = answer.refused(422, "rule_broken", Some("name"));
        assert_eq!(told["errors"][0]["code"], "borrowed_name");
        body["version"] = profile["version"].clone();
        let answer = desk.client.put(&path, &body).await;
        answer.refused(422, "rule_broken", Some("name"));
    }
    let mut body = crate::documents::profile();
    body["name"] = "Bank Street Builders".into();
    body["version"] = profile["version"].clone();
    profile = desk.client.put(&path, &body).await.expect(200);
    assert_eq!(profile["name"], "Bank Street Builders");

    // One that was saved before this was a rule sends no mail.
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
    let quote = id(&desk.draft_quote().await);
    let answer = mail(&desk, &quote, CUSTOMER).await;
    let told = answer.refused(422, "rule_broken", Some("businessProfile.name"));
    assert_eq!(told["errors"][0]["code"], "borrowed_name");
    assert!(desk.app.mails(CUSTOMER).await.is_empty());
    desk.app.stop().await;
}
