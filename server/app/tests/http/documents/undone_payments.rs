//! A payment that was confirmed by mistake: undone a moment later, or removed with a reason.

use serde_json::{Value, json};

use super::{CUSTOMER, TestBusiness, id_of, token_of};

/// A sent invoice with a confirmed payment that its customer recorded: the invoice, and the payment's path.
async fn confirm_customer_payment(business: &TestBusiness) -> (Value, String) {
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}/payment", token_of(&sent));
    let cash = json!({ "method": "cash" });
    let page = business.app.new_client().post(&link, &cash).await.expect_status(201);
    let payment = id_of(&page["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{payment}", id_of(&sent));
    let confirm = format!("{path}/confirm");
    let invoice = business.client.post_empty(&confirm).await.expect_status(200);
    assert_eq!(invoice["status"], "paid");
    (invoice, path)
}

async fn payment_history(business: &TestBusiness, invoice: &Value) -> Value {
    let link = format!("/api/invoices/public/{}?with=page", token_of(invoice));
    let page = business.app.new_client().get(&link).await.expect_status(200);
    page["page"]["presentation"]["payments"].clone()
}

async fn load_dashboard(business: &TestBusiness) -> Value {
    business.client.get("/api/dashboard").await.expect_status(200)
}

#[tokio::test]
async fn a_confirmation_can_be_undone_before_the_customer_is_notified() {
    let business = TestBusiness::open().await;
    let (invoice, path) = confirm_customer_payment(&business).await;
    let undo = format!("{path}/unconfirm");
    let undone = business.client.post_empty(&undo).await.expect_status(200);
    assert_eq!((&undone["status"], &undone["paidDate"]), (&json!("sent"), &Value::Null));
    assert_eq!(undone["payments"][0]["confirmationStatus"], "pending");
    assert_eq!(undone["totals"]["balanceDue"], "478.10");
    assert_eq!(business.client.post_empty(&undo).await.expect_status(200), undone);
    let figures = load_dashboard(&business).await;
    assert_eq!((&figures["paidThisMonth"], &figures["outstanding"]), (&json!("0.00"), &json!("478.10")));
    assert_eq!(payment_history(&business, &invoice).await[0]["badge"]["label"], "Pending");
    business.app.clock.advance(60_000);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());

    // Confirmed again it counts again, and has its receipt.
    let confirm = format!("{path}/confirm");
    business.client.post_empty(&confirm).await.expect_status(200);
    assert_eq!(load_dashboard(&business).await["paidThisMonth"], "478.10");
    business.app.clock.advance(60_000);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [receipt] = received_emails.as_slice() else { panic!("{} mails", received_emails.len()) };
    assert!(receipt.subject.starts_with("Receipt for invoice INV-0001"));
}

#[tokio::test]
async fn undoing_after_the_receipt_was_sent_sends_a_correction() {
    let business = TestBusiness::open().await;
    let (_, path) = confirm_customer_payment(&business).await;
    business.app.clock.advance(20_000);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
    let undo = format!("{path}/unconfirm");
    business.client.post_empty(&undo).await.expect_status(200);
    business.client.post_empty(&undo).await.expect_status(200);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), 2);
    assert_eq!(received_emails[1].subject, "Correction for invoice INV-0001 from Taylor Plumbing");
    assert!(received_emails[1].text.contains("Not yet confirmed: £478.10"));
    assert!(received_emails[1].text.contains("Balance due: £478.10"));
}

#[tokio::test]
async fn after_a_while_it_is_too_late_to_undo() {
    let business = TestBusiness::open().await;
    let (_, path) = confirm_customer_payment(&business).await;
    business.app.clock.advance(61_000);
    let undo = format!("{path}/unconfirm");
    let refused = business.client.post_empty(&undo).await;
    refused.expect_error(409, "too_late", None);
}

