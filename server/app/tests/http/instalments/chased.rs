//! Each instalment is chased by the business's plan, once for each step, and never once it is paid.

use serde_json::{Value, json};

use super::{agree_instalments, record_payment, three_instalments};
use crate::chasing::{go_to_hour, open_with_plan, pass_hours, read_chasing};
use crate::documents::{OWNER, TestBusiness, id_of};

async fn open_with_plan_and_instalments(business: &TestBusiness) -> Value {
    let invoice = business.sent_invoice().await;
    agree_instalments(business, &invoice, three_instalments()).await.expect_status(200)
}

async fn log_in_and_record_payment(business: &TestBusiness, invoice: &Value, amount: &str) {
    business.app.log_in(&business.client, OWNER).await;
    record_payment(business, invoice, amount).await;
}

#[tokio::test]
async fn each_instalment_is_chased_on_its_dates_until_it_is_paid() {
    let business = open_with_plan().await;
    let invoice = open_with_plan_and_instalments(&business).await;
    let next = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(
        next["next"],
        json!({ "on": "2026-11-27", "moment": "beforeDue", "days": 3,
            "instalment": "instalment 1 of 3" })
    );
    let from = "from Taylor Plumbing";
    let first = pass_hours(&business.app, "2026-11-16", "2026-12-08").await;
    assert_eq!(
        first,
        [
            format!("2026-11-27 09:00 Invoice INV-0001 (instalment 1 of 3) {from} is due on"),
            format!("2026-11-30 09:00 Invoice INV-0001 (instalment 1 of 3) {from} is due"),
            format!("2026-12-07 09:00 Reminder: invoice INV-0001 (instalment 1 of 3) {from}"),
        ]
    );
    // The first is paid: the rest of its reminders do not go, those of the second do. 30 December is a
    // Wednesday, three days before it a Sunday: the Friday before is Christmas.
    log_in_and_record_payment(&business, &invoice, "159.37").await;
    let second = pass_hours(&business.app, "2026-12-08", "2027-01-01").await;
    assert_eq!(
        second,
        [
            format!("2026-12-24 09:00 Invoice INV-0001 (instalment 2 of 3) {from} is due on"),
            format!("2026-12-30 09:00 Invoice INV-0001 (instalment 2 of 3) {from} is due"),
        ]
    );
    let received_email = business.app.delivered_emails(crate::documents::CUSTOMER).pop().expect("a mail");
    assert!(
        received_email
            .text
            .contains("Invoice INV-0001 (instalment 2 of 3) for £159.37 is due today, 30/12/2026"),
        "{}",
        received_email.text
    );
    assert!(received_email.text.contains("Instalment 1 of 3"), "{}", received_email.text);
    // Nobody pays: the second is chased on, the third joins in on its own days, one mail a day.
    let third = pass_hours(&business.app, "2027-01-01", "2027-03-01").await;
    let days: Vec<&str> = third.iter().map(|one| &one[..10]).collect();
    assert_eq!(days, ["2027-01-06", "2027-01-13", "2027-01-27", "2027-02-01", "2027-02-08", "2027-02-15"]);
    assert!(third[1].contains("(instalment 2 of 3)") && third[2].contains("(instalment 3 of 3)"));
    business.app.stop().await;
}

#[tokio::test]
async fn sends_one_reminder_after_a_week_of_downtime() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    let close = json!([
        { "date": "2026-11-25", "amount": "100" },
        { "date": "2026-11-26", "amount": "100" },
        { "date": "2026-11-27", "amount": "278.10" }
    ]);
    agree_instalments(&business, &invoice, close).await.expect_status(200);
    assert!(go_to_hour(&business.app, "2026-11-20", 8).await.is_empty());
    let came = go_to_hour(&business.app, "2026-11-27", 10).await;
    assert_eq!(came.len(), 1, "down from the 20th to the 27th");
    assert!(came[0].subject.contains("(instalment 3 of 3)"), "{}", came[0].subject);
    assert_eq!(go_to_hour(&business.app, "2026-11-27", 16).await.len(), 1);
    business.app.stop().await;
}

/// Requests a reminder by hand, which is held for ten seconds.
async fn remind_now(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("/api/invoices/batches/{}", uuid::Uuid::now_v7());
    let body = json!({ "action": "remind", "ids": [id_of(invoice)] });
    business.client.put(&path, &body).await.expect_status(200);
    business.app.clock.advance(10_000);
    business.app.run_jobs().await;
    business.client.get(&path).await.expect_status(200)
}

#[tokio::test]
async fn a_manual_reminder_asks_for_what_is_due_so_far() {
    let business = TestBusiness::open().await;
    let invoice = open_with_plan_and_instalments(&business).await;
    let early = remind_now(&business, &invoice).await;
    assert_eq!((&early["done"], &early["refused"]), (&json!(0), &json!(1)));
    super::go_to_day(&business, "2027-01-02").await;
    let body = read_chasing(&business, "invoices", &invoice).await;
    let text = body["message"]["text"].as_str().expect("a message");
    assert!(
        text.contains(
            "invoice INV-0001 (instalments 1 and 2 of 3) from Taylor Plumbing: £318.74 was due on 30/11/2026"
        ),
        "{text}"
    );
    let sent = remind_now(&business, &invoice).await;
    assert_eq!((&sent["done"], &sent["refused"]), (&json!(1), &json!(0)));
    let mails = business.app.receive_emails(crate::documents::CUSTOMER).await;
    let mail = mails.last().expect("a mail");
    assert!(mail.text.contains("invoice INV-0001 (instalments 1 and 2 of 3) for £318.74"), "{}", mail.text);
    business.app.stop().await;
}

#[tokio::test]
async fn paying_on_the_day_before_prevents_the_reminder() {
    let business = open_with_plan().await;
    let invoice = open_with_plan_and_instalments(&business).await;
    business.app.clock.set(crate::chasing::parse_london_instant("2026-11-26", 18));
    log_in_and_record_payment(&business, &invoice, "159.37").await;
    assert!(go_to_hour(&business.app, "2026-11-27", 9).await.is_empty());
    let body = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(body["next"]["instalment"], "instalment 2 of 3");
    business.app.stop().await;
}
