//! The dashboard: what needs attention today, and the last year.

use plumbline::clock::{DAY, london_instant};
use serde_json::{Value, json};

use crate::documents::{OWNER, TestBusiness, contact_body, id_of, profile_body, token_of, with_field};
use crate::reports::record_payment;
use crate::support::{Client, TestApp};

async fn load_dashboard(client: &Client) -> Value {
    client.get("/api/dashboard").await.expect_status(200)
}

#[tokio::test]
async fn the_steps_of_the_first_week_are_completed_by_doing_them() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut week = json!({ "profile": false, "payment": false, "contact": false,
        "document": false, "sent": false });
    assert_eq!(load_dashboard(&client).await["firstWeek"], week);
    let bare = json!({ "name": "Taylor Plumbing", "accepts_cash": true });
    let made = client.post("/api/business-profiles", &bare).await.expect_status(201);
    week["profile"] = json!(true);
    assert_eq!(load_dashboard(&client).await["firstWeek"], week, "accepting cash doesn't complete the step");
    let person = client.post("/api/contacts", &contact_body()).await.expect_status(201);
    week["contact"] = json!(true);
    assert_eq!(load_dashboard(&client).await["firstWeek"], week);
    let body = json!({ "businessProfileId": id_of(&made), "contactId": id_of(&person),
        "issueDate": "2026-11-16", "expiryDate": "2026-12-16", "jobDescription": "A tap",
        "notes": "", "items": [{ "id": "a", "name": "Tap", "quantity": "1", "price": "10" }] });
    let draft = client.post("/api/quotes", &body).await.expect_status(201);
    week["document"] = json!(true);
    assert_eq!(load_dashboard(&client).await["firstWeek"], week);
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    client.post(&path, &json!({ "via": "link" })).await.expect_status(200);
    week["sent"] = json!(true);
    assert_eq!(load_dashboard(&client).await["firstWeek"], week);
    // A business that only takes cash needn't complete the payment step: after a week the steps disappear.
    app.clock.advance(7 * DAY - 1_000 * 60 * 60);
    app.log_in(&client, "sam@example.com").await;
    assert_eq!(load_dashboard(&client).await["firstWeek"], week);
    app.clock.advance(1_000 * 60 * 60);
    app.log_in(&client, "sam@example.com").await;
    assert_eq!(load_dashboard(&client).await["firstWeek"], Value::Null);
    app.clock.advance(-DAY);
    app.log_in(&client, "sam@example.com").await;
    let path = format!("/api/business-profiles/{}", id_of(&made));
    let whole = with_field(profile_body(), "version", made["version"].clone());
    client.put(&path, &whole).await.expect_status(200);
    assert_eq!(load_dashboard(&client).await["firstWeek"], Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn the_acceptance_rate_counts_the_decided_and_expired_quotes_of_a_year() {
    let business = TestBusiness::open().await;
    assert_eq!(load_dashboard(&business.client).await["acceptanceRate"], Value::Null);
    business.accepted_quote().await;
    let declined = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&declined));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    // Variations don't count towards the acceptance rate.
    let job = business.accepted_quote().await;
    for decision in ["accept", "decline", "decline"] {
        let begin = format!("/api/quotes/{}/variations", id_of(&job));
        let line = json!({ "id": "v", "name": "Rail", "quantity": "1", "price": "60.00" });
        let extra = json!({ "items": [line], "issueDate": "2026-11-16", "expiryDate": "2026-12-16" });
        let extra = business.client.post(&begin, &extra).await.expect_status(201);
        let extra = business.send_by_link("quotes", &id_of(&extra)).await;
        let path = format!("/api/quotes/public/{}/{decision}", token_of(&extra));
        business.app.new_client().post_empty(&path).await.expect_status(200);
    }
    let undecided = business.sent_quote().await;
    let then = load_dashboard(&business.client).await;
    assert_eq!(then["acceptanceRate"], 67, "an undecided quote doesn't count");
    assert_eq!((&then["quotesAwaiting"], &then["awaitingAmount"]), (&json!(1), &json!("478.10")));
    // Archived quotes still count.
    let path = format!("/api/quotes/{}/archive", id_of(&declined));
    business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(load_dashboard(&business.client).await["acceptanceRate"], 67);
    // The undecided quote is valid for 30 days: it counts as expiring in its last week, and then as expired.
    for (days, expiring, rate) in [(22, 0, 67), (1, 1, 67), (7, 1, 67), (1, 0, 50)] {
        business.app.clock.advance(days * DAY);
        business.app.log_in(&business.client, OWNER).await;
        let now = load_dashboard(&business.client).await;
        assert_eq!(now["quotesExpiring"], expiring, "{days} days on");
        assert_eq!(now["acceptanceRate"], rate, "{days} days on");
        let list = business.client.get("/api/quotes?status=expiring").await.expect_status(200);
        assert_eq!(list["total"], expiring);
        if expiring == 1 {
            assert_eq!(list["data"][0]["id"], undecided["id"]);
        }
    }
    // Quotes from more than a year ago no longer count.
    business.app.clock.advance(340 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    assert_eq!(load_dashboard(&business.client).await["acceptanceRate"], Value::Null);
    business.app.stop().await;
}

#[tokio::test]
async fn paid_this_month_counts_from_the_first_day_to_the_last() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    business.app.clock.set(london_instant("2026-12-31".parse().expect("a day"), 12));
    business.app.log_in(&business.client, OWNER).await;
    for (amount, date) in [("1.00", "2026-11-30"), ("20.00", "2026-12-01"), ("300.00", "2026-12-31")] {
        record_payment(&business, &invoice, amount, date).await;
    }
    let body = load_dashboard(&business.client).await;
    assert_eq!(body["paidThisMonth"], "320.00");
    business.app.stop().await;
}

#[tokio::test]
async fn the_year_shows_income_and_expenses_of_each_month() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    for (amount, date) in [("100.00", "2026-11-16"), ("50.50", "2026-09-30"), ("7", "2025-12-01")] {
        let body = json!({ "amount": amount, "method": "cash", "date": date });
        let path = format!("/api/invoices/{}/payments", id_of(&invoice));
        business.client.post(&path, &body).await.expect_status(201);
    }
    for (amount, date) in [
        ("43.20", "2026-11-30"),
        ("-3.20", "2026-11-01"),
        ("12.00", "2025-12-01"),
        ("99.00", "2025-11-30"),
        ("99.00", "2026-12-01"),
    ] {
        let body = json!({ "date": date, "category": "costOfGoods", "amount": amount });
        business.client.post("/api/expenses", &body).await.expect_status(201);
    }
    let year = load_dashboard(&business.client).await["year"].clone();
    let months = year["months"].as_array().expect("months");
    let displayed: Vec<(&str, &str)> =
        months.iter().map(|it| (it["month"].as_str().unwrap(), it["income"].as_str().unwrap())).collect();
    assert_eq!(displayed.len(), 12);
    assert_eq!(displayed[0], ("2025-12", "7.00"));
    assert_eq!(displayed[9], ("2026-09", "50.50"));
    assert_eq!(displayed[10], ("2026-10", "0.00"));
    assert_eq!(displayed[11], ("2026-11", "100.00"));
    assert_eq!(year["income"], "157.50");
    let spent = |at: usize| months[at]["expenses"].as_str().unwrap();
    assert_eq!((spent(0), spent(9), spent(11)), ("12.00", "0.00", "40.00"));
    assert_eq!(year["expenses"], "52.00");
    let other = business.app.sign_up("other@example.com").await;
    assert_eq!(load_dashboard(&other).await["year"]["income"], "0.00");
    business.app.stop().await;
}
