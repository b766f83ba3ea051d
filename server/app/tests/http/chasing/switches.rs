//! What prevents a reminder: a payment, a decision, a switch, another plan.

use serde_json::json;

use super::{go_to_hour, open_with_plan, plan_body, plan_path, read_chasing};
use crate::documents::{CUSTOMER, OWNER, contact_body, id_of, token_of, with_field};

#[tokio::test]
async fn nobody_who_has_paid_or_says_so_is_reminded() {
    let business = open_with_plan().await;
    let (response, paid, part) =
        (business.sent_invoice().await, business.sent_invoice().await, business.sent_invoice().await);
    business.app.clock.set(super::parse_london_instant("2026-11-27", 8));
    business.app.log_in(&business.client, OWNER).await;
    let public = format!("/api/invoices/public/{}/payment", token_of(&response));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&public, &cash).await.expect_status(201);
    for (invoice, amount) in [(&paid, "478.10"), (&part, "78.10")] {
        let path = format!("/api/invoices/{}/payments", id_of(invoice));
        let body = json!({ "amount": amount, "method": "cash" });
        business.client.post(&path, &body).await.expect_status(201);
    }
    let waits = read_chasing(&business, "invoices", &response).await;
    assert_eq!(waits["why"], "Your customer says they have paid. Confirm that first.");
    let mails = go_to_hour(&business.app, "2026-11-27", 9).await;
    let reminders: Vec<_> = mails.iter().filter(|it| it.subject.contains("is due")).collect();
    assert_eq!(reminders.len(), 1, "of the one that is paid in part");
    assert!(reminders[0].text.contains("invoice INV-0003 for £400.00"), "{}", reminders[0].text);
    // It has not arrived after all: chased again, from the next morning on.
    business.app.log_in(&business.client, OWNER).await;
    let path = format!("/api/invoices/{}", id_of(&response));
    let now = business.client.get(&path).await.expect_status(200);
    let payment = id_of(&now["payments"][0]);
    let reject = format!("{path}/payments/{payment}/reject");
    business.client.post(&reject, &json!({})).await.expect_status(200);
    let next = read_chasing(&business, "invoices", &response).await;
    assert_eq!(next["next"]["on"], "2026-11-30");
    business.app.stop().await;
}

#[tokio::test]
async fn reminds_of_a_quote_until_it_is_answered_or_expires() {
    let business = open_with_plan().await;
    let (accepted, declined, waits, lapses) = (
        business.sent_quote().await,
        business.sent_quote().await,
        business.sent_quote().await,
        business.sent_quote().await,
    );
    let off = format!("/api/quotes/{}/chasing", id_of(&lapses));
    business.client.put(&off, &json!({ "off": true })).await.expect_status(200);
    // Just before nine.
    business.app.clock.set(super::parse_london_instant("2026-11-19", 9) - 1);
    for (quote, step) in [(&accepted, "accept"), (&declined, "decline")] {
        let path = format!("/api/quotes/public/{}/{step}", token_of(quote));
        business.app.new_client().post_empty(&path).await.expect_status(200);
    }
    let mails = go_to_hour(&business.app, "2026-11-19", 9).await;
    let received_emails: Vec<_> = mails.iter().filter(|it| it.subject.starts_with("Reminder")).collect();
    assert_eq!(received_emails.len(), 1);
    assert_eq!(received_emails[0].subject, "Reminder: quote Q-0003 from Taylor Plumbing");
    assert_eq!(read_chasing(&business, "quotes", &waits).await["next"]["on"], "2026-11-23");
    // Back on after it has expired: nothing.
    business.app.clock.set(super::parse_london_instant("2026-12-17", 8));
    business.app.log_in(&business.client, OWNER).await;
    let body = business.client.put(&off, &json!({ "off": false })).await.expect_status(200);
    assert_eq!(body["next"], json!(null));
    go_to_hour(&business.app, "2026-12-17", 9).await;
    let mails = go_to_hour(&business.app, "2027-01-20", 9).await;
    let requested = mails.iter().filter(|it| it.subject.contains("Q-0004"));
    assert_eq!(requested.count(), 0);
    business.app.stop().await;
}

