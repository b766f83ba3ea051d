//! A year of a recurring invoice, with the clock advanced day by day.

use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use super::{
    PATH, cover_body_with, create_recurring, go_to_day, list_invoices, list_issue_days, list_notifications,
    recurring_path, set_clock, text_field,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of};

fn parse_day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

#[tokio::test]
async fn the_31st_is_the_end_of_each_month_at_eight_in_london() {
    let business = TestBusiness::open().await;
    let notes = "Thank you for {month} {year}. Due from {date}.";
    let made = create_recurring(&business, json!({ "firstDay": "2026-12-31", "notes": notes })).await;
    let expected = [
        "2026-12-31",
        "2027-01-31",
        "2027-02-28",
        "2027-03-31",
        "2027-04-30",
        "2027-05-31",
        "2027-06-30",
        "2027-07-31",
        "2027-08-31",
        "2027-09-30",
        "2027-10-31",
        "2027-11-30",
    ];
    assert_eq!(made["days"]["next"], json!(expected));
    assert_eq!(
        (&made["nextDay"], &made["days"]["left"], &made["days"]["last"]),
        (&json!("2026-12-31"), &Value::Null, &Value::Null)
    );
    // Every day of the year, one minute early and on the hour: summer time comes and goes.
    let mut found = Vec::new();
    let mut today = parse_day("2026-11-17");
    while today <= parse_day("2027-11-30") {
        let early = today.to_string();
        set_clock(&business, &early, -1);
        business.app.run_jobs().await;
        let before = business.count_rows("recurring_made").await;
        set_clock(&business, &early, 0);
        business.app.run_jobs().await;
        business.app.run_jobs().await;
        let after = business.count_rows("recurring_made").await;
        assert!(after - before <= 1, "{early}");
        if after > before {
            found.push(early);
        }
        today = today + Days::new(1);
    }
    assert_eq!(found, expected);
    business.app.log_in(&business.client, OWNER).await;
    assert_eq!(list_issue_days(&business).await, expected);
    let all = list_invoices(&business).await;
    assert!(all.iter().all(|one| one["status"] == "draft"));
    assert_eq!(
        (text_field(&all[2], "dueDate"), text_field(&all[2], "totalAmount")),
        ("2027-03-14".to_owned(), "48.00".to_owned())
    );
    let february = format!("/api/invoices/{}", id_of(&all[2]));
    let february = business.client.get(&february).await.expect_status(200);
    assert_eq!(february["jobDescription"], "Boiler cover for February 2027");
    assert_eq!(february["items"][0]["name"], "Cover, February");
    assert_eq!(february["notes"], "Thank you for February 2027. Due from 28 Feb 2027.");
    assert_eq!(february["items"][0]["description"], "Until 28 Feb 2027");
    let now = business.client.get(&recurring_path(&made)).await.expect_status(200);
    assert_eq!(
        (&now["nextDay"], &now["madeTotal"], &now["version"]),
        (&json!("2027-12-31"), &json!(12), &json!(1))
    );
    assert_eq!(now["made"][0]["day"], "2027-11-30");
    assert_eq!(now["jobDescription"], "Boiler cover for {month} {year}");
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_to_be_sent_is_emailed_once_with_its_number() {
    let business = TestBusiness::open().await;
    // Today, and eight has struck: at once.
    let made =
        create_recurring(&business, json!({ "firstDay": "2026-11-16", "repeat": "weekly", "makes": "sent" }))
            .await;
    assert_eq!(made["nextDay"], "2026-11-16");
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
    business.app.run_jobs().await;
    let [invoice] = &list_invoices(&business).await[..] else {
        panic!("one invoice");
    };
    assert_eq!(
        (&invoice["status"], &invoice["number"], &invoice["contactName"]),
        (&json!("sent"), &json!("INV-0001"), &json!("Jo Bloggs"))
    );
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), 1, "sent once");
    assert!(received_emails[0].text.contains("£48.00"), "{}", received_emails[0].text);
    assert_eq!(
        list_notifications(&business).await,
        ["Invoice INV-0001 is being emailed to Jo Bloggs automatically: £48.00"]
    );
    let path = format!("/api/invoices/{}", id_of(invoice));
    let timeline = business.client.get(&format!("{path}/timeline")).await.expect_status(200);
    let kinds: Vec<String> =
        timeline["happened"].as_array().expect("a list").iter().map(|one| text_field(one, "kind")).collect();
    assert_eq!(kinds, ["made_by_itself", "sent_by_itself"]);
    assert_eq!(
        timeline["madeOf"],
        json!({ "recurringId": id_of(&made), "name": "Boiler cover", "outcome": "sent", "reason": null })
    );
    let activities = business.client.get("/api/activities?actor=plumbline").await.expect_status(200);
    let texts: Vec<String> =
        activities.as_array().expect("a list").iter().map(|one| text_field(one, "sentence")).collect();
    assert_eq!(
        texts,
        [
            "Invoice INV-0001 was sent to Jo Bloggs automatically",
            "A draft invoice was created from a recurring invoice: Boiler cover"
        ]
    );
    for (week, mails) in [("2026-11-23", 2), ("2026-11-30", 3)] {
        go_to_day(&business, week, 0).await;
        assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), mails);
    }
    let numbers: Vec<String> =
        list_invoices(&business).await.iter().map(|one| text_field(one, "number")).collect();
    assert_eq!(numbers, ["INV-0001", "INV-0002", "INV-0003"]);
    business.app.stop().await;
}

