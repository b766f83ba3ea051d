//! Recurring invoices.

mod changes;
mod faults;
mod input;
mod strangers;
mod year;

use plumbline::clock::{Clock as _, london_instant};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::documents::{OWNER, TestBusiness, id_of};

const PATH: &str = "/api/recurring";

/// The body for boiler cover of £48.00 including VAT, every month from 1 December, as drafts.
fn cover_body(business: &TestBusiness) -> Value {
    json!({
        "id": Uuid::now_v7().to_string(),
        "name": "Boiler cover", "firstDay": "2026-12-01", "repeat": "monthly", "daysDue": 14,
        "makes": "draft",
        "businessProfileId": business.profile, "contactId": business.contact,
        "jobDescription": "Boiler cover for {month} {year}", "notes": "",
        "items": [{ "id": "a", "name": "Cover, {month}", "description": "Until {date}",
            "quantity": "1", "price": "40.00" }],
        "tax": "20"
    })
}

/// The same with other fields.
fn cover_body_with(business: &TestBusiness, fields: Value) -> Value {
    let mut body = cover_body(business);
    let fields = fields.as_object().expect("fields");
    body.as_object_mut().expect("an object").extend(fields.clone());
    body
}

fn recurring_path(made: &Value) -> String {
    format!("{PATH}/{}", id_of(made))
}

/// Creates a recurring invoice.
async fn create_recurring(business: &TestBusiness, fields: Value) -> Value {
    let body = cover_body_with(business, fields);
    business.client.post(PATH, &body).await.expect_status(201)
}

/// Advances the clock to this many minutes after eight in London on a day, runs the due jobs, and signs in again.
async fn go_to_day(business: &TestBusiness, day: &str, minutes: i64) {
    set_clock(business, day, minutes);
    business.app.run_jobs().await;
    business.app.log_in(&business.client, OWNER).await;
}

fn set_clock(business: &TestBusiness, day: &str, minutes: i64) {
    let at = london_instant(day.parse().expect("a day"), 8);
    business.app.clock.set(at + minutes * 60_000);
    assert_eq!(business.app.clock.today().to_string(), day);
}

/// The account's invoices, oldest first.
async fn list_invoices(business: &TestBusiness) -> Vec<Value> {
    let path = "/api/invoices?sort=issueDate&limit=100";
    let list = business.client.get(path).await.expect_status(200);
    list["data"].as_array().expect("a list").clone()
}

async fn list_issue_days(business: &TestBusiness) -> Vec<String> {
    let invoices = list_invoices(business).await;
    invoices.iter().map(|one| text_field(one, "issueDate")).collect()
}

fn text_field(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

/// The notifications of the business, newest first.
async fn list_notifications(business: &TestBusiness) -> Vec<String> {
    let list = business.client.get("/api/notifications").await.expect_status(200);
    let list = list.as_array().expect("a list");
    list.iter().map(|one| text_field(one, "sentence")).collect()
}
