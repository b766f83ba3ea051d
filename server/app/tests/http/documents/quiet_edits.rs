//! Edits that change nothing, or nothing that a customer sees, and edits after which nothing would be due.

use serde_json::{Value, json};
use uuid::Uuid;

use super::other_rules::store_as_by_other_rules;
use super::{TestBusiness, id_of, token_of};

fn edit_body(base: &Value, operations: Value) -> Value {
    json!({ "baseVersion": base, "operationId": Uuid::now_v7(), "operations": operations })
}

#[tokio::test]
async fn an_edit_without_effect_does_not_recalculate_an_issued_document() {
    for refused in [false, true] {
        let business = TestBusiness::open().await;
        let quote = business.sent_quote().await;
        store_as_by_other_rules(&business, &quote, refused).await;
        let path = format!("/api/quotes/{}", id_of(&quote));
        let before = business.client.get(&path).await.expect_status(200);
        assert_eq!(before["totals"]["totalAmount"], "478.12");
        let own_notes = json!([{ "op": "set", "field": "notes", "value": before["notes"] }]);
        for operations in [json!([]), own_notes] {
            let edit = edit_body(&before["version"], operations);
            // And once more, as after a lost answer.
            for _ in 0..2 {
                let answer = business.client.patch(&path, &edit).await.expect_status(200);
                assert_eq!(answer, before);
            }
        }
        assert_eq!(business.client.get(&path).await.expect_status(200), before);
        business.app.stop().await;
    }
}

#[tokio::test]
async fn an_edit_that_leaves_nothing_to_pay_is_refused() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let free = json!([
        { "op": "set", "field": "includeDiscount", "value": true },
        { "op": "set", "field": "discountType", "value": "percentage" },
        { "op": "set", "field": "discount", "value": "100" },
    ]);
    let refused = business.client.patch(&path, &edit_body(&invoice["version"], free)).await;
    let body = refused.expect_error(422, "rule_broken", Some("items"));
    assert_eq!(body["message"], "Nothing would be left to pay. Void this invoice instead.");
    assert_eq!(business.client.get(&path).await.expect_status(200), invoice);
}

#[tokio::test]
async fn changing_a_cost_makes_no_version_unless_the_customer_sees_a_change() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let page = format!("/api/quotes/public/{}?with=page", token_of(&quote));
    let customer = business.app.new_client();
    let read = customer.get(&page).await.expect_status(200);
    let line = quote["items"][0]["id"].as_str().expect("a line");
    let cost = json!([{ "op": "setLine", "line": line, "field": "cost", "value": "61.07" }]);
    let edited = business.client.patch(&path, &edit_body(&quote["version"], cost)).await;
    let edited = edited.expect_status(200);
    assert_eq!(edited["items"][0]["cost"], "61.07");
    assert_ne!(edited["version"], quote["version"]);
    assert_eq!(customer.get(&page).await.expect_status(200)["page"], read["page"]);
    let versions = business.client.get(&format!("{path}/versions")).await.expect_status(200);
    assert_eq!(versions["total"], 1);
    // Under CIS what materials cost is left out of the deduction: that is a figure that its customer reads.
    let cis = json!([{ "op": "set", "field": "cisRate", "value": "20" }]);
    let under = business.client.patch(&path, &edit_body(&edited["version"], cis)).await.expect_status(200);
    let cost = json!([{ "op": "setLine", "line": line, "field": "cost", "value": "60" }]);
    business.client.patch(&path, &edit_body(&under["version"], cost)).await.expect_status(200);
    let versions = business.client.get(&format!("{path}/versions")).await.expect_status(200);
    assert_eq!(versions["total"], 3);
}