#[tokio::test]
async fn reminders_are_off_if_the_document_or_the_customer_is_switched_off() {
    let business = open_with_plan().await;
    let (one, two) = (business.sent_invoice().await, business.sent_invoice().await);
    let switch = |invoice| format!("/api/invoices/{}/chasing", id_of(invoice));
    let customer = format!("/api/contacts/{}/chasing", business.contact);
    let (off, on) = (json!({ "off": true }), json!({ "off": false }));
    business.client.put(&switch(&one), &off).await.expect_status(200);
    assert!(go_to_hour(&business.app, "2026-11-27", 9).await.len() == 1, "the other one");
    business.app.log_in(&business.client, OWNER).await;
    business.client.put(&customer, &off).await.expect_status(200);
    assert_eq!(business.client.get(&customer).await.expect_status(200), off);
    // The document may say what it likes.
    let body = business.client.put(&switch(&one), &on).await.expect_status(200);
    assert_eq!((&body["contactOff"], &body["next"]), (&json!(true), &json!(null)));
    assert_eq!(go_to_hour(&business.app, "2026-11-30", 12).await.len(), 1);
    // Of two contacts that are one, who stays is as quiet as the quieter of them.
    business.app.log_in(&business.client, OWNER).await;
    let stays = business.client.post("/api/contacts", &contact_body()).await.expect_status(201);
    let merge = json!({ "version": 1, "other": business.contact, "otherVersion": 1 });
    let path = format!("/api/contacts/{}/merge", id_of(&stays));
    business.client.post(&path, &merge).await.expect_status(200);
    assert_eq!(go_to_hour(&business.app, "2026-12-07", 12).await.len(), 1);
    // And on again: what was missed is one reminder each, on the next morning.
    business.app.log_in(&business.client, OWNER).await;
    let customer = format!("/api/contacts/{}/chasing", id_of(&stays));
    business.client.put(&customer, &on).await.expect_status(200);
    assert_eq!(go_to_hour(&business.app, "2026-12-07", 16).await.len(), 1, "not on the spot");
    assert_eq!(go_to_hour(&business.app, "2026-12-08", 9).await.len(), 3);
    for invoice in [&one, &two] {
        assert_eq!(read_chasing(&business, "invoices", invoice).await["next"]["on"], "2026-12-14");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn changing_a_plan_moves_the_next_reminder_and_switching_off_ends_it() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    let path = plan_path(&business);
    let mut plan = plan_body(&business.client.get(&path).await.expect_status(200));
    plan["steps"] = json!([{ "moment": "afterDue", "days": 2 }]);
    plan["weekdays"] = json!(["sunday", "wednesday"]);
    plan["quotes"] = json!(false);
    business.client.put(&path, &plan).await.expect_status(200);
    business.app.run_jobs().await;
    assert_eq!(read_chasing(&business, "invoices", &invoice).await["next"]["on"], "2026-12-02");
    // The due date moves, and with it the day.
    let body = json!({ "baseVersion": invoice["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "set", "field": "dueDate", "value": "2026-12-04" }] });
    let edit = format!("/api/invoices/{}", id_of(&invoice));
    business.client.patch(&edit, &body).await.expect_status(200);
    assert_eq!(read_chasing(&business, "invoices", &invoice).await["next"]["on"], "2026-12-06");
    assert!(go_to_hour(&business.app, "2026-12-02", 12).await.is_empty());
    assert_eq!(go_to_hour(&business.app, "2026-12-06", 9).await.len(), 1);
    // Put away and brought back; a plan that is switched off sends nothing.
    business.app.log_in(&business.client, OWNER).await;
    let late = super::sent_invoice_due(&business, "2026-12-07").await;
    let post = async |action: &str| {
        let path = format!("/api/invoices/{}/{action}", id_of(&late));
        business.client.post_empty(&path).await.expect_status(200);
    };
    post("archive").await;
    assert_eq!(go_to_hour(&business.app, "2026-12-09", 10).await.len(), 1);
    business.app.log_in(&business.client, OWNER).await;
    post("restore").await;
    assert_eq!(go_to_hour(&business.app, "2026-12-13", 10).await.len(), 2);
    business.app.log_in(&business.client, OWNER).await;
    let more = super::sent_invoice_due(&business, "2026-12-14").await;
    plan["version"] = json!(2);
    plan["invoices"] = json!(false);
    business.client.put(&path, &plan).await.expect_status(200);
    assert_eq!(go_to_hour(&business.app, "2026-12-20", 10).await.len(), 2);
    assert_eq!(read_chasing(&business, "invoices", &more).await["planned"], json!(false));
    business.app.stop().await;
}

#[tokio::test]
async fn a_missing_address_is_reported_and_a_later_one_reminded_once() {
    let business = open_with_plan().await;
    let silent = with_field(contact_body(), "email", json!(""));
    let silent = business.client.post("/api/contacts", &silent).await.expect_status(201);
    let body = with_field(business.invoice_body(), "contactId", json!(id_of(&silent)));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    assert!(go_to_hour(&business.app, "2026-11-27", 9).await.is_empty());
    let response = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(response["problem"], "This customer has no email address.");
    assert!(go_to_hour(&business.app, "2026-11-30", 9).await.is_empty());
    business.app.log_in(&business.client, OWNER).await;
    let mended = with_field(contact_body(), "version", json!(1));
    let path = format!("/api/contacts/{}", id_of(&silent));
    business.client.put(&path, &mended).await.expect_status(200);
    assert_eq!(go_to_hour(&business.app, "2026-12-01", 9).await.len(), 1);
    let response = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!((&response["problem"], &response["last"]["state"]), (&json!(null), &json!("sent")));
    assert_eq!(business.app.delivered_emails(CUSTOMER).len(), 1);
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_of_a_cancelled_job_sends_no_automatic_reminders() {
    let business = open_with_plan().await;
    let quote = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let customer = business.app.new_client();
    let accept = format!("{link}/accept");
    customer.post_empty(&accept).await.expect_status(200);
    let stages = format!("/api/quotes/{}/stages", id_of(&quote));
    let half = json!({ "percentage": "50" });
    let stage = business.client.post(&stages, &half).await.expect_status(201);
    let stage = business.send_by_link("invoices", &id_of(&stage)).await;
    let before = read_chasing(&business, "invoices", &stage).await;
    let day = before["next"]["on"].as_str().expect("a day").to_owned();
    customer.post_empty(&format!("{link}/cancel")).await.expect_status(200);
    let body = read_chasing(&business, "invoices", &stage).await;
    assert_eq!(body["next"], json!(null), "{body}");
    let why = body["why"].as_str().expect("a reason");
    assert!(why.starts_with("Its job was cancelled."), "{why}");
    let mails = go_to_hour(&business.app, &day, 10).await;
    let reminded = |it: &&crate::support::ReceivedEmail| it.subject.contains(" is due on ");
    assert_eq!(mails.iter().filter(reminded).count(), 0);
    business.app.stop().await;
}
