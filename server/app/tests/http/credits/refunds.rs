//! What was paid beyond the credited total, and how it is refunded.

use serde_json::{Value, json};

use super::{create_sent, credit_all_body, credit_amount_body, record_payment, reload_invoice};
use crate::contacts::statement::load_whole_statement;
use crate::documents::{TestBusiness, id_of, with_field};

fn refund_body(pounds: &str) -> Value {
    json!({ "amount": pounds, "method": "bank_transfer", "date": "2026-11-16" })
}

async fn read_income(business: &TestBusiness) -> Value {
    let body = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(body["paidThisMonth"], body["year"]["income"]);
    body["paidThisMonth"].clone()
}

#[tokio::test]
async fn an_overpayment_is_refunded_and_all_totals_include_the_refund() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    record_payment(&business, &invoice, "478.10").await;
    assert_eq!(read_income(&business).await, "478.10");
    let preview = format!("{}/preview", super::credit_notes_path(&invoice));
    let response = business.client.post(&preview, &credit_amount_body("120.00")).await;
    let page = response.expect_status(200);
    assert_eq!((&page["balanceAfter"], &page["toGiveBack"]), (&json!("0.00"), &json!("120.00")));
    let note = create_sent(&business, &invoice, &credit_amount_body("120.00")).await;
    assert_eq!(note["toGiveBack"], "120.00");
    let now = reload_invoice(&business, &invoice).await;
    // What is left of it was paid in full.
    assert_eq!(now["displayStatus"]["label"], "Paid");
    assert_eq!(now["toGiveBack"], "120.00");

    let refunds = format!("/api/credit-notes/{}/refunds", id_of(&note));
    let refused = business.client.post(&refunds, &refund_body("120.01")).await;
    let reply = refused.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(reply["errors"][0]["msg"], "This is more than the £120.00 to refund.");
    let body = with_field(refund_body("20.00"), "date", json!("2026-11-17"));
    let refused = business.client.post(&refunds, &body).await;
    refused.expect_error(422, "rule_broken", Some("date"));
    let reply = business.client.post(&refunds, &refund_body("20.00")).await.expect_status(201);
    assert_eq!(reply["toGiveBack"], "100.00");
    let first = reply["payments"][0]["id"].as_str().expect("an id").to_owned();
    let reply = business.client.post(&refunds, &refund_body("100.00")).await.expect_status(201);
    assert_eq!(reply["toGiveBack"], "0.00");
    assert_eq!(reply["totals"]["paidAmount"], "120.00");
    assert_eq!(read_income(&business).await, "358.10");
    let now = reload_invoice(&business, &invoice).await;
    assert_eq!(now["toGiveBack"], "0.00");
    assert_eq!(now["totals"]["refundedAmount"], "120.00");
    assert_eq!(now["totals"]["balanceDue"], "0.00");

    let reply = load_whole_statement(&business.client, &business.contact).await;
    let statement = &reply["statement"];
    assert_eq!(statement["credited"], "120.00");
    assert_eq!(statement["paid"], "358.10");
    assert_eq!(statement["closing"], "0.00");
    let rows = statement["rows"].as_array().expect("rows");
    let kinds: Vec<&str> = rows.iter().filter_map(|row| row["kind"].as_str()).collect();
    assert_eq!(kinds, ["invoice", "credit", "payment", "refund", "refund"]);
    assert_eq!(rows[1]["number"], "CN-0001");

    // Void is out of the question until what was noted is taken off again.
    let own = format!("/api/credit-notes/{}", id_of(&note));
    let void = format!("{own}/void");
    let refused = business.client.post_empty(&void).await;
    refused.expect_error(409, "has_refunds", None);
    let off = format!("{refunds}/{first}/remove");
    let refused = business.client.post(&off, &json!({ "reason": "" })).await;
    refused.expect_error(422, "rule_broken", Some("reason"));
    let why = json!({ "reason": "Sent it twice" });
    let reply = business.client.post(&off, &why).await.expect_status(200);
    assert_eq!(reply["toGiveBack"], "20.00");
    assert_eq!(reply["removedPayments"][0]["reason"], "Sent it twice");
    let reply = business.client.post(&off, &why).await.expect_status(200);
    assert_eq!(reply["toGiveBack"], "20.00");
    assert_eq!(read_income(&business).await, "378.10");
    let timeline = business.client.get(&format!("{own}/timeline")).await.expect_status(200);
    let happened = timeline["happened"].as_array().expect("a list");
    let kinds: Vec<&str> = happened.iter().filter_map(|one| one["kind"].as_str()).collect();
    assert_eq!(kinds, ["link_given", "refund_entered", "refund_entered", "refund_removed"]);
    assert_eq!(happened[3]["amount"], "20.00");
    business.app.stop().await;
}

#[tokio::test]
async fn no_more_is_refunded_than_was_overpaid() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    record_payment(&business, &invoice, "100.00").await;
    let first = create_sent(&business, &invoice, &credit_amount_body("300.00")).await;
    assert_eq!(first["toGiveBack"], "0.00");
    let refunds = format!("/api/credit-notes/{}/refunds", id_of(&first));
    let refused = business.client.post(&refunds, &refund_body("1.00")).await;
    let response = refused.expect_error(422, "rule_broken", Some("amount"));
    let text = "There is nothing to refund: your customer hasn’t paid more than they owe.";
    assert_eq!(response["errors"][0]["msg"], text);
    let rest = create_sent(&business, &invoice, &credit_all_body()).await;
    // £100.00 goes back, against whichever of the two.
    let refunds_of_rest = format!("/api/credit-notes/{}/refunds", id_of(&rest));
    let (body, other) = (refund_body("60.00"), refund_body("60.00"));
    let (one, two) =
        tokio::join!(business.client.post(&refunds, &body), business.client.post(&refunds_of_rest, &other));
    let statuses = [one.status, two.status].map(|status| status.as_u16());
    assert!(statuses.contains(&201) && statuses.contains(&422), "{statuses:?}");
    assert_eq!(reload_invoice(&business, &invoice).await["toGiveBack"], "40.00");
    let response = load_whole_statement(&business.client, &business.contact).await;
    assert_eq!(response["statement"]["closing"], "-40.00");
    business.app.stop().await;
}
