//! An account can't be used as a mail relay: how many emails it sends to customers, in whose name, and who stops them.

mod limits;
mod names;
mod reports;

use serde_json::json;

use crate::documents::{TestBusiness, id_of};
use crate::support::{TestApp, TestResponse};

const HOUR_MAX: usize = 4;
const DAY_MAX: usize = 6;

async fn open_limited() -> TestBusiness {
    open_with_limits(HOUR_MAX, DAY_MAX).await
}

async fn open_with_limits(hour: usize, day: usize) -> TestBusiness {
    let app = TestApp::start_with(|config| {
        config.mail_quota.hour = i64::try_from(hour).expect("a number");
        config.mail_quota.day = i64::try_from(day).expect("a number");
        config.support_email = "operator@example.com".into();
    });
    TestBusiness::open_at(app.await).await
}

/// Emails a quote to an address, with a text of the account's own.
async fn send_email(business: &TestBusiness, quote: &str, to: &str) -> TestResponse {
    let body = json!({ "via": "email", "to": to, "subject": "Hello", "message": "Read this" });
    let path = format!("/api/quotes/{quote}/send");
    business.client.post(&path, &body).await
}

/// Emails one quote to this many people.
async fn send_to_many(business: &TestBusiness, people: usize) -> String {
    let quote = id_of(&business.draft_quote().await);
    for at in 0..people {
        let answer = send_email(business, &quote, &format!("p{at}@customer.example")).await;
        answer.expect_status(200);
    }
    quote
}

/// The path for reporting the newest email to an address.
async fn report_path(business: &TestBusiness, to: &str) -> String {
    let received_emails = business.app.receive_emails(to).await;
    let received_email = received_emails.last().expect("a mail");
    let start = business.app.url("/report/");
    let mut links = received_email.text.split_whitespace();
    let link = links.rfind(|word| word.starts_with(&start));
    let link = link.expect("a link to report it");
    assert!(received_email.html.contains(&format!("href=\"{link}\"")));
    assert!(received_email.html.contains("Report this message"));
    link[start.len() - "/report/".len()..].to_owned()
}

async fn report_email(business: &TestBusiness, to: &str) {
    let path = report_path(business, to).await;
    let answer = business.app.new_client().post_empty(&path).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert!(answer.text.contains("We’ve received your report."));
}