#[tokio::test]
async fn removing_a_confirmed_payment_needs_a_reason_and_notifies_the_customer() {
    let business = TestBusiness::open().await;
    let (invoice, path) = confirm_customer_payment(&business).await;
    business.app.clock.advance(20_000);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1, "the receipt");
    let remove = format!("{path}/remove");
    for reason in ["", "  "] {
        let blank = business.client.post(&remove, &json!({ "reason": reason })).await;
        blank.expect_error(422, "rule_broken", Some("reason"));
    }
    let why = json!({ "reason": " The transfer was sent back " });
    let removed = business.client.post(&remove, &why).await.expect_status(200);
    assert_eq!(business.client.post(&remove, &why).await.expect_status(200), removed);
    assert_eq!((&removed["status"], &removed["payments"]), (&json!("sent"), &json!([])));
    assert_eq!(removed["totals"]["balanceDue"], "478.10");
    let gone = &removed["removedPayments"][0];
    assert_eq!(
        (&gone["amount"], &gone["reason"], &gone["removedDate"]),
        (&json!("478.10"), &json!("The transfer was sent back"), &json!("2026-11-16"))
    );
    assert_eq!(load_dashboard(&business).await["paidThisMonth"], "0.00");

    let activities = business.client.get("/api/activities").await.expect_status(200);
    let happened = &activities[0];
    assert_eq!(happened["kind"], "payment_removed");
    assert_eq!(happened["data"]["reason"], "The transfer was sent back");
    assert_eq!(happened["data"]["amount"], "478.10");

    let history = payment_history(&business, &invoice).await;
    let [row] = history.as_array().expect("rows").as_slice() else { panic!("{history}") };
    assert_eq!(row["badge"]["label"], "Removed");
    assert_eq!(row["note"], "The transfer was sent back");
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), 2, "the receipt, and what puts it right");
    let received_email = &received_emails[1];
    assert_eq!(received_email.subject, "Payment removed from invoice INV-0001 from Taylor Plumbing");
    for text in ["Removed: £478.10", "Reason: The transfer was sent back", "Balance due: £478.10"] {
        assert!(received_email.text.contains(text), "{text}: {}", received_email.text);
    }
    let again = business.client.post_empty(&format!("{path}/confirm")).await;
    again.expect_error(409, "removed", None);
}

#[tokio::test]
async fn a_payment_that_the_business_recorded_can_be_removed_too() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let body = json!({ "amount": "100.00", "method": "cash" });
    let payments = format!("{path}/payments");
    let part = business.client.post(&payments, &body).await.expect_status(201);
    assert_eq!(part["payments"][0]["canRemove"], true);
    let payment = id_of(&part["payments"][0]);
    let archive = business.client.post_empty(&format!("{path}/archive")).await;
    let archived = archive.expect_status(200);
    assert_eq!(archived["payments"][0]["canRemove"], false);
    let why = json!({ "reason": "Wrong invoice" });
    let remove = format!("{payments}/{payment}/remove");
    let refused = business.client.post(&remove, &why).await;
    refused.expect_error(409, "archived", None);
    business.client.post_empty(&format!("{path}/restore")).await.expect_status(200);
    let removed = business.client.post(&remove, &why).await.expect_status(200);
    assert_eq!(removed["status"], "sent");
    let undo = format!("{payments}/{payment}/unconfirm");
    let refused = business.client.post_empty(&undo).await;
    refused.expect_error(409, "removed", None);
}

#[tokio::test]
async fn removing_a_carried_over_deposit_removes_it_from_both_documents() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let body = json!({ "amount": "119.53", "method": "cash" });
    let path = format!("/api/quotes/{}", id_of(&quote));
    let paid = business.client.post(&format!("{path}/payments"), &body).await;
    let original = id_of(&paid.expect_status(201)["payments"][0]);
    let invoice = business.client.post_empty(&format!("{path}/convert")).await;
    let invoice = invoice.expect_status(201);
    let why = json!({ "reason": "A mistake" });
    let there = format!("{path}/payments/{original}/remove");
    let refused = business.client.post(&there, &why).await;
    refused.expect_error(409, "carried", None);
    let copy = id_of(&invoice["payments"][0]);
    let here = format!("/api/invoices/{}/payments/{copy}/remove", id_of(&invoice));
    let removed = business.client.post(&here, &why).await.expect_status(200);
    assert_eq!(removed["totals"]["balanceDue"], "478.10");
    let after = business.client.get(&path).await.expect_status(200);
    assert_eq!(after["payments"], json!([]));
    assert_eq!(after["removedPayments"][0]["reason"], "A mistake");
    assert_eq!(load_dashboard(&business).await["paidThisMonth"], "0.00");
}
