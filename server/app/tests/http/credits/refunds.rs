//! What was paid beyond what is left, and how it goes back.

use serde_json::{Value, json};

use super::{create_sent, credit_all_body, credit_amount_body, record_payment, reload_invoice};
use crate::contacts::statement::load_whole_statement;
use crate::documents::{TestBusiness, id_of, with_field};

fn refund_body(pounds: &str) -> Value {
    json!({ "amount": pounds, "method": "bank_transfer", "date": "2026-11-16" })
}

async fn read_income(desk: &TestBusiness) -> Value {
    let told = desk.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(told["paidThisMonth"], told["year"]["income"]);
    told["paidThisMonth"].clone()
}

#[tokio::test]
async fn what_was_paid_too_much_is_given_back_and_stands_on_every_sum() {
    let desk = TestBusiness::open().await;
    let invoice = desk.sent_invoice().await;
    record_payment(&desk, &invoice, "478.10").await;
    assert_eq!(read_income(&desk).await, "478.10");
    let preview = format!("{}/preview", super::credit_notes_path(&invoice));
    let shown = desk
        .client
        .post(&preview, &credit_amount_body("120.00"))
        .await;
    let shown = shown.expect_status(200);
    assert_eq!(
        (&shown["balanceAfter"], &shown["toGiveBack"]),
        (&json!("0.00"), &json!("120.00"))
    );
    let note = create_sent(&desk, &invoice, &credit_amount_body("120.00")).await;
    assert_eq!(note["toGiveBack"], "120.00");
    let now = reload_invoice(&desk, &invoice).await;
    // What is left of it was paid in full.
    assert_eq!(now["displayStatus"]["label"], "Paid");
    assert_eq!(now["toGiveBack"], "120.00");

    let refunds = format!("/api/credit-notes/{}/refunds", id_of(&note));
    let refused = desk.client.post(&refunds, &refund_body("120.01")).await;
    let told = refused.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(
        told["errors"][0]["msg"],
        "This is more than the £120.00 to refund."
    );
    let body = with_field(refund_body("20.00"), "date", json!("2026-11-17"));
    let refused = desk.client.post(&refunds, &body).await;
    refused.expect_error(422, "rule_broken", Some("date"));
    let told = desk
        .client
        .post(&refunds, &refund_body("20.00"))
        .await
        .expect_status(201);
    assert_eq!(told["toGiveBack"], "100.00");
    let first = told["payments"][0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let told = desk
        .client
        .post(&refunds, &refund_body("100.00"))
        .await
        .expect_status(201);
    assert_eq!(told["toGiveBack"], "0.00");
    assert_eq!(told["totals"]["paidAmount"], "120.00");
    assert_eq!(read_income(&desk).await, "358.10");
    let now = reload_invoice(&desk, &invoice).await;
    assert_eq!(now["toGiveBack"], "0.00");
    assert_eq!(now["totals"]["refundedAmount"], "120.00");
    assert_eq!(now["totals"]["balanceDue"], "0.00");

    let told = load_whole_statement(&desk.client, &desk.contact).await;
    let statement = &told["statement"];
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
    let refused = desk.client.post_empty(&void).await;
    refused.expect_error(409, "has_refunds", None);
    let off = format!("{refunds}/{first}/remove");
    let refused = desk.client.post(&off, &json!({ "reason": "" })).await;
    refused.expect_error(422, "rule_broken", Some("reason"));
    let why = json!({ "reason": "Sent it twice" });
    let told = desk.client.post(&off, &why).await.expect_status(200);
    assert_eq!(told["toGiveBack"], "20.00");
    assert_eq!(told["removedPayments"][0]["reason"], "Sent it twice");
    let told = desk.client.post(&off, &why).await.expect_status(200);
    assert_eq!(told["toGiveBack"], "20.00");
    assert_eq!(read_income(&desk).await, "378.10");
    let timeline = desk
        .client
        .get(&format!("{own}/timeline"))
        .await
        .expect_status(200);
    let happened = timeline["happened"].as_array().expect("a list");
    let kinds: Vec<&str> = happened
        .iter()
        .filter_map(|one| one["kind"].as_str())
        .collect();
    assert_eq!(
        kinds,
        [
            "link_given",
            "refund_entered",
            "refund_entered",
            "refund_removed"
        ]
    );
    assert_eq!(happened[3]["amount"], "20.00");
    desk.app.stop().await;
}

#[tokio::test]
async fn no_more_goes_back_than_was_paid_too_much() {
    let desk = TestBusiness::open().await;
    let invoice = desk.sent_invoice().await;
    record_payment(&desk, &invoice, "100.00").await;
    let first = create_sent(&desk, &invoice, &credit_amount_body("300.00")).await;
    assert_eq!(first["toGiveBack"], "0.00");
    let refunds = format!("/api/credit-notes/{}/refunds", id_of(&first));
    let refused = desk.client.post(&refunds, &refund_body("1.00")).await;
    let told = refused.expect_error(422, "rule_broken", Some("amount"));
    let said = "There is nothing to refund: your customer hasn’t paid more than they owe.";
    assert_eq!(told["errors"][0]["msg"], said);
    let rest = create_sent(&desk, &invoice, &credit_all_body()).await;
    // £100.00 goes back, against whichever of the two.
    let refunds_of_rest = format!("/api/credit-notes/{}/refunds", id_of(&rest));
    let (body, other) = (refund_body("60.00"), refund_body("60.00"));
    let (one, two) = tokio::join!(
        desk.client.post(&refunds, &body),
        desk.client.post(&refunds_of_rest, &other)
    );
    let statuses = [one.status, two.status].map(|status| status.as_u16());
    assert!(
        statuses.contains(&201) && statuses.contains(&422),
        "{statuses:?}"
    );
    assert_eq!(reload_invoice(&desk, &invoice).await["toGiveBack"], "40.00");
    let told = load_whole_statement(&desk.client, &desk.contact).await;
    assert_eq!(told["statement"]["closing"], "-40.00");
    desk.app.stop().await;
}
