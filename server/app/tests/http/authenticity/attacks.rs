//! How somebody who got into an account might redirect the money of open invoices.

use serde_json::{Value, json};

use super::{COOLING_OFF, advance_and_run, load_page, public_account_number};
use crate::documents::{TestBusiness, id_of, profile_body, with_field};

/// The business without a bank account, and with one.
fn profile_with_account(number: &str, version: &Value) -> Value {
    let body = with_field(profile_body(), "accountNumber", json!(number));
    with_field(body, "version", version.clone())
}

#[tokio::test]
async fn first_bank_details_reach_invoices_sent_earlier_only_after_48_hours() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let none = business.client.put(&path, &profile_with_account("", &json!(1))).await;
    let none = none.expect_status(200);
    let sent = business.sent_invoice().await;
    business.app.clock.advance(60_000);
    let body = profile_with_account("87654321", &none["version"]);
    let first = business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(first["waiting"][0]["isFirst"], true);
    assert_eq!(first["waiting"][0]["from"], "18/11/2026 09:01");
    assert_eq!(public_account_number(&business, &sent).await, "");
    let added = "The business has added bank details. You’ll see them here from 18/11/2026 09:01.";
    assert_eq!(load_page(&business, &sent).await["bankNotes"], json!([added]));
    // What is sent from then on has the new details from the start, without a note about a change.
    let new = business.sent_invoice().await;
    assert_eq!(public_account_number(&business, &new).await, "87654321");
    assert_eq!(load_page(&business, &new).await.get("bankNotes"), None);
    advance_and_run(&business, COOLING_OFF).await;
    assert_eq!(public_account_number(&business, &sent).await, "87654321");
    let changed = "Bank details changed on 16/11/2026.";
    assert_eq!(load_page(&business, &sent).await["bankNotes"], json!([changed]));
    assert_eq!(load_page(&business, &new).await.get("bankNotes"), None);
}

#[tokio::test]
async fn an_open_invoice_cannot_move_to_another_business_profile() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let body = with_field(profile_body(), "accountNumber", json!("87654321"));
    let eve = business.client.post("/api/business-profiles", &body).await.expect_status(201);
    let path = format!("/api/invoices/{}", id_of(&sent));
    let body = with_field(business.invoice_body(), "version", sent["version"].clone());
    let body = with_field(body, "businessProfileId", eve["id"].clone());
    business.client.put(&path, &body).await.expect_error(422, "rule_broken", Some("businessProfileId"));
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
}

#[tokio::test]
async fn editing_a_sent_invoice_does_not_change_its_bank_account() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    super::change_account(&business, "87654321").await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let body = with_field(business.invoice_body(), "version", sent["version"].clone());
    let body = with_field(body, "notes", json!("Ring twice"));
    business.client.put(&path, &body).await.expect_status(200);
    assert_eq!(business.count_rows("document_versions").await, 2);
    assert_eq!(public_account_number(&business, &sent).await, "12345678");
}