#[tokio::test]
async fn it_ends_after_a_number_of_invoices_or_on_its_last_day() {
    let business = TestBusiness::open().await;
    let three =
        create_recurring(&business, json!({ "firstDay": "2026-11-30", "repeat": "quarterly", "times": 3 }))
            .await;
    assert_eq!(
        three["days"],
        json!({ "next": ["2026-11-30", "2027-02-28", "2027-05-30"], "left": 3, "last": "2027-05-30" })
    );
    let until = create_recurring(
        &business,
        json!({ "name": "Until", "firstDay": "2026-11-30", "repeat": "yearly", "lastDay": "2028-11-29" }),
    )
    .await;
    assert_eq!(until["days"]["next"], json!(["2026-11-30", "2027-11-30"]));
    for day in ["2026-11-30", "2027-02-28", "2027-05-30", "2027-08-30", "2027-11-30", "2028-11-30"] {
        go_to_day(&business, day, 0).await;
    }
    assert_eq!(
        list_issue_days(&business).await,
        ["2026-11-30", "2026-11-30", "2027-02-28", "2027-05-30", "2027-11-30"]
    );
    let over = business.client.get(&recurring_path(&three)).await.expect_status(200);
    assert_eq!(over["nextDay"], Value::Null);
    assert_eq!(over["days"], json!({ "next": [], "left": 0, "last": null }));
    // A longer life: what is behind it is not made again.
    let body = cover_body_with(
        &business,
        json!({ "firstDay": "2026-11-30", "repeat": "quarterly", "times": 10, "version": 1 }),
    );
    let longer = business.client.put(&recurring_path(&three), &body).await.expect_status(200);
    assert_eq!(longer["nextDay"], "2028-11-30", "today is one of them");
    business.app.run_jobs().await;
    assert_eq!(list_issue_days(&business).await.len(), 6);
    business.app.stop().await;
}

#[tokio::test]
async fn past_dates_are_not_made_up_for() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({ "firstDay": "2026-01-31", "times": 12 })).await;
    assert_eq!(
        made["days"],
        json!({ "next": ["2026-11-30", "2026-12-31"], "left": 2, "last": "2026-12-31" })
    );
    business.app.run_jobs().await;
    assert!(list_invoices(&business).await.is_empty());
    // An invoice that was written by hand today is not made again, and its day stays the 31st.
    let repeated = create_recurring(
        &business,
        json!({ "firstDay": "2026-08-31", "after": "2026-11-30", "repeat": "quarterly" }),
    )
    .await;
    assert_eq!(repeated["nextDay"], "2027-02-28");
    assert_eq!(repeated["days"]["next"][1], "2027-05-31");
    let today = create_recurring(&business, json!({ "firstDay": "2026-11-16", "after": "2026-11-16" })).await;
    assert_eq!(today["nextDay"], "2026-12-16");
    business.app.run_jobs().await;
    assert!(list_invoices(&business).await.is_empty());
    let over = cover_body_with(&business, json!({ "firstDay": "2026-01-31", "times": 5 }));
    business.client.post(PATH, &over).await.expect_error(422, "rule_broken", Some("times"));
    business.app.stop().await;
}
