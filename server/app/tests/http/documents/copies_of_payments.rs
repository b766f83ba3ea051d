//! The emails about a customer's payments: their texts, and the address that they go to.

use serde_json::json;

use super::{CUSTOMER, TestBusiness, id_of, token_of, with_field};

/// A customer records a payment of an invoice; returns its path for the business.
async fn record_customer_payment(business: &TestBusiness, method: &str) -> String {
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}/payment", token_of(&sent));
    let body = json!({ "method": method });
    let page = business.app.new_client().post(&link, &body).await.expect_status(201);
    let payment = id_of(&page["payments"][0]);
    format!("/api/invoices/{}/payments/{payment}", id_of(&sent))
}

#[tokio::test]
async fn advice_on_where_to_look_depends_on_the_payment_method() {
    let business = TestBusiness::open().await;
    for (method, where_to_look) in [
        ("cash", "If you have handed it over"),
        ("bank_transfer", "check with your bank"),
        ("paypal", "check in PayPal"),
    ] {
        let path = record_customer_payment(&business, method).await;
        let reject = format!("{path}/reject");
        business.client.post_empty(&reject).await.expect_status(200);
        let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
        assert!(received_email.text.contains(where_to_look), "{}", received_email.text);
        let by_bank = received_email.text.contains("your bank");
        assert_eq!(by_bank, method == "bank_transfer", "{}", received_email.text);
        business.app.clock.advance(60_000);
    }
}

#[tokio::test]
async fn the_email_about_a_removed_payment_depends_on_who_recorded_it() {
    let business = TestBusiness::open().await;
    let why = json!({ "reason": "A mistake" });
    let result = async |path: &str| {
        let remove = format!("{path}/remove");
        business.client.post(&remove, &why).await.expect_status(200);
        let received_emails = business.app.receive_emails(CUSTOMER).await;
        let mut characters = received_emails.into_iter();
        characters.rfind(|character| character.subject.starts_with("Payment removed"))
    };
    let path = record_customer_payment(&business, "cash").await;
    let confirm = format!("{path}/confirm");
    business.client.post_empty(&confirm).await.expect_status(200);
    let received_email = result(&path).await.expect("a mail");
    assert!(received_email.text.contains("You told us about a payment"), "{}", received_email.text);
    for (method, text) in [
        ("cash", "We had recorded a payment from you."),
        ("stripe", "We had recorded a card payment from you."),
    ] {
        business.app.clock.advance(60_000);
        let sent = business.sent_invoice().await;
        let payments = format!("/api/invoices/{}/payments", id_of(&sent));
        let body = json!({ "amount": "100.00", "method": method });
        let part = business.client.post(&payments, &body).await.expect_status(201);
        let path = format!("{payments}/{}", id_of(&part["payments"][0]));
        let received_email = result(&path).await.expect("a mail");
        assert!(received_email.text.contains(text), "{}", received_email.text);
        for wrong in ["You told us", "confirmed", "a receipt"] {
            assert!(!received_email.text.contains(wrong), "{}", received_email.text);
        }
    }
}

/// Removed and rejected payments: each email names the job.
#[tokio::test]
async fn every_email_about_a_payment_says_what_it_was_for() {
    let business = TestBusiness::open().await;
    let confirmed = record_customer_payment(&business, "cash").await;
    let confirm = format!("{confirmed}/confirm");
    business.client.post_empty(&confirm).await.expect_status(200);
    let remove = format!("{confirmed}/remove");
    let why = json!({ "reason": "A mistake" });
    business.client.post(&remove, &why).await.expect_status(200);
    business.app.clock.advance(60_000);
    let rejected = format!("{}/reject", record_customer_payment(&business, "cash").await);
    business.client.post_empty(&rejected).await.expect_status(200);
    let emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(emails.len(), 2);
    for email in emails {
        let has_job = email.text.contains("Replace the boiler");
        assert!(has_job, "{}: {}", email.subject, email.text);
    }
}

#[tokio::test]
async fn emails_go_to_the_customers_current_address() {
    let business = TestBusiness::open().await;
    let path = record_customer_payment(&business, "cash").await;
    let contact = format!("/api/contacts/{}", business.contact);
    let read = business.client.get(&contact).await.expect_status(200);
    let body = with_field(super::contact_body(), "email", json!("jo@new.example"));
    let body = with_field(body, "version", read["version"].clone());
    business.client.put(&contact, &body).await.expect_status(200);
    let reject = format!("{path}/reject");
    business.client.post_empty(&reject).await.expect_status(200);
    assert_eq!(business.app.receive_emails("jo@new.example").await.len(), 1);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());

    // A contact that was deleted, as once could be, leaves the address of what the customer has in hand.
    let path = record_customer_payment(&business, "cash").await;
    let mut tx = business.app.state().db.begin_write().await.expect("a turn");
    let gone = sqlx::query("DELETE FROM contacts WHERE id = $1").bind(&business.contact);
    gone.execute(&mut *tx).await.expect("the contact goes");
    tx.commit().await.expect("written");
    let reject = format!("{path}/reject");
    business.client.post_empty(&reject).await.expect_status(200);
    assert_eq!(business.app.receive_emails("jo@new.example").await.len(), 2);
}
