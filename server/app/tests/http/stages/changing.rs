//! Stages that are edited, deleted, voided or credited.

use serde_json::{Value, json};

use super::{StagesFixture, job_amounts};
use crate::documents::{id_of, with_field};

#[tokio::test]
async fn the_amount_of_a_deleted_or_voided_stage_can_be_invoiced_again() {
    let site = StagesFixture::open().await;
    let draft = site.create_stage(json!({ "percentage": "50" })).await.expect_status(201);
    site.convert_to_invoice().await.expect_error(409, "stage_is_draft", None);
    let path = format!("/api/invoices/{}", id_of(&draft));
    site.business.client.delete(&path).await.expect_status(204);
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "0.00", "0.00", "478.10"]);
    let sent = site.create_sent_stage(json!({ "percentage": "50" })).await;
    let void = format!("/api/invoices/{}/void", id_of(&sent));
    site.business.client.post_empty(&void).await.expect_status(200);
    let job = site.read_job().await;
    assert_eq!(job_amounts(&job)[3], "478.10");
    assert_eq!(job["quoteId"], site.quote["id"]);
    let body = &job["invoices"][0];
    for (name, value) in [
        ("id", sent["id"].clone()),
        ("number", json!("INV-0001")),
        ("asked", json!("percentage")),
        ("share", json!("50")),
        ("status", json!("void")),
        ("date", json!("2026-11-16")),
        ("total", sent["totals"]["totalAmount"].clone()),
        ("paid", json!("0.00")),
        ("isVoid", json!(true)),
    ] {
        assert_eq!(body[name], value, "{name}");
    }
    // Of the final one it is no part.
    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["totals"]["totalAmount"], "478.10");
    assert!(last.get("invoiced").is_none());
}

#[tokio::test]
async fn a_stage_can_be_edited_within_what_is_left_until_it_is_deducted() {
    let site = StagesFixture::open().await;
    let draft = site.create_stage(json!({ "percentage": "50" })).await.expect_status(201);
    let path = format!("/api/invoices/{}", id_of(&draft));
    let price = |version: &Value, price: &str| {
        json!({
            "baseVersion": version, "operationId": uuid::Uuid::now_v7(),
            "operations": [{ "op": "setLine", "line": draft["items"][0]["id"], "field": "price", "value": price }]
        })
    };
    let client = &site.business.client;
    let refused = client.patch(&path, &price(&draft["version"], "398.43")).await;
    refused.expect_error(422, "rule_broken", Some("items"));
    let less = client.patch(&path, &price(&draft["version"], "100.00")).await.expect_status(200);
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "120.00", "0.00", "358.10"]);
    let sent = site.business.send_by_link("invoices", &id_of(&less)).await;
    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["totals"]["totalAmount"], "358.10");
    let changed = client.patch(&path, &price(&sent["version"], "90.00")).await;
    changed.expect_error(409, "taken_off", None);
    let void = format!("{path}/void");
    client.post_empty(&void).await.expect_error(409, "taken_off", None);
    // Its texts may still be corrected.
    let texts = json!({
        "baseVersion": sent["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "notes", "value": "With thanks" }]
    });
    client.patch(&path, &texts).await.expect_status(200);
    // A save of the whole final invoice takes the same off.
    let mut body = site.business.invoice_body();
    for field in ["items", "includeLabour", "labourHours", "labourRate", "includeDiscount", "discount"] {
        body[field] = last[field].clone();
    }
    let path = format!("/api/invoices/{}", id_of(&last));
    let body = with_field(body, "version", last["version"].clone());
    let saved = client.put(&path, &body).await.expect_status(200);
    assert_eq!(saved["totals"]["totalAmount"], "358.10");
    let own = with_field(body, "invoiced", json!([]));
    client.put(&path, &own).await.expect_error(400, "unknown_field", Some("invoiced"));
}

/// What is credited of a stage can be invoiced again, and its payments still count after the final invoice has deducted
/// it.
#[tokio::test]
async fn the_credited_amount_of_a_stage_can_be_invoiced_again() {
    let site = StagesFixture::open().await;
    let client = &site.business.client;
    let sent = site.create_sent_stage(json!({ "percentage": "50" })).await;
    assert_eq!(sent["totals"]["totalAmount"], "239.05");
    let path = format!("/api/invoices/{}/credit-notes", id_of(&sent));
    let credit = json!({ "of": "amount", "amount": "120.00", "reason": "Half was not done" });
    let note = client.post(&path, &credit).await.expect_status(201);
    let send = format!("/api/credit-notes/{}/send", id_of(&note));
    let by_link = json!({ "via": "link" });
    client.post(&send, &by_link).await.expect_status(200);
    assert_eq!(job_amounts(&site.read_job().await), ["478.10", "119.05", "0.00", "359.05"]);
    assert_eq!(site.read_job().await["invoices"][0]["credited"], "120.00");
    let last = site.convert_to_invoice().await.expect_status(201);
    assert_eq!(last["totals"]["totalAmount"], "359.05");
    // The final invoice names both documents whose difference it deducts.
    let taken = last["invoiced"][0]["number"].as_str().expect("a number");
    let number = sent["invoiceNumber"].as_str().expect("a number");
    assert_eq!(taken, format!("{number} after CN-0001"));
    assert_eq!(site.read_job().await["givenUp"], "0.00");
    let payments = format!("/api/invoices/{}/payments", id_of(&sent));
    let paid = json!({ "amount": "50.00", "method": "cash" });
    client.post(&payments, &paid).await.expect_status(201);
    // A credit of it afterwards is the customer's, and moves nothing that was taken off.
    let credit = json!({ "of": "amount", "amount": "12.00", "reason": "For the wait" });
    let note = client.post(&path, &credit).await.expect_status(201);
    let send = format!("/api/credit-notes/{}/send", id_of(&note));
    client.post(&send, &by_link).await.expect_status(200);
    let job = site.read_job().await;
    assert_eq!(job["givenUp"], "12.00");
    assert_eq!(job["invoices"][0]["credited"], "132.00");
    client.post(&payments, &paid).await.expect_status(201);
}
