//! The days and hours at which reminders are sent.

use serde_json::json;

use super::{go_to_hour, open_with_plan, pass_hours, read_chasing, sent_invoice_due};
use crate::documents::{CUSTOMER, OWNER};

#[tokio::test]
async fn sends_each_reminder_of_a_year_once_on_its_day() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    business.sent_quote().await;
    let next = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(next["next"], json!({ "on": "2026-11-27", "moment": "beforeDue", "days": 3 }));
    let came = pass_hours(&business.app, "2026-11-16", "2027-02-01").await;
    let from = "from Taylor Plumbing";
    let expected = [
        format!("2026-11-19 09:00 Reminder: quote Q-0001 {from}"),
        format!("2026-11-23 09:00 Reminder: quote Q-0001 {from}"),
        format!("2026-11-27 09:00 Invoice INV-0001 {from} is due on 30/11/2026"),
        format!("2026-11-30 09:00 Invoice INV-0001 {from} is due today"),
        format!("2026-12-07 09:00 Reminder: invoice INV-0001 {from}"),
        format!("2026-12-14 09:00 Reminder: invoice INV-0001 {from}"),
    ];
    assert_eq!(came, expected);
    let over = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(over["next"], json!(null));
    assert_eq!(over["why"], "All your reminders have been sent.");
    assert_eq!(
        (&over["last"]["day"], &over["last"]["state"], &over["last"]["byPlan"],),
        (&json!("2026-12-14"), &json!("sent"), &json!(true))
    );

    // In 2027 the clocks go forward on Sunday 28 March and back on Sunday 31 October.
    for (sent, due, expected) in [
        (
            "2027-03-15",
            "2027-03-28",
            // Good Friday is the 26th, Easter Monday the 29th.
            ["2027-03-25", "2027-03-30", "2027-04-05", "2027-04-12"],
        ),
        ("2027-10-18", "2027-10-31", ["2027-10-28", "2027-11-01", "2027-11-08", "2027-11-15"]),
    ] {
        business.app.clock.set(super::parse_london_instant(sent, 12));
        business.app.log_in(&business.client, OWNER).await;
        sent_invoice_due(&business, due).await;
        let until = if sent < "2027-06" { "2027-05-01" } else { "2027-12-01" };
        let came = pass_hours(&business.app, sent, until).await;
        let came: Vec<&str> = came.iter().map(|one| &one[..16]).collect();
        assert_eq!(came, expected.map(|day| format!("{day} 09:00")));
    }
    business.app.stop().await;
}

#[tokio::test]
async fn sends_one_reminder_after_a_week_of_downtime() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    // Down from Friday 27 November, before nine, until Tuesday 8 December in the night.
    assert!(go_to_hour(&business.app, "2026-11-27", 8).await.is_empty());
    assert!(go_to_hour(&business.app, "2026-12-08", 3).await.is_empty(), "nobody is woken");
    let came = go_to_hour(&business.app, "2026-12-08", 9).await;
    assert_eq!(came.len(), 1);
    assert_eq!(came[0].subject, "Reminder: invoice INV-0001 from Taylor Plumbing");
    assert!(came[0].text.contains("was due on 30/11/2026"), "{}", came[0].text);
    let body = read_chasing(&business, "invoices", &invoice).await;
    assert_eq!(body["next"]["on"], "2026-12-14");
    // Down again until a Saturday evening: the last one goes on Monday.
    for (day, hour, mails) in [
        ("2026-12-19", 20, 1),
        ("2026-12-20", 12, 1),
        ("2026-12-21", 8, 1),
        ("2026-12-21", 17, 1),
        ("2026-12-22", 9, 2),
        ("2027-01-30", 12, 2),
    ] {
        assert_eq!(go_to_hour(&business.app, day, hour).await.len(), mails, "{day} {hour}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn two_servers_on_one_database_send_each_reminder_once() {
    let business = open_with_plan().await;
    for _ in 0..4 {
        business.sent_invoice().await;
    }
    let twin = business.app.start_twin(|_| {}).await;
    for app in [&business.app, &twin] {
        app.clock.set(super::parse_london_instant("2026-11-27", 10));
    }
    tokio::join!(business.app.run_jobs(), twin.run_jobs());
    tokio::join!(business.app.run_jobs(), twin.run_jobs());
    let mails = business.app.delivered_emails(CUSTOMER).len() + twin.delivered_emails(CUSTOMER).len();
    assert_eq!((mails, business.count_rows("document_reminders").await), (4, 4));
    twin.stop().await;
    business.app.stop().await;
}

#[tokio::test]
async fn a_manual_email_or_shared_message_counts_as_a_reminder() {
    let business = open_with_plan().await;
    let invoice = business.sent_invoice().await;
    // By WhatsApp on the morning of the 7th: no mail on that day, and the timeline says it.
    business.app.clock.set(super::parse_london_instant("2026-12-07", 8));
    let reply = read_chasing(&business, "invoices", &invoice).await;
    let text = reply["message"]["text"].as_str().expect("a message");
    assert!(
        text.starts_with(
            "Hello Jo Bloggs, a friendly reminder about invoice INV-0001 from Taylor Plumbing: £478.10 was due on 30/11/2026"
        ),
        "{text}"
    );
    assert!(text.ends_with(invoice["publicUrl"].as_str().expect("a link")));
    let path = format!("/api/invoices/{}/chasing/told", crate::documents::id_of(&invoice));
    let body = json!({ "by": "whatsapp" });
    for _ in 0..2 {
        business.client.post_with_key(&path, "once", &body).await.expect_status(200);
    }
    assert!(go_to_hour(&business.app, "2026-12-07", 12).await.is_empty());
    let timeline = format!("/api/invoices/{}/timeline", crate::documents::id_of(&invoice));
    business.app.log_in(&business.client, OWNER).await;
    let happened = business.client.get(&timeline).await.expect_status(200);
    let kinds = happened["happened"].as_array().expect("a list");
    let nudged: Vec<_> = kinds.iter().filter(|one| one["kind"] == "nudged").collect();
    assert_eq!((nudged.len(), &nudged[0]["by"]), (1, &json!("whatsapp")));
    // The mail by hand may still go on that day, and the plan's next goes on its own.
    let batch = format!("/api/invoices/batches/{}", uuid::Uuid::now_v7());
    let response = json!({ "action": "remind", "ids": [crate::documents::id_of(&invoice)] });
    business.client.put(&batch, &response).await.expect_status(200);
    business.app.clock.advance(10_000);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
    assert_eq!(go_to_hour(&business.app, "2026-12-14", 9).await.len(), 2);
    business.app.stop().await;
}
