//! Receipts of payments that the business recorded, by email.

use serde_json::{Value, json};

use super::{CUSTOMER, TestBusiness, id_of, with_field};

/// A sent invoice with a payment that the business recorded, and the path of the payment's receipt.
async fn record_payment(business: &TestBusiness, amount: &str) -> (Value, String) {
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = json!({ "amount": amount, "method": "cash" });
    let paid = business.client.post(&path, &body).await.expect_status(201);
    let receipt = format!("{path}/{}/receipt", id_of(&paid["payments"][0]));
    (paid, receipt)
}

#[tokio::test]
async fn a_receipt_is_emailed_once_and_its_recipient_shown() {
    let business = TestBusiness::open().await;
    let (paid, receipt) = record_payment(&business, "100.00").await;
    assert_eq!(paid["payments"][0]["receiptFor"], CUSTOMER);
    assert_eq!(paid["payments"][0]["receiptTo"], Value::Null);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty(), "it is its own book-keeping");
    let now = business.client.post_empty(&receipt).await.expect_status(200);
    let happened = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(
        happened[0]["sentence"],
        "You asked to email Jo Bloggs a receipt for £100.00 for invoice INV-0001: it is being sent"
    );
    assert_eq!(now["payments"][0]["receiptTo"], CUSTOMER);
    assert_eq!(now["payments"][0]["receiptFor"], Value::Null);
    let taps = (0..6).map(|_| {
        let (client, receipt) = (business.client.clone(), receipt.clone());
        async move { client.post_empty(&receipt).await.expect_status(200) }
    });
    futures::future::join_all(taps).await;
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else {
        panic!("{} mails", received_emails.len());
    };
    assert_eq!(received_email.subject, "Receipt for invoice INV-0001 from Taylor Plumbing");
    for text in ["Received: £100.00", "By: Cash", "£378.10"] {
        assert!(received_email.text.contains(text), "{text} not in {}", received_email.text);
    }
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(
        activities[0]["sentence"],
        "You sent Jo Bloggs a receipt for £100.00 for invoice INV-0001 by email"
    );
}

#[tokio::test]
async fn six_taps_at_once_send_one_email() {
    let business = TestBusiness::open().await;
    let (_, receipt) = record_payment(&business, "100.00").await;
    let taps = (0..6).map(|_| {
        let (client, receipt) = (business.client.clone(), receipt.clone());
        async move { client.post_empty(&receipt).await.expect_status(200) }
    });
    futures::future::join_all(taps).await;
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
}

#[tokio::test]
async fn a_receipt_that_cannot_be_sent_is_refused_with_the_reason() {
    let business = TestBusiness::open().await;
    // The customer recorded it: they get one by themselves.
    let invoice = business.sent_invoice().await;
    let public = format!("/api/invoices/public/{}/payment", super::token_of(&invoice));
    let body = json!({ "method": "cash" });
    business.app.new_client().post(&public, &body).await.expect_status(201);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let now = business.client.get(&path).await.expect_status(200);
    let payment = format!("{path}/payments/{}", id_of(&now["payments"][0]));
    let receipt = format!("{payment}/receipt");
    business.client.post_empty(&receipt).await.expect_error(409, "not_confirmed", None);
    business.client.post_empty(&format!("{payment}/confirm")).await.expect_status(200);
    business.client.post_empty(&receipt).await.expect_error(409, "has_receipt", None);
    // Nobody knows where they are reached.
    let contact = format!("/api/contacts/{}", business.contact);
    let known = business.client.get(&contact).await.expect_status(200);
    let unknown = with_field(
        with_field(super::contact_body(), "email", json!("")),
        "version",
        known["version"].clone(),
    );
    business.client.put(&contact, &unknown).await.expect_status(200);
    let (_, receipt) = record_payment(&business, "1.00").await;
    business.client.post_empty(&receipt).await.expect_error(422, "rule_broken", Some("to"));
    // Another account's, and nobody's.
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.post_empty(&receipt).await.expect_error(404, "not_found", None);
    business.app.new_client().post_empty(&receipt).await.expect_error(401, "no_session", None);
}
