//! Recurring expenses.

use plumbline::clock::{DAY, HOUR};
use serde_json::{Value, json};

use super::{PATH, column, expense_path, fittings_body, list_expenses, with_field};
use crate::support::TestApp;

const SAM: &str = "sam@example.com";

fn insurance_body(date: &str, repeat: &str) -> Value {
    json!({ "date": date, "supplier": "Simply Business", "category": "premisesRunningCosts",
        "amount": "38.40", "repeat": repeat })
}

async fn advance_days(app: &TestApp, days: i64) {
    for _ in 0..days {
        app.clock.advance(DAY);
        app.run_jobs().await;
    }
}

#[tokio::test]
async fn a_recurring_expense_is_made_once_on_each_of_its_dates() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    // Today is 16 November 2026, nine in the morning.
    let made = client.post(PATH, &insurance_body("2026-11-16", "monthly")).await.expect_status(201);
    assert_eq!(made["repeatNext"], "2026-12-16");
    app.run_jobs().await;
    advance_days(&app, 29).await;
    app.log_in(&client, SAM).await;
    assert_eq!(list_expenses(&client, "").await["total"], 1, "15 December");
    app.clock.advance(15 * HOUR);
    app.run_jobs().await;
    app.run_jobs().await;
    app.log_in(&client, SAM).await;
    let now = list_expenses(&client, "sort=-date").await;
    assert_eq!(column(&now, "date"), ["2026-12-16", "2026-11-16"], "from midnight on");
    let copy = client.get(&expense_path(&now["data"][0])).await.expect_status(200);
    assert_eq!(
        (&copy["repeatOf"], &copy["repeat"], &copy["amount"], &copy["receipts"]),
        (&made["id"], &json!("never"), &json!("38.40"), &json!([]))
    );
    let head = client.get(&expense_path(&made)).await.expect_status(200);
    assert_eq!((&head["repeatNext"], &head["version"]), (&json!("2027-01-16"), &json!(1)));
    // The server was down for ten weeks, and the first is dearer by now.
    let dearer =
        with_field(with_field(insurance_body("2026-11-16", "monthly"), "amount", "40"), "version", 1);
    client.put(&expense_path(&made), &dearer).await.expect_status(200);
    app.clock.advance(70 * DAY);
    app.run_jobs().await;
    app.log_in(&client, SAM).await;
    let now = list_expenses(&client, "sort=date").await;
    assert_eq!(column(&now, "date"), ["2026-11-16", "2026-12-16", "2027-01-16", "2027-02-16"]);
    assert_eq!(column(&now, "amount"), ["40.00", "38.40", "40.00", "40.00"]);
    let body = client.get("/api/activities?actor=plumbline").await.expect_status(200);
    assert_eq!(body[0]["sentence"], "The expense Simply Business was repeated automatically");
    // Its end.
    client.delete(&expense_path(&made)).await.expect_status(204);
    advance_days(&app, 40).await;
    app.log_in(&client, SAM).await;
    assert_eq!(list_expenses(&client, "").await["total"], 3);
    // Undone: nothing that is there is made again.
    let again = with_field(insurance_body("2026-11-16", "monthly"), "id", made["id"].clone());
    let again = client.post(PATH, &again).await.expect_status(201);
    assert_eq!(again["repeatNext"], "2027-04-16");
    app.run_jobs().await;
    assert_eq!(list_expenses(&client, "").await["total"], 4);
    app.stop().await;
}

#[tokio::test]
async fn recent_dates_are_caught_up_and_nothing_is_made_after_the_end() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let body = with_field(insurance_body("2026-08-31", "monthly"), "repeatUntil", "2026-12-31");
    let made = client.post(PATH, &body).await.expect_status(201);
    app.run_jobs().await;
    assert_eq!(
        column(&list_expenses(&client, "sort=date").await, "date"),
        ["2026-08-31", "2026-09-30", "2026-10-31"]
    );
    advance_days(&app, 90).await;
    app.log_in(&client, SAM).await;
    let all = list_expenses(&client, "sort=date").await;
    assert_eq!(column(&all, "date")[3..], ["2026-11-30", "2026-12-31"]);
    let head = client.get(&expense_path(&made)).await.expect_status(200);
    assert_eq!(head["repeatNext"], Value::Null);
    // What began years ago goes on from today: no hundred at a stroke.
    let old = client.post(PATH, &insurance_body("2020-01-01", "weekly")).await.expect_status(201);
    app.run_jobs().await;
    assert_eq!(list_expenses(&client, "").await["total"], 6);
    assert!(old["repeatNext"].as_str() >= Some("2027-02-14"), "{old}");
    app.stop().await;
}

#[tokio::test]
async fn a_changed_interval_continues_from_today() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let made = client.post(PATH, &with_field(fittings_body(), "date", "2026-10-01")).await.expect_status(201);
    assert_eq!(made["repeatNext"], Value::Null);
    let path = expense_path(&made);
    let put = async |repeat: &str, version: i64| {
        let body = with_field(with_field(fittings_body(), "repeat", repeat), "version", version);
        client.put(&path, &with_field(body, "date", "2026-10-01")).await.expect_status(200)
    };
    let weekly = put("weekly", 1).await;
    assert_eq!(weekly["repeatNext"], "2026-11-19", "1 October is a Thursday");
    advance_days(&app, 4).await;
    app.log_in(&client, SAM).await;
    assert_eq!(list_expenses(&client, "").await["total"], 2);
    let monthly = put("monthly", 2).await;
    assert_eq!(monthly["repeatNext"], "2026-12-01");
    let never = put("never", 3).await;
    assert_eq!(never["repeatNext"], Value::Null);
    advance_days(&app, 30).await;
    app.log_in(&client, SAM).await;
    assert_eq!(list_expenses(&client, "").await["total"], 2);
    app.stop().await;
}

#[tokio::test]
async fn two_servers_make_one_expense() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    client.post(PATH, &insurance_body("2026-11-16", "weekly")).await.expect_status(201);
    let Some(other) = app.start_second().await else {
        app.stop().await;
        return;
    };
    app.clock.advance(8 * DAY);
    other.clock.advance(8 * DAY);
    tokio::join!(app.run_jobs(), other.run_jobs());
    app.log_in(&client, SAM).await;
    assert_eq!(list_expenses(&client, "").await["total"], 2);
    other.stop().await;
    app.stop().await;
}
