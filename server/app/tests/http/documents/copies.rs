//! The emails of a document, and the customer's copies.

use serde_json::json;

use super::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};

/// Checks that the text contains each of these, in this order.
fn assert_in_order(text: &str, words: &[&str]) {
    let mut at = 0;
    for word in words {
        let found = text[at..].find(word);
        at += found.unwrap_or_else(|| panic!("{word} is missing after {at} in {text}"));
    }
}

#[tokio::test]
async fn an_email_starts_with_the_job_and_total_and_where_to_pay() {
    let business = TestBusiness::open().await;
    let mut invoice = business.invoice_body();
    invoice["jobDescription"] = json!(format!("Replace the boiler's valve {}\nMore", "x".repeat(200)));
    let draft = business.client.post("/api/invoices", &invoice).await.expect_status(201);
    let path = format!("/api/invoices/{}/send", id_of(&draft));
    business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    for part in [&received_email.text, &received_email.html] {
        assert_in_order(
            part,
            &[
                // The amount, the day and the button come first.
                "Replace the boiler",
                "Balance due including VAT",
                "£478.10",
                "Due 30/11/2026",
                "/i/",
                "Hello Jo Bloggs,",
                "Job",
                "Replace the boiler",
                "…",
                "Total",
                "£478.10",
                "VAT included",
                "Balance due",
                "Account number",
                "12345678",
                "Sort code",
                "12-34-56",
                "Reference",
                "INV-0001",
            ],
        );
        assert!(!part.contains("More"), "one line of the job: {part}");
        assert_eq!(part.matches("Hello Jo Bloggs,").count(), 1, "{part}");
    }
    // A quote asks for nothing yet.
    let quote = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&quote));
    business.client.post(&path, &json!({ "via": "email" })).await.expect_status(200);
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert!(!received_email.text.contains("12345678"), "{}", received_email.text);
}

#[tokio::test]
async fn the_business_is_asked_to_check_a_payment_and_can_reply_to_the_customer() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&format!("{link}/payment"), &cash).await.expect_status(201);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    for part in [&received_email.text, &received_email.html] {
        let task = "Please check that it has arrived, and confirm it in Plumbline.";
        assert!(part.contains(task), "{part}");
    }
    assert!(received_email.raw.contains(&format!("Reply-To: {CUSTOMER}")), "{}", received_email.raw);
}

#[tokio::test]
async fn a_rejected_payment_stays_in_the_history_and_the_customer_is_notified() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    let cash = json!({ "method": "cash" });
    let page = customer.post(&format!("{link}/payment"), &cash).await.expect_status(201);
    let payments = format!("/api/invoices/{}/payments", id_of(&sent));
    let reject = format!("{payments}/{}/reject", id_of(&page["payments"][0]));
    business.client.post_empty(&reject).await.expect_status(200);
    business.client.post_empty(&reject).await.expect_status(200);

    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    assert_eq!(page["payments"], json!([]), "it counts for nothing");
    let body = &page["page"]["presentation"];
    let history = body["payments"].as_array().expect("a history");
    let [row] = history.as_slice() else { panic!("{history:?}") };
    assert_eq!(
        (&row["badge"]["label"], &row["amount"], &row["method"], &row["withdrawable"]),
        (&json!("Not received"), &json!("£478.10"), &json!("Cash"), &json!(false))
    );
    assert_eq!(row["date"], "16/11/2026 09:00");
    assert!(body["actions"]["pay"].is_object(), "it can be paid anew");
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else { panic!("{} mails", received_emails.len()) };
    assert_eq!(received_email.subject, "Payment not received for invoice INV-0001 from Taylor Plumbing");
    assert_in_order(&received_email.text, &["has not arrived yet", "/i/", "Not received: £478.10", "Cash"]);

    // What the customer took back themselves is no news to them.
    let page = customer.post(&format!("{link}/payment"), &cash).await.expect_status(201);
    let payment = id_of(&page["payments"][0]);
    customer.post_empty(&format!("{link}/payment/{payment}/withdraw")).await.expect_status(200);
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let history = &page["page"]["presentation"]["payments"];
    assert_eq!(history.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_customer_gets_a_receipt_when_their_payment_is_confirmed() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let cash = json!({ "method": "cash" });
    let page = business.app.new_client().post(&format!("{link}/payment"), &cash).await.expect_status(201);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    let payments = format!("/api/invoices/{}/payments", id_of(&sent));
    let confirm = format!("{payments}/{}/confirm", id_of(&page["payments"][0]));
    business.client.post_empty(&confirm).await.expect_status(200);
    business.client.post_empty(&confirm).await.expect_status(200);
    // Not before the business has had the time to undo it.
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    business.app.clock.advance(15_000);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else { panic!("{} mails", received_emails.len()) };
    assert_eq!(received_email.subject, "Receipt for invoice INV-0001 from Taylor Plumbing");
    assert_in_order(
        &received_email.text,
        &["Received: £478.10", "By: Cash", "Date: 16/11/2026", "Balance due: £0.00"],
    );
    assert!(received_email.raw.contains("office@taylor.example"), "answers go to the business");
}

#[tokio::test]
async fn the_customer_gets_the_certificate_after_accepting() {
    let business = TestBusiness::open().await;
    business.accepted_quote().await;
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    let [received_email] = received_emails.as_slice() else { panic!("{} mails", received_emails.len()) };
    assert_eq!(received_email.subject, "You accepted quote Q-0001 from Taylor Plumbing");
    assert!(
        received_email.raw.contains("Certificate Q-0001 from Taylor Plumbing.pdf"),
        "{:.2000}",
        received_email.raw
    );
    for part in [&received_email.text, &received_email.html] {
        let first = ["£478.10", "£119.53 due now", "/q/"];
        assert_in_order(part, &first);
        assert_in_order(part, &["/q/", "certificate", "Total", "£478.10", "Deposit due now", "£119.53"]);
        assert!(!part.contains("Valid until"), "{part}");
    }
}

#[tokio::test]
async fn an_email_of_a_quote_says_how_long_it_is_valid() {
    let business = TestBusiness::open().await;
    let quote = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&quote));
    let by_mail = json!({ "via": "email" });
    business.client.post(&path, &by_mail).await.expect_status(200);
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert_in_order(&received_email.text, &["Deposit: £119.53", "Valid until: 16/12/2026"]);
}

#[tokio::test]
async fn paypal_is_offered_only_if_the_profile_has_an_address() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}?with=page", token_of(&sent));
    let customer = business.app.new_client();
    let pay = |page: &serde_json::Value| page["page"]["presentation"]["actions"]["pay"].clone();
    let offered = pay(&customer.get(&link).await.expect_status(200));
    assert_eq!(offered["paypal"], "taylor@paypal.example");
    assert_eq!(offered["options"][2]["method"], "paypal");

    // Taken out of the profile it is gone from what was sent before, too.
    let mut conn = business.app.state().db.begin_write().await.expect("a connection");
    let cleared = sqlx::query("UPDATE business_profiles SET paypal = ''").execute(&mut *conn).await;
    cleared.expect("cleared");
    conn.commit().await.expect("written");
    let offered = pay(&customer.get(&link).await.expect_status(200));
    assert_eq!(offered.get("paypal"), None);
    let methods = offered["options"].as_array().expect("ways");
    assert!(methods.iter().all(|method| method["method"] != "paypal"), "{methods:?}");
    let response = json!({ "method": "paypal" });
    let path = format!("/api/invoices/public/{}/payment", token_of(&sent));
    customer.post(&path, &response).await.expect_error(422, "rule_broken", Some("method"));
}
