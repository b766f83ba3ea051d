//! Automatic reminders.

mod days;
mod mails;
mod plans;
mod switches;

use plumbline::clock::{HOUR, london_instant};
use serde_json::{Value, json};

use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, with_field};
use crate::support::{ReceivedEmail, TestApp};

/// The instant of an hour of a day in London, unix milliseconds.
pub fn parse_london_instant(day: &str, hour: u32) -> i64 {
    london_instant(day.parse().expect("a day"), hour)
}

/// A business with the suggested plan for invoices and quotes.
pub async fn open_with_plan() -> TestBusiness {
    with_plan(TestBusiness::open().await).await
}

async fn with_plan(business: TestBusiness) -> TestBusiness {
    let path = plan_path(&business);
    let plan = business.client.get(&path).await.expect_status(200);
    assert_eq!((&plan["version"], &plan["invoices"]), (&json!(0), &json!(false)));
    let mut input = plan_body(&plan);
    input["invoices"] = json!(true);
    input["quotes"] = json!(true);
    business.client.put(&path, &input).await.expect_status(200);
    business.app.run_jobs().await;
    business
}

fn plan_path(business: &TestBusiness) -> String {
    format!("/api/business-profiles/{}/chasing", business.profile)
}

/// The body that saves a plan that was read.
fn plan_body(plan: &Value) -> Value {
    let mut input = plan.clone();
    input.as_object_mut().expect("an object").remove("usual");
    input
}

/// Advances the clock to an hour in London, runs the due jobs, and returns all emails to the customer so far.
pub async fn go_to_hour(app: &TestApp, day: &str, hour: u32) -> Vec<ReceivedEmail> {
    app.clock.set(parse_london_instant(day, hour));
    app.receive_emails(CUSTOMER).await
}

/// Advances hour by hour until a day begins, and returns the time and subject of each email.
pub async fn pass_hours(app: &TestApp, from: &str, until: &str) -> Vec<String> {
    let (mut now, end) = (parse_london_instant(from, 0), parse_london_instant(until, 0));
    let mut had = app.delivered_emails(CUSTOMER).len();
    let mut came = Vec::new();
    while now < end {
        app.clock.set(now);
        // Most hours have nothing to do.
        if app.run_jobs().await > 0 {
            let received_emails = app.delivered_emails(CUSTOMER);
            for received_email in &received_emails[had..] {
                let day = plumbline::clock::london_date(now);
                let time = plumbline::clock::format_london_time(now);
                came.push(format!("{day} {time} {}", received_email.subject));
            }
            had = received_emails.len();
        }
        now += HOUR;
    }
    came
}

/// The reminders of a document, as its page shows them.
pub async fn read_chasing(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    business.app.log_in(&business.client, OWNER).await;
    let path = format!("/api/{kind}/{}/chasing", id_of(document));
    business.client.get(&path).await.expect_status(200)
}

/// An invoice with this due date, sent by link today.
async fn sent_invoice_due(business: &TestBusiness, day: &str) -> Value {
    let today = plumbline::clock::london_date(plumbline::clock::Clock::now_ms(&*business.app.clock));
    let body = with_field(business.invoice_body(), "dueDate", json!(day));
    let body = with_field(body, "issueDate", json!(today.to_string()));
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    business.send_by_link("invoices", &id_of(&draft)).await
}
