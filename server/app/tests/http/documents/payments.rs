//! Payments recorded by the business, and its decisions about the customer's.

use serde_json::json;

use super::{OWNER, TestBusiness, id_of, token_of};

#[tokio::test]
async fn a_payment_is_validated_against_the_amount_due() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&sent));
    for (body, field) in [
        (json!({ "amount": "478.11", "method": "cash" }), "amount"),
        (json!({ "amount": "0", "method": "cash" }), "amount"),
        (json!({ "amount": "-5", "method": "cash" }), "amount"),
        (json!({ "amount": "1.001", "method": "cash" }), "amount"),
        (json!({ "amount": "1e30", "method": "cash" }), "amount"),
        (json!({ "amount": "lots", "method": "cash" }), "amount"),
        (json!({ "amount": "5", "method": "barter" }), "method"),
        (json!({ "amount": "5", "method": "cash", "date": "17/11/2026" }), "date"),
        (json!({ "amount": "5", "method": "cash", "date": "0026-11-20" }), "date"),
        (json!({ "amount": "5", "method": "cash", "date": "1900-01-01" }), "date"),
        (json!({ "amount": "5", "method": "cash", "date": "2026-11-17" }), "date"),
    ] {
        business.client.post(&path, &body).await.expect_error(422, "rule_broken", Some(field));
    }
    business
        .client
        .post(&path, &json!({ "amount": "5", "method": "cash", "confirmationStatus": "confirmed" }))
        .await
        .expect_error(400, "unknown_field", Some("confirmationStatus"));
    assert_eq!(business.count_rows("payments").await, 0);

    let body =
        json!({ "amount": 100.5, "method": "bank_transfer", "date": "2026-11-10", "notes": "via Pat" });
    let part = business.client.post_with_key(&path, "p1", &body).await.expect_status(201);
    assert_eq!(business.client.post_with_key(&path, "p1", &body).await.expect_status(201), part);
    assert_eq!(part["status"], "partially_paid");
    let recorded = &part["payments"][0];
    assert_eq!(recorded["amount"], "100.50");
    assert_eq!(
        (&recorded["method"], &recorded["date"], &recorded["notes"], &recorded["recordedBy"]),
        (&json!("bank_transfer"), &json!("2026-11-10"), &json!("via Pat"), &json!("business"))
    );
    assert_eq!(part["totals"]["balanceDue"], "377.60");
    let rest = json!({ "amount": "377.60", "method": "cheque" });
    let paid = business.client.post(&path, &rest).await.expect_status(201);
    assert_eq!((&paid["status"], &paid["paidDate"]), (&json!("paid"), &json!("2026-11-16")));
    business.client.post(&path, &rest).await.expect_error(409, "already_paid", None);

    // The customer sees the payments, not the business's notes; an hour only where it is known.
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let page = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(page["payments"][0]["date"], "2026-11-10");
    assert_eq!(page["payments"][1]["date"], "2026-11-16T09:00");
    assert!(!page.to_string().contains("via Pat"));
}

#[tokio::test]
async fn a_rejected_payment_can_be_recorded_anew() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let pay = format!("/api/invoices/public/{}/payment", token_of(&sent));
    let customer = business.app.new_client();
    let method = json!({ "method": "paypal" });
    let page = customer.post(&pay, &method).await.expect_status(201);
    customer.post(&pay, &method).await.expect_error(409, "payment_pending", None);
    let path = format!("/api/invoices/{}", id_of(&sent));
    let payment = format!("{path}/payments/{}", id_of(&page["payments"][0]));
    let rejected = business.client.post_empty(&format!("{payment}/reject")).await.expect_status(200);
    assert_eq!((&rejected["payments"], &rejected["status"]), (&json!([]), &json!("sent")));
    business.client.post_empty(&format!("{payment}/reject")).await.expect_status(200);
    business.client.post_empty(&format!("{payment}/confirm")).await.expect_error(
        409,
        "already_rejected",
        None,
    );
    customer.post(&pay, &method).await.expect_status(201);
    // Recorded by the business meanwhile, it cannot be confirmed on top.
    let all = json!({ "amount": "478.10", "method": "cash" });
    business.client.post(&format!("{path}/payments"), &all).await.expect_status(201);
    let invoice = business.client.get(&path).await.expect_status(200);
    let mut payments = invoice["payments"].as_array().expect("payments").iter();
    let pending = payments.find(|payment| payment["confirmationStatus"] == "pending");
    let payment = format!("{path}/payments/{}", id_of(pending.expect("a pending one")));
    business.client.post_empty(&format!("{payment}/confirm")).await.expect_error(
        409,
        "exceeds_balance",
        None,
    );
    let nowhere = format!("{path}/payments/{}/confirm", id_of(&sent));
    business.client.post_empty(&nowhere).await.expect_error(404, "not_found", None);
    let received_emails = business.app.receive_emails(OWNER).await;
    let received_email = received_emails
        .iter()
        .find(|mail| mail.subject == "Jo Bloggs recorded a payment for invoice INV-0001")
        .expect("a mail");
    assert!(received_email.text.contains("Payment: £478.10, PayPal"), "{}", received_email.text);
}

#[tokio::test]
async fn drafts_void_and_declined_documents_take_no_payment() {
    let business = TestBusiness::open().await;
    let cash = json!({ "amount": "1.00", "method": "cash" });
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let path = format!("/api/invoices/{}", id_of(&draft));
    business.client.post(&format!("{path}/payments"), &cash).await.expect_error(409, "not_sent", None);
    business.client.post_empty(&format!("{path}/void")).await.expect_error(409, "not_sent", None);

    let sent = business.send_by_link("invoices", &id_of(&draft)).await;
    let void = business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    assert_eq!((&void["status"], &void["invoiceNumber"]), (&json!("void"), &sent["invoiceNumber"]));
    business.client.post_empty(&format!("{path}/void")).await.expect_status(200);
    business.client.post(&format!("{path}/payments"), &cash).await.expect_error(409, "is_void", None);
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    business.app.new_client().get(&link).await.expect_error(410, "voided", None);
    business
        .app
        .new_client()
        .post(&format!("{link}/payment"), &json!({ "method": "cash" }))
        .await
        .expect_error(404, "not_found", None);

    let part = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&part));
    business.client.post(&format!("{path}/payments"), &cash).await.expect_status(201);
    business.client.post_empty(&format!("{path}/void")).await.expect_error(409, "has_payments", None);

    let quote = business.draft_quote().await;
    let path = format!("/api/quotes/{}/payments", id_of(&quote));
    business.client.post(&path, &cash).await.expect_error(409, "not_sent", None);
    let sent = business.send_by_link("quotes", &id_of(&quote)).await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&sent));
    business.app.new_client().post_empty(&decline).await.expect_status(200);
    business.client.post(&path, &cash).await.expect_error(409, "already_declined", None);
}

#[tokio::test]
async fn an_unknown_payment_status_is_an_error() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let path = format!("/api/invoices/{}", id_of(&sent));
    let body = json!({ "amount": "100.00", "method": "cash" });
    let pay = format!("{path}/payments");
    business.client.post(&pay, &body).await.expect_status(201);
    let sql = "UPDATE payments SET status = 'perhaps' WHERE document_id = $1";
    business.execute_sql(sql, &[&id_of(&sent)]).await;
    business.client.get(&path).await.expect_error(500, "internal", None);
}
