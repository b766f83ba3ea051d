//! Requests by another account, and without an account.

use serde_json::json;

use super::{PATH, cover_body, create_recurring, recurring_path};
use crate::documents::{TestBusiness, with_field};

#[tokio::test]
async fn another_accounts_recurring_invoices_are_not_found() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({})).await;
    let path = recurring_path(&made);
    let save = with_field(cover_body(&business), "version", json!(1));
    let skip = json!({ "day": "2026-12-01" });
    let ask = json!({ "id": made["id"], "days": { "firstDay": "2026-12-01", "repeat": "monthly" } });
    let stranger = business.app.sign_up("lee@other.example").await;
    let nobody = business.app.new_client();
    for (client, status, code) in [(&stranger, 404, "not_found"), (&nobody, 401, "no_session")] {
        client.get(&path).await.expect_error(status, code, None);
        client.put(&path, &save).await.expect_error(status, code, None);
        for change in ["pause", "resume"] {
            let answer = client.post_empty(&format!("{path}/{change}")).await;
            answer.expect_error(status, code, None);
        }
        let answer = client.post(&format!("{path}/skip"), &skip).await;
        answer.expect_error(status, code, None);
        let answer = client.post(&format!("{PATH}/preview"), &ask).await;
        answer.expect_error(status, code, None);
        client.delete(&path).await.expect_error(status, code, None);
    }
    nobody.get(PATH).await.expect_error(401, "no_session", None);
    nobody.post(PATH, &cover_body(&business)).await.expect_error(401, "no_session", None);
    assert_eq!(stranger.get(PATH).await.expect_status(200), json!([]));
    // Neither another account's business nor its customer can be used, and its id is taken.
    stranger.post(PATH, &cover_body(&business)).await.expect_error(
        422,
        "rule_broken",
        Some("businessProfileId"),
    );
    let same = with_field(cover_body(&business), "id", made["id"].clone());
    stranger.post(PATH, &same).await.expect_error(409, "id_in_use", None);
    let now = business.client.get(&path).await.expect_status(200);
    assert_eq!(now, made);
    business.app.stop().await;
}
