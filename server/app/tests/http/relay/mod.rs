//! An account is no relay: how many mails it sends to customers, in whose name, and who stops them.

mod limits;
mod names;
mod reports;

use serde_json::json;

use crate::documents::{Desk, id};
use crate::support::{Answer, TestApp};

const HOUR_MAX: usize = 4;
const DAY_MAX: usize = 6;

async fn desk() -> Desk {
    desk_with(HOUR_MAX, DAY_MAX).await
}

async fn desk_with(hour: usize, day: usize) -> Desk {
    let app = TestApp::start_with(|config| {
        config.mails.hour = i64::try_from(hour).expect("a number");
        config.mails.day = i64::try_from(day).expect("a number");
        config.support_email = "operator@example.com".into();
    });
    Desk::open_at(app.await).await
}

/// Sends a quote to an address, with words of the account's own.
async fn mail(desk: &Desk, quote: &str, to: &str) -> Answer {
    let body = json!({ "via": "email", "to": to, "subject": "Hello", "message": "Read this" });
    let path = format!("/api/quotes/{quote}/send");
    desk.client.post(&path, &body).await
}

/// One quote, mailed to so many people.
async fn mail_to(desk: &Desk, people: usize) -> String {
    let quote = id(&desk.draft_quote().await);
    for at in 0..people {
        let answer = mail(desk, &quote, &format!("p{at}@customer.example")).await;
        answer.expect(200);
    }
    quote
}

/// The way to report the newest mail to an address.
async fn report_of(desk: &Desk, to: &str) -> String {
    let letters = desk.app.mails(to).await;
    let letter = letters.last().expect("a mail");
    let start = desk.app.url("/report/");
    let mut links = letter.text.split_whitespace();
    let link = links.rfind(|word| word.starts_with(&start));
    let link = link.expect("a link to report it");
    assert!(letter.html.contains(&format!("href=\"{link}\"")));
    assert!(letter.html.contains("Report this message"));
    link[start.len() - "/report/".len()..].to_owned()
}

async fn report(desk: &Desk, to: &str) {
    let path = report_of(desk, to).await;
    let answer = desk.app.client().post_empty(&path).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert!(answer.text.contains("We’ve received your report."));
}
