//! Requests by another account, and without an account.

use serde_json::json;

use super::{TestBusiness, document_body, id_of, with_field};

#[tokio::test]
async fn another_accounts_documents_are_not_found() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let stranger = business.app.sign_up("lee@other.example").await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    stranger.get(&path).await.expect_error(404, "not_found", None);
    stranger.delete(&path).await.expect_error(404, "not_found", None);
    let text = format!("{path}/presentation");
    stranger.get(&text).await.expect_error(404, "not_found", None);
    let save = with_field(business.quote_body(), "version", json!(quote["version"]));
    stranger.put(&path, &save).await.expect_error(404, "not_found", None);
    let edit = json!({
        "baseVersion": 1, "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "notes", "value": "Mine now" }]
    });
    stranger.patch(&path, &edit).await.expect_error(404, "not_found", None);
    for action in [
        "send",
        "convert",
        "stages",
        "stages/preview",
        "duplicate",
        "archive",
        "restore",
        "payments",
        "payments/0/unconfirm",
        "payments/0/remove",
    ] {
        let body = match action {
            "payments" => json!({ "amount": "1.00", "method": "cash" }),
            "payments/0/remove" => json!({ "reason": "Mine now" }),
            "stages" | "stages/preview" => json!({ "percentage": "30" }),
            _ => json!({ "via": "link" }),
        };
        stranger.post(&format!("{path}/{action}"), &body).await.expect_error(404, "not_found", None);
    }
    let stages = format!("{path}/stages");
    stranger.get(&stages).await.expect_error(404, "not_found", None);
    // Neither another account's contact nor its profile can be used.
    stranger.post("/api/quotes", &business.quote_body()).await.expect_error(
        422,
        "rule_broken",
        Some("businessProfileId"),
    );
    let own = stranger.post("/api/business-profiles", &super::profile_body()).await.expect_status(201);
    let body = with_field(business.quote_body(), "businessProfileId", json!(id_of(&own)));
    stranger.post("/api/quotes", &body).await.expect_error(422, "rule_broken", Some("contactId"));
    let list = stranger.get("/api/quotes").await.expect_status(200);
    assert_eq!((&list["data"], &list["total"]), (&json!([]), &json!(0)));
    // An invoice is not to be had as a quote.
    let invoice = business.sent_invoice().await;
    business.client.get(&format!("/api/quotes/{}", id_of(&invoice))).await.expect_error(
        404,
        "not_found",
        None,
    );
    // And nobody at all gets anything.
    let nobody = business.app.new_client();
    nobody.get(&path).await.expect_error(401, "no_session", None);
    nobody.get(&text).await.expect_error(401, "no_session", None);
    nobody.patch(&path, &edit).await.expect_error(401, "no_session", None);
    nobody.post("/api/quotes", &document_body()).await.expect_error(401, "no_session", None);
}
