//! Reminders that go by themselves.

mod days;
mod mails;
mod plans;
mod switches;

use plumbline::clock::{HOUR, london_at};
use serde_json::{Value, json};

use crate::documents::{CUSTOMER, Desk, OWNER, id, with};
use crate::support::{Letter, TestApp};

/// The instant of an hour of a day in London.
pub fn at(day: &str, hour: u32) -> i64 {
    london_at(day.parse().expect("a day"), hour)
}

/// A business that has its plan, as it is suggested, for invoices and quotes.
pub async fn desk() -> Desk {
    planned(Desk::open().await).await
}

async fn planned(desk: Desk) -> Desk {
    let path = plan_path(&desk);
    let plan = desk.client.get(&path).await.expect(200);
    assert_eq!(
        (&plan["version"], &plan["invoices"]),
        (&json!(0), &json!(false))
    );
    let mut input = input(&plan);
    input["invoices"] = json!(true);
    input["quotes"] = json!(true);
    desk.client.put(&path, &input).await.expect(200);
    desk.app.run_jobs().await;
    desk
}

fn plan_path(desk: &Desk) -> String {
    format!("/api/business-profiles/{}/chasing", desk.profile)
}

/// What is sent back of a plan that was read.
fn input(plan: &Value) -> Value {
    let mut input = plan.clone();
    input.as_object_mut().expect("an object").remove("usual");
    input
}

/// Moves to an hour in London and does what is due then; every mail that the customer has by now.
pub async fn go(app: &TestApp, day: &str, hour: u32) -> Vec<Letter> {
    app.clock.set(at(day, hour));
    app.mails(CUSTOMER).await
}

/// Goes on hour by hour until a day begins: when each mail came, and its subject.
pub async fn pass(app: &TestApp, from: &str, until: &str) -> Vec<String> {
    let (mut now, end) = (at(from, 0), at(until, 0));
    let mut had = app.delivered(CUSTOMER).len();
    let mut came = Vec::new();
    while now < end {
        app.clock.set(now);
        // Most hours have nothing to do.
        if app.run_jobs().await > 0 {
            let letters = app.delivered(CUSTOMER);
            for letter in &letters[had..] {
                let day = plumbline::clock::london_date(now);
                let time = plumbline::clock::london_time(now);
                came.push(format!("{day} {time} {}", letter.subject));
            }
            had = letters.len();
        }
        now += HOUR;
    }
    came
}

/// How a document is chased, as its page says it.
pub async fn chasing(desk: &Desk, kind: &str, document: &Value) -> Value {
    desk.app.log_in(&desk.client, OWNER).await;
    let path = format!("/api/{kind}/{}/chasing", id(document));
    desk.client.get(&path).await.expect(200)
}

/// An invoice that is due on a day, sent by link today.
async fn invoice_due(desk: &Desk, day: &str) -> Value {
    let today = plumbline::clock::london_date(plumbline::clock::Clock::now_ms(&*desk.app.clock));
    let body = with(desk.invoice(), "dueDate", json!(day));
    let body = with(body, "issueDate", json!(today.to_string()));
    let draft = desk.client.post("/api/invoices", &body).await.expect(201);
    desk.send("invoices", &id(&draft)).await
}
